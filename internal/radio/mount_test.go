package radio

import (
	"log/slog"
	"testing"

	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/station"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
)

// TestPublicStationsAreKnownWithoutDatabase looks for stations that play here, and for one
// that does not, before and after the database is lost.
func TestPublicStationsAreKnownWithoutDatabase(t *testing.T) {
	ctx := t.Context()
	db, err := store.Open(ctx, sqlitetest.New(t), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	s := New(Config{Store: db, Log: slog.New(slog.DiscardHandler)})
	t.Cleanup(s.Close)
	owner := &music.Account{Email: "a@example.com", Role: music.Creator}
	if err := db.CreateAccount(ctx, owner); err != nil {
		t.Fatal(err)
	}
	ids := map[string]string{}
	for name, isPublic := range map[string]bool{"public": true, "members": false, "elsewhere": true} {
		st := station.New()
		st.Name, st.Mount, st.OwnerID, st.Mode, st.IsPublic = name, name, owner.ID, station.ModeLive, isPublic
		if err := db.CreateStation(ctx, &st, station.MaxOwned); err != nil {
			t.Fatal(err)
		}
		if ids[name] = st.ID; name != "elsewhere" {
			s.ensure(&st)
		}
	}
	member := music.Viewer{AccountID: "somebody", Role: music.Listener}
	const found music.Code = -1
	check := func(v music.Viewer, mount string, want music.Code) {
		t.Helper()
		st, err := s.ByMount(ctx, v, mount)
		got := music.CodeOf(err)
		if err == nil && st.ID == ids[mount] {
			got = found
		}
		if got != want {
			t.Errorf("%s for %q: %+v %v, want %v", mount, v.AccountID, st, err, want)
		}
	}
	check(music.Viewer{}, "public", found)
	check(music.Viewer{}, "members", music.NotFound)
	check(member, "members", found)
	s.Store = sqlitetest.Lost(t)
	for _, v := range []music.Viewer{{}, member} {
		check(v, "public", found)
		check(v, "members", music.Unavailable)
		check(v, "elsewhere", music.Unavailable)
		check(v, "nothing", music.Unavailable)
	}
	if _, _, err := s.Open(ctx, ids["public"], frame.MP3); err == nil || err.Error() != ErrOff.Error() {
		t.Errorf("open for another server: %v", err) // no source is on air
	}
}
