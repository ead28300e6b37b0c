package storetest

import (
	"fmt"
	"slices"
	"testing"

	"sonora/internal/music"
)

// many scans a library of so many songs.
func (f *fixture) many(n int) {
	files := make([]music.ScannedFile, n)
	for i := range files {
		files[i] = song(fmt.Sprintf("%d/%d.flac", i%40, i), fmt.Sprintf("%c %d", 'A'+(i*7)%26, i), on(fmt.Sprintf("Album %d", i%40)),
			number(1, i%12), tags(func(g *music.Tags) { g.Year = 1950 + i%70 }))
	}
	f.scan(files...)
}

func places(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana := f.member("ana", music.Admin)
	f.many(2300)
	for _, sort := range []music.TrackSort{
		music.TracksNewest, music.TracksByTitle, music.TracksByTitleDown, music.TracksByAlbum, music.TracksByAlbumDown, music.TracksByAddedDown, music.TracksByYear,
		music.TracksByYearDown, music.TracksByDuration, music.TracksByPlaysDown, music.TracksByRatingDown, music.TracksByTempo, music.TracksRandom,
	} {
		filter := music.TrackFilter{Sort: sort, Seed: 7}
		var all []string
		for at := 0; ; {
			l := get(f.Tracks(ctx, ana, filter, music.Page{At: at, Limit: 900}))(t)
			all = append(all, ids(l.Items, func(t music.Track) string { return t.ID })...)
			if at += len(l.Items); l.Total != 2300 || len(l.Items) == 0 || at == l.Total {
				break
			}
		}
		if seen := slices.Compact(slices.Sorted(slices.Values(all))); len(seen) != 2300 {
			t.Errorf("by %s: %d different tracks on the pages", sort, len(seen))
			continue
		}
		for _, at := range []int{0, 1, 499, 1000, 1001, 1499, 1500, 1777, 2000, 2299} {
			l := get(f.Tracks(ctx, ana, filter, music.Page{At: at, Limit: 10}))(t)
			same(t, fmt.Sprintf("by %s from %d", sort, at), ids(l.Items, func(t music.Track) string { return t.ID }), all[at:min(at+10, 2300)])
		}
		if l := get(f.Tracks(ctx, ana, filter, music.Page{At: 5000}))(t); len(l.Items) != 0 || l.Total != 2300 {
			t.Errorf("by %s: %d items behind the end", sort, len(l.Items))
		}
	}
	if l := get(f.Albums(ctx, ana, music.AlbumFilter{Sort: music.AlbumsByTitle}, music.Page{At: 39, Limit: 5}))(t); len(l.Items) != 1 {
		t.Errorf("last album: %+v", l)
	}
	if l := get(f.Artists(ctx, ana, music.Page{At: 1}))(t); len(l.Items) != 0 || l.Total != 1 {
		t.Errorf("behind the last artist: %+v", l)
	}
}

func randomOrder(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana := f.member("ana", music.Listener)
	f.many(60)
	order := func(filter music.TrackFilter) []string {
		filter.Sort = music.TracksRandom
		return titles(get(f.Tracks(ctx, ana, filter, music.Page{}))(t).Items)
	}
	first := order(music.TrackFilter{Seed: 1})
	same(t, "the same seed", order(music.TrackFilter{Seed: 1}), first)
	if slices.Equal(first, order(music.TrackFilter{Seed: 2})) {
		t.Error("another seed gives the same order")
	}
	f.scan(song("new.flac", "New"))
	with := order(music.TrackFilter{Seed: 1})
	same(t, "the others stay in order", slices.DeleteFunc(with, func(title string) bool { return title == "New" }), first)
	of := order(music.TrackFilter{Seed: 1, YearFrom: 1950, YearTo: 1959})
	same(t, "a part of it", of, slices.DeleteFunc(slices.Clone(first), func(title string) bool { return !slices.Contains(of, title) }))
	for _, track := range get(f.Tracks(ctx, ana, music.TrackFilter{}, music.Page{Limit: 9}))(t).Items {
		get(f.Like(ctx, ana, track.ID, now))(t)
	}
	if liked := order(music.TrackFilter{Seed: 3, Liked: true}); len(liked) != 9 {
		t.Errorf("liked at random: %q", liked)
	}
	_, err := f.Tracks(ctx, ana, music.TrackFilter{Sort: music.TracksRandom}, music.Page{After: "1eyJ"})
	f.code(err, music.Invalid)
}

func letters(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana := f.member("ana", music.Listener)
	if l := get(f.TrackLetters(ctx, ana, music.TrackFilter{Sort: music.TracksByTitle}))(t); len(l) != 0 {
		t.Errorf("of nothing: %v", l)
	}
	f.scan(song("1", "99 Balloons", by("The Ana")), song("2", "apple", by("Бен")), song("3", "Éclair", by("Cat")), song("4", "The East", by("Cat")), song("5", "東京"), song("6", "+"))
	text := func(letters []music.Letter) (out []string) {
		for _, l := range letters {
			out = append(out, fmt.Sprintf("%s%d", l.Letter, l.At))
		}
		return out
	}
	same(t, "titles", text(get(f.TrackLetters(ctx, ana, music.TrackFilter{Sort: music.TracksByTitle}))(t)), []string{"#0", "A2", "E3", "東5"})
	same(t, "titles, falling", text(get(f.TrackLetters(ctx, ana, music.TrackFilter{Sort: music.TracksByTitleDown}))(t)), []string{"東0", "E1", "A3", "#4"})
	same(t, "artists", text(get(f.ArtistLetters(ctx, ana))(t)), []string{"A0", "C1", "N2", "Б3"})
	same(t, "albums", text(get(f.AlbumLetters(ctx, ana, music.AlbumFilter{Sort: music.AlbumsByTitle}))(t)), []string{"D0"})
	same(t, "no names", text(get(f.TrackLetters(ctx, ana, music.TrackFilter{Sort: music.TracksByYear}))(t)), nil)
	same(t, "for a visitor", text(get(f.TrackLetters(ctx, music.Viewer{}, music.TrackFilter{Sort: music.TracksByTitle}))(t)), nil)
	_, err := f.AlbumLetters(ctx, ana, music.AlbumFilter{Sort: "size"})
	f.code(err, music.Invalid)
}

func libraryFolders(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana := f.member("ana", music.Listener)
	f.scan(song("top.flac", "Top"), song("Rock/A/1.flac", "One"), song("Rock/A/2.flac", "Two"), song("Rock/b/3.flac", "Three"), song("Rock 2/4.flac", "Four"), song("\xff/5.flac", "Five"))
	top := get(f.Folder(ctx, ana, nil))(t)
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
	same(t, "in Rock", names(get(f.Folder(ctx, ana, &rock))(t)), []string{"Rock/A 2", "Rock/b 1"})
	in := func(path string, deep bool) []string {
		l := get(f.Tracks(ctx, ana, music.TrackFilter{Folder: &music.FolderRef{Root: top.Root, Path: path}, Deep: deep, Sort: music.TracksByTitle}, music.Page{}))(t)
		return titles(l.Items)
	}
	same(t, "directly", in("Rock", false), []string{})
	same(t, "deep", in("Rock", true), []string{"One", "Three", "Two"})
	same(t, "at the top", in("", false), []string{"Top"})
	same(t, "odd bytes", in("\xff", true), []string{"Five"})
	if all := in("", true); len(all) != 6 {
		t.Errorf("everything: %q", all)
	}
	for _, v := range []music.Viewer{{}, ana} {
		_, err := f.Folder(ctx, v, &music.FolderRef{Root: top.Root, Path: "None"})
		f.code(err, music.NotFound)
	}
	if nothing := get(f.Folder(ctx, music.Viewer{}, nil))(t); len(nothing.Folders) != 0 || !nothing.IsTop {
		t.Errorf("for a visitor: %+v", nothing)
	}
}

func years(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana := f.member("ana", music.Listener)
	in := func(year int) func(*music.ScannedFile) { return tags(func(g *music.Tags) { g.Year = year }) }
	f.scan(song("1", "Old", on("A"), in(1971)), song("2", "New", on("B"), in(2020)), song("3", "Newer", on("C"), in(2020)), song("4", "None", on("D"), in(0)))
	if got := fmt.Sprint(get(f.Years(ctx, ana))(t)); got != "[{2020 2 2} {1971 1 1}]" {
		t.Errorf("years %s", got)
	}
	list := func(filter music.TrackFilter) []string {
		return titles(get(f.Tracks(ctx, ana, filter, music.Page{}))(t).Items)
	}
	same(t, "from", list(music.TrackFilter{YearFrom: 1972}), []string{"Newer", "New"})
	same(t, "to", list(music.TrackFilter{YearTo: 2019}), []string{"Old"})
	same(t, "rising", list(music.TrackFilter{Sort: music.TracksByYear}), []string{"Old", "New", "Newer", "None"})
	same(t, "falling", list(music.TrackFilter{Sort: music.TracksByYearDown}), []string{"Newer", "New", "Old", "None"})
	if l := get(f.Albums(ctx, ana, music.AlbumFilter{YearFrom: 1970, YearTo: 1980}, music.Page{}))(t); len(l.Items) != 1 || l.Items[0].Title != "A" {
		t.Errorf("albums of the seventies: %+v", l)
	}
}

func ratings(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana, ben := f.member("ana", music.Admin), f.member("ben", music.Listener)
	f.scan(song("1", "One"), song("2", "Two"), song("3", "Three"))
	all := f.tracks(ana)
	rate := func(v music.Viewer, title string, stars int) bool {
		return get(f.Rate(ctx, v, all[title].ID, stars, now))(t)
	}
	if !rate(ana, "One", 5) || !rate(ana, "Two", 2) || rate(ana, "Two", 2) || rate(ana, "Three", 0) || !rate(ben, "Three", 4) {
		t.Error("what changed is told wrong")
	}
	if r := f.tracks(ana)["One"].Rating; r != 5 {
		t.Errorf("rating %d", r)
	}
	if r := f.tracks(ben)["One"].Rating; r != 0 {
		t.Errorf("somebody else's rating %d", r)
	}
	list := func(filter music.TrackFilter) []string {
		l := get(f.Tracks(ctx, ana, filter, music.Page{}))(t)
		if l.Total != len(l.Items) {
			t.Errorf("total %d of %d", l.Total, len(l.Items))
		}
		return titles(l.Items)
	}
	same(t, "best first", list(music.TrackFilter{Sort: music.TracksByRatingDown}), []string{"One", "Two", "Three"})
	same(t, "worst first", list(music.TrackFilter{Sort: music.TracksByRating}), []string{"Two", "One", "Three"})
	same(t, "good ones", list(music.TrackFilter{RatingMin: 3}), []string{"One"})
	get(f.Like(ctx, ana, all["One"].ID, now))(t)
	if l := get(f.Tracks(ctx, ana, music.TrackFilter{Liked: true}, music.Page{}))(t).Items; len(l) != 1 || l[0].Rating != 5 {
		t.Errorf("liked: %+v", l)
	}
	if !rate(ana, "One", 0) || f.tracks(ana)["One"].Rating != 0 {
		t.Error("not taken back")
	}
	for _, id := range []string{"none"} {
		_, err := f.Rate(ctx, ana, id, 3, now)
		f.code(err, music.NotFound)
	}
	_, err := f.Rate(ctx, music.Viewer{}, all["One"].ID, 3, now)
	f.code(err, music.NotFound)
	_, err = f.Rate(ctx, ana, all["One"].ID, 6, now)
	f.code(err, music.Invalid)
	f.must(f.DeleteAccount(ctx, ben.AccountID)) // and the ratings with it
}
