package station_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"sonora/internal/api/radio"
	"sonora/internal/auth"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/station"
)

// outage is a server whose database cannot be read when it checks who somebody is.
type outage struct{ radio.Radio }

func (outage) Recognise(context.Context, auth.Proof) auth.Caller {
	return auth.Caller{Err: music.NewError(music.Unavailable, "Lost.")}
}
func (outage) PublicOrigin() string { return "https://music.example" }
func (outage) Get() music.Settings  { return music.Settings{RateLimitPerMinute: 1000} }

// ByMount knows the public station, and can read again that visitors see no other one.
func (outage) ByMount(_ context.Context, v music.Viewer, mount string) (*station.Station, error) {
	if v.SignedIn() || mount != "public" {
		return nil, music.ErrNotFound
	}
	return &station.Station{ID: "S1", Mount: mount, Name: "Jazz", IsPublic: true}, nil
}

// TestListenersReturnDuringOutage connects a member whose session cannot be checked: a
// public station is open to everybody, and nobody is asked for a password.
func TestListenersReturnDuringOutage(t *testing.T) {
	e := edge.New(edge.Config{Callers: outage{}, Settings: outage{}, Log: slog.New(slog.DiscardHandler), Prefixes: []string{"/api/", "/radio/"}})
	radio.New(e, radio.Config{Radio: outage{}})
	handler := e.Handler()
	for path, want := range map[string]int{
		"/radio/public.m3u":            http.StatusOK,
		"/radio/public/hls/live.m3u8":  http.StatusNotFound, // it is not sent as HLS
		"/radio/members.m3u":           http.StatusServiceUnavailable,
		"/radio/members/hls/live.m3u8": http.StatusServiceUnavailable,
		"/api/radios/S1":               http.StatusServiceUnavailable,
	} {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, http.NoBody))
		if w.Code != want || w.Header().Get("WWW-Authenticate") != "" {
			t.Errorf("%s: %d %v, want %d", path, w.Code, w.Header(), want)
		}
	}
}
