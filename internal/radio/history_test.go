package radio

import (
	"slices"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/listen"
	"sonora/internal/radio/playout"
	"sonora/internal/station"
)

func TestListenerCountsArePublished(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	s := &Service{sessions: listen.NewSessions(func() time.Time { return now }, nil)}
	w := newHistoryWriter(s)
	told := func(step string, want ...string) {
		t.Helper()
		if got := w.recounted(); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", step, got, want)
		}
	}
	end := s.sessions.Begin(listen.Session{StationID: "a", UserID: "ann"})
	told("not counted yet")
	now = now.Add(listen.CountsFrom)
	told("counted", "a")
	told("as before")
	end()
	now = now.Add(time.Minute)
	told("gone", "a")
	told("still gone")
}

func TestDroppedWritesAreCounted(t *testing.T) {
	w := newHistoryWriter(&Service{})
	for range maxPending + 1 {
		w.note("a", playout.KindSource, music.Say("The source is back."))
		w.heard(listen.Heard{Counted: true})
	}
	if lost := w.lost.Load(); lost != 2 {
		t.Errorf("%d lost, want an entry and a session", lost)
	}
	w.requeue(make([]station.LogEntry, 3))
	if lost := w.lost.Load(); lost != 5 || len(w.events) != maxPending {
		t.Errorf("%d lost, %d pending after entries were queued again", lost, len(w.events))
	}
}
