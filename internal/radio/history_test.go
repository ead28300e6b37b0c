package radio

import (
	"slices"
	"testing"
	"time"

	"sonora/internal/radio/listen"
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
