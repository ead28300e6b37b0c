package edge

import (
	"bytes"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"sonora/internal/music"
)

// TestOnlyServerFaultsAreLoggedAsErrors checks the level at which a refused
// request is logged.
func TestOnlyServerFaultsAreLoggedAsErrors(t *testing.T) {
	off := music.NewError(music.Unavailable, "This station plays nothing.")
	cause := errors.New("connection refused")
	for name, c := range map[string]struct {
		err    error
		status int
		level  string // "" for nothing
	}{
		"a server somebody named": {music.NewError(music.Elsewhere, "The feed's server refuses connections.").Because(cause), 400, "INFO"},
		"a part of this one":      {music.NewError(music.Unavailable, "The database does not answer.").Because(cause), 503, "ERROR"},
		"a limit":                 {music.NewError(music.Unavailable, "This server has as many listeners as it can carry."), 503, "INFO"},
		"an expected one":         {off, 503, ""},
		"a fault":                 {cause, 500, "ERROR"},
		"a wrong input":           {music.ErrNotFound, 404, ""},
	} {
		var log bytes.Buffer
		e := New(Config{Log: slog.New(slog.NewTextHandler(&log, nil)), Expected: func(err *music.Error) bool { return err == off }})
		p := e.problem(t.Context(), c.err)
		if told := log.String(); p.Status != c.status || (c.level == "") != (told == "") || !strings.Contains(told, c.level) {
			t.Errorf("%s: %d, %s", name, p.Status, told)
		}
	}
}

// TestProblemsHaveACode checks the code that programs recognise an error by: its
// own, or that of its class.
func TestProblemsHaveACode(t *testing.T) {
	wrong := music.FieldErrors{}
	wrong.Add("code", "This field is required.")
	for body, err := range map[string]error{
		`{"code":"not_found","detail":"Not found."}`:             music.ErrNotFound,
		`{"code":"limit_reached","detail":"Enough."}`:            music.NewError(music.Conflict, "Enough.").Coded(music.CodeLimitReached),
		`{"code":"remote_server_failed","detail":"It is down."}`: music.NewError(music.Elsewhere, "It is down."),
		`{"code":"invalid","detail":"This field is required."}`:  wrong.Err(),
		`{"code":"internal","detail":"Internal server error."}`:  errors.New("a fault"),
	} {
		e := New(Config{Log: slog.New(slog.DiscardHandler)})
		w := httptest.NewRecorder()
		e.WriteProblem(w, httptest.NewRequest(http.MethodGet, "/", http.NoBody), err)
		if got := strings.TrimSpace(w.Body.String()); got != body {
			t.Errorf("%s, want %s", got, body)
		}
	}
}

// TestValidationMessagesSayWhatIsWrong checks messages of huma that begin alike.
func TestValidationMessagesSayWhatIsWrong(t *testing.T) {
	for message, want := range map[string]string{
		"expected array":                                 "This has to be a list.",
		"expected array length >= 1":                     "This list has too few entries.",
		"expected array length <= 1000":                  "This list has too many entries.",
		"invalid date/time for format 2006-01-02":        "This has to be a time such as 2026-01-31T12:00:00Z.",
		`expected value to be one of "artist, person"`:   "Choose one of artist, person.",
		`expected value to be one of "artist, person, "`: "Choose one of artist, person.",
	} {
		if _, says := fieldMessage("ids", message); says.String() != want {
			t.Errorf("%s: %q, want %q", message, says.String(), want)
		}
	}
}
