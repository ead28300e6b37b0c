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

	"sonora/internal/music"
	"sonora/internal/origin"
	"sonora/internal/words"
)

const maxJSONBody = 1 << 20

// AnswerTimeout limits the time of every response except streams, which remove
// the limit.
const AnswerTimeout = 60 * time.Second

// observe adds the ID, client address and route of a request to its context,
// limits its time and body, logs it, and converts a panic to a response.
func (e *Edge) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := music.NewID()
		client := e.TrustedProxies.Client(r)
		route, common := e.resolve(r)
		ctx := context.WithValue(r.Context(), requestKey, &request{id: id, client: client, secure: e.TrustedProxies.IsSecure(r), route: route, path: common})
		ctx = e.Annotate(ctx, r.UserAgent(), client)
		ctx = origin.With(ctx, origin.Origin{UserAgent: r.UserAgent(), Country: e.TrustedProxies.Country(r)})
		ctx = music.WithLanguage(ctx, words.Preferred(r.Header.Get("Accept-Language")))
		began := time.Now()
		SetDeadline(w, began.Add(AnswerTimeout))
		w.Header().Set("X-Request-Id", id)
		seen := &recorder{ResponseWriter: w, began: began}
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
			if seen.status == http.StatusRequestEntityTooLarge {
				e.swallow(r, body)
			}
			e.answers.Observe(seen.status, seen.waited())
			if e.Log.Enabled(ctx, slog.LevelDebug) {
				e.Log.DebugContext(ctx, "request", "request", id, "method", r.Method, "path", r.URL.Path, "status", seen.status,
					"bytes", seen.bytes, "client", ClientOf(ctx), "took", time.Since(began))
			}
		}()
		next.ServeHTTP(seen, r)
	})
}

// fail responds to a request whose handler panicked. If the response has begun,
// it aborts the connection, so that the client does not take it for complete.
func (e *Edge) fail(w *recorder, r *http.Request, fault any) {
	p := e.problem(r.Context(), fmt.Errorf("panic: %v\n%s", fault, debug.Stack()))
	if w.status != 0 {
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

// recorder records the status and size of a response. It supports sendfile and
// http.ResponseController.
type recorder struct {
	http.ResponseWriter
	began  time.Time     // when the request was received
	status int           // 0 until the response begins
	wait   time.Duration // how long that took
	bytes  int64
}

// begin notes that the response begins.
func (w *recorder) begin(status int) {
	if w.status == 0 {
		w.status, w.wait = status, time.Since(w.began)
	}
}

// waited returns how long the response took to begin.
func (w *recorder) waited() time.Duration {
	if w.status == 0 {
		return time.Since(w.began)
	}
	return w.wait
}

func (w *recorder) WriteHeader(status int) {
	w.begin(status)
	if status >= http.StatusBadRequest {
		w.Header()["Cache-Control"] = cacheNothing
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *recorder) Write(p []byte) (int, error) {
	w.begin(http.StatusOK)
	n, err := w.ResponseWriter.Write(p)
	w.bytes += int64(n)
	return n, err
}

// ReadFrom implements io.ReaderFrom.
func (w *recorder) ReadFrom(src io.Reader) (int64, error) {
	w.begin(http.StatusOK)
	n, err := io.Copy(w.ResponseWriter, src)
	w.bytes += n
	return n, err
}

// Unwrap implements the interface of http.ResponseController.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// SetDeadline limits the time for reading the request and writing the response;
// the zero time means no limit. Writers without deadlines, as in tests, ignore
// it.
func SetDeadline(w http.ResponseWriter, at time.Time) {
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(at)
	_ = control.SetWriteDeadline(at)
}
