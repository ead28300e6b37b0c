package listening_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/discovery"
	"sonora/internal/history"
	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store"
	"sonora/internal/store/storetest"
)

func heardTitles(list music.List[history.Heard]) []string {
	names := []string{}
	for _, h := range list.Items {
		names = append(names, h.Track.Title)
	}
	return names
}

func heard(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Admin), f.Member("ben", music.Listener)
	f.Scan(storetest.Song("a.flac", "Dawn"), storetest.Song("b.flac", "Noon"), storetest.Song("c.flac", "Dusk", storetest.By("Ana"), storetest.On("Evening")))
	all := f.TracksByTitle(ana)
	for i, title := range []string{"Dawn", "Noon", "Dusk", "Dawn"} {
		storetest.Listen(f, ana, all[title].ID, storetest.Now.Add(time.Duration(i)*time.Minute), time.Minute)
	}
	storetest.Listen(f, ben, all["Noon"].ID, storetest.Now, time.Second)
	history := func(v music.Viewer, text string, p music.Page) music.List[history.Heard] {
		t.Helper()
		return storetest.Get(f.Heard(ctx, v, history.Filter{Text: text}, p))(t)
	}
	page := history(ana, "", music.Page{Limit: 3})
	storetest.Same(t, "the first page", heardTitles(page), []string{"Dawn", "Dusk", "Noon"})
	if page.Total != 4 || page.Items[0].Listened != time.Minute || !page.Items[0].At.Equal(storetest.Now.Add(3*time.Minute)) {
		t.Errorf("page: %+v", page)
	}
	storetest.Same(t, "the second page", heardTitles(history(ana, "", music.Page{Limit: 3, After: page.Next})), []string{"Dawn"})
	storetest.Same(t, "somebody else's", heardTitles(history(ben, "", music.Page{})), []string{"Noon"})
	storetest.Same(t, "a visitor's", heardTitles(history(music.Viewer{}, "", music.Page{})), []string{})
	storetest.Same(t, "by title", heardTitles(history(ana, "daw", music.Page{})), []string{"Dawn", "Dawn"})
	storetest.Same(t, "by album", heardTitles(history(ana, "evening ana", music.Page{})), []string{"Dusk"})
	storetest.Same(t, "by nothing", heardTitles(history(ana, "?", music.Page{})), []string{})
	storetest.Get(f.MarkMissing(ctx, []string{all["Dusk"].ID}, storetest.Now))(t)
	if list := history(ana, "", music.Page{}); list.Total != 4 || list.Items[1].Track.MissingAt.IsZero() {
		t.Errorf("what lost its file: %+v", list)
	}
}

func forget(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Admin), f.Member("ben", music.Listener)
	f.Scan(storetest.Song("a.flac", "Dawn"), storetest.Song("b.flac", "Noon"))
	all := f.TracksByTitle(ana)
	dawn := storetest.Listen(f, ana, all["Dawn"].ID, storetest.Now, time.Minute)
	storetest.Listen(f, ana, all["Noon"].ID, storetest.Now.Add(time.Minute), time.Minute)
	storetest.Listen(f, ana, all["Noon"].ID, storetest.Now.Add(2*time.Minute), time.Second) // skipped
	storetest.Listen(f, ben, all["Noon"].ID, storetest.Now, time.Minute)
	titlesOf := func(v music.Viewer) []string {
		return heardTitles(storetest.Get(f.Heard(ctx, v, history.Filter{}, music.Page{}))(t))
	}

	f.Must(f.Forget(ctx, ana, dawn, storetest.Now))
	storetest.Same(t, "without one", titlesOf(ana), []string{"Noon", "Noon"})
	if n := f.TracksByTitle(ana)["Dawn"].Plays; n != 1 {
		t.Errorf("%d plays of what was forgotten before it was counted", n)
	}
	f.Code(f.Forget(ctx, ana, dawn, storetest.Now), music.NotFound)
	f.Code(f.Forget(ctx, music.Viewer{}, dawn, storetest.Now), music.NotFound)

	back := music.Play{ID: dawn, TrackID: all["Dawn"].ID, StartedAt: storetest.Now, Listened: time.Minute}
	f.Must(f.Remember(ctx, ana, back))
	f.Must(f.Remember(ctx, ana, back))
	storetest.Same(t, "put back", titlesOf(ana), []string{"Noon", "Noon", "Dawn"})
	back.TrackID = "nothing"
	f.Code(f.Remember(ctx, ana, back), music.NotFound)

	f.Must(f.ForgetAll(ctx, ana, storetest.Now))
	f.Must(f.ForgetAll(ctx, ana, storetest.Now))
	storetest.Same(t, "all forgotten", titlesOf(ana), []string{})
	storetest.Same(t, "somebody else's", titlesOf(ben), []string{"Noon"})
	storetest.Get(f.RollUpPlays(ctx))(t)
	if after := f.TracksByTitle(ana); after["Dawn"].Plays != 1 || after["Noon"].Plays != 2 {
		t.Errorf("plays %d and %d", after["Dawn"].Plays, after["Noon"].Plays)
	}
}

// unkept checks that late reports respect pauses and clearing of the history.
func unkept(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Admin), f.Member("ben", music.Listener)
	f.Scan(storetest.Song("a.flac", "Dawn"))
	dawn := f.TracksByTitle(ana)["Dawn"].ID
	minute := func(n int) time.Time { return storetest.Now.Add(time.Duration(n) * time.Minute) }
	report := func(v music.Viewer, id string, began time.Time, want bool) {
		t.Helper()
		play := music.Play{ID: id, TrackID: dawn, StartedAt: began, Listened: time.Minute}
		if added := storetest.Get(f.AddPlay(ctx, v, play, 0))(t); added != want {
			t.Errorf("%s added: %v", id, added)
		}
		if has := storetest.Get(f.HasCounted(ctx, v, id))(t); has != want {
			t.Errorf("%s is there: %v", id, has)
		}
	}
	pausedAt := func(want time.Time) {
		t.Helper()
		if at := storetest.Get(f.HistoryPausedAt(ctx, ana.AccountID))(t); !at.Equal(want) {
			t.Errorf("paused at %v, want %v", at, want)
		}
	}

	pausedAt(time.Time{})
	f.Must(f.PauseHistory(ctx, ana.AccountID, minute(1)))
	f.Must(f.PauseHistory(ctx, ana.AccountID, minute(5))) // pausing again changes nothing
	pausedAt(minute(1))
	f.Code(f.PauseHistory(ctx, "nobody", storetest.Now), music.NotFound)
	f.Code(f.ResumeHistory(ctx, "nobody", storetest.Now), music.NotFound)
	report(ana, "before the pause", minute(1).Add(-time.Millisecond), true)
	report(ana, "in the pause", minute(1), false)
	report(ben, "in somebody else's pause", minute(1), true)
	f.Must(f.ResumeHistory(ctx, ana.AccountID, minute(10)))
	f.Must(f.ResumeHistory(ctx, ana.AccountID, minute(20)))
	pausedAt(time.Time{})
	report(ana, "in the pause", minute(1), false)
	report(ana, "at its end", minute(10).Add(-time.Millisecond), false)
	report(ana, "after it", minute(10), true)
	f.Must(f.PauseHistory(ctx, ana.AccountID, minute(30)))
	f.Must(f.ResumeHistory(ctx, ana.AccountID, minute(40)))
	report(ana, "in the first of two", minute(9), false)
	report(ana, "in the second", minute(30), false)
	report(ana, "between them", minute(29), true)
	report(ana, "after both", minute(40), true)

	pauses := []history.Span{{From: minute(30), To: minute(40)}, {From: minute(1), To: minute(10)}}
	if diff := cmp.Diff(pauses, storetest.Get(f.HistoryPauses(ctx, ana.AccountID))(t)); diff != "" {
		t.Error(diff)
	}

	f.Must(f.Forget(ctx, ana, "after it", minute(50)))
	report(ana, "after it", minute(10), false) // the same report, sent again
	report(ben, "after it", minute(10), true)
	f.Must(f.Remember(ctx, ana, music.Play{ID: "after it", TrackID: dawn, StartedAt: minute(10)}))
	if n := storetest.Get(f.Heard(ctx, ana, history.Filter{}, music.Page{}))(t).Total; n != 4 {
		t.Errorf("%d listens are kept", n)
	}
	f.Must(f.Forget(ctx, ana, "after it", minute(51)))

	report(ana, "ahead of the clock", minute(62), true)
	f.Must(f.ForgetAll(ctx, ana, minute(60)))
	if at := storetest.Get(f.HistoryClearedAt(ctx, ana.AccountID))(t); !at.Equal(minute(60)) {
		t.Errorf("cleared at %v", at)
	}
	for id, began := range map[string]time.Time{"after both": minute(40), "ahead of the clock": minute(62), "late": minute(60)} {
		report(ana, id, began, false)
	}
	report(ana, "afterwards", minute(60).Add(time.Millisecond), true)
	storetest.Get(f.RollUpPlays(ctx))(t)
	if plays := f.TracksByTitle(ana)["Dawn"].Plays; plays != 8 {
		t.Errorf("%d plays", plays)
	}

	for _, c := range []struct{ before, want int }{{10, 0}, {60, 3}} { // both pauses, and the entry removed before clearing
		if n := storetest.Get(f.Tidy(ctx, store.Ages{Unkept: minute(c.before)}))(t); n != c.want {
			t.Errorf("%d tidied up, want %d", n, c.want)
		}
	}
}

func listening(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Admin), f.Member("ben", music.Listener)
	f.Scan(storetest.Song("a.flac", "Dawn"), storetest.Song("b.flac", "Noon"), storetest.Song("c.flac", "Dusk", storetest.By("Ana"), storetest.On("Evening"), storetest.Genre("Rock")))
	all := f.TracksByTitle(ana)
	if at := storetest.Get(f.FirstListen(ctx, ana.AccountID))(t); !at.IsZero() {
		t.Errorf("an empty history begins at %v", at)
	}
	storetest.Listen(f, ana, all["Dawn"].ID, storetest.Now, time.Minute)
	storetest.Listen(f, ana, all["Dawn"].ID, storetest.Now.Add(time.Minute), 2*time.Second)
	storetest.Listen(f, ana, all["Noon"].ID, storetest.Now.Add(time.Hour), 2*time.Minute)
	storetest.Listen(f, ana, all["Dusk"].ID, storetest.Now.Add(2*time.Hour), 150*time.Second)
	storetest.Listen(f, ana, all["Dusk"].ID, storetest.Now.Add(48*time.Hour), time.Hour)
	storetest.Listen(f, ben, all["Dusk"].ID, storetest.Now, time.Hour)
	if at := storetest.Get(f.FirstListen(ctx, ana.AccountID))(t); !at.Equal(storetest.Now) {
		t.Errorf("the history begins at %v", at)
	}
	day := history.Span{From: storetest.Now, To: storetest.Now.Add(24 * time.Hour)}
	slices, tops, err := f.Listening(ctx, ana, day, 2)
	f.Must(err)
	if again := storetest.Get(f.ListeningSlices(ctx, ana.AccountID, day))(t); !cmp.Equal(slices, again) {
		t.Errorf("slices: %+v and %+v", slices, again)
	}
	if len(slices) != 3 || slices[0].Listened != 62*time.Second || slices[0].Plays != 1 || !slices[0].At.Equal(storetest.Now.Truncate(15*time.Minute)) {
		t.Errorf("slices: %+v", slices)
	}
	if got := topNames(tops.Tracks); fmt.Sprint(got) != "[Dusk 150s 1 Noon 120s 1]" {
		t.Errorf("tracks: %v", got)
	}
	if got := topNames(tops.Artists); fmt.Sprint(got) != "[Nina 182s 2 Ana 150s 1]" {
		t.Errorf("artists: %v", got)
	}
	if got := topNames(tops.Albums); fmt.Sprint(got) != "[Days 182s 2 Evening 150s 1]" {
		t.Errorf("albums: %v", got)
	}
	if got := topNames(tops.Genres); fmt.Sprint(got) != "[Jazz 182s 2 Rock 150s 1]" {
		t.Errorf("genres: %v", got)
	}
	_, none, err := f.Listening(ctx, ana, history.Span{From: storetest.Now.Add(-time.Hour), To: storetest.Now}, 5)
	f.Must(err)
	if len(none.Tracks)+len(none.Artists)+len(none.Albums)+len(none.Genres) != 0 {
		t.Errorf("before: %+v", none)
	}
}

func topNames(tops []history.Top) []string {
	names := []string{}
	for _, t := range tops {
		names = append(names, fmt.Sprintf("%s %.0fs %d", t.Name, t.Listened.Seconds(), t.Plays))
	}
	return names
}

func heardTracks(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Admin), f.Member("ben", music.Listener)
	f.Scan(storetest.Song("a.flac", "Dawn"), storetest.Song("b.flac", "Noon"), storetest.Song("c.flac", "Dusk", storetest.By("Ana"), storetest.On("Evening"), storetest.Genre("Rock")))
	all := f.TracksByTitle(ana)
	storetest.Listen(f, ana, all["Dawn"].ID, storetest.Now, time.Minute)
	storetest.Listen(f, ana, all["Dawn"].ID, storetest.Now.Add(time.Hour), time.Minute)
	storetest.Listen(f, ana, all["Dawn"].ID, storetest.Now.Add(2*time.Hour), time.Second)
	storetest.Get(f.Like(ctx, ana, all["Noon"].ID, storetest.Now))(t)
	in := history.Span{From: storetest.Now.Add(-time.Hour), To: storetest.Now.Add(3 * time.Hour)}
	list := storetest.Get(f.HeardTracks(ctx, ana, in, storetest.Now.Add(time.Minute), 10))(t)
	if len(list) != 2 {
		t.Fatalf("heard: %+v", list)
	}
	if d := list[0]; d.ID != all["Dawn"].ID || d.Plays != 2 || d.Recent != 1 || d.Liked || !d.FirstAt.Equal(storetest.Now) || !d.LastAt.Equal(storetest.Now.Add(2*time.Hour)) {
		t.Errorf("heard: %+v", d)
	}
	if n := list[1]; n.ID != all["Noon"].ID || n.Plays != 0 || !n.Liked || !n.LastAt.IsZero() {
		t.Errorf("liked: %+v", n)
	}
	if list := storetest.Get(f.HeardTracks(ctx, ben, in, storetest.Now, 10))(t); len(list) != 0 {
		t.Errorf("somebody else heard: %+v", list)
	}
	came := history.Span{From: storetest.Now.Add(-time.Hour), To: storetest.Now.Add(time.Hour)}
	for _, c := range []struct {
		artists, genres []string
		want            []string
	}{
		{[]string{all["Dawn"].ArtistID}, nil, []string{"Noon"}},
		{nil, []string{"Rock"}, []string{"Dusk"}},
		{nil, nil, []string{}},
	} {
		fresh := storetest.Get(f.NewFor(ctx, ana, came, c.artists, c.genres, 10))(t)
		ids := []string{}
		for _, h := range fresh {
			ids = append(ids, h.ID)
		}
		storetest.Same(t, "new", storetest.Titles(storetest.Get(f.TracksByID(ctx, ana, ids))(t)), c.want)
	}
}

func arrivals(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	boss, ana, ben := f.Member("boss", music.Admin), f.Member("ana", music.Creator), f.Member("ben", music.Listener)
	f.Scan(storetest.Song("a.flac", "Dawn"), storetest.Song("b.flac", "Noon"), storetest.Song("c.flac", "Loose", storetest.On("")))
	f.Keep(f.AddUpload(ana, "Mine.flac", true), storetest.Private)
	station := station.New()
	station.Name, station.StreamURL, station.IsPublic, station.CreatedAt = "Jazz FM", "https://a.example/s", false, storetest.Now.Add(2*time.Hour)
	f.Must(f.CreateStation(ctx, &station, 1))
	mix := music.NewMix()
	mix.Title, mix.DJName, mix.AudioURL, mix.CreatedAt = "Night", "Nina", "https://a.example/m.mp3", storetest.Now.Add(3*time.Hour)
	f.Must(f.CreateMix(ctx, &mix))
	song := storetest.Get(f.Tracks(ctx, ben, music.TrackFilter{}, music.Page{Limit: 1}))(t).Items[0].ID
	for i, c := range []struct {
		public bool
		songs  []string
	}{{true, []string{song}}, {false, []string{song}}, {true, nil}} {
		p := music.Playlist{OwnerID: ben.AccountID, Name: fmt.Sprint("List ", i), IsPublic: c.public, CreatedAt: storetest.Now.Add(4 * time.Hour)}
		f.Must(f.CreatePlaylist(ctx, &p))
		if len(c.songs) > 0 {
			storetest.Get(f.AddEntries(ctx, ben, p.ID, music.Insertion{TrackIDs: c.songs}, storetest.Now))(t)
		}
	}
	for _, c := range []struct {
		viewer music.Viewer
		want   []string
	}{
		{boss, []string{"playlist List 0", "mix Night", "station Jazz FM", "track Mine.flac", "track Loose", "album Days"}},
		{ana, []string{"playlist List 0", "mix Night", "station Jazz FM", "track Mine.flac", "track Loose", "album Days"}},
		{ben, []string{"playlist List 0", "mix Night", "station Jazz FM", "track Loose", "album Days"}},
		{music.Viewer{}, []string{"mix Night"}},
	} {
		list := storetest.Get(f.Arrivals(ctx, c.viewer, music.Page{}))(t)
		storetest.Same(t, "new for "+string(c.viewer.Role), arrivalNames(list.Items), c.want)
		if list.Total != len(c.want) {
			t.Errorf("total %d of %d", list.Total, len(c.want))
		}
		var paged []discovery.Arrival
		for p := (music.Page{Limit: 2}); ; {
			part := storetest.Get(f.Arrivals(ctx, c.viewer, p))(t)
			if paged = append(paged, part.Items...); part.Next == "" {
				break
			}
			p.After = part.Next
		}
		storetest.Same(t, "in pages", arrivalNames(paged), c.want)
	}
	if first := storetest.Get(f.Arrivals(ctx, ben, music.Page{Limit: 1}))(t).Items[0]; first.Playlist.Owner != "ben" || !first.At.Equal(storetest.Now.Add(4*time.Hour)) {
		t.Errorf("a playlist: %+v", first.Playlist)
	}
	_, err := f.Arrivals(ctx, boss, music.Page{After: "made up"})
	f.Code(err, music.Invalid)
}

func arrivalNames(items []discovery.Arrival) []string {
	names := []string{}
	for _, n := range items {
		name := string(n.Kind) + " "
		switch n.Kind {
		case discovery.ArrivedTrack:
			name += n.Track.Title
		case discovery.ArrivedAlbum:
			name += n.Album.Title
		case discovery.ArrivedStation:
			name += n.Station.Name
		case discovery.ArrivedMix:
			name += n.Mix.Title
		case discovery.ArrivedPlaylist:
			name += n.Playlist.Name
		}
		names = append(names, name)
	}
	return names
}
