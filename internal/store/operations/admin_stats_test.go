package operations_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/station"
	"sonora/internal/store/storetest"
)

func adminStats(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	boss, ben := f.Member("boss", music.Admin), f.Member("ben", music.Listener)
	today, day := storetest.Now.Add(-15*time.Hour), 24*time.Hour
	if got := storetest.Get(f.AdminStats(ctx, today, storetest.Now))(t); got != (music.AdminStats{Users: 2}) {
		t.Errorf("of nothing: %+v", got)
	}
	f.Scan(storetest.Song("a.flac", "A"), storetest.Song("b.flac", "B"))
	id := f.TracksByTitle(ben)["A"].ID
	for i, ago := range []time.Duration{time.Hour, 2 * day, 3 * day, 8 * day, 20 * day} {
		storetest.Get(f.AddPlay(ctx, ben, music.Play{ID: strconv.Itoa(i), TrackID: id, StartedAt: storetest.Now.Add(-ago), Listened: time.Minute}, 0))(t)
	}
	storetest.Get(f.AddPlay(ctx, ben, music.Play{ID: "skipped", TrackID: id, StartedAt: storetest.Now, Listened: time.Second}, 0))(t)
	for i, used := range []time.Time{storetest.Now, storetest.Now.Add(-2 * day)} {
		f.Must(f.CreateSession(ctx, &music.Session{AccountID: boss.AccountID, RefreshHash: []byte{byte(i)}, LastUsedAt: used}))
	}
	f.Must(f.AddAPIKey(ctx, &people.APIKey{AccountID: boss.AccountID, Hash: []byte("x"), LastUsedAt: storetest.Now}, 5))
	station, mix, off := station.New(), music.NewMix(), music.NewMix()
	station.Name, station.StreamURL = "s", "https://s.example"
	mix.Title, mix.AudioURL, off.Title, off.AudioURL, off.IsActive = "m", "https://m.example", "o", "https://m.example", false
	f.Must(f.CreateStation(ctx, &station, 1))
	f.Must(f.CreateMix(ctx, &mix))
	f.Must(f.CreateMix(ctx, &off))
	f.Must(f.CreatePlaylist(ctx, &music.Playlist{OwnerID: ben.AccountID, Name: "p"}))
	storetest.Get(f.RollUp(ctx))(t)
	got := storetest.Get(f.AdminStats(ctx, today, storetest.Now))(t)
	want := music.AdminStats{
		Stations: 1, Playlists: 1, Songs: 2, Mixes: 2, ActiveMixes: 1, Users: 2, ActiveToday: 1, StreamsToday: 1, StreamsWeek: 3, StreamsWeekAgo: 1,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
