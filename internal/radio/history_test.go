package radio

import (
	"bytes"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/listen"
	"sonora/internal/radio/playout"
	"sonora/internal/station"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
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
}

// TestFailedWritesNameTheStation has a station that exists, and is then deleted.
func TestFailedWritesNameTheStation(t *testing.T) {
	ctx := t.Context()
	db, err := store.Open(ctx, sqlitetest.At(t, filepath.Join(t.TempDir(), "sonora.db")), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	st := station.New()
	st.Name, st.Mode = "FM", station.ModeLive
	if err := db.CreateStation(ctx, &st, station.MaxOwned); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	h := newHistoryWriter(&Service{Config: Config{Store: db, Log: slog.New(slog.NewTextHandler(&log, nil))}}).forStation(&st)
	missing := fmt.Errorf("read station: %w", music.ErrNotFound)
	h.logFailure(ctx, "write play", missing)
	if line := log.String(); !strings.Contains(line, "write play failed") || !strings.Contains(line, "station="+st.ID) {
		t.Errorf("log %q", line)
	}
	if err := db.DeleteStation(ctx, st.ID); err != nil {
		t.Fatal(err)
	}
	log.Reset()
	h.logFailure(ctx, "write play", missing)
	if log.Len() > 0 {
		t.Errorf("of a deleted station: %q", log.String())
	}
	h.logFailure(ctx, "write play", music.NewError(music.Unavailable, "The disk is full."))
	if !strings.Contains(log.String(), "The disk is full.") {
		t.Errorf("another failure: %q", log.String())
	}
}
