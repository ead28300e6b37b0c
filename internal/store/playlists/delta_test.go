package playlists_test

import (
	"slices"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store/storetest"
)

func copyOf(t *testing.T, f *storetest.Fixture, v music.Viewer) *storetest.Copy[music.Playlist] {
	t.Helper()
	return storetest.NewCopy(t, func() (music.List[music.Playlist], string, error) {
		token, err := f.PlaylistsToken(t.Context(), v)
		f.Must(err)
		list, err := f.Playlists(t.Context(), v.AccountID, music.Page{})
		return list, token, err
	}, func(since string, limit int) (music.Delta[music.Playlist], error) {
		return f.PlaylistChanges(t.Context(), v, since, limit)
	}, func(p *music.Playlist) string { return p.ID })
}

func playlistChanges(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben, cat := f.Member("ana", music.Admin), f.Member("ben", music.Listener), f.Member("cat", music.Listener)
	f.Scan(storetest.Song("1", "1"), storetest.Song("2", "2"))
	tracks := f.TracksByTitle(ana)
	add := func(v music.Viewer, p *music.Playlist) {
		storetest.Get(f.AddEntries(ctx, v, p.ID, music.Insertion{TrackIDs: []string{tracks["1"].ID, tracks["2"].ID}}, storetest.Now))(t)
	}
	create := func(owner music.Viewer, p music.Playlist) *music.Playlist {
		p.OwnerID, p.CreatedAt = owner.AccountID, storetest.Now
		f.Must(f.CreatePlaylist(ctx, &p))
		return &p
	}
	copies := map[string]*storetest.Copy[music.Playlist]{"ana": copyOf(t, f, ana), "ben": copyOf(t, f, ben), "cat": copyOf(t, f, cat)}
	// update brings the copies up to date. These viewers have to be told that the
	// playlist is gone, and no others.
	update := func(what string, p *music.Playlist, removed ...string) {
		t.Helper()
		for who, one := range copies {
			one.Update(t, what+", "+who, 1)
			if told := slices.Contains(one.Removed, p.ID); told != slices.Contains(removed, who) {
				t.Errorf("%s: %s was told that it is gone: %v", what, who, told)
			}
		}
	}

	first, second := create(ben, music.Playlist{Name: "First"}), create(ben, music.Playlist{Name: "Second", IsPublic: true})
	smart := create(ben, music.Playlist{Name: "Smart", Kind: music.PlaylistSmart, Rules: &music.SmartRules{Match: "all"}})
	create(ana, music.Playlist{Name: "Another"})
	update("created", first)
	add(ben, second)
	f.Must(f.NotePlaylistSize(ctx, smart, 0))
	update("tracks", second)
	storetest.Get(f.ChangePlaylist(ctx, ben, first.ID, storetest.Now.Add(time.Hour), func(p *music.Playlist) { p.Name = "Renamed" }))(t)
	storetest.Get(f.SetPlaylistCover(ctx, ben, second.ID, "hash", storetest.Now))(t)
	update("renamed, with a picture", first)
	link := storetest.Get(f.InvitePlaylist(ctx, ben, first.ID, "link", storetest.Now))(t)
	_, _, err := f.JoinPlaylist(ctx, cat, link, storetest.Now)
	f.Must(err)
	update("joined", first)
	add(cat, first)
	update("tracks of a member", first)
	name, private := "Benjamin", true
	f.Must(f.UpdateProfile(ctx, ben.AccountID, people.ProfileChange{FirstName: &name}))
	update("another name", first)
	f.Must(f.UpdateProfile(ctx, ben.AccountID, people.ProfileChange{IsPrivate: &private}))
	update("private", first)
	f.Must(f.UninvitePlaylist(ctx, ben, first.ID, storetest.Now))
	storetest.Get(f.RemovePlaylistMember(ctx, ben, first.ID, cat.AccountID))(t)
	update("member removed", first, "cat")
	f.Must(f.DeletePlaylist(ctx, ben, first.ID, storetest.Now))
	update("deleted", first, "ben")

	link = storetest.Get(f.InvitePlaylist(ctx, ben, second.ID, "other", storetest.Now))(t)
	_, _, err = f.JoinPlaylist(ctx, cat, link, storetest.Now)
	f.Must(err)
	storetest.Get(f.MarkMissing(ctx, []string{tracks["1"].ID}, storetest.Now))(t)
	storetest.Get(f.PurgeMissing(ctx))(t)
	update("a track is gone", second)
	delete(copies, "ben")
	f.Must(f.DeleteAccount(ctx, ben.AccountID))
	update("the owner left", second, "cat")
}
