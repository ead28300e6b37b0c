package edge

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"sonora/internal/auth"
	"sonora/internal/music"
)

// somebody sends every request, and the operator lets visitors in or not.
type somebody struct {
	everybody
	caller        auth.Caller
	requireSignIn bool
}

func (s somebody) Recognise(context.Context, auth.Proof) auth.Caller { return s.caller }

func (s somebody) Get() music.Settings {
	settings := s.everybody.Get()
	settings.RequireSignIn = s.requireSignIn
	return settings
}

// TestUncheckedCallers calls operations as a member whose session cannot be checked, and
// as one whose session has ended.
func TestUncheckedCallers(t *testing.T) {
	lost, ended := auth.Caller{Err: music.NewError(music.Unavailable, "Lost.")}, auth.Caller{Err: music.ErrUnauthenticated}
	for name, c := range map[string]struct {
		who              somebody
		unchecked, other int // statuses
	}{
		"a visitor":              {somebody{}, 200, 200},
		"lost":                   {somebody{caller: lost}, 200, 503},
		"lost, signing in":       {somebody{caller: lost, requireSignIn: true}, 503, 503},
		"ended":                  {somebody{caller: ended}, 401, 401},
		"a visitor, signing in":  {somebody{requireSignIn: true}, 401, 401},
		"a member of the server": {somebody{caller: auth.Caller{Viewer: music.Viewer{AccountID: "ann"}}, requireSignIn: true}, 200, 200},
	} {
		t.Run(name, func(t *testing.T) {
			e := New(Config{Callers: c.who, Settings: c.who, Log: slog.New(slog.DiscardHandler), Prefixes: []string{"/radio/", "/api/"}})
			h := func(http.ResponseWriter, *http.Request) error { return nil }
			Raw(e, "/radio/{mount}", "listen", "Listen", Browser, h, "audio/*", Unchecked)
			Raw(e, "/api/logo", "logo", "Logo", Browser, h, "image/*")
			handler := e.Handler()
			for path, want := range map[string]int{"/radio/jazz": c.unchecked, "/api/logo": c.other} {
				w := httptest.NewRecorder()
				handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, http.NoBody))
				if w.Code != want {
					t.Errorf("%s: %d, want %d", path, w.Code, want)
				}
			}
		})
	}
}
