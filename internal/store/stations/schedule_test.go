package stations_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/station"
	"sonora/internal/store/storetest"
)

// onAir creates an AutoDJ station and its owner.
func onAir(f *storetest.Fixture) (music.Viewer, *station.Station) {
	f.T.Helper()
	boss := f.Member("boss", music.Creator)
	s := station.New()
	s.OwnerID, s.Name, s.Mode = boss.AccountID, "Jazz FM", station.ModeAutoDJ
	s.Options.Requests = true
	f.Must(f.CreateStation(f.T.Context(), &s, station.MaxOwned))
	return boss, &s
}

func stationLists(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Scan(storetest.Song("a.flac", "Dawn"), storetest.Song("b.flac", "Noon"), storetest.Song("c.flac", "Dusk"))
	boss, st := onAir(f)
	ben := f.Member("ben", music.Listener)
	tracks := f.TracksByTitle(boss)
	add := func(owner music.Viewer, name string, rules *music.SmartRules) *music.Playlist {
		p := &music.Playlist{OwnerID: owner.AccountID, Name: name, CreatedAt: storetest.Now, Rules: rules}
		if rules != nil {
			p.Kind = music.PlaylistSmart
		}
		f.Must(f.CreatePlaylist(ctx, p))
		return storetest.Get(f.Playlist(ctx, owner, p.ID))(t)
	}
	mine, theirs := add(boss, "Mine", nil), add(ben, "Secret", nil)
	smart := add(boss, "Smart", &music.SmartRules{Rules: []music.SmartRule{{Field: "title", Operator: "contains", Value: "D"}}})
	ids := []string{}
	for _, p := range []*music.Playlist{mine, theirs, smart} {
		l := station.NewPlaylist()
		l.StationID, l.PlaylistID = st.ID, p.ID
		f.Must(f.CreateStationList(ctx, &l))
		ids = append(ids, l.ID)
	}
	text := func() string {
		var out strings.Builder
		for i, l := range storetest.Get(f.StationLists(ctx, st.ID))(t) {
			if l.Position != i {
				t.Errorf("%d: %+v", i, l)
			}
			out.WriteString(l.Name + ",")
		}
		return out.String()
	}
	if text() != "Mine,,Smart," {
		t.Error(text())
	}
	l := storetest.Get(f.ChangeStationList(ctx, st.ID, ids[2], func(l *station.Playlist) { l.Position, l.Weight, l.Role = 0, 7, station.RoleJingle }))(t)
	if l.Weight != 7 || l.Role != station.RoleJingle || l.Position != 0 || text() != "Smart,Mine,," {
		t.Errorf("%+v %s", l, text())
	}
	_, err := f.ChangeStationList(ctx, st.ID, ids[2], func(l *station.Playlist) { l.Weight, l.EverySongs = 0, 0 })
	f.Code(err, music.Invalid)
	_, err = f.ChangeStationList(ctx, "other", ids[2], func(*station.Playlist) {})
	f.Code(err, music.NotFound)
	if v := storetest.Get(f.Station(ctx, boss, st.ID))(t).Version; v != 5 {
		t.Errorf("version %d", v)
	}

	_, err = f.AddEntries(ctx, boss, mine.ID, music.Insertion{TrackIDs: []string{tracks["Noon"].ID, tracks["Dawn"].ID}}, storetest.Now)
	f.Must(err)
	owner := storetest.Get(f.StationOwner(ctx, st.ID))(t)
	pool := storetest.Get(f.StationPool(ctx, owner, mine.ID, storetest.Now, ""))(t)
	if !pool.IsNew || !slices.Equal(pool.Seqs, []int64{tracks["Noon"].Seq, tracks["Dawn"].Seq}) || pool.Name != "Mine" {
		t.Errorf("%+v", pool)
	}
	if again := storetest.Get(f.StationPool(ctx, owner, mine.ID, storetest.Now, pool.Mark))(t); again.IsNew {
		t.Error("read again")
	}
	if found := storetest.Get(f.StationPool(ctx, owner, smart.ID, storetest.Now, ""))(t); len(found.Seqs) != 2 {
		t.Errorf("%+v", found)
	}
	_, err = f.StationPool(ctx, owner, theirs.ID, storetest.Now, "")
	f.Code(err, music.NotFound)
	marks := [2]string{storetest.Get(f.StationPoolMark(ctx, mine.ID))(t), storetest.Get(f.StationPoolMark(ctx, smart.ID))(t)}
	if marks[0] == "" || marks[1] == "" || storetest.Get(f.StationPoolMark(ctx, "gone"))(t) != "" {
		t.Errorf("%q", marks)
	}
	songs := storetest.Get(f.Songs(ctx, owner, append(pool.Seqs, 999)))(t)
	if len(songs) != 2 || songs[0].Seconds != 200 {
		t.Errorf("%+v", songs)
	}
	if byID := storetest.Get(f.SongsByID(ctx, owner, []string{tracks["Dawn"].ID, "x"}))(t); len(byID) != 1 || byID[0].Title != "Dawn" || byID[0].Album != tracks["Dawn"].Album {
		t.Errorf("%+v", byID)
	}
	f.Must(f.DeleteStationList(ctx, st.ID, ids[0]))
	f.Code(f.DeleteStationList(ctx, st.ID, ids[0]), music.NotFound)
	f.Member("another", music.Admin)
	f.Must(f.DeleteAccount(ctx, boss.AccountID)) // deletes their stations too
	_, err = f.StationOwner(ctx, st.ID)
	f.Code(err, music.NotFound)
}

func stationShows(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	boss, st := onAir(f)
	p := &music.Playlist{OwnerID: boss.AccountID, Name: "Mine", CreatedAt: storetest.Now}
	f.Must(f.CreatePlaylist(ctx, p))
	l := station.NewPlaylist()
	l.StationID, l.PlaylistID = st.ID, p.ID
	f.Must(f.CreateStationList(ctx, &l))
	show := &station.Show{
		StationID: st.ID, Name: " Evening ", Kind: station.ShowAutoDJ, Lists: []string{l.ID}, Days: 31, StartMinute: 1200, Minutes: 90, FirstDay: "2026-01-01", IsHard: true, CreatedAt: storetest.Now,
	}
	f.Must(f.CreateStationShow(ctx, show))
	if got := storetest.Get(f.StationShows(ctx, st.ID))(t); len(got) != 1 || got[0].Name != "Evening" || !slices.Equal(got[0].Lists, show.Lists) || !got[0].IsHard || got[0].FirstDay != "2026-01-01" || !got[0].CreatedAt.Equal(storetest.Now) {
		t.Errorf("%+v", got)
	}
	for _, wrong := range []func(*station.Show){
		func(s *station.Show) { s.Lists = []string{"other"} }, func(s *station.Show) { s.Lists = []string{l.ID, l.ID} },
		func(s *station.Show) { s.DJID = "other" }, func(s *station.Show) { s.Days = 0 },
		func(s *station.Show) { s.Minutes = 1441 }, func(s *station.Show) { s.LastDay = "2025-12-31" },
		func(s *station.Show) { s.FirstDay = "tomorrow" }, func(s *station.Show) { s.Name = "" }, func(s *station.Show) { s.Kind = "x" },
	} {
		_, err := f.ChangeStationShow(ctx, st.ID, show.ID, wrong)
		f.Code(err, music.Invalid)
	}
	changed := storetest.Get(f.ChangeStationShow(ctx, st.ID, show.ID, func(s *station.Show) { s.Lists, s.Kind = nil, station.ShowLive }))(t)
	if changed.Kind != station.ShowLive || len(changed.Lists) != 0 {
		t.Errorf("%+v", changed)
	}
	f.Must(f.DeleteStationShow(ctx, st.ID, show.ID))
	f.Code(f.DeleteStationShow(ctx, st.ID, show.ID), music.NotFound)
	f.Code(f.CreateStationShow(ctx, &station.Show{StationID: "gone", Name: "x", Kind: station.ShowLive, Days: 1, Minutes: 5}), music.NotFound)
}

func stationRequests(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	titles := []music.ScannedFile{}
	for i := range 6 {
		titles = append(titles, storetest.Song(fmt.Sprint(i, ".flac"), fmt.Sprint("Song ", i)))
	}
	f.Scan(titles...)
	boss, st := onAir(f)
	ana, ben := f.Member("ana", music.Listener), f.Member("ben", music.Listener)
	tracks := f.TracksByTitle(boss)
	ask := func(v music.Viewer, n int, at time.Time) (*station.Request, error) {
		r := &station.Request{StationID: st.ID, Track: music.Track{ID: tracks[fmt.Sprint("Song ", n)].ID}, Message: " please ", AskedAt: at}
		return r, f.CreateStationRequest(ctx, v, boss, st, r)
	}
	first := storetest.Get(ask(ana, 0, storetest.Now))(t)
	if first.Votes != 1 || !first.Voted || first.Message != "please" || first.ByName != "ana" || first.State != station.RequestWaiting {
		t.Errorf("%+v", first)
	}
	_, err := ask(ben, 0, storetest.Now)
	f.Code(err, music.Conflict)
	second := storetest.Get(ask(ana, 1, storetest.Now.Add(time.Minute)))(t)
	storetest.Get(ask(ana, 2, storetest.Now.Add(2*time.Minute)))(t)
	_, err = ask(ana, 3, storetest.Now.Add(3*time.Minute))
	f.Code(err, music.TooMany)
	storetest.Get(ask(ana, 3, storetest.Now.Add(61*time.Minute)))(t)
	_, err = ask(ana, 9, storetest.Now)
	f.Code(err, music.NotFound)

	for range 2 {
		if r := storetest.Get(f.VoteStationRequest(ctx, ben, st.ID, second.ID, true))(t); r.Votes != 2 || !r.Voted {
			t.Errorf("%+v", r)
		}
	}
	order := func(byVote bool) []string {
		out := []string{}
		for _, r := range storetest.Get(f.StationRequests(ctx, ben, st.ID, byVote, storetest.Now))(t) {
			out = append(out, r.Track.Title)
		}
		return out
	}
	storetest.Same(t, "oldest", order(false), []string{"Song 0", "Song 1", "Song 2", "Song 3"})
	storetest.Same(t, "by vote", order(true), []string{"Song 1", "Song 0", "Song 2", "Song 3"})
	if w := storetest.Get(f.WaitingRequests(ctx, st.ID, true))(t); len(w) != 4 || w[0].ID != second.ID || w[0].Votes != 2 || w[0].TrackID != second.Track.ID {
		t.Errorf("%+v", w)
	}
	if r := storetest.Get(f.VoteStationRequest(ctx, ben, st.ID, second.ID, false))(t); r.Votes != 1 || r.Voted {
		t.Errorf("%+v", r)
	}
	for _, why := range []music.Message{music.Say("It found no place within %d hours.", 12), {ID: "It waits, as an earlier release wrote: {} 100%."}} {
		f.Must(f.SetStationRequest(ctx, first.ID, station.RequestWaiting, why, time.Time{}))
		if r := storetest.Get(f.StationRequest(ctx, ana, st.ID, first.ID))(t); !r.Reason.Equal(why) {
			t.Errorf("%+v, want %+v", r.Reason, why)
		}
		if w := storetest.Get(f.WaitingRequests(ctx, st.ID, false))(t); w[0].ID != first.ID || !w[0].Reason.Equal(why) {
			t.Errorf("%+v, want %+v", w[0], why)
		}
	}
	f.Must(f.SetStationRequest(ctx, first.ID, station.RequestPlayed, music.Message{}, storetest.Now.Add(70*time.Minute)))
	f.Must(f.SetStationRequest(ctx, first.ID, station.RequestRefused, music.Say("late"), storetest.Now))
	if r := storetest.Get(f.StationRequest(ctx, ana, st.ID, first.ID))(t); r.State != station.RequestPlayed || !r.PlayedAt.Equal(storetest.Now.Add(70*time.Minute)) {
		t.Errorf("%+v", r)
	}
	_, err = ask(ben, 0, storetest.Now.Add(80*time.Minute))
	f.Code(err, music.TooMany)
	storetest.Get(ask(ben, 0, storetest.Now.Add(200*time.Minute)))(t)
	_, err = f.VoteStationRequest(ctx, ben, st.ID, first.ID, true)
	f.Code(err, music.NotFound)
	f.Code(f.WithdrawStationRequest(ctx, ben, st.ID, second.ID), music.NotFound)
	f.Must(f.WithdrawStationRequest(ctx, ana, st.ID, second.ID))
	private := true
	f.Must(f.UpdateProfile(ctx, ana.AccountID, people.ProfileChange{IsPrivate: &private}))
	for _, r := range storetest.Get(f.StationRequests(ctx, ben, st.ID, false, storetest.Now))(t) {
		if r.AccountID == ana.AccountID && r.ByName != "" {
			t.Errorf("%+v", r)
		}
	}
	f.Must(f.TidyStationRequests(ctx, storetest.Now.Add(time.Hour)))
	if _, err := f.StationRequest(ctx, ana, st.ID, first.ID); music.CodeOf(err) != music.NotFound {
		t.Errorf("%v", err)
	}
}

func stationQueue(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	_, station := onAir(f)
	if q, revision, err := f.StationQueue(ctx, station.ID); q != "" || revision != 0 || err != nil {
		t.Errorf("%q %d %v", q, revision, err)
	}
	f.Must(f.SaveStationQueue(ctx, station.ID, `{"q":1}`, 0, storetest.Now))
	f.Code(f.SaveStationQueue(ctx, station.ID, `{"q":2}`, 0, storetest.Now), music.Conflict)
	f.Must(f.SaveStationQueue(ctx, station.ID, `{"q":3}`, 1, storetest.Now))
	if q, revision, err := f.StationQueue(ctx, station.ID); q != `{"q":3}` || revision != 2 || err != nil {
		t.Errorf("%q %d %v", q, revision, err)
	}
	f.Code(f.SaveStationQueue(ctx, "gone", "{}", 0, storetest.Now), music.Conflict)
	if a := storetest.Get(f.Aired(ctx, station.ID, storetest.Now, 10))(t); len(a) != 0 {
		t.Errorf("%+v", a)
	}
}
