package listening_test

import (
	"slices"
	"testing"
	"time"

	"sonora/internal/discovery"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store/storetest"
)

// albumsOf returns the titles of albums in an order.
func albumsOf(t *testing.T, f *storetest.Fixture, v music.Viewer, sort music.AlbumSort) []string {
	t.Helper()
	var titles []string
	for _, a := range storetest.Get(f.Albums(t.Context(), v, music.AlbumFilter{Sort: sort}, music.Page{}))(t).Items {
		titles = append(titles, a.Title)
	}
	return titles
}

// onAlbum returns a song of an album.
func onAlbum(key uint64, title, album, artist string) music.ScannedFile {
	file := storetest.Song(title, title)
	file.Audio.AudioKey = key
	file.Audio.Tags.Album, file.Audio.Tags.Artists, file.Audio.Tags.AlbumArtists = album, []string{artist}, []string{artist}
	return file
}

func favourites(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Admin), f.Member("ben", music.Listener)
	f.Scan(onAlbum(1, "One", "Alpha", "Ada"), onAlbum(2, "Two", "Beta", "Ben"), onAlbum(3, "Three", "Gamma", "Ada"))
	ids := map[string]string{}
	for _, a := range storetest.Get(f.Albums(ctx, ana, music.AlbumFilter{}, music.Page{}))(t).Items {
		ids[a.Title] = a.ID
	}
	f.Must(f.LikeItems(ctx, ana, people.LikedAlbum, []string{ids["Alpha"], "none"}, storetest.Now))
	f.Must(f.LikeItems(ctx, ana, people.LikedAlbum, []string{ids["Gamma"]}, storetest.Now.Add(time.Second)))
	f.Must(f.LikeItems(ctx, ana, people.LikedAlbum, []string{ids["Alpha"]}, storetest.Now.Add(time.Hour))) // keeps the first time
	f.Must(f.RateItem(ctx, ana, people.LikedAlbum, ids["Beta"], 5))
	f.Must(f.RateItem(ctx, ana, people.LikedAlbum, ids["Alpha"], 2))
	storetest.Same(t, "liked", albumsOf(t, f, ana, discovery.AlbumsLiked), []string{"Gamma", "Alpha"})
	storetest.Same(t, "rated", albumsOf(t, f, ana, discovery.AlbumsByRating), []string{"Beta", "Alpha"})
	storetest.Same(t, "of somebody else", albumsOf(t, f, ben, discovery.AlbumsLiked), nil)
	marks := storetest.Get(f.Favourites(ctx, ana.AccountID, people.LikedAlbum, []string{ids["Alpha"], ids["Beta"]}))(t)
	if a := marks[ids["Alpha"]]; !a.LikedAt.Equal(storetest.Now) || a.Stars != 2 || !marks[ids["Beta"]].LikedAt.IsZero() || len(marks) != 2 {
		t.Errorf("favourites: %+v", marks)
	}
	f.Must(f.LikeItems(ctx, ana, people.LikedAlbum, []string{ids["Alpha"]}, time.Time{}))
	storetest.Same(t, "not liked any more", albumsOf(t, f, ana, discovery.AlbumsLiked), []string{"Gamma"})
	artist := storetest.Get(f.ArtistNamed(ctx, ana, "ADA"))(t)
	f.Must(f.LikeItems(ctx, ana, people.LikedArtist, []string{artist}, storetest.Now))
	if liked := storetest.Get(f.LikedArtists(ctx, ana, 10))(t); len(liked) != 1 || liked[0].Name != "Ada" {
		t.Errorf("artists: %+v", liked)
	}
	f.Code(f.LikeItems(ctx, ana, people.LikedArtist, []string{ids["Alpha"]}, storetest.Now), music.NotFound)
	f.Code(f.RateItem(ctx, ana, people.LikedAlbum, "none", 3), music.NotFound)
	f.Code(f.RateItem(ctx, ana, people.LikedAlbum, ids["Alpha"], 6), music.Invalid)
	if random := albumsOf(t, f, ana, discovery.AlbumsRandom); len(random) != 3 || !slices.Contains(random, "Alpha") {
		t.Errorf("random: %v", random)
	}
	all, letters, err := f.AllArtists(ctx, ana, nil)
	if err != nil || len(all) != 2 || len(letters) != 2 {
		t.Errorf("artists: %+v, %+v, %v", all, letters, err)
	}
}

func heardAlbums(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Listener)
	f.Scan(onAlbum(1, "One", "Alpha", "Ada"), onAlbum(2, "Two", "Beta", "Ben"), onAlbum(3, "Three", "Gamma", "Ada"))
	all := f.TracksByTitle(ana)
	for i, title := range []string{"One", "Two", "One"} {
		at := storetest.Now.Add(time.Duration(i) * time.Hour)
		storetest.Get(f.AddPlay(ctx, ana, music.Play{ID: music.NewID(), AccountID: ana.AccountID, TrackID: all[title].ID, StartedAt: at, Listened: time.Minute}, 0))(t)
	}
	storetest.Same(t, "heard", albumsOf(t, f, ana, discovery.AlbumsHeard), []string{"Alpha", "Beta"})
	storetest.Same(t, "played", albumsOf(t, f, ana, discovery.AlbumsByPlays), []string{"Alpha", "Beta"})
	changed := storetest.Get(f.LikeAll(ctx, ana, []string{all["One"].ID, all["Two"].ID, "none"}, true, storetest.Now))(t)
	if len(changed) != 2 || !f.TracksByTitle(ana)["Two"].LikedAt.Equal(storetest.Now) {
		t.Errorf("liked: %v", changed)
	}
	if changed := storetest.Get(f.LikeAll(ctx, ana, []string{all["One"].ID, all["Three"].ID}, false, storetest.Now))(t); len(changed) != 1 || changed[0] != all["One"].ID {
		t.Errorf("not liked any more: %v", changed)
	}
	if tracks := storetest.Get(f.RandomTracks(ctx, ana, music.TrackFilter{}, 2))(t); len(tracks) != 2 || tracks[0].ID == tracks[1].ID {
		t.Errorf("random: %v", storetest.Titles(tracks))
	}
}
