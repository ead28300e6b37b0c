package listening_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store"
	"sonora/internal/store/storetest"
)

func follows(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Scan(storetest.Song("a.flac", "Dawn", storetest.By("Nina")))
	ana, ben := f.Member("ana", music.Admin), f.Member("ben", music.Listener)
	artist := f.TracksByTitle(ana)["Dawn"].ArtistID
	follow := func(kind people.FollowKind, item string) bool {
		return storetest.Get(f.Follow(ctx, ana.AccountID, kind, item, storetest.Now))(t)
	}
	if !follow(people.FollowArtist, artist) || follow(people.FollowArtist, artist) || !follow(people.FollowPerson, ben.AccountID) || !follow(people.FollowDJ, "DJ Ñ") || !follow(people.FollowStation, "gone") {
		t.Error("what is new")
	}
	if s := storetest.Get(f.FollowState(ctx, ana.AccountID, people.FollowArtist, artist))(t); s != (people.FollowState{Following: true, Followers: 1}) {
		t.Errorf("%+v", s)
	}
	if s := storetest.Get(f.FollowState(ctx, ben.AccountID, people.FollowArtist, artist))(t); s != (people.FollowState{Followers: 1}) {
		t.Errorf("%+v", s)
	}
	names := func(kind people.FollowKind) []string {
		out := []string{}
		for _, f := range storetest.Get(f.Follows(ctx, ana.AccountID, kind, music.Page{}))(t).Items {
			out = append(out, f.Name)
		}
		return out
	}
	storetest.Same(t, "all", names(""), []string{"DJ Ñ", "ben", "Nina"})
	storetest.Same(t, "artists", names(people.FollowArtist), []string{"Nina"})
	list := storetest.Get(f.Follows(ctx, ana.AccountID, people.FollowArtist, music.Page{}))(t).Items
	if list[0].Item != artist || list[0].ImageURL != "/api/artists/"+artist+"/cover" || !list[0].FollowedAt.Equal(storetest.Now) {
		t.Errorf("%+v", list[0])
	}
	private := true
	f.Must(f.UpdateProfile(ctx, ben.AccountID, people.ProfileChange{IsPrivate: &private}))
	storetest.Same(t, "without who is private", names(""), []string{"DJ Ñ", "Nina"})
	if s := storetest.Get(f.FollowState(ctx, ana.AccountID, people.FollowPerson, ben.AccountID))(t); s != (people.FollowState{Following: true}) {
		t.Errorf("how many follow somebody private: %+v", s)
	}
	if s := storetest.Get(f.FollowState(ctx, ben.AccountID, people.FollowPerson, ben.AccountID))(t); s.Followers != 1 {
		t.Errorf("for themselves: %+v", s)
	}
	if all := storetest.Get(f.FollowHistory(ctx, ana.AccountID, people.FollowRecord{}, 10))(t); len(all) != 4 || len(storetest.Get(f.FollowHistory(ctx, ana.AccountID, all[2], 10))(t)) != 1 {
		t.Errorf("history: %+v", all)
	}
	f.Must(f.DeleteAccount(ctx, ben.AccountID))
	if all := storetest.Get(f.FollowHistory(ctx, ana.AccountID, people.FollowRecord{}, 10))(t); len(all) != 3 {
		t.Errorf("after one is gone: %+v", all)
	}
	f.Must(f.Unfollow(ctx, ana.AccountID, people.FollowArtist, artist))
	f.Must(f.Unfollow(ctx, ana.AccountID, people.FollowArtist, artist))
	storetest.Same(t, "the rest", names(""), []string{"DJ Ñ"})
	if storetest.Get(f.HasDJ(ctx, ana, "DJ Ñ"))(t) {
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

func newMusic(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Scan(storetest.Song("a.flac", "Dawn", storetest.By("Nina")), storetest.Song("b.flac", "Noon", storetest.By("Bo")))
	ana := f.Member("ana", music.Admin)
	ben := f.Member("ben", music.Listener)
	tracks := f.TracksByTitle(ana)
	day := storetest.Now.Truncate(24 * time.Hour)
	for _, v := range []music.Viewer{ana, ben} {
		storetest.Get(f.Follow(ctx, v.AccountID, people.FollowArtist, tracks["Dawn"].ArtistID, storetest.Now))(t)
	}
	if got := storetest.Get(f.NewMusic(ctx, day))(t); len(got) != 0 {
		t.Errorf("what was there before is news: %+v", got)
	}
	later := storetest.Now.Add(time.Minute)
	storetest.Get(f.SaveScanned(ctx, f.Root.ID, []music.ScannedFile{storetest.Song("c.flac", "Dusk", storetest.By("Nina")), storetest.Song("d.flac", "Night", storetest.By("Nina", "Bo"))}, later, false))(t)
	f.Must(f.FinishScan(ctx))
	got := storetest.Get(f.NewMusic(ctx, day))(t)
	storetest.Same(t, "news", newsText(got), []string{"Nina  2", "Nina  2"})
	if got[0].Day != later.UnixMilli()/86_400_000 || got[0].Item != tracks["Dawn"].ArtistID {
		t.Errorf("%+v", got[0])
	}
	f.Must(f.SetDisabled(ctx, ben.AccountID, storetest.Now))
	storetest.Same(t, "without who is disabled", newsText(storetest.Get(f.NewMusic(ctx, day))(t)), []string{"Nina  2"})
	if got := storetest.Get(f.NewMusic(ctx, later.Add(time.Second)))(t); len(got) != 0 {
		t.Errorf("older than asked for: %+v", got)
	}
}

func playlistNews(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Scan(storetest.Song("a.flac", "Dawn"))
	ana, ben, eva := f.Member("ana", music.Admin), f.Member("ben", music.Listener), f.Member("eva", music.Listener)
	storetest.Get(f.Follow(ctx, eva.AccountID, people.FollowPerson, ana.AccountID, storetest.Now.Add(-time.Hour)))(t)
	p := &music.Playlist{OwnerID: ana.AccountID, Name: "Run", IsPublic: true, CreatedAt: storetest.Now}
	f.Must(f.CreatePlaylist(ctx, p))
	day := storetest.Now.Add(-24 * time.Hour)
	if got := storetest.Get(f.NewPlaylist(ctx, p.ID, day))(t); len(got) != 0 {
		t.Errorf("an empty one is news: %+v", got)
	}
	join(f, p, ana, ben, storetest.Now.Add(time.Minute))
	put(f, p, f.TracksByTitle(ana)["Dawn"].ID, ben, storetest.Now.Add(time.Hour))
	storetest.Same(t, "additions", newsText(storetest.Get(f.PlaylistAdditions(ctx, p.ID, day))(t)), []string{"Run ben 1"})
	put(f, p, f.TracksByTitle(ana)["Dawn"].ID, ana, storetest.Now.Add(time.Hour))
	storetest.Same(t, "of two", newsText(storetest.Get(f.PlaylistAdditions(ctx, p.ID, day))(t)), []string{"Run ana 1", "Run ben 1"})
	if got := storetest.Get(f.PlaylistAdditions(ctx, p.ID, storetest.Now.Add(2*time.Hour)))(t); len(got) != 0 {
		t.Errorf("older than asked for: %+v", got)
	}
	storetest.Same(t, "joins", newsText(storetest.Get(f.PlaylistJoins(ctx, p.ID, day))(t)), []string{"Run ben 0"})
	got := storetest.Get(f.NewPlaylist(ctx, p.ID, day))(t)
	if len(got) != 1 || got[0].AccountID != eva.AccountID || got[0].Who != "ana" || got[0].ActorID != ana.AccountID {
		t.Errorf("new playlist: %+v", got)
	}
	private := true
	f.Must(f.UpdateProfile(ctx, ana.AccountID, people.ProfileChange{IsPrivate: &private}))
	if got := storetest.Get(f.NewPlaylist(ctx, p.ID, day))(t); len(got) != 0 {
		t.Errorf("of somebody private: %+v", got)
	}
}

// join adds a member to a playlist.
func join(f *storetest.Fixture, p *music.Playlist, owner, v music.Viewer, at time.Time) {
	f.T.Helper()
	token := storetest.Get(f.InvitePlaylist(f.T.Context(), owner, p.ID, music.NewID(), at))(f.T)
	_, _, err := f.JoinPlaylist(f.T.Context(), v, token, at)
	f.Must(err)
}

// put adds a track to a playlist.
func put(f *storetest.Fixture, p *music.Playlist, track string, v music.Viewer, at time.Time) {
	f.T.Helper()
	storetest.Get(f.AddEntries(f.T.Context(), v, p.ID, music.Insertion{TrackIDs: []string{track}}, at))(f.T)
}
