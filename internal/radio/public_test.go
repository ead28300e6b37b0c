package radio

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
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

// TestHiddenStationIsForgotten hides a station. Forget drops the answer, and another one
// that is being read at this moment.
func TestHiddenStationIsForgotten(t *testing.T) {
	var (
		p       *PublicStations
		answer  error
		reading func()
	)
	p = NewPublicStations(finder(func(string, music.Viewer) error {
		if !p.mu.TryLock() {
			t.Fatal("locked during a read")
		}
		p.mu.Unlock()
		before := answer
		reading()
		return before
	}))
	has := func(when string, want bool) {
		t.Helper()
		if got := p.Has(t.Context(), "s1"); got != want {
			t.Errorf("%s: %v", when, got)
		}
	}
	reading = func() {}
	has("while it is public", true)
	answer = music.ErrNotFound
	p.Forget()
	has("after it was hidden", false)
	answer = nil
	p.Forget()
	reading = func() {
		answer, reading = music.ErrNotFound, func() {}
		p.Forget()
	}
	has("read before it was hidden again", true)
	has("after that", false)
}

// TestPublicStationIsReadOnce asks about a station while it is read. The first visitor
// leaves meanwhile.
func TestPublicStationIsReadOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked, goOn := 0, make(chan struct{})
		p := NewPublicStations(lookup(func(ctx context.Context) error {
			asked++
			<-goOn
			return ctx.Err()
		}))
		first, leave := context.WithCancel(t.Context())
		answers := make(chan bool, 2)
		go p.Has(first, "s1")
		synctest.Wait()
		for range cap(answers) {
			go func() { answers <- p.Has(t.Context(), "s1") }()
		}
		synctest.Wait()
		leave()
		close(goOn)
		for range cap(answers) {
			if !<-answers {
				t.Error("somebody does not see it")
			}
		}
		if asked != 1 {
			t.Errorf("asked %d times", asked)
		}
	})
}

type lookup func(context.Context) error

func (l lookup) Station(ctx context.Context, _ music.Viewer, id string) (*station.Station, error) {
	return &station.Station{ID: id}, l(ctx)
}
