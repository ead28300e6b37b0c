package edge

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"sonora/internal/edge/recorder"
	"sonora/internal/music"
	"sonora/internal/origin"
	"sonora/internal/words"
)

const maxJSONBody = 1 << 20

// AnswerTimeout limits the time of every response except streams, which remove
// the limit.
const AnswerTimeout = 60 * time.Second

// Observe adds the ID, client address and route of a request to its context,
// limits its time and body, logs it, and converts a panic to a response.
func (e *Edge) Observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := music.NewID()
		client := e.TrustedProxies.Client(r)
		route, common := e.resolve(r)
		ctx := context.WithValue(r.Context(), requestKey, &request{id: id, client: client, secure: e.TrustedProxies.IsSecure(r), route: route, path: common})
		ctx = e.Annotate(ctx, r.UserAgent(), client)
		ctx = origin.With(ctx, origin.Origin{UserAgent: r.UserAgent(), Country: e.TrustedProxies.Country(r)})
		ctx = music.WithLanguage(ctx, words.Preferred(r.Header.Get("Accept-Language")))
		ctx, end := e.Traces.Begin(ctx, r, route.Path, id)
		began := time.Now()
		SetDeadline(w, began.Add(AnswerTimeout))
		w.Header()["X-Request-Id"] = []string{id}
		seen := &recorder.Recorder{ResponseWriter: w, Began: began}
		body := r.Body
		r = r.WithContext(ctx)
		r.Body = http.MaxBytesReader(w, body, route.maxBody())
		defer func() {
			if fault := recover(); fault != nil {
				if fault == http.ErrAbortHandler { //nolint:errorlint // the sentinel itself is what net/http looks for
					panic(fault)
				}
				e.fail(seen, r, fault)
			}
			if seen.Status == http.StatusRequestEntityTooLarge {
				e.swallow(r, body)
			}
			e.answers.Observe(seen.Status, seen.Waited())
			end(seen.Status)
			if e.Log.Enabled(ctx, slog.LevelDebug) {
				e.Log.DebugContext(ctx, "request", "request", id, "method", r.Method, "path", r.URL.Path, "status", seen.Status,
					"bytes", seen.Bytes, "client", ClientOf(ctx), "took", time.Since(began))
			}
		}()
		next.ServeHTTP(seen, r)
	})
}

// fail responds to a request whose handler panicked. If the response has begun,
// it aborts the connection, so that the client does not take it for complete.
func (e *Edge) fail(w *recorder.Recorder, r *http.Request, fault any) {
	p := e.problem(r.Context(), fmt.Errorf("panic: %v\n%s", fault, debug.Stack()))
	if w.Status != 0 {
		panic(http.ErrAbortHandler)
	}
	e.WriteJSON(w, r, p.Status, p)
}

// swallow reads the rest of a refused body. Otherwise a client that is still
// sending would see a broken connection instead of the response.
func (e *Edge) swallow(r *http.Request, body io.Reader) {
	if r.Header.Get("Expect") != "" {
		return // the client waits for permission to send
	}
	maxBytes := int64(e.Settings.Get().MaxRequestSize) << 21 // twice that many MB
	if _, err := io.CopyN(io.Discard, body, maxBytes); err != nil && !errors.Is(err, io.EOF) {
		e.Log.Debug("read refused body failed", "request", RequestID(r.Context()), "error", err)
	}
}

// SetDeadline limits the time for reading the request and writing the response;
// the zero time means no limit. Writers without deadlines, as in tests, ignore
// it.
func SetDeadline(w http.ResponseWriter, at time.Time) {
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(at)
	_ = control.SetWriteDeadline(at)
}
