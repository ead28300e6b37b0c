package analytics_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/music"
	"sonora/internal/origin"
	"sonora/internal/station"
	"sonora/internal/store/analytics"
	"sonora/internal/store/storetest"
)

// ever is a range that contains the current time of tests.
var ever = analytics.Span{From: storetest.Now.AddDate(0, -1, 0).Truncate(time.Hour), To: storetest.Now.AddDate(0, 1, 0).Truncate(time.Hour)}

func top(t *testing.T, f *storetest.Fixture, kind analytics.Kind, order analytics.Order) []analytics.Top {
	t.Helper()
	list := []analytics.Top{}
	for item, err := range storetest.Get(f.Top(t.Context(), kind, ever, order))(t).Items(t.Context(), 10) {
		f.Must(err)
		list = append(list, item)
	}
	return list
}

func items(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ann := f.Member("ann", music.Admin)
	f.Scan(storetest.Song("a.flac", "A"), storetest.Song("b.flac", "B"))
	all := f.TracksByTitle(ann)
	for i, p := range []struct {
		title, agent, country string
		listened              time.Duration
	}{
		{"A", "Mozilla (Windows NT)", "ES", time.Minute},
		{"A", "Mozilla (Windows NT)", "", time.Minute},
		{"B", "VLC/3", "FR", 3 * time.Minute},
	} {
		storetest.Get(f.AddPlay(ctx, ann, music.Play{
			ID: string(rune('a' + i)), TrackID: all[p.title].ID, StartedAt: storetest.Now, Listened: p.listened, UserAgent: p.agent, Country: p.country,
		}, 0))(t)
	}
	mix := music.NewMix()
	mix.Title, mix.DJName, mix.AudioURL = "Night", "Dee", "https://m.example"
	f.Must(f.CreateMix(ctx, &mix))
	f.Must(f.AddMixPlay(ctx, music.Viewer{}, mix.ID, origin.Origin{}, storetest.Now))
	storetest.Get(f.RollUp(ctx))(t)

	sum := func(plays int64, listened time.Duration) analytics.Sum {
		return analytics.Sum{Plays: plays, Listened: listened}
	}
	a, b := all["A"], all["B"]
	for kind, want := range map[analytics.Kind][]analytics.Top{
		analytics.Tracks:    {{ID: a.ID, Name: "A", Detail: "Nina", Sum: sum(2, 2*time.Minute)}, {ID: b.ID, Name: "B", Detail: "Nina", Sum: sum(1, 3*time.Minute)}},
		analytics.Albums:    {{ID: a.AlbumID, Name: "Days", Detail: "Nina", Sum: sum(3, 5*time.Minute)}},
		analytics.Artists:   {{ID: a.ArtistID, Name: "Nina", Sum: sum(3, 5*time.Minute)}},
		analytics.Mixes:     {{ID: mix.ID, Name: "Night", Detail: "Dee", Sum: sum(1, 0)}},
		analytics.Devices:   {{ID: "windows", Name: "windows", Sum: sum(2, 2*time.Minute)}, {ID: "player", Name: "player", Sum: sum(1, 3*time.Minute)}, {ID: "unknown", Name: "unknown", Sum: sum(1, 0)}},
		analytics.Countries: {{ID: "FR", Name: "FR", Sum: sum(1, 3*time.Minute)}, {ID: "ES", Name: "ES", Sum: sum(1, time.Minute)}},
		analytics.Stations:  {},
	} {
		if diff := cmp.Diff(want, top(t, f, kind, analytics.ByPlays)); diff != "" {
			t.Errorf("%s: %s", kind, diff)
		}
	}
	if first := top(t, f, analytics.Tracks, analytics.ByListened)[0]; first.Name != "B" {
		t.Errorf("heard for the longest time: %s", first.Name)
	}

	// A deleted item keeps its name, and nothing else takes its number.
	f.Must(f.DeleteMix(ctx, mix.ID))
	other := music.NewMix()
	other.Title, other.AudioURL = "Day", "https://m.example"
	f.Must(f.CreateMix(ctx, &other))
	f.Must(f.AddMixPlay(ctx, ann, other.ID, origin.Origin{}, storetest.Now))
	storetest.Get(f.RollUp(ctx))(t)
	want := []analytics.Top{{ID: mix.ID, Name: "Night", Detail: "Dee", IsGone: true, Sum: sum(1, 0)}, {ID: other.ID, Name: "Day", Sum: sum(1, 0)}}
	if diff := cmp.Diff(want, top(t, f, analytics.Mixes, analytics.ByPlays)); diff != "" {
		t.Error(diff)
	}
}

// curve spreads listening to stations over the time in which it took place.
func curve(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ann := f.Member("ann", music.Listener)
	st := station.New()
	st.Name, st.StreamURL = "Jazz", "https://s.example"
	f.Must(f.CreateStation(ctx, &st, station.MaxOwned))
	began := time.Date(2026, 3, 14, 15, 57, 0, 0, time.UTC)
	f.Must(f.AddStationSessions(ctx, []station.Session{
		{StationID: st.ID, AccountID: ann.AccountID, Began: began, Seconds: 600, Format: "mp3"},
		{StationID: st.ID, Began: began.Add(4 * time.Minute), Seconds: 20, Format: "mp3"}, // too short to count
		{StationID: "gone", Began: began, Seconds: 600, Format: "mp3"},
	}))
	storetest.Get(f.RollUp(ctx))(t)
	bounds := []time.Time{began.Add(-2 * time.Minute)}
	for range 4 {
		bounds = append(bounds, bounds[len(bounds)-1].Add(5*time.Minute))
	}
	want := []analytics.Sum{{Plays: 1, Listened: 3 * time.Minute}, {Listened: 5*time.Minute + 20*time.Second}, {Listened: 2 * time.Minute}, {}}
	for _, id := range []string{st.ID, ""} {
		if diff := cmp.Diff(want, storetest.Get(f.Curve(ctx, id, bounds))(t)); diff != "" {
			t.Errorf("station %q: %s", id, diff)
		}
	}
	if diff := cmp.Diff(make([]analytics.Sum, 4), storetest.Get(f.Curve(ctx, "unknown", bounds))(t)); diff != "" {
		t.Error(diff)
	}
	total := storetest.Get(f.Total(ctx, ever))(t)
	if diff := cmp.Diff(analytics.Total{Sources: map[analytics.Source]analytics.Sum{analytics.StationSource: {Plays: 1, Listened: 10*time.Minute + 20*time.Second}}, People: 1}, total); diff != "" {
		t.Error(diff)
	}
	if total.Plays() != 0 || total.Listened() != 10*time.Minute+20*time.Second {
		t.Errorf("%d plays in %v", total.Plays(), total.Listened())
	}
}

func retention(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Scan(storetest.Song("a.flac", "A"))
	weeks := []time.Time{time.Date(2026, 2, 16, 0, 0, 0, 0, time.UTC)}
	for range 3 {
		weeks = append(weeks, weeks[len(weeks)-1].AddDate(0, 0, 7))
	}
	person := func(name string, created time.Time, heard ...int) music.Viewer {
		a := &music.Account{Email: name + "@music.example", FirstName: name, Role: music.Admin, CreatedAt: created}
		f.Must(f.CreateAccount(ctx, a))
		v := music.Viewer{AccountID: a.ID, Role: a.Role}
		for _, week := range heard {
			storetest.Listen(f, v, f.TracksByTitle(v)["A"].ID, weeks[week].Add(time.Hour), time.Minute)
		}
		return v
	}
	person("ann", weeks[0], 0, 1)
	person("ben", weeks[1].Add(-time.Millisecond), 2)
	person("eve", weeks[0].Add(-time.Millisecond), 0, 1, 2) // too old
	leaver := person("leo", weeks[1], 1, 2)
	storetest.Get(f.RollUp(ctx))(t)
	want := []analytics.Cohort{{Accounts: 2, Active: []int{1, 1, 1}}, {Accounts: 1, Active: []int{1, 1}}, {Active: []int{0}}}
	if diff := cmp.Diff(want, storetest.Get(f.Retention(ctx, weeks))(t)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]int64{2, 1, 0}, storetest.Get(f.NewAccounts(ctx, weeks))(t)); diff != "" {
		t.Error(diff)
	}
	people := storetest.Get(f.Total(ctx, analytics.Span{From: weeks[0], To: weeks[3]}))(t).People

	// Who deletes an account takes no figure along, and a new one gets another number.
	f.Must(f.DeleteAccount(ctx, leaver.AccountID))
	person("new", weeks[2], 2)
	storetest.Get(f.RollUp(ctx))(t)
	if now := storetest.Get(f.Total(ctx, analytics.Span{From: weeks[0], To: weeks[3]}))(t).People; people != 4 || now != 5 {
		t.Errorf("%d people, then %d", people, now)
	}
	want[1], want[2] = analytics.Cohort{Active: []int{0, 0}}, analytics.Cohort{Accounts: 1, Active: []int{1}}
	if diff := cmp.Diff(want, storetest.Get(f.Retention(ctx, weeks))(t)); diff != "" {
		t.Error(diff)
	}
}

func storage(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Scan(storetest.Song("a.flac", "A"))
	day := storetest.Now.Truncate(24 * time.Hour)
	f.Must(f.SampleStorage(ctx, day.Add(time.Hour)))
	f.Scan(storetest.Song("b.flac", "B"))
	f.Must(f.SampleStorage(ctx, day.Add(2*time.Hour)))
	f.Must(f.SampleStorage(ctx, day.Add(24*time.Hour)))
	list := storetest.Get(f.Storage(ctx, []time.Time{day, day.Add(24 * time.Hour), day.Add(48 * time.Hour), day.Add(72 * time.Hour)}))(t)
	if list[0]["library"] != 8_000_000 || list[1]["library"] != 8_000_000 || list[1]["database"] < 100_000 || list[2] != nil {
		t.Errorf("%v", list)
	}
}
