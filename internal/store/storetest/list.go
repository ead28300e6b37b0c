package storetest

import (
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/station"
)

func playlists(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana, ben := f.member("ana", music.Admin), f.member("ben", music.Listener)
	p := music.Playlist{OwnerID: ben.AccountID, Name: " Cafe\u0301 <b> ", Description: "a\r\nb", CoverImageURL: "/api/covers/x", CreatedAt: now}
	f.must(f.CreatePlaylist(ctx, &p))
	want := music.Playlist{ID: p.ID, OwnerID: ben.AccountID, Name: "Café <b>", Description: "a\nb", CoverImageURL: "/api/covers/x", Kind: music.PlaylistList, CreatedAt: now, UpdatedAt: now}
	if diff := cmp.Diff(want, p); diff != "" || len(p.ID) != 26 {
		t.Errorf("created: %s", diff)
	}
	kept := get(f.Playlist(ctx, ben, p.ID))(t)
	want.Seq, want.OwnerName = kept.Seq, "ben"
	if diff := cmp.Diff(&want, kept); diff != "" || want.Seq == 0 {
		t.Errorf("read: %s", diff)
	}
	// Private: nobody else's, the operator's neither.
	nothing := func(p *music.Playlist) { p.Name = "Taken" }
	for _, v := range []music.Viewer{ana, {}} {
		_, err := f.Playlist(ctx, v, p.ID)
		f.code(err, music.NotFound)
		_, err = f.ChangePlaylist(ctx, v, p.ID, now, nothing)
		f.code(err, music.NotFound)
		f.code(f.DeletePlaylist(ctx, v, p.ID), music.NotFound)
	}
	later := now.Add(time.Hour)
	changed := get(f.ChangePlaylist(ctx, ben, p.ID, later, func(p *music.Playlist) { p.IsPublic, p.Name = true, "Shown" }))(t)
	want.IsPublic, want.Name, want.UpdatedAt = true, "Shown", later
	if diff := cmp.Diff(&want, changed); diff != "" {
		t.Errorf("changed: %s", diff)
	}
	for _, v := range []music.Viewer{ana, ben, {}} {
		if diff := cmp.Diff(&want, get(f.Playlist(ctx, v, p.ID))(t)); diff != "" {
			t.Errorf("shown: %s", diff)
		}
	}
	eve := f.member("eve", music.Creator)
	_, err := f.ChangePlaylist(ctx, eve, p.ID, now, nothing)
	f.code(err, music.Forbidden)
	_, err = f.SetPlaylistCover(ctx, eve, p.ID, "x", now)
	f.code(err, music.Forbidden)
	f.code(f.DeletePlaylist(ctx, eve, p.ID), music.Forbidden)
	f.operatorChanges(ana, ben)
	_, err = f.ChangePlaylist(ctx, ben, p.ID, later, func(p *music.Playlist) { p.Name = " " })
	f.code(err, music.Invalid)
	if kept := get(f.Playlist(ctx, ben, p.ID))(t); kept.Name != "Shown" {
		t.Errorf("refused, but saved: %+v", kept)
	}
	f.code(f.CreatePlaylist(ctx, &music.Playlist{OwnerID: "nobody", Name: "x"}), music.NotFound)
	f.code(f.CreatePlaylist(ctx, &music.Playlist{OwnerID: ben.AccountID}), music.Invalid)
	if list := get(f.Playlists(ctx, ana.AccountID, music.Page{}))(t); len(list.Items) != 0 || list.Total != 0 {
		t.Errorf("ana's list has somebody else's: %+v", list)
	}
	if stats := get(f.ListenerStats(ctx, ben, now))(t); stats.Playlists != 1 {
		t.Errorf("ben has %d playlists", stats.Playlists)
	}
	f.must(f.DeletePlaylist(ctx, ben, p.ID))
	f.code(f.DeletePlaylist(ctx, ben, p.ID), music.NotFound)
	f.must(f.CreatePlaylist(ctx, &music.Playlist{OwnerID: ben.AccountID, Name: "x"}))
	f.must(f.DeleteAccount(ctx, ben.AccountID)) // and the playlists with it
}

// operatorChanges lets an operator change and delete what another person
// shows, and nothing else.
func (f *fixture) operatorChanges(operator, owner music.Viewer) {
	f.t.Helper()
	ctx := f.t.Context()
	p := music.Playlist{OwnerID: owner.AccountID, Name: "Loud", IsPublic: true, CreatedAt: now}
	f.must(f.CreatePlaylist(ctx, &p))
	_, err := f.InvitePlaylist(ctx, operator, p.ID, "token", now)
	f.code(err, music.Forbidden)
	if covered := get(f.SetPlaylistCover(ctx, operator, p.ID, "x", now))(f.t); covered.Cover != "x" {
		f.t.Errorf("covered: %+v", covered)
	}
	hide := func(p *music.Playlist) { p.Name, p.IsPublic = "Quiet", false }
	if hidden := get(f.ChangePlaylist(ctx, operator, p.ID, now, hide))(f.t); hidden.Name != "Quiet" || hidden.OwnerID != owner.AccountID {
		f.t.Errorf("changed: %+v", hidden)
	}
	f.code(f.DeletePlaylist(ctx, operator, p.ID), music.NotFound)
	get(f.ChangePlaylist(ctx, owner, p.ID, now, func(p *music.Playlist) { p.IsPublic = true }))(f.t)
	f.must(f.DeletePlaylist(ctx, operator, p.ID))
}

func playlistPages(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana, ben := f.member("ana", music.Admin), f.member("ben", music.Listener)
	for i := range 5 {
		f.must(f.CreatePlaylist(ctx, &music.Playlist{OwnerID: ana.AccountID, Name: strconv.Itoa(i), CreatedAt: now}))
	}
	var seen []string
	for p := (music.Page{Limit: 2}); ; {
		list := get(f.Playlists(ctx, ana.AccountID, p))(t)
		for _, item := range list.Items {
			seen = append(seen, item.Name)
		}
		if list.Total != 5 {
			t.Errorf("total %d", list.Total)
		}
		if p.After = list.Next; p.After == "" {
			break
		}
		f.must(f.CreatePlaylist(ctx, &music.Playlist{OwnerID: ben.AccountID, Name: "between"}))
	}
	same(t, "pages", seen, []string{"4", "3", "2", "1", "0"})
	_, err := f.Playlists(ctx, ana.AccountID, music.Page{After: "1eyJ"})
	f.code(err, music.Invalid)
}

func stations(t *testing.T, f *fixture) {
	ctx := t.Context()
	boss, ben := f.member("boss", music.Admin), f.member("ben", music.Listener)
	jazz := station.New()
	jazz.OwnerID, jazz.Name, jazz.Description, jazz.Genre, jazz.Country, jazz.CreatedAt = boss.AccountID, "Jazz FM", "All jazz", "Jazz", "Spain", now
	jazz.StreamURL, jazz.MetadataURL, jazz.LogoURL = "https://stream.example/jazz;?a=b", "http://[2001:db8::1]:8000/status-json.xsl", "/media/covers/jazz.png"
	f.must(f.CreateStation(ctx, &jazz))
	jazz.OwnerName = "boss"
	if diff := cmp.Diff(&jazz, get(f.Station(ctx, music.Viewer{}, jazz.ID))(t)); diff != "" {
		t.Errorf("read: %s", diff)
	}
	members := station.New()
	members.Name, members.StreamURL, members.IsPublic = "Members", "http://localhost:8000/a", false
	f.must(f.CreateStation(ctx, &members))
	names := func(v music.Viewer) []string {
		var names []string
		list := get(f.Stations(ctx, v, music.Page{}))(t)
		for _, s := range list.Items {
			names = append(names, s.Name)
		}
		if list.Total != len(names) {
			t.Errorf("total %d of %q", list.Total, names)
		}
		return names
	}
	same(t, "visitor", names(music.Viewer{}), []string{"Jazz FM"})
	same(t, "member", names(ben), []string{"Members", "Jazz FM"})
	same(t, "operator", names(boss), []string{"Members", "Jazz FM"})
	_, err := f.Station(ctx, music.Viewer{}, members.ID)
	f.code(err, music.NotFound)

	changed := get(f.ChangeStation(ctx, jazz.ID, func(s *station.Station) { s.Kind, s.Bitrate, s.Format, s.LogoURL = station.Shoutcast, 320, " AAC ", "" }))(t)
	jazz.Kind, jazz.Bitrate, jazz.Format, jazz.LogoURL = station.Shoutcast, 320, "AAC", ""
	jazz.Version++
	if diff := cmp.Diff(&jazz, changed); diff != "" {
		t.Errorf("changed: %s", diff)
	}
	if diff := cmp.Diff(&jazz, get(f.Station(ctx, ben, jazz.ID))(t)); diff != "" {
		t.Errorf("saved: %s", diff)
	}
	_, err = f.ChangeStation(ctx, jazz.ID, func(s *station.Station) { s.StreamURL = "javascript:alert(1)" })
	f.code(err, music.Invalid)
	_, err = f.ChangeStation(ctx, "none", func(*station.Station) {})
	f.code(err, music.NotFound)
	f.code(f.CreateStation(ctx, &station.Station{}), music.Invalid)

	f.member("other", music.Admin)
	f.must(f.DeleteAccount(ctx, boss.AccountID)) // what an operator had relayed stays
	if kept := get(f.Station(ctx, ben, jazz.ID))(t); kept.OwnerID != "" || kept.Name != "Jazz FM" {
		t.Errorf("without its owner: %+v", kept)
	}
	f.must(f.DeleteStation(ctx, jazz.ID))
	f.code(f.DeleteStation(ctx, jazz.ID), music.NotFound)
}

func mixes(t *testing.T, f *fixture) {
	ctx := t.Context()
	boss, ben := f.member("boss", music.Admin), f.member("ben", music.Listener)
	add := func(title string, active, public bool) music.Mix {
		t.Helper()
		m := music.NewMix()
		m.OwnerID, m.Title, m.DJName, m.AudioURL, m.CreatedAt = boss.AccountID, title, "DJ Ana", "/media/audio/m.mp3", now
		m.Duration, m.BPM, m.Size, m.Tags = 90*time.Minute+time.Millisecond, 127, 99_000_000_000, []string{" techno ", "", "Cafe\u0301", "techno", `"a"<`}
		m.IsActive, m.IsPublic = active, public
		f.must(f.CreateMix(ctx, &m))
		return m
	}
	open := add("Open", true, true)
	members, off := add("Members", true, false), add("Off", false, true)
	same(t, "tags", open.Tags, []string{"techno", "Café", `"a"<`})
	if diff := cmp.Diff(&open, get(f.Mix(ctx, music.Viewer{}, open.ID))(t)); diff != "" {
		t.Errorf("read: %s", diff)
	}
	titles := func(v music.Viewer) []string {
		var titles []string
		list := get(f.Mixes(ctx, v, music.Page{}))(t)
		for _, m := range list.Items {
			titles = append(titles, m.Title)
			same(t, "tags of "+m.Title, m.Tags, open.Tags)
		}
		if list.Total != len(titles) {
			t.Errorf("total %d of %q", list.Total, titles)
		}
		return titles
	}
	same(t, "visitor", titles(music.Viewer{}), []string{"Open"})
	same(t, "member", titles(ben), []string{"Members", "Open"})
	same(t, "operator", titles(boss), []string{"Off", "Members", "Open"})
	if of, mine := get(f.OwnMixes(ctx, ben, music.Page{}))(t).Total, get(f.OwnMixes(ctx, boss, music.Page{}))(t).Total; of != 0 || mine != 3 {
		t.Errorf("own: %d of ben, %d of the operator", of, mine)
	}
	_, err := f.Mix(ctx, music.Viewer{}, members.ID)
	f.code(err, music.NotFound)
	_, err = f.Mix(ctx, ben, off.ID)
	f.code(err, music.NotFound)

	changed := get(f.ChangeMix(ctx, off.ID, func(m *music.Mix) { m.IsActive, m.Tags, m.BPM = true, nil, 0 }))(t)
	off.IsActive, off.Tags, off.BPM = true, []string{}, 0
	if diff := cmp.Diff(&off, changed); diff != "" {
		t.Errorf("changed: %s", diff)
	}
	if diff := cmp.Diff(&off, get(f.Mix(ctx, music.Viewer{}, off.ID))(t)); diff != "" {
		t.Errorf("saved: %s", diff)
	}
	_, err = f.ChangeMix(ctx, off.ID, func(m *music.Mix) { m.Format = "EXE" })
	f.code(err, music.Invalid)
	_, err = f.ChangeMix(ctx, "none", func(*music.Mix) {})
	f.code(err, music.NotFound)
	f.code(f.CreateMix(ctx, &music.Mix{}), music.Invalid)
	f.must(f.DeleteMix(ctx, off.ID))
	f.code(f.DeleteMix(ctx, off.ID), music.NotFound)
}

func adminStats(t *testing.T, f *fixture) {
	ctx := t.Context()
	boss, ben := f.member("boss", music.Admin), f.member("ben", music.Listener)
	today, day := now.Add(-15*time.Hour), 24*time.Hour
	if got := get(f.AdminStats(ctx, today, now))(t); got != (music.AdminStats{Users: 2}) {
		t.Errorf("of nothing: %+v", got)
	}
	f.scan(song("a.flac", "A"), song("b.flac", "B"))
	id := f.tracks(ben)["A"].ID
	for i, ago := range []time.Duration{time.Hour, 2 * day, 3 * day, 8 * day, 20 * day} {
		get(f.AddPlay(ctx, ben, music.Play{ID: strconv.Itoa(i), TrackID: id, StartedAt: now.Add(-ago), Listened: time.Minute}))(t)
	}
	get(f.AddPlay(ctx, ben, music.Play{ID: "skipped", TrackID: id, StartedAt: now, Listened: time.Second}))(t)
	for i, used := range []time.Time{now, now.Add(-2 * day)} {
		f.must(f.CreateSession(ctx, &music.Session{AccountID: boss.AccountID, RefreshHash: []byte{byte(i)}, LastUsedAt: used}))
	}
	f.must(f.AddAppPassword(ctx, &people.AppPassword{AccountID: boss.AccountID, Hash: []byte("x"), LastUsedAt: now}, 5))
	station, mix, off := station.New(), music.NewMix(), music.NewMix()
	station.Name, station.StreamURL = "s", "https://s.example"
	mix.Title, mix.AudioURL, off.Title, off.AudioURL, off.IsActive = "m", "https://m.example", "o", "https://m.example", false
	f.must(f.CreateStation(ctx, &station))
	f.must(f.CreateMix(ctx, &mix))
	f.must(f.CreateMix(ctx, &off))
	f.must(f.CreatePlaylist(ctx, &music.Playlist{OwnerID: ben.AccountID, Name: "p"}))
	got := get(f.AdminStats(ctx, today, now))(t)
	want := music.AdminStats{
		Stations: 1, Playlists: 1, Songs: 2, Mixes: 2, ActiveMixes: 1, Users: 2, ActiveToday: 1, StreamsToday: 1, StreamsWeek: 3, StreamsWeekAgo: 1,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
