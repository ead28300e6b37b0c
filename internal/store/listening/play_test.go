package listening_test

import (
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/store/storetest"
)

func plays(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Admin)
	f.Scan(storetest.Song("1", "1"), storetest.Song("2", "2"), storetest.Song("3", "3"))
	all := f.TracksByTitle(ana)
	play := func(id, title string, minutes int, listened time.Duration, want bool) {
		t.Helper()
		added := storetest.Get(f.AddPlay(ctx, ana, music.Play{
			ID: id, AccountID: ana.AccountID, TrackID: all[title].ID, StartedAt: storetest.Now.Add(time.Duration(minutes) * time.Minute), Listened: listened,
		}, 0))(t)
		if added != want {
			t.Errorf("play %s added: %v", id, added)
		}
	}
	play("a", "1", 0, time.Minute, true)
	play("b", "2", 5, time.Minute, true)
	play("c", "1", 10, time.Minute, true)
	play("c", "1", 10, time.Minute, false) // sent again
	play("d", "3", 3, 5*time.Second, true) // too short to count
	recent := storetest.Get(f.RecentlyPlayed(ctx, ana, 10))(t)
	storetest.Same(t, "recently played", storetest.Titles(recent), []string{"1", "2", "3"})
	storetest.Same(t, "recently played, two", storetest.Titles(storetest.Get(f.RecentlyPlayed(ctx, ana, 2))(t)), []string{"1", "2"})
	if others := storetest.Get(f.RecentlyPlayed(ctx, music.Viewer{}, 10))(t); len(others) != 0 {
		t.Errorf("a visitor's history: %v", storetest.Titles(others))
	}
	for i, want := range []int{3, 0} {
		if n := storetest.Get(f.RollUpPlays(ctx))(t); n != want {
			t.Errorf("roll-up %d moved %d plays, want %d", i+1, n, want)
		}
	}
	top := storetest.Get(f.TopTracks(ctx, ana, all["1"].ArtistID, 10))(t)
	storetest.Same(t, "top", storetest.Titles(top), []string{"1", "2", "3"})
	if top[0].Plays != 2 || top[1].Plays != 1 || top[2].Plays != 0 {
		t.Errorf("plays %d, %d, %d", top[0].Plays, top[1].Plays, top[2].Plays)
	}
	_, err := f.AddPlay(ctx, ana, music.Play{ID: "x", TrackID: "nothing", StartedAt: storetest.Now}, 0)
	f.Code(err, music.NotFound)
}
