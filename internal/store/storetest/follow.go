package storetest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store"
)

func follows(t *testing.T, f *fixture) {
	ctx := t.Context()
	f.scan(song("a.flac", "Dawn", by("Nina")))
	ana, ben := f.member("ana", music.Admin), f.member("ben", music.Listener)
	artist := f.tracks(ana)["Dawn"].ArtistID
	follow := func(kind people.FollowKind, item string) bool {
		return get(f.Follow(ctx, ana.AccountID, kind, item, now))(t)
	}
	if !follow(people.FollowArtist, artist) || follow(people.FollowArtist, artist) || !follow(people.FollowPerson, ben.AccountID) || !follow(people.FollowDJ, "DJ Ñ") || !follow(people.FollowStation, "gone") {
		t.Error("what is new")
	}
	if s := get(f.FollowState(ctx, ana.AccountID, people.FollowArtist, artist))(t); s != (people.FollowState{Following: true, Followers: 1}) {
		t.Errorf("%+v", s)
	}
	if s := get(f.FollowState(ctx, ben.AccountID, people.FollowArtist, artist))(t); s != (people.FollowState{Followers: 1}) {
		t.Errorf("%+v", s)
	}
	names := func(kind people.FollowKind) []string {
		out := []string{}
		for _, f := range get(f.Follows(ctx, ana.AccountID, kind, music.Page{}))(t).Items {
			out = append(out, f.Name)
		}
		return out
	}
	same(t, "all", names(""), []string{"DJ Ñ", "ben", "Nina"})
	same(t, "artists", names(people.FollowArtist), []string{"Nina"})
	list := get(f.Follows(ctx, ana.AccountID, people.FollowArtist, music.Page{}))(t).Items
	if list[0].Item != artist || list[0].ImageURL != "/api/artists/"+artist+"/cover" || !list[0].FollowedAt.Equal(now) {
		t.Errorf("%+v", list[0])
	}
	private := true
	f.must(f.UpdateProfile(ctx, ben.AccountID, people.ProfileChange{IsPrivate: &private}))
	same(t, "without who is private", names(""), []string{"DJ Ñ", "Nina"})
	if s := get(f.FollowState(ctx, ana.AccountID, people.FollowPerson, ben.AccountID))(t); s != (people.FollowState{Following: true}) {
		t.Errorf("how many follow somebody private: %+v", s)
	}
	if s := get(f.FollowState(ctx, ben.AccountID, people.FollowPerson, ben.AccountID))(t); s.Followers != 1 {
		t.Errorf("for themselves: %+v", s)
	}
	if all := get(f.FollowHistory(ctx, ana.AccountID, people.FollowRecord{}, 10))(t); len(all) != 4 || len(get(f.FollowHistory(ctx, ana.AccountID, all[2], 10))(t)) != 1 {
		t.Errorf("history: %+v", all)
	}
	f.must(f.DeleteAccount(ctx, ben.AccountID))
	if all := get(f.FollowHistory(ctx, ana.AccountID, people.FollowRecord{}, 10))(t); len(all) != 3 {
		t.Errorf("after one is gone: %+v", all)
	}
	f.must(f.Unfollow(ctx, ana.AccountID, people.FollowArtist, artist))
	f.must(f.Unfollow(ctx, ana.AccountID, people.FollowArtist, artist))
	same(t, "the rest", names(""), []string{"DJ Ñ"})
	if get(f.HasDJ(ctx, ana, "DJ Ñ"))(t) {
		t.Error("a DJ without a mix")
	}
}

func newsText(list []store.Happening) []string {
	out := []string{}
	for _, n := range list {
		out = append(out, fmt.Sprint(n.Name, " ", n.Who, " ", n.Count))
	}
	slices.Sort(out)
	return out
}

func newMusic(t *testing.T, f *fixture) {
	ctx := t.Context()
	f.scan(song("a.flac", "Dawn", by("Nina")), song("b.flac", "Noon", by("Bo")))
	ana := f.member("ana", music.Admin)
	ben := f.member("ben", music.Listener)
	tracks := f.tracks(ana)
	day := now.Truncate(24 * time.Hour)
	for _, v := range []music.Viewer{ana, ben} {
		get(f.Follow(ctx, v.AccountID, people.FollowArtist, tracks["Dawn"].ArtistID, now))(t)
	}
	if got := get(f.NewMusic(ctx, day))(t); len(got) != 0 {
		t.Errorf("what was there before is news: %+v", got)
	}
	later := now.Add(time.Minute)
	get(f.SaveScanned(ctx, f.root.ID, []music.ScannedFile{song("c.flac", "Dusk", by("Nina")), song("d.flac", "Night", by("Nina", "Bo"))}, later, false))(t)
	f.must(f.FinishScan(ctx))
	got := get(f.NewMusic(ctx, day))(t)
	same(t, "news", newsText(got), []string{"Nina  2", "Nina  2"})
	if got[0].Day != later.UnixMilli()/86_400_000 || got[0].Item != tracks["Dawn"].ArtistID {
		t.Errorf("%+v", got[0])
	}
	f.must(f.SetDisabled(ctx, ben.AccountID, now))
	same(t, "without who is disabled", newsText(get(f.NewMusic(ctx, day))(t)), []string{"Nina  2"})
	if got := get(f.NewMusic(ctx, later.Add(time.Second)))(t); len(got) != 0 {
		t.Errorf("older than asked for: %+v", got)
	}
}

func playlistNews(t *testing.T, f *fixture) {
	ctx := t.Context()
	f.scan(song("a.flac", "Dawn"))
	ana, ben, eva := f.member("ana", music.Admin), f.member("ben", music.Listener), f.member("eva", music.Listener)
	get(f.Follow(ctx, eva.AccountID, people.FollowPerson, ana.AccountID, now.Add(-time.Hour)))(t)
	p := &music.Playlist{OwnerID: ana.AccountID, Name: "Run", IsPublic: true, CreatedAt: now}
	f.must(f.CreatePlaylist(ctx, p))
	day := now.Add(-24 * time.Hour)
	if got := get(f.NewPlaylist(ctx, p.ID, day))(t); len(got) != 0 {
		t.Errorf("an empty one is news: %+v", got)
	}
	f.join(p, ana, ben, now.Add(time.Minute))
	f.put(p, f.tracks(ana)["Dawn"].ID, ben, now.Add(time.Hour))
	same(t, "additions", newsText(get(f.PlaylistAdditions(ctx, p.ID, day))(t)), []string{"Run ben 1"})
	f.put(p, f.tracks(ana)["Dawn"].ID, ana, now.Add(time.Hour))
	same(t, "of two", newsText(get(f.PlaylistAdditions(ctx, p.ID, day))(t)), []string{"Run ana 1", "Run ben 1"})
	if got := get(f.PlaylistAdditions(ctx, p.ID, now.Add(2*time.Hour)))(t); len(got) != 0 {
		t.Errorf("older than asked for: %+v", got)
	}
	same(t, "joins", newsText(get(f.PlaylistJoins(ctx, p.ID, day))(t)), []string{"Run ben 0"})
	got := get(f.NewPlaylist(ctx, p.ID, day))(t)
	if len(got) != 1 || got[0].AccountID != eva.AccountID || got[0].Who != "ana" || got[0].ActorID != ana.AccountID {
		t.Errorf("new playlist: %+v", got)
	}
	private := true
	f.must(f.UpdateProfile(ctx, ana.AccountID, people.ProfileChange{IsPrivate: &private}))
	if got := get(f.NewPlaylist(ctx, p.ID, day))(t); len(got) != 0 {
		t.Errorf("of somebody private: %+v", got)
	}
}

// join has somebody join a playlist of its owner.
func (f *fixture) join(p *music.Playlist, owner, v music.Viewer, at time.Time) {
	f.t.Helper()
	token := get(f.InvitePlaylist(f.t.Context(), owner, p.ID, music.NewID(), at))(f.t)
	_, _, err := f.JoinPlaylist(f.t.Context(), v, token, at)
	f.must(err)
}

// put has somebody add a track to a playlist.
func (f *fixture) put(p *music.Playlist, track string, v music.Viewer, at time.Time) {
	f.t.Helper()
	get(f.AddEntries(f.t.Context(), v, p.ID, music.Insertion{TrackIDs: []string{track}}, at))(f.t)
}
