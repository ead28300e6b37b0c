package edge

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/edge/formhash"
	"sonora/internal/music"
	"sonora/internal/people"
)

// Replays stores the responses to requests with an Idempotency-Key. The store
// implements it.
type Replays interface {
	// ClaimReplay returns the request that has the key already, or nil.
	ClaimReplay(ctx context.Context, r people.Replay, now time.Time) (*people.Replay, error)
	// KeepReplay stores the response of a request that has run.
	KeepReplay(ctx context.Context, r people.Replay) error
	// DropReplay gives back the key of a request that has done nothing.
	DropReplay(ctx context.Context, r people.Replay) error
}

// Box encrypts the stored responses, because some contain secrets. *seal.Box
// implements it.
type Box interface {
	Close(secret []byte) []byte
	Open(sealed []byte) ([]byte, error)
}

const (
	keyHeader      = "Idempotency-Key"
	replayedHeader = "Idempotency-Replayed"
	maxKey         = 255      // characters
	maxReplayed    = 64 << 10 // bytes of a body that is kept
	keepReplays    = 24 * time.Hour
	runsAtMost     = 10 * time.Minute // longer than any operation
)

// Codes of the errors of Idempotency-Key.
const (
	codeRunning   = "in_progress"
	codeKeyReused = "idempotency_key_reused"
)

var (
	errRunning   = music.NewError(music.Conflict, "A request with this Idempotency-Key is still running.").Coded(codeRunning)
	errKeyReused = music.NewError(music.Conflict, "This Idempotency-Key was used for another request.").Coded(codeKeyReused)
)

// replays reports whether a route takes an Idempotency-Key: every POST of people
// who are signed in.
func (r *Route) replays() bool { return r.Method == http.MethodPost && r.access >= Member }

// documentKey documents the header of routes that take an Idempotency-Key.
func (r *Route) documentKey() {
	if r.replays() {
		longest := maxKey
		r.Parameters = append(r.Parameters, &huma.Param{
			Name: keyHeader, In: "header", Schema: &huma.Schema{Type: huma.TypeString, MaxLength: &longest}, Example: "7f0c1b52-6a0e-4d0b-9a53-0d8f5c1e2a44",
			Description: "Chosen by the client, unique for what it wants done. If the request is sent again within 24 hours with the same key, it is not carried out again: the first response is returned, with Idempotency-Replayed: true. With another query or body, the key is refused: the whole JSON, the fields and files of a form, or the length and metadata of a resumable upload have to be the same.",
		})
		r.refuses = append(r.refuses, http.StatusConflict, http.StatusUnprocessableEntity)
	}
}

// answered is a stored response.
type answered struct {
	Status  int
	Header  http.Header // as far as the operation set it
	Body    []byte
	TooLong bool   // the body is not stored
	Form    []byte // hash of the request's form, if it had one
}

// replay answers a POST with an Idempotency-Key that was carried out before with
// the first response.
func (e *Edge) replay(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, isGiven := r.Header[keyHeader]
		route := requestOf(r.Context()).route
		if !isGiven || e.Replays == nil || !route.replays() || e.check(r.Context(), route) != nil {
			next.ServeHTTP(w, r)
			return
		}
		if err := e.once(w, r, r.Header.Get(keyHeader), next); err != nil {
			e.WriteProblem(w, r, err)
		}
	})
}

func (e *Edge) once(w http.ResponseWriter, r *http.Request, key string, next http.Handler) error {
	if key == "" || len(key) > maxKey || strings.ContainsFunc(key, func(c rune) bool { return c <= ' ' || c > '~' }) {
		return music.NewError(music.Invalid, "Idempotency-Key has to be 1 to 255 letters, digits or signs.")
	}
	own := people.Replay{AccountID: Viewer(r.Context()).AccountID, Key: key, Fingerprint: fingerprintOf(r), ExpiresAt: time.Now().Add(runsAtMost)}
	first, err := e.Replays.ClaimReplay(r.Context(), own, time.Now())
	switch {
	case err != nil:
		return err
	case first == nil:
		e.runOnce(w, r, own, next)
	case !bytes.Equal(first.Fingerprint, own.Fingerprint):
		e.Refuse(w, r, http.StatusUnprocessableEntity, errKeyReused.Detail)
	case first.Answer == nil:
		return errRunning
	default:
		return e.sendAgain(w, r, first.Answer)
	}
	return nil
}

// fingerprintOf returns a hash of a request as far as it is known before it runs:
// without its form, which only its handler reads, see package formhash. The length and the
// name of a resumable upload stand for its bytes.
func fingerprintOf(r *http.Request) []byte {
	h := sha256.New()
	fmt.Fprintf(h, "%s?%s\n", r.URL.Path, r.URL.RawQuery)
	switch requestOf(r.Context()).route.body {
	case jsonBody:
	case FormBody:
		return h.Sum(nil)
	default:
		fmt.Fprintf(h, "%d %s %s\n", r.ContentLength, r.Header.Get("Upload-Length"), r.Header.Get("Upload-Metadata"))
		return h.Sum(nil)
	}
	var read bytes.Buffer
	_, _ = io.Copy(io.MultiWriter(h, &read), r.Body) // the handler meets the error again
	r.Body = io.NopCloser(io.MultiReader(&read, r.Body))
	return h.Sum(nil)
}

// runOnce passes a request on and stores the response before it is sent. A request
// that fails has done nothing, so that it may be repeated.
func (e *Edge) runOnce(w http.ResponseWriter, r *http.Request, own people.Replay, next http.Handler) {
	ctx := context.WithoutCancel(r.Context())
	finish := e.Replays.DropReplay
	defer func() {
		if finish != nil {
			e.finishReplay(ctx, own, finish)
		}
	}()
	before := maps.Clone(w.Header())
	held := &heldWriter{ResponseWriter: w, status: http.StatusOK}
	form := formhash.Begin(r)
	defer form.Stop()
	next.ServeHTTP(held, r)
	if held.status/100 == 2 {
		a := answered{Status: held.status, Header: http.Header{}, Body: held.body.Bytes(), Form: form.End()}
		if len(a.Body) > maxReplayed {
			a.Body, a.TooLong = nil, true
		}
		for name, values := range w.Header() {
			if name != "Set-Cookie" && !slices.Equal(before[name], values) {
				a.Header[name] = values
			}
		}
		own.Answer, own.ExpiresAt, finish = e.Box.Close(encoded(a)), time.Now().Add(keepReplays), e.Replays.KeepReplay
	}
	e.finishReplay(ctx, own, finish)
	finish = nil
	w.WriteHeader(held.status)
	_, _ = w.Write(held.body.Bytes()) // the client may be gone
}

func (e *Edge) finishReplay(ctx context.Context, own people.Replay, finish func(context.Context, people.Replay) error) {
	if err := finish(ctx, own); err != nil {
		e.Log.Error("store response for repetitions failed", "request", RequestID(ctx), "error", err)
	}
}

func encoded(a answered) []byte {
	data, err := json.Marshal(a)
	if err != nil {
		panic(err) // it has texts and numbers only
	}
	return data
}

// sendAgain responds with a stored response.
func (e *Edge) sendAgain(w http.ResponseWriter, r *http.Request, sealed []byte) error {
	data, err := e.Box.Open(sealed)
	if err != nil {
		return err
	}
	var a answered
	if err := json.Unmarshal(data, &a); err != nil {
		return fmt.Errorf("decode stored response: %w", err)
	}
	if form := formhash.Begin(r).End(); a.Form != nil && !bytes.Equal(form, a.Form) {
		e.Refuse(w, r, http.StatusUnprocessableEntity, errKeyReused.Detail)
		return nil
	}
	w.Header().Set(replayedHeader, "true")
	if a.TooLong {
		e.Refuse(w, r, http.StatusConflict, music.Say("This request was carried out already. Its response was too long to be kept."))
		return nil
	}
	maps.Copy(w.Header(), a.Header)
	w.WriteHeader(a.Status)
	_, _ = w.Write(a.Body) // the client may be gone
	return nil
}

// heldWriter holds a response back.
type heldWriter struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (h *heldWriter) WriteHeader(status int) { h.status = status }

func (h *heldWriter) Write(p []byte) (int, error) { return h.body.Write(p) }

// Unwrap implements the interface of http.ResponseController.
func (h *heldWriter) Unwrap() http.ResponseWriter { return h.ResponseWriter }
