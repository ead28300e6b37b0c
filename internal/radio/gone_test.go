package radio

import (
	"log/slog"
	"path/filepath"
	"testing"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
)

// TestStationOfDeletedOwnerEnds deletes an account as the command line does,
// without an event to the server that plays its station.
func TestStationOfDeletedOwnerEnds(t *testing.T) {
	ctx := t.Context()
	db, err := store.Open(ctx, sqlitetest.At(t, filepath.Join(t.TempDir(), "sonora.db")), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	owners := map[string]*music.Account{"stays": {Email: "a@example.com", Role: music.Creator}, "goes": {Email: "b@example.com", Role: music.Creator}}
	s := New(Config{Store: db, Log: slog.New(slog.DiscardHandler)})
	gone := removals{}
	s.RecordWith(nil, gone)
	t.Cleanup(s.Close)
	ids := map[string]string{}
	for _, name := range []string{"stays", "goes"} { // the first account is the operator's and cannot be deleted
		owner := owners[name]
		if err := db.CreateAccount(ctx, owner); err != nil {
			t.Fatal(err)
		}
		st := station.New()
		st.Name, st.OwnerID, st.Mode = name, owner.ID, station.ModeLive
		if err := db.CreateStation(ctx, &st, station.MaxOwned); err != nil {
			t.Fatal(err)
		}
		ids[name] = st.ID
		s.ensure(&st)
	}
	if err := db.DeleteAccount(ctx, owners["goes"].ID); err != nil {
		t.Fatal(err)
	}
	if err := s.endGone(ctx); err != nil {
		t.Fatal(err)
	}
	if s.find(ids["goes"]) != nil || !gone[ids["goes"]] {
		t.Error("the station of a deleted account still plays")
	}
	if s.find(ids["stays"]) == nil || gone[ids["stays"]] {
		t.Error("a station of an existing account ended")
	}
}

// removals records the stations whose segments were removed.
type removals map[string]bool

func (removals) Keep(string, int)   {}
func (removals) Kick(string)        {}
func (r removals) Remove(id string) { r[id] = true }
