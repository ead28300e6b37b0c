package catalogue_test

import (
	"fmt"
	"slices"
	"testing"

	"sonora/internal/intake"
	"sonora/internal/music"
	"sonora/internal/store/storetest"
)

// many scans a library of n songs.
func many(f *storetest.Fixture, n int) {
	files := make([]music.ScannedFile, n)
	for i := range files {
		files[i] = storetest.Song(fmt.Sprintf("%d/%d.flac", i%40, i), fmt.Sprintf("%c %d", 'A'+(i*7)%26, i), storetest.On(fmt.Sprintf("Album %d", i%40)),
			storetest.Number(1, i%12), storetest.Tags(func(g *music.Tags) { g.Year = 1950 + i%70 }))
	}
	f.Scan(files...)
}

func places(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Admin)
	many(f, 2300)
	for _, sort := range []music.TrackSort{
		music.TracksNewest, music.TracksByTitle, music.TracksByTitleDown, music.TracksByAlbum, music.TracksByAlbumDown, music.TracksByAddedDown, music.TracksByYear,
		music.TracksByYearDown, music.TracksByDuration, music.TracksByPlaysDown, music.TracksByRatingDown, music.TracksByTempo, music.TracksRandom,
	} {
		filter := music.TrackFilter{Sort: sort, Seed: 7}
		var all []string
		for at := 0; ; {
			l := storetest.Get(f.Tracks(ctx, ana, filter, music.Page{At: at, Limit: 900}))(t)
			all = append(all, storetest.IDs(l.Items, func(t music.Track) string { return t.ID })...)
			if at += len(l.Items); l.Total != 2300 || len(l.Items) == 0 || at == l.Total {
				break
			}
		}
		if seen := slices.Compact(slices.Sorted(slices.Values(all))); len(seen) != 2300 {
			t.Errorf("by %s: %d different tracks on the pages", sort, len(seen))
			continue
		}
		for _, at := range []int{0, 1, 499, 1000, 1001, 1499, 1500, 1777, 2000, 2299} {
			l := storetest.Get(f.Tracks(ctx, ana, filter, music.Page{At: at, Limit: 10}))(t)
			storetest.Same(t, fmt.Sprintf("by %s from %d", sort, at), storetest.IDs(l.Items, func(t music.Track) string { return t.ID }), all[at:min(at+10, 2300)])
		}
		if l := storetest.Get(f.Tracks(ctx, ana, filter, music.Page{At: 5000}))(t); len(l.Items) != 0 || l.Total != 2300 {
			t.Errorf("by %s: %d items behind the end", sort, len(l.Items))
		}
	}
	if l := storetest.Get(f.Albums(ctx, ana, music.AlbumFilter{Sort: music.AlbumsByTitle}, music.Page{At: 39, Limit: 5}))(t); len(l.Items) != 1 {
		t.Errorf("last album: %+v", l)
	}
	if l := storetest.Get(f.Artists(ctx, ana, music.Page{At: 1}))(t); len(l.Items) != 0 || l.Total != 1 {
		t.Errorf("behind the last artist: %+v", l)
	}
}

func randomOrder(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Listener)
	many(f, 60)
	order := func(filter music.TrackFilter) []string {
		filter.Sort = music.TracksRandom
		return storetest.Titles(storetest.Get(f.Tracks(ctx, ana, filter, music.Page{}))(t).Items)
	}
	first := order(music.TrackFilter{Seed: 1})
	storetest.Same(t, "the same seed", order(music.TrackFilter{Seed: 1}), first)
	if slices.Equal(first, order(music.TrackFilter{Seed: 2})) {
		t.Error("another seed gives the same order")
	}
	f.Scan(storetest.Song("new.flac", "New"))
	with := order(music.TrackFilter{Seed: 1})
	storetest.Same(t, "the others stay in order", slices.DeleteFunc(with, func(title string) bool { return title == "New" }), first)
	of := order(music.TrackFilter{Seed: 1, YearFrom: 1950, YearTo: 1959})
	storetest.Same(t, "a part of it", of, slices.DeleteFunc(slices.Clone(first), func(title string) bool { return !slices.Contains(of, title) }))
	for _, track := range storetest.Get(f.Tracks(ctx, ana, music.TrackFilter{}, music.Page{Limit: 9}))(t).Items {
		storetest.Get(f.Like(ctx, ana, track.ID, storetest.Now))(t)
	}
	if liked := order(music.TrackFilter{Seed: 3, Liked: true}); len(liked) != 9 {
		t.Errorf("liked at random: %q", liked)
	}
	_, err := f.Tracks(ctx, ana, music.TrackFilter{Sort: music.TracksRandom}, music.Page{After: "1eyJ"})
	f.Code(err, music.Invalid)
}

func madeByAI(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Creator), f.Member("ben", music.Listener)
	f.Scan(storetest.Song("Band.flac", "Band"))
	ids := map[string]string{}
	for _, title := range []string{"One", "Two", "Three"} {
		ids[title] = f.Keep(f.AddUpload(ana, title, true), func(file *intake.File) { file.IsAI = true })
	}
	list := func(filter music.TrackFilter) []string {
		l := storetest.Get(f.Tracks(ctx, ben, filter, music.Page{}))(t)
		if l.Total != len(l.Items) {
			t.Errorf("%d of %d", len(l.Items), l.Total)
		}
		return storetest.Titles(l.Items)
	}
	storetest.Same(t, "made by AI", list(music.TrackFilter{IsAI: true}), []string{"Three", "Two", "One"})
	for _, like := range []struct {
		by    music.Viewer
		title string
	}{{ana, "One"}, {ben, "One"}, {ana, "Two"}} {
		storetest.Get(f.Like(ctx, like.by, ids[like.title], storetest.Now))(t)
	}
	storetest.Same(t, "by likes", list(music.TrackFilter{IsAI: true, Sort: "-likes"}), []string{"One", "Two", "Three"})
	storetest.Same(t, "all by likes", list(music.TrackFilter{Sort: "-likes"}), []string{"One", "Two", "Three", "Band"})
	set := f.AddUpload(ana, "Set", true)
	seq := storetest.Get(f.Track(ctx, ana, f.Keep(set)))(t).Seq
	f.Must(f.CreateMix(ctx, &music.Mix{OwnerID: ana.AccountID, Title: "Set", Format: music.MixFormats[0], AudioURL: intake.MediaAudio + set.ID + ".mp3", CreatedAt: storetest.Now}))
	storetest.Same(t, "with a mix", list(music.TrackFilter{}), []string{"Set", "Three", "Two", "One", "Band"})
	storetest.Same(t, "without mixes", list(music.TrackFilter{WithoutMixes: true}), []string{"Three", "Two", "One", "Band"})
	storetest.Same(t, "songs in order", storetest.Titles(storetest.Get(f.SongsInOrder(ctx, ben, []int64{seq, seq - 1}))(t)), []string{"Three"})
}

func letters(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Listener)
	if l := storetest.Get(f.TrackLetters(ctx, ana, music.TrackFilter{Sort: music.TracksByTitle}))(t); len(l) != 0 {
		t.Errorf("of nothing: %v", l)
	}
	f.Scan(storetest.Song("1", "99 Balloons", storetest.By("The Ana")), storetest.Song("2", "apple", storetest.By("Бен")), storetest.Song("3", "Éclair", storetest.By("Cat")), storetest.Song("4", "The East", storetest.By("Cat")), storetest.Song("5", "東京"), storetest.Song("6", "+"))
	text := func(letters []music.Letter) (out []string) {
		for _, l := range letters {
			out = append(out, fmt.Sprintf("%s%d", l.Letter, l.At))
		}
		return out
	}
	storetest.Same(t, "titles", text(storetest.Get(f.TrackLetters(ctx, ana, music.TrackFilter{Sort: music.TracksByTitle}))(t)), []string{"#0", "A2", "E3", "東5"})
	storetest.Same(t, "titles, falling", text(storetest.Get(f.TrackLetters(ctx, ana, music.TrackFilter{Sort: music.TracksByTitleDown}))(t)), []string{"東0", "E1", "A3", "#4"})
	storetest.Same(t, "artists", text(storetest.Get(f.ArtistLetters(ctx, ana))(t)), []string{"A0", "C1", "N2", "Б3"})
	storetest.Same(t, "albums", text(storetest.Get(f.AlbumLetters(ctx, ana, music.AlbumFilter{Sort: music.AlbumsByTitle}))(t)), []string{"D0"})
	storetest.Same(t, "no names", text(storetest.Get(f.TrackLetters(ctx, ana, music.TrackFilter{Sort: music.TracksByYear}))(t)), nil)
	storetest.Same(t, "for a visitor", text(storetest.Get(f.TrackLetters(ctx, music.Viewer{}, music.TrackFilter{Sort: music.TracksByTitle}))(t)), nil)
	_, err := f.AlbumLetters(ctx, ana, music.AlbumFilter{Sort: "size"})
	f.Code(err, music.Invalid)
}

func libraryFolders(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Listener)
	f.Scan(storetest.Song("top.flac", "Top"), storetest.Song("Rock/A/1.flac", "One"), storetest.Song("Rock/A/2.flac", "Two"), storetest.Song("Rock/b/3.flac", "Three"), storetest.Song("Rock 2/4.flac", "Four", storetest.By("Ben")), storetest.Song("\xff/5.flac", "Five"))
	top := storetest.Get(f.Folder(ctx, ana, nil))(t)
	if top.Name != "music" || top.Tracks != 6 || len(top.Folders) != 3 || top.IsTop {
		t.Fatalf("top: %+v", top)
	}
	names := func(c *music.FolderContent) (out []string) {
		for _, f := range c.Folders {
			out = append(out, fmt.Sprintf("%s %d", f.Path, f.Tracks))
		}
		return out
	}
	rock := music.FolderRef{Root: top.Root, Path: "Rock"}
	storetest.Same(t, "in Rock", names(storetest.Get(f.Folder(ctx, ana, &rock))(t)), []string{"Rock/A 2", "Rock/b 1"})
	in := func(path string, deep bool) []string {
		l := storetest.Get(f.Tracks(ctx, ana, music.TrackFilter{Folder: &music.FolderRef{Root: top.Root, Path: path}, Deep: deep, Sort: music.TracksByTitle}, music.Page{}))(t)
		return storetest.Titles(l.Items)
	}
	storetest.Same(t, "directly", in("Rock", false), []string{})
	storetest.Same(t, "deep", in("Rock", true), []string{"One", "Three", "Two"})
	storetest.Same(t, "at the top", in("", false), []string{"Top"})
	storetest.Same(t, "odd bytes", in("\xff", true), []string{"Five"})
	if all := in("", true); len(all) != 6 {
		t.Errorf("everything: %q", all)
	}
	by := func(path string) (artists []string) {
		all, _, err := f.AllArtists(ctx, ana, &music.FolderRef{Root: top.Root, Path: path})
		for i := range all {
			artists = append(artists, all[i].Name)
		}
		if err != nil {
			t.Fatal(err)
		}
		return artists
	}
	storetest.Same(t, "artists in Rock", by("Rock"), []string{"Nina"})
	storetest.Same(t, "artists in Rock 2", by("Rock 2"), []string{"Ben"})
	storetest.Same(t, "artists of everything", by(""), []string{"Ben", "Nina"})
	for _, v := range []music.Viewer{{}, ana} {
		_, err := f.Folder(ctx, v, &music.FolderRef{Root: top.Root, Path: "None"})
		f.Code(err, music.NotFound)
	}
	if nothing := storetest.Get(f.Folder(ctx, music.Viewer{}, nil))(t); len(nothing.Folders) != 0 || !nothing.IsTop {
		t.Errorf("for a visitor: %+v", nothing)
	}
}

func years(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Listener)
	in := func(year int) func(*music.ScannedFile) { return storetest.Tags(func(g *music.Tags) { g.Year = year }) }
	f.Scan(storetest.Song("1", "Old", storetest.On("A"), in(1971)), storetest.Song("2", "New", storetest.On("B"), in(2020)), storetest.Song("3", "Newer", storetest.On("C"), in(2020)), storetest.Song("4", "None", storetest.On("D"), in(0)))
	if got := fmt.Sprint(storetest.Get(f.Years(ctx, ana))(t)); got != "[{2020 2 2} {1971 1 1}]" {
		t.Errorf("years %s", got)
	}
	list := func(filter music.TrackFilter) []string {
		return storetest.Titles(storetest.Get(f.Tracks(ctx, ana, filter, music.Page{}))(t).Items)
	}
	storetest.Same(t, "from", list(music.TrackFilter{YearFrom: 1972}), []string{"Newer", "New"})
	storetest.Same(t, "to", list(music.TrackFilter{YearTo: 2019}), []string{"Old"})
	storetest.Same(t, "rising", list(music.TrackFilter{Sort: music.TracksByYear}), []string{"Old", "New", "Newer", "None"})
	storetest.Same(t, "falling", list(music.TrackFilter{Sort: music.TracksByYearDown}), []string{"Newer", "New", "Old", "None"})
	if l := storetest.Get(f.Albums(ctx, ana, music.AlbumFilter{YearFrom: 1970, YearTo: 1980}, music.Page{}))(t); len(l.Items) != 1 || l.Items[0].Title != "A" {
		t.Errorf("albums of the seventies: %+v", l)
	}
}
