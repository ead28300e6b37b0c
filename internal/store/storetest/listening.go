package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/discovery"
	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store"
)

// listen reports a listen of a minute by default.
func (f *fixture) listen(v music.Viewer, trackID string, at time.Time, listened time.Duration) string {
	f.t.Helper()
	id := fmt.Sprintf("play-%s-%d", trackID, at.UnixMilli())
	get(f.AddPlay(f.t.Context(), v, music.Play{ID: id, TrackID: trackID, StartedAt: at, Listened: listened}))(f.t)
	return id
}

func heardTitles(list music.List[music.Heard]) []string {
	names := []string{}
	for _, h := range list.Items {
		names = append(names, h.Track.Title)
	}
	return names
}

func heard(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana, ben := f.member("ana", music.Admin), f.member("ben", music.Listener)
	f.scan(song("a.flac", "Dawn"), song("b.flac", "Noon"), song("c.flac", "Dusk", by("Ana"), on("Evening")))
	all := f.tracks(ana)
	for i, title := range []string{"Dawn", "Noon", "Dusk", "Dawn"} {
		f.listen(ana, all[title].ID, now.Add(time.Duration(i)*time.Minute), time.Minute)
	}
	f.listen(ben, all["Noon"].ID, now, time.Second)
	history := func(v music.Viewer, text string, p music.Page) music.List[music.Heard] {
		t.Helper()
		return get(f.Heard(ctx, v, music.HeardFilter{Text: text}, p))(t)
	}
	page := history(ana, "", music.Page{Limit: 3})
	same(t, "the first page", heardTitles(page), []string{"Dawn", "Dusk", "Noon"})
	if page.Total != 4 || page.Items[0].Listened != time.Minute || !page.Items[0].At.Equal(now.Add(3*time.Minute)) {
		t.Errorf("page: %+v", page)
	}
	same(t, "the second page", heardTitles(history(ana, "", music.Page{Limit: 3, After: page.Next})), []string{"Dawn"})
	same(t, "somebody else's", heardTitles(history(ben, "", music.Page{})), []string{"Noon"})
	same(t, "a visitor's", heardTitles(history(music.Viewer{}, "", music.Page{})), []string{})
	same(t, "by title", heardTitles(history(ana, "daw", music.Page{})), []string{"Dawn", "Dawn"})
	same(t, "by album", heardTitles(history(ana, "evening ana", music.Page{})), []string{"Dusk"})
	same(t, "by nothing", heardTitles(history(ana, "?", music.Page{})), []string{})
	get(f.MarkMissing(ctx, []string{all["Dusk"].ID}, now))(t)
	if list := history(ana, "", music.Page{}); list.Total != 4 || list.Items[1].Track.MissingAt.IsZero() {
		t.Errorf("what lost its file: %+v", list)
	}
}

func forget(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana, ben := f.member("ana", music.Admin), f.member("ben", music.Listener)
	f.scan(song("a.flac", "Dawn"), song("b.flac", "Noon"))
	all := f.tracks(ana)
	dawn := f.listen(ana, all["Dawn"].ID, now, time.Minute)
	f.listen(ana, all["Noon"].ID, now.Add(time.Minute), time.Minute)
	f.listen(ana, all["Noon"].ID, now.Add(2*time.Minute), time.Second) // skipped
	f.listen(ben, all["Noon"].ID, now, time.Minute)
	titlesOf := func(v music.Viewer) []string {
		return heardTitles(get(f.Heard(ctx, v, music.HeardFilter{}, music.Page{}))(t))
	}

	f.must(f.Forget(ctx, ana, dawn, now))
	same(t, "without one", titlesOf(ana), []string{"Noon", "Noon"})
	if n := f.tracks(ana)["Dawn"].Plays; n != 1 {
		t.Errorf("%d plays of what was forgotten before it was counted", n)
	}
	f.code(f.Forget(ctx, ana, dawn, now), music.NotFound)
	f.code(f.Forget(ctx, music.Viewer{}, dawn, now), music.NotFound)

	back := music.Play{ID: dawn, TrackID: all["Dawn"].ID, StartedAt: now, Listened: time.Minute}
	f.must(f.Remember(ctx, ana, back))
	f.must(f.Remember(ctx, ana, back))
	same(t, "put back", titlesOf(ana), []string{"Noon", "Noon", "Dawn"})
	back.TrackID = "nothing"
	f.code(f.Remember(ctx, ana, back), music.NotFound)

	f.must(f.ForgetAll(ctx, ana, now))
	f.must(f.ForgetAll(ctx, ana, now))
	same(t, "all forgotten", titlesOf(ana), []string{})
	same(t, "somebody else's", titlesOf(ben), []string{"Noon"})
	get(f.RollUpPlays(ctx))(t)
	if after := f.tracks(ana); after["Dawn"].Plays != 1 || after["Noon"].Plays != 2 {
		t.Errorf("plays %d and %d", after["Dawn"].Plays, after["Noon"].Plays)
	}
}

// unkept holds reports to what a person wanted of their history, however late they come.
func unkept(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana, ben := f.member("ana", music.Admin), f.member("ben", music.Listener)
	f.scan(song("a.flac", "Dawn"))
	dawn := f.tracks(ana)["Dawn"].ID
	minute := func(n int) time.Time { return now.Add(time.Duration(n) * time.Minute) }
	report := func(v music.Viewer, id string, began time.Time, want bool) {
		t.Helper()
		play := music.Play{ID: id, TrackID: dawn, StartedAt: began, Listened: time.Minute}
		if added := get(f.AddPlay(ctx, v, play))(t); added != want {
			t.Errorf("%s added: %v", id, added)
		}
		if has := get(f.HasPlay(ctx, v, id))(t); has != want {
			t.Errorf("%s is there: %v", id, has)
		}
	}
	pausedAt := func(want time.Time) {
		t.Helper()
		if at := get(f.HistoryPausedAt(ctx, ana.AccountID))(t); !at.Equal(want) {
			t.Errorf("paused at %v, want %v", at, want)
		}
	}

	pausedAt(time.Time{})
	f.must(f.PauseHistory(ctx, ana.AccountID, minute(1)))
	f.must(f.PauseHistory(ctx, ana.AccountID, minute(5))) // goes on as it is
	pausedAt(minute(1))
	f.code(f.PauseHistory(ctx, "nobody", now), music.NotFound)
	f.code(f.ResumeHistory(ctx, "nobody", now), music.NotFound)
	report(ana, "before the pause", minute(1).Add(-time.Millisecond), true)
	report(ana, "in the pause", minute(1), false)
	report(ben, "in somebody else's pause", minute(1), true)
	f.must(f.ResumeHistory(ctx, ana.AccountID, minute(10)))
	f.must(f.ResumeHistory(ctx, ana.AccountID, minute(20)))
	pausedAt(time.Time{})
	report(ana, "in the pause", minute(1), false)
	report(ana, "at its end", minute(10).Add(-time.Millisecond), false)
	report(ana, "after it", minute(10), true)
	f.must(f.PauseHistory(ctx, ana.AccountID, minute(30)))
	f.must(f.ResumeHistory(ctx, ana.AccountID, minute(40)))
	report(ana, "in the first of two", minute(9), false)
	report(ana, "in the second", minute(30), false)
	report(ana, "between them", minute(29), true)
	report(ana, "after both", minute(40), true)

	pauses := []music.Span{{From: minute(30), To: minute(40)}, {From: minute(1), To: minute(10)}}
	if diff := cmp.Diff(pauses, get(f.HistoryPauses(ctx, ana.AccountID))(t)); diff != "" {
		t.Error(diff)
	}

	f.must(f.Forget(ctx, ana, "after it", minute(50)))
	report(ana, "after it", minute(10), false) // the same report, sent again
	report(ben, "after it", minute(10), true)
	f.must(f.Remember(ctx, ana, music.Play{ID: "after it", TrackID: dawn, StartedAt: minute(10)}))
	if n := get(f.Heard(ctx, ana, music.HeardFilter{}, music.Page{}))(t).Total; n != 4 {
		t.Errorf("%d listens are kept", n)
	}
	f.must(f.Forget(ctx, ana, "after it", minute(51)))

	report(ana, "ahead of the clock", minute(62), true)
	f.must(f.ForgetAll(ctx, ana, minute(60)))
	if at := get(f.HistoryClearedAt(ctx, ana.AccountID))(t); !at.Equal(minute(60)) {
		t.Errorf("cleared at %v", at)
	}
	for id, began := range map[string]time.Time{"after both": minute(40), "ahead of the clock": minute(62), "late": minute(60)} {
		report(ana, id, began, false)
	}
	report(ana, "afterwards", minute(60).Add(time.Millisecond), true)
	get(f.RollUpPlays(ctx))(t)
	if plays := f.tracks(ana)["Dawn"].Plays; plays != 8 {
		t.Errorf("%d plays", plays)
	}

	for _, c := range []struct{ before, want int }{{10, 0}, {60, 3}} { // both pauses, and what was removed before all was
		if n := get(f.Tidy(ctx, store.Ages{Unkept: minute(c.before)}))(t); n != c.want {
			t.Errorf("%d tidied up, want %d", n, c.want)
		}
	}
}

func listening(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana, ben := f.member("ana", music.Admin), f.member("ben", music.Listener)
	f.scan(song("a.flac", "Dawn"), song("b.flac", "Noon"), song("c.flac", "Dusk", by("Ana"), on("Evening"), genre("Rock")))
	all := f.tracks(ana)
	if at := get(f.FirstListen(ctx, ana.AccountID))(t); !at.IsZero() {
		t.Errorf("an empty history begins at %v", at)
	}
	f.listen(ana, all["Dawn"].ID, now, time.Minute)
	f.listen(ana, all["Dawn"].ID, now.Add(time.Minute), 2*time.Second)
	f.listen(ana, all["Noon"].ID, now.Add(time.Hour), 2*time.Minute)
	f.listen(ana, all["Dusk"].ID, now.Add(2*time.Hour), 150*time.Second)
	f.listen(ana, all["Dusk"].ID, now.Add(48*time.Hour), time.Hour)
	f.listen(ben, all["Dusk"].ID, now, time.Hour)
	if at := get(f.FirstListen(ctx, ana.AccountID))(t); !at.Equal(now) {
		t.Errorf("the history begins at %v", at)
	}
	day := music.Span{From: now, To: now.Add(24 * time.Hour)}
	slices, tops, err := f.Listening(ctx, ana, day, 2)
	f.must(err)
	if again := get(f.ListeningSlices(ctx, ana.AccountID, day))(t); !cmp.Equal(slices, again) {
		t.Errorf("slices: %+v and %+v", slices, again)
	}
	if len(slices) != 3 || slices[0].Listened != 62*time.Second || slices[0].Plays != 1 || !slices[0].At.Equal(now.Truncate(15*time.Minute)) {
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
	_, none, err := f.Listening(ctx, ana, music.Span{From: now.Add(-time.Hour), To: now}, 5)
	f.must(err)
	if len(none.Tracks)+len(none.Artists)+len(none.Albums)+len(none.Genres) != 0 {
		t.Errorf("before: %+v", none)
	}
}

func topNames(tops []music.Top) []string {
	names := []string{}
	for _, t := range tops {
		names = append(names, fmt.Sprintf("%s %.0fs %d", t.Name, t.Listened.Seconds(), t.Plays))
	}
	return names
}

func heardTracks(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana, ben := f.member("ana", music.Admin), f.member("ben", music.Listener)
	f.scan(song("a.flac", "Dawn"), song("b.flac", "Noon"), song("c.flac", "Dusk", by("Ana"), on("Evening"), genre("Rock")))
	all := f.tracks(ana)
	f.listen(ana, all["Dawn"].ID, now, time.Minute)
	f.listen(ana, all["Dawn"].ID, now.Add(time.Hour), time.Minute)
	f.listen(ana, all["Dawn"].ID, now.Add(2*time.Hour), time.Second)
	get(f.Like(ctx, ana, all["Noon"].ID, now))(t)
	in := music.Span{From: now.Add(-time.Hour), To: now.Add(3 * time.Hour)}
	list := get(f.HeardTracks(ctx, ana, in, now.Add(time.Minute), 10))(t)
	if len(list) != 2 {
		t.Fatalf("heard: %+v", list)
	}
	if d := list[0]; d.ID != all["Dawn"].ID || d.Plays != 2 || d.Recent != 1 || d.Liked || !d.FirstAt.Equal(now) || !d.LastAt.Equal(now.Add(2*time.Hour)) {
		t.Errorf("heard: %+v", d)
	}
	if n := list[1]; n.ID != all["Noon"].ID || n.Plays != 0 || !n.Liked || !n.LastAt.IsZero() {
		t.Errorf("liked: %+v", n)
	}
	if list := get(f.HeardTracks(ctx, ben, in, now, 10))(t); len(list) != 0 {
		t.Errorf("somebody else heard: %+v", list)
	}
	came := music.Span{From: now.Add(-time.Hour), To: now.Add(time.Hour)}
	for _, c := range []struct {
		artists, genres []string
		want            []string
	}{
		{[]string{all["Dawn"].ArtistID}, nil, []string{"Noon"}},
		{nil, []string{"Rock"}, []string{"Dusk"}},
		{nil, nil, []string{}},
	} {
		fresh := get(f.NewFor(ctx, ana, came, c.artists, c.genres, 10))(t)
		ids := []string{}
		for _, h := range fresh {
			ids = append(ids, h.ID)
		}
		same(t, "new", titles(get(f.TracksByID(ctx, ana, ids))(t)), c.want)
	}
}

func arrivals(t *testing.T, f *fixture) {
	ctx := t.Context()
	boss, ana, ben := f.member("boss", music.Admin), f.member("ana", music.Creator), f.member("ben", music.Listener)
	f.scan(song("a.flac", "Dawn"), song("b.flac", "Noon"), song("c.flac", "Loose", on("")))
	f.keep(f.upload(ana, "Mine.flac", true), private)
	station := station.New()
	station.Name, station.StreamURL, station.IsPublic, station.CreatedAt = "Jazz FM", "https://a.example/s", false, now.Add(2*time.Hour)
	f.must(f.CreateStation(ctx, &station))
	mix := music.NewMix()
	mix.Title, mix.DJName, mix.AudioURL, mix.CreatedAt = "Night", "Nina", "https://a.example/m.mp3", now.Add(3*time.Hour)
	f.must(f.CreateMix(ctx, &mix))
	for i, public := range []bool{true, false} {
		p := music.Playlist{OwnerID: ben.AccountID, Name: fmt.Sprint("List ", i), IsPublic: public, CreatedAt: now.Add(4 * time.Hour)}
		f.must(f.CreatePlaylist(ctx, &p))
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
		list := get(f.Arrivals(ctx, c.viewer, music.Page{}))(t)
		same(t, "new for "+string(c.viewer.Role), arrivalNames(list.Items), c.want)
		if list.Total != len(c.want) {
			t.Errorf("total %d of %d", list.Total, len(c.want))
		}
		var paged []discovery.Arrival
		for p := (music.Page{Limit: 2}); ; {
			part := get(f.Arrivals(ctx, c.viewer, p))(t)
			if paged = append(paged, part.Items...); part.Next == "" {
				break
			}
			p.After = part.Next
		}
		same(t, "in pages", arrivalNames(paged), c.want)
	}
	if first := get(f.Arrivals(ctx, ben, music.Page{Limit: 1}))(t).Items[0]; first.Playlist.Owner != "ben" || !first.At.Equal(now.Add(4*time.Hour)) {
		t.Errorf("a playlist: %+v", first.Playlist)
	}
	_, err := f.Arrivals(ctx, boss, music.Page{After: "made up"})
	f.code(err, music.Invalid)
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
