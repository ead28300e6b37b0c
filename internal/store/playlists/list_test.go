package playlists_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/ifmatch"
	"sonora/internal/music"
	"sonora/internal/store/storetest"
)

func playlists(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Admin), f.Member("ben", music.Listener)
	p := music.Playlist{OwnerID: ben.AccountID, Name: " Cafe\u0301 <b> ", Description: "a\r\nb", CoverImageURL: "/api/covers/x", CreatedAt: storetest.Now}
	f.Must(f.CreatePlaylist(ctx, &p))
	want := music.Playlist{ID: p.ID, OwnerID: ben.AccountID, Name: "Café <b>", Description: "a\nb", CoverImageURL: "/api/covers/x", Kind: music.PlaylistList, CreatedAt: storetest.Now, UpdatedAt: storetest.Now}
	if diff := cmp.Diff(want, p); diff != "" || len(p.ID) != 26 {
		t.Errorf("created: %s", diff)
	}
	kept := storetest.Get(f.Playlist(ctx, ben, p.ID))(t)
	want.Seq, want.OwnerName = kept.Seq, "ben"
	if diff := cmp.Diff(&want, kept); diff != "" || want.Seq == 0 {
		t.Errorf("read: %s", diff)
	}
	// Nobody else sees a private playlist, not even the operator.
	nothing := func(p *music.Playlist) { p.Name = "Taken" }
	for _, v := range []music.Viewer{ana, {}} {
		_, err := f.Playlist(ctx, v, p.ID)
		f.Code(err, music.NotFound)
		_, err = f.ChangePlaylist(ctx, v, p.ID, storetest.Now, nothing)
		f.Code(err, music.NotFound)
		f.Code(f.DeletePlaylist(ctx, v, p.ID, storetest.Now), music.NotFound)
	}
	later := storetest.Now.Add(time.Hour)
	changed := storetest.Get(f.ChangePlaylist(ctx, ben, p.ID, later, func(p *music.Playlist) { p.IsPublic, p.Name = true, "Shown" }))(t)
	want.IsPublic, want.Name, want.UpdatedAt, want.Version = true, "Shown", later, 1
	if diff := cmp.Diff(&want, changed); diff != "" {
		t.Errorf("changed: %s", diff)
	}
	for _, v := range []music.Viewer{ana, ben, {}} {
		if diff := cmp.Diff(&want, storetest.Get(f.Playlist(ctx, v, p.ID))(t)); diff != "" {
			t.Errorf("shown: %s", diff)
		}
	}
	_, err := f.ChangePlaylist(ifmatch.With(ctx, []int64{0, 2}), ben, p.ID, storetest.Now, nothing)
	f.Code(err, music.Changed)
	f.Code(f.DeletePlaylist(ifmatch.With(ctx, []int64{}), ben, p.ID, storetest.Now), music.Changed)
	eve := f.Member("eve", music.Creator)
	_, err = f.ChangePlaylist(ifmatch.With(ctx, []int64{1}), eve, p.ID, storetest.Now, nothing)
	f.Code(err, music.Forbidden)
	_, err = f.SetPlaylistCover(ctx, eve, p.ID, "x", storetest.Now)
	f.Code(err, music.Forbidden)
	f.Code(f.DeletePlaylist(ctx, eve, p.ID, storetest.Now), music.Forbidden)
	operatorChanges(f, ana, ben)
	_, err = f.ChangePlaylist(ctx, ben, p.ID, later, func(p *music.Playlist) { p.Name = " " })
	f.Code(err, music.Invalid)
	if kept := storetest.Get(f.Playlist(ctx, ben, p.ID))(t); kept.Name != "Shown" {
		t.Errorf("refused, but saved: %+v", kept)
	}
	f.Code(f.CreatePlaylist(ctx, &music.Playlist{OwnerID: "nobody", Name: "x"}), music.NotFound)
	f.Code(f.CreatePlaylist(ctx, &music.Playlist{OwnerID: ben.AccountID}), music.Invalid)
	if list := storetest.Get(f.Playlists(ctx, ana.AccountID, music.Page{}))(t); len(list.Items) != 0 || list.Total != 0 {
		t.Errorf("ana's list has somebody else's: %+v", list)
	}
	if stats := storetest.Get(f.ListenerStats(ctx, ben, storetest.Now))(t); stats.Playlists != 1 {
		t.Errorf("ben has %d playlists", stats.Playlists)
	}
	f.Must(f.DeletePlaylist(ctx, ben, p.ID, storetest.Now))
	f.Code(f.DeletePlaylist(ctx, ben, p.ID, storetest.Now), music.NotFound)
	f.Must(f.CreatePlaylist(ctx, &music.Playlist{OwnerID: ben.AccountID, Name: "x"}))
	f.Must(f.DeleteAccount(ctx, ben.AccountID)) // deletes the playlists too
}

// operatorChanges checks that an operator can change and delete the public
// playlists of another person, and no others.
func operatorChanges(f *storetest.Fixture, operator, owner music.Viewer) {
	f.T.Helper()
	ctx := f.T.Context()
	p := music.Playlist{OwnerID: owner.AccountID, Name: "Loud", IsPublic: true, CreatedAt: storetest.Now}
	f.Must(f.CreatePlaylist(ctx, &p))
	_, err := f.InvitePlaylist(ctx, operator, p.ID, "token", storetest.Now)
	f.Code(err, music.Forbidden)
	if covered := storetest.Get(f.SetPlaylistCover(ctx, operator, p.ID, "x", storetest.Now))(f.T); covered.Cover != "x" {
		f.T.Errorf("covered: %+v", covered)
	}
	hide := func(p *music.Playlist) { p.Name, p.IsPublic = "Quiet", false }
	if hidden := storetest.Get(f.ChangePlaylist(ctx, operator, p.ID, storetest.Now, hide))(f.T); hidden.Name != "Quiet" || hidden.OwnerID != owner.AccountID {
		f.T.Errorf("changed: %+v", hidden)
	}
	f.Code(f.DeletePlaylist(ctx, operator, p.ID, storetest.Now), music.NotFound)
	storetest.Get(f.ChangePlaylist(ctx, owner, p.ID, storetest.Now, func(p *music.Playlist) { p.IsPublic = true }))(f.T)
	f.Must(f.DeletePlaylist(ctx, operator, p.ID, storetest.Now))
}

func playlistPages(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Admin), f.Member("ben", music.Listener)
	for i := range 5 {
		f.Must(f.CreatePlaylist(ctx, &music.Playlist{OwnerID: ana.AccountID, Name: strconv.Itoa(i), CreatedAt: storetest.Now}))
	}
	var seen []string
	for p := (music.Page{Limit: 2}); ; {
		list := storetest.Get(f.Playlists(ctx, ana.AccountID, p))(t)
		for _, item := range list.Items {
			seen = append(seen, item.Name)
		}
		if list.Total != 5 {
			t.Errorf("total %d", list.Total)
		}
		if p.After = list.Next; p.After == "" {
			break
		}
		f.Must(f.CreatePlaylist(ctx, &music.Playlist{OwnerID: ben.AccountID, Name: "between"}))
	}
	storetest.Same(t, "pages", seen, []string{"4", "3", "2", "1", "0"})
	_, err := f.Playlists(ctx, ana.AccountID, music.Page{After: "1eyJ"})
	f.Code(err, music.Invalid)
}
