package radio

import (
	"errors"
	"log/slog"
	"path/filepath"
	"testing"

	"sonora/internal/radio/frame"
	"sonora/internal/station"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
)

// member is a server of a cluster that owns all stations or none.
type member struct {
	alone

	owns bool
}

func (m *member) Owns(string) bool { return m.owns }

// TestStationOfAnotherServerDoesNotStart stops a station for another server, and
// then opens it for a listener who asked before.
func TestStationOfAnotherServerDoesNotStart(t *testing.T) {
	db, err := store.Open(t.Context(), sqlitetest.At(t, filepath.Join(t.TempDir(), "sonora.db")), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	s := New(Config{Store: db, Log: slog.New(slog.DiscardHandler)})
	t.Cleanup(s.Close)
	m := &member{alone: alone{s}, owns: true}
	s.Join(m)
	st := station.New()
	st.ID, st.Mode = "one", station.ModeLive
	if s.ensure(&st) == nil {
		t.Fatal("a station that this server owns does not start")
	}
	if _, err := s.Yield(t.Context(), st.ID, "Ann"); err != nil {
		t.Errorf("kept without a source on air: %v", err)
	}
	m.owns = false
	s.Lost(st.ID)
	if _, _, err := s.open(t.Context(), &st, frame.MP3); !errors.Is(err, ErrOff) || s.find(st.ID) != nil {
		t.Errorf("it started: %v", err)
	}
}
