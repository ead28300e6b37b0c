// Package lastfm stands in for Last.fm in tests.
package lastfm

import (
	"crypto/md5"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"testing"
)

// What the service knows.
const (
	Key     = "0123456789abcdef0123456789abcdef"
	Secret  = "fedcba9876543210fedcba9876543210"
	Token   = "token-of-ana"
	Session = "session-of-ana"
	Name    = "ana-fm"
)

// Unwanted is the title of tracks that the service ignores.
const Unwanted = "Unwanted"

const maxBatch = 50

// Service answers like Last.fm. Its fields may change between requests.
type Service struct {
	*httptest.Server
	t *testing.T

	mu       sync.Mutex
	allowed  bool
	fault    int
	limit    int
	requests int
	playing  []string
	listens  []Listen
}

// Listen is one that the service took.
type Listen struct {
	Title, Artist, Album, MusicBrainzID string
	At                                  int64 // Unix time
}

// Start starts a service for the duration of a test.
func Start(t *testing.T) *Service {
	t.Helper()
	s := &Service{t: t, allowed: true, limit: 1 << 30}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

// Allow says whether the person has allowed the request with Token.
func (s *Service) Allow(allowed bool) { s.set(func() { s.allowed = allowed }) }

// Fail makes every call answer with an error code; 0 for none.
func (s *Service) Fail(code int) { s.set(func() { s.fault = code }) }

// Limit says how many listens the service takes in all.
func (s *Service) Limit(n int) { s.set(func() { s.limit = n }) }

func (s *Service) set(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

// Listens returns the listens that the service took.
func (s *Service) Listens() (list []Listen) {
	s.set(func() { list = slices.Clone(s.listens) })
	return list
}

// Playing returns the titles that were announced.
func (s *Service) Playing() (titles []string) {
	s.set(func() { titles = slices.Clone(s.playing) })
	return titles
}

// Requests returns how many requests arrived.
func (s *Service) Requests() (n int) {
	s.set(func() { n = s.requests })
	return n
}

// ServeHTTP implements http.Handler.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests++
	if err := r.ParseForm(); err != nil {
		s.t.Errorf("parse a request: %v", err)
	}
	status, answer := s.answer(r.PostForm)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(answer); err != nil {
		s.t.Error(err)
	}
}

func (s *Service) answer(form url.Values) (status int, answer any) {
	switch method := form.Get("method"); {
	case s.fault != 0:
		return refuse(s.fault)
	case form.Get("api_key") != Key:
		return refuse(10)
	case form.Get("api_sig") != sign(form):
		return refuse(13)
	case method == "auth.getToken":
		return http.StatusOK, map[string]string{"token": Token}
	case method == "auth.getSession" && form.Get("token") != Token:
		return refuse(4)
	case method == "auth.getSession" && !s.allowed:
		return refuse(14)
	case method == "auth.getSession":
		return http.StatusOK, map[string]any{"session": map[string]any{"name": Name, "key": Session, "subscriber": 0}}
	case form.Get("sk") != Session:
		return refuse(9)
	case method == "track.updateNowPlaying":
		s.playing = append(s.playing, form.Get("track"))
		return http.StatusOK, map[string]any{"nowplaying": map[string]any{}}
	case method == "track.scrobble":
		return s.take(form)
	}
	return refuse(3)
}

func refuse(code int) (status int, answer any) {
	status = map[int]int{4: 403, 9: 403, 10: 403, 11: 503, 16: 503, 26: 403, 29: 429, 8: 500}[code]
	return max(status, http.StatusBadRequest), map[string]any{"error": code, "message": "No."}
}

// take takes listens: a list of several, an object of one, as Last.fm does.
func (s *Service) take(form url.Values) (status int, answer any) {
	results := []any{}
	for i := range maxBatch + 1 {
		suffix := fmt.Sprintf("[%d]", i)
		at, err := strconv.ParseInt(form.Get("timestamp"+suffix), 10, 64)
		if err != nil {
			break
		}
		one := Listen{form.Get("track" + suffix), form.Get("artist" + suffix), form.Get("album" + suffix), form.Get("mbid" + suffix), at}
		code := "0"
		switch {
		case one.Title == Unwanted:
			code = "2"
		case len(s.listens) >= s.limit:
			code = "5"
		default:
			s.listens = append(s.listens, one)
		}
		results = append(results, map[string]any{"ignoredMessage": map[string]string{"code": code, "#text": ""}})
	}
	switch len(results) {
	case 0, maxBatch + 1:
		return refuse(6)
	case 1:
		return http.StatusOK, map[string]any{"scrobbles": map[string]any{"scrobble": results[0]}}
	}
	return http.StatusOK, map[string]any{"scrobbles": map[string]any{"scrobble": results}}
}

// sign computes the signature as Last.fm's documentation describes it.
func sign(form url.Values) string {
	sum := md5.New()
	for _, name := range slices.Sorted(maps.Keys(form)) {
		if name != "format" && name != "api_sig" {
			_, _ = io.WriteString(sum, name+form.Get(name)) // hashes never fail
		}
	}
	_, _ = io.WriteString(sum, Secret)
	return hex.EncodeToString(sum.Sum(nil))
}
