package api

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"sonora/internal/music"
	"sonora/internal/radio"
)

// TestOnlyOwnFaultsAreErrors is of what the log says of answers that are none.
func TestOnlyOwnFaultsAreErrors(t *testing.T) {
	cause := errors.New("connection refused")
	for name, c := range map[string]struct {
		err    error
		status int
		level  string // "" for nothing
	}{
		"a server somebody named": {music.NewError(music.Elsewhere, "The feed's server takes no connections.").Because(cause), 400, "INFO"},
		"a part of this one":      {music.NewError(music.Unavailable, "The database does not answer.").Because(cause), 503, "ERROR"},
		"a limit":                 {music.NewError(music.Unavailable, "This server has as many listeners as it can carry."), 503, "INFO"},
		"off the air":             {radio.ErrOff, 503, ""},
		"a fault":                 {cause, 500, "ERROR"},
		"a wrong input":           {music.ErrNotFound, 404, ""},
	} {
		var log bytes.Buffer
		a := &API{log: slog.New(slog.NewTextHandler(&log, nil))}
		p := a.problem(t.Context(), c.err)
		if told := log.String(); p.status != c.status || (c.level == "") != (told == "") || !strings.Contains(told, c.level) {
			t.Errorf("%s: %d, %s", name, p.status, told)
		}
	}
}
