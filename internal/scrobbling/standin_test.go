package scrobbling

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// standIn answers like ListenBrainz, or as a test wants.
type standIn struct {
	*httptest.Server
	t *testing.T

	mu       sync.Mutex
	answer   http.HandlerFunc // instead of the usual answer to submissions; nil for that
	listens  []heard          // that were accepted
	playing  []heard
	requests int
}

// heard is a listen that arrived.
type heard struct {
	At       int64 `json:"listened_at"`
	Metadata struct {
		Artist string `json:"artist_name"`
		Title  string `json:"track_name"`
		Album  string `json:"release_name"`
		More   struct {
			Player    string   `json:"media_player"`
			Recording string   `json:"recording_mbid"`
			Artists   []string `json:"artist_mbids"`
			Duration  int      `json:"duration_ms"`
		} `json:"additional_info"`
	} `json:"track_metadata"`
}

const goodToken = "good-token"

func startStandIn(t *testing.T) *standIn {
	t.Helper()
	s := &standIn{t: t}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /1/validate-token", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Token "+goodToken {
			write(w, http.StatusOK, `{"code":200,"message":"Token invalid.","valid":false}`)
			return
		}
		write(w, http.StatusOK, `{"code":200,"message":"Token valid.","valid":true,"user_name":"ana-lb"}`)
	})
	mux.HandleFunc("POST /1/submit-listens", s.submit)
	s.Server = httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

func write(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
}

func (s *standIn) submit(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Kind    string  `json:"listen_type"`
		Payload []heard `json:"payload"`
	}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		s.t.Errorf("decode a request: %v", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests++
	if s.answer != nil {
		s.answer(w, r)
		return
	}
	if r.Header.Get("Authorization") != "Token "+goodToken {
		write(w, http.StatusUnauthorized, `{"code":401,"error":"Invalid authorization token."}`)
		return
	}
	for _, h := range body.Payload {
		if h.Metadata.Title == "Unwanted" {
			write(w, http.StatusBadRequest, `{"code":400,"error":"JSON document is not valid."}`)
			return
		}
	}
	switch {
	case body.Kind == "playing_now" && len(body.Payload) == 1 && body.Payload[0].At == 0:
		s.playing = append(s.playing, body.Payload...)
	case body.Kind == "single" && len(body.Payload) == 1, body.Kind == "import":
		s.listens = append(s.listens, body.Payload...)
	default:
		s.t.Errorf("%d listens of the type %q", len(body.Payload), body.Kind)
	}
	write(w, http.StatusOK, `{"status":"ok"}`)
}

// answers makes the service answer differently; nil for as usual.
func (s *standIn) answers(answer http.HandlerFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer = answer
}

// arrived returns the titles of the listens that were accepted.
func (s *standIn) arrived() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	titles := []string{}
	for _, h := range s.listens {
		titles = append(titles, h.Metadata.Title)
	}
	return titles
}

func (s *standIn) announced() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	titles := []string{}
	for _, h := range s.playing {
		titles = append(titles, h.Metadata.Title)
	}
	return titles
}
