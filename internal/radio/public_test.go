package radio

import (
	"context"
	"errors"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
)

type finder func(id string, v music.Viewer) error

func (f finder) Station(_ context.Context, v music.Viewer, id string) (*station.Station, error) {
	return &station.Station{ID: id}, f(id, v)
}

func TestPublicStationsAreLookedUpAgain(t *testing.T) {
	var answer error
	asked := 0
	p := NewPublicStations(finder(func(id string, v music.Viewer) error {
		asked++
		if v.SignedIn() || id != "s1" {
			t.Errorf("%+v asked for %s", v, id)
		}
		return answer
	}))
	now := time.Unix(1_800_000_000, 0)
	p.now = func() time.Time { return now }
	for i, c := range []struct {
		later  time.Duration
		answer error
		want   bool
		asked  int
	}{
		{0, nil, true, 1},
		{publicFor - 1, music.ErrNotFound, true, 1},
		{1, music.ErrNotFound, false, 2},
		{publicFor, errors.New("database is locked"), false, 3},
		{0, nil, true, 4},
	} {
		now, answer = now.Add(c.later), c.answer
		if got := p.Has(t.Context(), "s1"); got != c.want || asked != c.asked {
			t.Errorf("%d: %v after %d questions, want %v after %d", i, got, asked, c.want, c.asked)
		}
	}
}
