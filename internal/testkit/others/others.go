// Package others is a test double for the online music databases: MusicBrainz,
// the Cover Art Archive and LRCLIB. Tests can change the responses.
package others

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// The IDs that the test double knows.
const (
	RecordingID = "b1a9c0e9-d987-4042-ae91-78d6a3267d69"
	ReleaseID   = "76df3287-6cda-33eb-8e9a-044b5e15ffdd"
)

// Recordings is a search result with one recording on two releases.
const Recordings = `{"created":"2026-01-01T00:00:00Z","count":1,"offset":0,"recordings":[{"id":"` + RecordingID + `","score":100,"title":"Song 0","length":1000,
	"artist-credit":[{"name":"Ana","joinphrase":" feat. ","artist":{"id":"x","name":"Ana"}},{"name":"Bo"}],"first-release-date":"1999-04-01","isrcs":["GBAYE0601498"],
	"releases":[{"id":"11111111-6cda-33eb-8e9a-044b5e15ffdd","title":"Hits","date":"2005","status":"Official"},
		{"id":"` + ReleaseID + `","title":"Suite","date":"1999-04-19","status":"Official","country":"XE"}]}]}`

// Lyrics is LRCLIB's response for one track.
const Lyrics = `{"id":3396226,"name":"Song 0","trackName":"Song 0","artistName":"Ana","albumName":"Suite","duration":1,"instrumental":false,
	"plainLyrics":"First line\nSecond line","syncedLyrics":"[00:00.10]First line\n[00:00.50]Second line"}`

// Server is all of them at one address.
type Server struct {
	*httptest.Server
	mu      sync.Mutex
	asked   []*http.Request
	answers map[string]http.HandlerFunc
}

// Start runs the server until the test ends. Every search finds Recordings,
// every lyrics request finds Lyrics, and ReleaseID has a cover.
func Start(t testing.TB) *Server {
	t.Helper()
	s := &Server{answers: map[string]http.HandlerFunc{}}
	s.Answer("/ws/2/recording", JSON(Recordings))
	s.Answer("/release/"+ReleaseID+"/front-1200", redirectTo("/image"))
	s.Answer("/release/"+ReleaseID+"/front-250", redirectTo("/image"))
	s.Answer("/image", func(w http.ResponseWriter, _ *http.Request) { write(w, Picture()) })
	s.Answer("/api/get", JSON(Lyrics))
	s.Answer("/api/search", JSON("["+Lyrics+"]"))
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.Close)
	return s
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.asked = append(s.asked, r)
	answer := s.answers[r.URL.Path]
	s.mu.Unlock()
	if answer == nil {
		http.NotFound(w, r)
		return
	}
	answer(w, r)
}

// Answer sets the response for a path.
func (s *Server) Answer(path string, answer http.HandlerFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers[path] = answer
}

// Asked returns the requests received since the last call.
func (s *Server) Asked() []*http.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	asked := s.asked
	s.asked = nil
	return asked
}

// JSON responds with text.
func JSON(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		write(w, []byte(text))
	}
}

// HTML responds with a page, as a captive portal does.
func HTML(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	write(w, []byte("<!DOCTYPE html><title>Sign in to the hotel's network</title>"))
}

// Busy responds with 503 and Retry-After.
func Busy(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Retry-After", "7")
	http.Error(w, `{"error":"Your requests are exceeding the allowable rate limit."}`, http.StatusServiceUnavailable)
}

// Cut closes the connection before the announced length.
func Cut(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "100000")
	write(w, []byte(`{"recordings":[`))
}

// Huge sends an endless response.
func Huge(w http.ResponseWriter, _ *http.Request) {
	piece := []byte(strings.Repeat(" ", 1<<20))
	for range 32 {
		if _, err := w.Write(piece); err != nil {
			return
		}
	}
}

func redirectTo(path string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, path, http.StatusTemporaryRedirect)
	}
}

// Picture returns a small JPEG.
func Picture() []byte {
	img := image.NewRGBA(image.Rect(0, 0, 120, 120))
	for i := range img.Pix {
		img.Pix[i] = byte(i * 7)
	}
	img.Set(1, 1, color.White)
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		panic(err) // the input is constant
	}
	return b.Bytes()
}

func write(w http.ResponseWriter, b []byte) {
	_, _ = w.Write(b) // the client may be gone
}
