package stations_test

import (
	"slices"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store/storetest"
)

// stationAir tests plays, sessions and the log.
func stationAir(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ben := f.Member("ben", music.Creator)
	s := station.New()
	s.Name, s.Mode, s.CreatedAt, s.IsPublic = "Air", station.ModeAutoDJ, storetest.Now, false
	f.Must(f.CreateStation(ctx, &s, station.MaxOwned))
	at := func(minutes int) time.Time { return storetest.Now.Add(time.Duration(minutes) * time.Minute) }
	begin := func(id, title string, minutes int) {
		t.Helper()
		f.Must(f.StationPlayBegan(ctx, &station.Play{
			ID: id, StationID: s.ID, Began: at(minutes), Artist: "A", Title: title, Source: "autodj", Reason: "{}", Listeners: 3,
		}))
	}
	begin("p1", "One", 0)
	begin("p2", "Two", 4)
	f.Must(f.KeepStationCurve(ctx, "p2", []int{3, 4, 2}))
	plays := storetest.Get(f.StationPlays(ctx, s.ID, time.Time{}, 10))(t)
	if len(plays) != 2 || plays[0].Title != "Two" || !plays[0].Ended.IsZero() || !plays[1].Ended.Equal(at(4)) || plays[0].Listeners != 3 {
		t.Errorf("plays %+v", plays)
	}
	if !slices.Equal(plays[0].Curve, []int{3, 4, 2}) {
		t.Errorf("curve %v", plays[0].Curve)
	}
	if before := storetest.Get(f.StationPlays(ctx, s.ID, at(4), 10))(t); len(before) != 1 || before[0].ID != "p1" {
		t.Errorf("the page behind: %+v", before)
	}
	f.Must(f.StationPlayEnded(ctx, s.ID, at(8)))
	if n := storetest.Get(f.PruneStationPlays(ctx, at(2)))(t); n != 1 {
		t.Errorf("pruned %d plays", n)
	}
	f.Must(f.AddStationEvents(ctx, []station.LogEntry{
		{StationID: s.ID, At: at(0), Kind: "source", Text: music.Say("%s is on air.", "{} %s")}, {StationID: s.ID, At: at(1), Kind: "error", Text: music.Message{ID: "{Ann} ended, 100%."}}, {StationID: "gone", At: at(1), Kind: "error", Text: music.Say("x")},
	}))
	events := storetest.Get(f.StationEvents(ctx, s.ID, "", 0, 10))(t)
	if len(events) != 2 || !events[0].Text.Equal(music.Message{ID: "{Ann} ended, 100%."}) || events[1].Text.String() != "{} %s is on air." || len(storetest.Get(f.StationEvents(ctx, s.ID, "source", 0, 10))(t)) != 1 || len(storetest.Get(f.StationEvents(ctx, s.ID, "", events[0].Seq, 10))(t)) != 1 {
		t.Errorf("events %+v", events)
	}
	if n := storetest.Get(f.PruneStationEvents(ctx, at(1)))(t); n != 1 {
		t.Errorf("pruned %d events", n)
	}
	f.Must(f.AddStationSessions(ctx, []station.Session{
		{StationID: s.ID, AccountID: ben.AccountID, Began: at(0), Seconds: 60, Format: "mp3"}, {StationID: s.ID, Began: at(1), Seconds: 30, Format: "hls"},
	}))
	hours := storetest.Get(f.StationHours(ctx, s.ID, at(-1)))(t)
	if len(hours) != 1 || hours[0].Sessions != 2 || hours[0].Seconds != 90 || hours[0].People != 1 {
		t.Errorf("hours %+v", hours)
	}
	if n := storetest.Get(f.PruneStationSessions(ctx, at(60)))(t); n != 2 {
		t.Errorf("pruned %d sessions", n)
	}
	if found := storetest.Get(f.StationByMount(ctx, ben, s.Mount))(t); found.ID != s.ID {
		t.Errorf("mount %+v", found)
	}
	if _, err := f.StationByMount(ctx, music.Viewer{}, s.Mount); music.CodeOf(err) != music.NotFound {
		t.Errorf("a visitor finds a station of members: %v", err)
	}
	if lists := storetest.Get(f.StationsWithLists(ctx, "", 10))(t); len(lists) != 1 {
		t.Errorf("stations with lists %+v", lists)
	}
	if mounts := storetest.Get(f.StationsWithMounts(ctx, ben, nil, 10))(t); len(mounts) != 1 {
		t.Errorf("mounts %+v", mounts)
	}
}
