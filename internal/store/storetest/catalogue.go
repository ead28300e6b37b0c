package storetest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"sonora/internal/discovery"
	"sonora/internal/music"
)

func trackDetail(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana := f.member("ana", music.Admin)
	file := song("Ana/One/01 first.flac", "First", tags(func(g *music.Tags) {
		*g = music.Tags{
			Title: "First", Artists: []string{"Ana", "Ben"}, ArtistCredit: "Ana feat. Ben", Album: "One", AlbumArtists: []string{"Ana"},
			Composers: []string{"Clara"}, Genres: []string{"Rock", "rock", "Pop"}, Track: 1, TrackTotal: 9, Disc: 2, DiscTotal: 3,
			DiscSubtitle: "Live", Year: 2001, Compilation: false, BPM: 120.5, ISRC: "DEX", Comment: "a comment",
			MusicBrainzRecordingID: "mbr", MusicBrainzArtistIDs: []string{"mb-ana", "mb-ben"},
			ReplayGain: music.ReplayGain{TrackGain: -7.5, TrackPeak: 0.9, HasTrack: true},
		}
	}))
	file.Audio.Lyrics = music.Lyrics{Kind: music.SyncedLyrics, Text: "[00:01.00]la"}
	f.scan(file)

	id := f.tracks(ana)["First"].ID
	d := get(f.Track(ctx, ana, id))(t)
	if len(d.ID) != 26 || len(d.ArtistID) != 26 || len(d.AlbumID) != 26 {
		t.Errorf("ids %q, %q, %q", d.ID, d.ArtistID, d.AlbumID)
	}
	want := &music.TrackDetail{
		Track: music.Track{
			Seq: d.Seq, ID: id, Title: "First", Artist: "Ana feat. Ben", ArtistID: d.ArtistID, Album: "One", AlbumID: d.AlbumID,
			AlbumArtist: "Ana", Genre: "Rock", Year: 2001, Disc: 2, Number: 1, Duration: 200 * time.Second, Samples: 8_820_000,
			SampleRate: 44_100, Channels: 2, BitDepth: 16, Bitrate: 800, Format: music.FLAC, Size: 4_000_000, HasLyrics: true,
			ReplayGain: music.ReplayGain{TrackGain: -7.5, TrackPeak: 0.9, HasTrack: true}, AddedAt: now,
			Tempo: 120.5, Key: music.NoKey, Loudness: music.UnknownLoudness, Energy: -1,
		},
		Artists:      []music.ArtistRef{{ID: d.ArtistID, Name: "Ana"}, {ID: d.Artists[1].ID, Name: "Ben"}},
		AlbumArtists: []music.ArtistRef{{ID: d.ArtistID, Name: "Ana"}},
		Composers:    []music.ArtistRef{{ID: d.Composers[0].ID, Name: "Clara"}},
		Genres:       []string{"Rock", "Pop"}, TrackTotal: 9, DiscTotal: 3, DiscSubtitle: "Live", BPM: 120.5, ISRC: "DEX",
		Comment: "a comment", MusicBrainzRecordingID: "mbr",
	}
	if diff := cmp.Diff(want, d); diff != "" {
		t.Error(diff)
	}
	if l := get(f.Lyrics(ctx, ana, id))(t); l != file.Audio.Lyrics {
		t.Errorf("lyrics %v", l)
	}
	wantFile := &music.TrackFile{Root: "/music", Path: "Ana/One/01 first.flac", Size: 4_000_000, ModTime: now, Format: music.FLAC}
	if diff := cmp.Diff(wantFile, get(f.TrackFile(ctx, ana, id))(t)); diff != "" {
		t.Error(diff)
	}
	if a := get(f.Artist(ctx, ana, d.ArtistID))(t); a.MusicBrainzID != "mb-ana" {
		t.Errorf("artist %+v", a)
	}
	for _, unknown := range []string{"", "nothing", "'; drop table track", "\U0001F600"} {
		_, err := f.Track(ctx, ana, unknown)
		f.code(err, music.NotFound)
		_, err = f.TrackFile(ctx, ana, unknown)
		f.code(err, music.NotFound)
		_, err = f.Lyrics(ctx, ana, unknown)
		f.code(err, music.NotFound)
	}
}

func trackFilters(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana := f.member("ana", music.Admin)
	f.scan(
		song("1", "The Zebra", by("Ana"), on("B"), number(1, 2), genre("Rock")),
		song("2", "apple", by("ben"), on("A"), number(1, 1), genre("Jazz", "ROCK")),
		song("3", "Éclair", by("Ana"), on("B"), number(2, 1)),
		song("4", "Banana", by("The Ana", "Ana"), on("B"), number(1, 1), tags(func(g *music.Tags) { g.AlbumArtists = []string{"Ana"} })),
	)
	list := func(filter music.TrackFilter) []string {
		l := get(f.Tracks(ctx, ana, filter, music.Page{}))(t)
		if l.Total != len(l.Items) || l.Next != "" {
			t.Errorf("%+v: total %d of %d, next %q", filter, l.Total, len(l.Items), l.Next)
		}
		return titles(l.Items)
	}
	all := f.tracks(ana)
	same(t, "newest", list(music.TrackFilter{}), []string{"Banana", "Éclair", "apple", "The Zebra"})
	same(t, "title", list(music.TrackFilter{Sort: music.TracksByTitle}), []string{"apple", "Banana", "Éclair", "The Zebra"})
	same(t, "artist", list(music.TrackFilter{Sort: music.TracksByArtist}), []string{"The Zebra", "Éclair", "Banana", "apple"})
	same(t, "of album", list(music.TrackFilter{AlbumID: all["Éclair"].AlbumID}), []string{"Banana", "The Zebra", "Éclair"})
	same(t, "of artist", list(music.TrackFilter{ArtistID: all["Éclair"].ArtistID, Sort: music.TracksByTitle}), []string{"Banana", "Éclair", "The Zebra"})
	same(t, "of genre", list(music.TrackFilter{Genre: "rôck"}), []string{"apple", "The Zebra"})
	same(t, "of unknown artist", list(music.TrackFilter{ArtistID: "x"}), []string{})
	same(t, "of unknown album", list(music.TrackFilter{AlbumID: "x"}), []string{})
	_, err := f.Tracks(ctx, ana, music.TrackFilter{Sort: "loudest"}, music.Page{})
	f.code(err, music.Invalid)
}

func visibility(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana, ben, visitor := f.member("ana", music.Admin), f.member("ben", music.Listener), music.Viewer{}
	f.scan(song("private.flac", "Private", on("P"), by("Paul"), genre("Punk")))
	f.public = true
	f.scan(song("public.flac", "Public", on("Q"), by("Quinn"), genre("Quiet")))
	private := f.tracks(ana)["Private"]

	for _, v := range []music.Viewer{ana, ben} {
		if n := len(f.tracks(v)); n != 2 {
			t.Errorf("%s sees %d tracks", v.Role, n)
		}
	}
	list := get(f.Tracks(ctx, visitor, music.TrackFilter{}, music.Page{}))(t)
	same(t, "visitor", titles(list.Items), []string{"Public"})
	if list.Total != 1 {
		t.Errorf("total for a visitor is %d", list.Total)
	}
	_, err := f.Track(ctx, visitor, private.ID)
	f.code(err, music.NotFound)
	_, err = f.TrackFile(ctx, visitor, private.ID)
	f.code(err, music.NotFound)
	_, err = f.Lyrics(ctx, visitor, private.ID)
	f.code(err, music.NotFound)
	_, err = f.Album(ctx, visitor, private.AlbumID)
	f.code(err, music.NotFound)
	_, err = f.Artist(ctx, visitor, private.ArtistID)
	f.code(err, music.NotFound)
	if l := get(f.Albums(ctx, visitor, music.AlbumFilter{}, music.Page{}))(t); l.Total != 1 || l.Items[0].Title != "Q" {
		t.Errorf("albums for a visitor: %+v", l)
	}
	if l := get(f.Artists(ctx, visitor, music.Page{}))(t); l.Total != 1 || l.Items[0].Name != "Quinn" {
		t.Errorf("artists for a visitor: %+v", l)
	}
	if g := get(f.Genres(ctx, visitor))(t); len(g) != 1 || g[0].Name != "Quiet" {
		t.Errorf("genres for a visitor: %v", g)
	}
	if r := get(f.Search(ctx, visitor, discovery.Query{Text: "p", Limit: 10}))(t); len(r.Albums)+len(r.Artists) != 0 {
		t.Errorf("search by a visitor: %+v", r)
	}
	if r := get(f.Search(ctx, visitor, discovery.Query{Text: "private", Limit: 10}))(t); len(r.Tracks) != 0 {
		t.Errorf("search by a visitor: %+v", r)
	}
	if top := get(f.TopTracks(ctx, visitor, private.ArtistID, 10))(t); len(top) != 0 {
		t.Errorf("top tracks for a visitor: %v", top)
	}

	if n := get(f.PublishScanned(ctx, true))(t); n != 1 {
		t.Errorf("published %d", n)
	}
	if l := get(f.Albums(ctx, visitor, music.AlbumFilter{}, music.Page{}))(t); l.Total != 2 {
		t.Errorf("albums after publishing: %+v", l)
	}
	if g := get(f.Genres(ctx, visitor))(t); len(g) != 2 {
		t.Errorf("genres after publishing: %v", g)
	}
}

// paging walks lists of random sizes by pages of random sizes.
func paging(t *testing.T, f *fixture) {
	ana := f.member("ana", music.Admin)
	var files []music.ScannedFile
	for i := range 57 { // names that sort alike on purpose
		files = append(files, song(fmt.Sprintf("%d/%d.flac", i%9, i), "Title "+string(rune('A'+i%5)),
			by("Artist "+string(rune('A'+i%7))), on("Album "+string(rune('A'+i%4))), number(1, i%3),
			tags(func(g *music.Tags) { g.Year = 1990 + i%3 })))
	}
	f.scan(files...)
	for i, track := range get(f.Tracks(t.Context(), ana, music.TrackFilter{}, music.Page{}))(t).Items {
		if i%2 == 0 { // several in the same millisecond
			get(f.Like(t.Context(), ana, track.ID, now.Add(time.Duration(i/8)*time.Second)))(t)
		}
	}
	album := f.tracks(ana)["Title A"].AlbumID
	walks := map[string]func(music.Page) ([]string, int, string, error){
		"albums by artist": func(p music.Page) ([]string, int, string, error) {
			return albumPage(f, ana, music.AlbumsByArtist, p)
		},
		"artists": func(p music.Page) ([]string, int, string, error) {
			l, err := f.Artists(t.Context(), ana, p)
			return ids(l.Items, func(a music.Artist) string { return a.ID }), l.Total, l.Next, err
		},
	}
	for _, sort := range []music.AlbumSort{music.AlbumsNewest, music.AlbumsByTitle, music.AlbumsByYear} {
		walks["albums "+string(sort)] = func(p music.Page) ([]string, int, string, error) { return albumPage(f, ana, sort, p) }
	}
	for _, filter := range []music.TrackFilter{
		{}, {Sort: music.TracksByTitle}, {Sort: music.TracksByArtist}, {Liked: true}, {AlbumID: album}, {Genre: "jazz", Sort: music.TracksByTitle},
	} {
		walks[fmt.Sprintf("tracks %+v", filter)] = func(p music.Page) ([]string, int, string, error) {
			l, err := f.Tracks(t.Context(), ana, filter, p)
			return ids(l.Items, func(t music.Track) string { return t.ID }), l.Total, l.Next, err
		}
	}
	for name, walk := range walks {
		all, total, next, err := walk(music.Page{})
		if err != nil || total != len(all) || next != "" {
			t.Errorf("%s: %d of %d, next %q, %v", name, len(all), total, next, err)
			continue
		}
		if seen := slices.Compact(slices.Sorted(slices.Values(all))); len(seen) != len(all) {
			t.Errorf("%s: an item is there twice", name)
		}
		rapid.Check(t, func(rt *rapid.T) {
			var walked []string
			p := music.Page{}
			for {
				p.Limit = rapid.IntRange(1, 20).Draw(rt, "limit")
				items, _, next, err := walk(p)
				if err != nil || len(items) > p.Limit {
					rt.Fatalf("%s: %d items for %+v, %v", name, len(items), p, err)
				}
				walked = append(walked, items...)
				if next == "" {
					break
				}
				p.After = next
			}
			if !slices.Equal(walked, all) {
				rt.Fatalf("%s: walked %v, want %v", name, walked, all)
			}
		})
	}
}

func albumPage(f *fixture, v music.Viewer, sort music.AlbumSort, p music.Page) ([]string, int, string, error) {
	l, err := f.Albums(f.t.Context(), v, music.AlbumFilter{Sort: sort}, p)
	return ids(l.Items, func(a music.Album) string { return a.ID }), l.Total, l.Next, err
}

func ids[T any](items []T, id func(T) string) []string {
	all := make([]string, len(items))
	for i, item := range items {
		all[i] = id(item)
	}
	return all
}

func cursors(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana := f.member("ana", music.Admin)
	f.scan(song("1", "A"), song("2", "B"), song("3", "C"))
	l := get(f.Tracks(ctx, ana, music.TrackFilter{Sort: music.TracksByTitle}, music.Page{Limit: 1}))(t)
	for _, bad := range []string{"x", "1", "1e30", l.Next + "A", l.Next[:len(l.Next)-1], "2" + l.Next[1:], "1bnVsbA", "\x00"} {
		_, err := f.Tracks(ctx, ana, music.TrackFilter{Sort: music.TracksByTitle}, music.Page{After: bad})
		f.code(err, music.Invalid)
	}
	for _, other := range []music.TrackFilter{{}, {Sort: music.TracksByArtist}, {Liked: true}} {
		_, err := f.Tracks(ctx, ana, other, music.Page{After: l.Next})
		f.code(err, music.Invalid)
	}
	_, err := f.Albums(ctx, ana, music.AlbumFilter{Sort: music.AlbumsByTitle}, music.Page{After: l.Next})
	f.code(err, music.Invalid)

	// A page goes on behind an item that is gone meanwhile.
	get(f.MarkMissing(ctx, []string{l.Items[0].ID}, now))(t)
	rest := get(f.Tracks(ctx, ana, music.TrackFilter{Sort: music.TracksByTitle}, music.Page{After: l.Next}))(t)
	same(t, "rest", titles(rest.Items), []string{"B", "C"})
	if rest.Total != 2 {
		t.Errorf("total %d", rest.Total)
	}
}

func albums(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana := f.member("ana", music.Admin)
	f.scan(
		song("x/1", "1", on("The Beginning"), by("Zoe"), genre("Rock"), tags(func(g *music.Tags) { g.Year = 2000 })),
		song("x/2", "2", on("The Beginning"), by("Zoe"), genre("Pop"), number(2, 1), tags(func(g *music.Tags) { g.Year = 2000 })),
		song("x/3", "3", on("The Beginning"), by("Zoe"), genre("Pop"), number(1, 3), tags(func(g *music.Tags) { g.Year = 2000 })),
		song("y/1", "4", on("Zed"), by("Ana"), genre("Rock"), tags(func(g *music.Tags) { g.Year = 2010 })),
		song("z/1", "5", on("Alpha"), by("Ana"), genre("Jazz"), tags(func(g *music.Tags) { g.Year = 1970 })),
		song("single", "6", on("")),
	)
	list := func(filter music.AlbumFilter) []string {
		l := get(f.Albums(ctx, ana, filter, music.Page{}))(t)
		if l.Total != len(l.Items) {
			t.Errorf("%+v: total %d of %d", filter, l.Total, len(l.Items))
		}
		return ids(l.Items, func(a music.Album) string { return a.Title })
	}
	if got := sorted(list(music.AlbumFilter{})); !slices.Equal(got, []string{"Alpha", "The Beginning", "Zed"}) {
		t.Errorf("albums %q", got)
	}
	same(t, "title", list(music.AlbumFilter{Sort: music.AlbumsByTitle}), []string{"Alpha", "The Beginning", "Zed"})
	same(t, "artist", list(music.AlbumFilter{Sort: music.AlbumsByArtist}), []string{"Alpha", "Zed", "The Beginning"})
	same(t, "year", list(music.AlbumFilter{Sort: music.AlbumsByYear}), []string{"Zed", "The Beginning", "Alpha"})
	same(t, "genre", list(music.AlbumFilter{Sort: music.AlbumsByYear, Genre: "ROCK"}), []string{"Zed", "The Beginning"})
	anas := f.tracks(ana)["4"].ArtistID
	same(t, "of artist", list(music.AlbumFilter{Sort: music.AlbumsByYear, ArtistID: anas}), []string{"Zed", "Alpha"})
	_, err := f.Albums(ctx, ana, music.AlbumFilter{Sort: "size"}, music.Page{})
	f.code(err, music.Invalid)

	one := f.tracks(ana)["1"]
	want := &music.Album{
		ID: one.AlbumID, Title: "The Beginning", Artist: "Zoe", ArtistID: one.ArtistID, Year: 2000, Genre: "Pop",
		TrackCount: 3, DiscCount: 2, Duration: 600 * time.Second, AddedAt: now,
	}
	got := get(f.Album(ctx, ana, one.AlbumID))(t)
	want.Seq = got.Seq
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if s := f.tracks(ana)["6"]; s.AlbumID != "" || s.Album != "" {
		t.Errorf("a single has the album %q %q", s.AlbumID, s.Album)
	}
}

func albumGrouping(t *testing.T, f *fixture) {
	ana := f.member("ana", music.Admin)
	loose := tags(func(g *music.Tags) { g.AlbumArtists = nil })
	files := []music.ScannedFile{
		// No album artist, several artists, one folder: a compilation.
		song("Mix/1", "m1", by("A"), loose, on("Mix")), song("Mix/2", "m2", by("B"), loose, on("Mix")),
		// No album artist, one artist with a guest, in the folders of two discs.
		song("Solo/CD1/1", "s1", by("Solo"), loose, on("Solo Album")),
		song("Solo/CD 2/1", "s2", by("Solo feat. Guest"), loose, on("solo  album")),
		// The same title elsewhere is another album.
		song("Else/1", "e1", by("C"), loose, on("Mix")),
		// A compilation by its flag, in two folders.
		song("P/1", "p1", by("A"), loose, on("Party"), tags(func(g *music.Tags) { g.Compilation = true })),
		song("Q/1", "p2", by("B"), loose, on("Party"), tags(func(g *music.Tags) { g.Compilation = true })),
		// One release by its id, whatever the names.
		song("R/1", "r1", by("A"), on("R"), tags(func(g *music.Tags) { g.MusicBrainzAlbumID = "F00" })),
		song("S/1", "r2", by("B"), on("R (Deluxe)"), tags(func(g *music.Tags) { g.MusicBrainzAlbumID = "f00" })),
	}
	f.scan(files...)
	f.scan(files[0], files[2]) // again, and not the whole album
	all := f.tracks(ana)
	together := func(a, b string, want bool) {
		t.Helper()
		if (all[a].AlbumID == all[b].AlbumID) != want {
			t.Errorf("%s and %s: album %q and %q, together should be %v", a, b, all[a].Album, all[b].Album, want)
		}
	}
	together("m1", "m2", true)
	together("s1", "s2", true)
	together("m1", "e1", false)
	together("p1", "p2", true)
	together("r1", "r2", true)
	for title, artist := range map[string]string{"m1": "Various Artists", "s1": "Solo", "e1": "C", "p1": "Various Artists"} {
		a := get(f.Album(t.Context(), ana, all[title].AlbumID))(t)
		if a.Artist != artist || a.Compilation != (artist == "Various Artists") {
			t.Errorf("album of %s is by %q, compilation %v", title, a.Artist, a.Compilation)
		}
		if got := all[title].AlbumArtist; got != artist {
			t.Errorf("album artist of %s is %q, want %q", title, got, artist)
		}
	}
}

func artists(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana := f.member("ana", music.Admin)
	f.scan(
		song("1", "1", by("The Beatles"), on("A")), song("2", "2", by("the  beatles"), on("B")),
		song("3", "3", by("Beyonc\u00e9")), song("4", "4", by("Beyonce\u0301")), song("5", "5", by("BEYONC\u00c9")),
		song("6", "6", by("Ana"), tags(func(g *music.Tags) { g.Composers = []string{"Clara"} })),
	)
	l := get(f.Artists(ctx, ana, music.Page{}))(t)
	names := ids(l.Items, func(a music.Artist) string { return a.Name })
	same(t, "artists", names, []string{"Ana", "The Beatles", "Beyonc\u00e9"})
	if b := l.Items[1]; b.TrackCount != 2 || b.AlbumCount != 2 || b.SortName != "beatles" {
		t.Errorf("%+v", b)
	}
	if b := l.Items[2]; b.TrackCount != 3 || b.AlbumCount != 1 {
		t.Errorf("%+v", b)
	}
	d := get(f.Track(ctx, ana, f.tracks(ana)["6"].ID))(t)
	if c := get(f.Artist(ctx, ana, d.Composers[0].ID))(t); c.Name != "Clara" {
		t.Errorf("composer %+v", c)
	}
	_, err := f.Artist(ctx, ana, "nobody")
	f.code(err, music.NotFound)
	if top := get(f.TopTracks(ctx, ana, l.Items[2].ID, 2))(t); len(top) != 2 {
		t.Errorf("top tracks: %v", titles(top))
	}
}

func genres(t *testing.T, f *fixture) {
	ana := f.member("ana", music.Admin)
	f.scan(
		song("1", "1", genre("hip hop")), song("2", "2", genre("Hip-Hop")), song("3", "3", genre("Hip-Hop", "Élan")),
		song("4", "4", genre("Ambient")),
	)
	want := []music.Genre{{Name: "Ambient", TrackCount: 1}, {Name: "Élan", TrackCount: 1}, {Name: "Hip-Hop", TrackCount: 3}}
	if diff := cmp.Diff(want, get(f.Genres(t.Context(), ana))(t)); diff != "" {
		t.Error(diff)
	}
}

func covers(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana := f.member("ana", music.Admin)
	picture := music.Picture{Hash: "0123456789abcdef", MIME: "image/png", Bytes: 77, Width: 5, Height: 6}
	inside := func(f *music.ScannedFile) {
		f.Cover = &music.CoverSource{Picture: picture, Folder: f.Folder, Name: f.Name, Embedded: true}
	}
	beside := func(f *music.ScannedFile) {
		f.Cover = &music.CoverSource{Picture: picture, Folder: "x", Name: "cover.png"}
	}
	f.scan(song("x/cd1/a.flac", "A", beside), song("y/b.flac", "B", inside), song("z/c.flac", "C"))
	root, src, err := f.CoverSource(ctx, ana, picture.Hash)
	want := &music.CoverSource{Picture: picture, Folder: "y", Name: "b.flac", Embedded: true}
	if diff := cmp.Diff(want, src); diff != "" || root != "/music" || err != nil {
		t.Errorf("%q, %v, %s", root, err, diff)
	}
	if a := get(f.Album(ctx, ana, f.tracks(ana)["A"].AlbumID))(t); a.Cover != picture.Hash {
		t.Errorf("album's cover %q", a.Cover)
	}
	if a := get(f.Artists(ctx, ana, music.Page{}))(t).Items[0]; a.Cover != picture.Hash {
		t.Errorf("artist's cover %q", a.Cover)
	}

	// When its file is gone, another that carries it takes its place.
	get(f.MarkMissing(ctx, []string{f.tracks(ana)["B"].ID}, now))(t)
	f.must(f.FinishScan(ctx))
	_, src, err = f.CoverSource(ctx, ana, picture.Hash)
	want = &music.CoverSource{Picture: picture, Folder: "x", Name: "cover.png"}
	if diff := cmp.Diff(want, src); diff != "" || err != nil {
		t.Errorf("%v, %s", err, diff)
	}
	for _, hash := range []string{"", "fedcba9876543210", "../../etc/passwd"} {
		_, _, err = f.CoverSource(ctx, ana, hash)
		f.code(err, music.NotFound)
	}
	_, _, err = f.CoverSource(ctx, music.Viewer{}, picture.Hash)
	f.code(err, music.NotFound)
}

func likes(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana, ben := f.member("ana", music.Admin), f.member("ben", music.Listener)
	f.scan(song("1", "1"), song("2", "2"), song("3", "3"))
	all := f.tracks(ana)
	like := func(v music.Viewer, title string, at time.Time, want bool) {
		t.Helper()
		if changed := get(f.Like(ctx, v, all[title].ID, at))(t); changed != want {
			t.Errorf("liking %s changed: %v", title, changed)
		}
	}
	like(ana, "3", now, true)
	like(ana, "1", now.Add(time.Second), true)
	like(ana, "1", now.Add(time.Hour), false)
	like(ben, "2", now, true)
	liked := func(v music.Viewer) []string {
		l := get(f.Tracks(ctx, v, music.TrackFilter{Liked: true}, music.Page{}))(t)
		if l.Total != len(l.Items) {
			t.Errorf("total %d of %d", l.Total, len(l.Items))
		}
		return titles(l.Items)
	}
	same(t, "liked", liked(ana), []string{"1", "3"})
	same(t, "liked by ben", liked(ben), []string{"2"})
	same(t, "liked by a visitor", liked(music.Viewer{}), []string{})
	for title, want := range map[string]bool{"1": true, "2": false, "3": true} {
		if got := f.tracks(ana)[title].Liked; got != want {
			t.Errorf("%s is liked: %v", title, got)
		}
	}

	// A like outlives the file.
	get(f.MarkMissing(ctx, []string{all["3"].ID}, now))(t)
	l := get(f.Tracks(ctx, ana, music.TrackFilter{Liked: true}, music.Page{}))(t)
	same(t, "liked with a missing one", titles(l.Items), []string{"1", "3"})
	if !l.Items[1].MissingAt.Equal(now) || !l.Items[0].MissingAt.IsZero() {
		t.Errorf("missing since %v and %v", l.Items[0].MissingAt, l.Items[1].MissingAt)
	}

	if changed := get(f.Unlike(ctx, ana, all["1"].ID))(t); !changed {
		t.Error("did not unlike")
	}
	if changed := get(f.Unlike(ctx, ana, all["1"].ID))(t); changed {
		t.Error("unliked twice")
	}
	_, err := f.Like(ctx, ana, "nothing", now)
	f.code(err, music.NotFound)
	_, err = f.Unlike(ctx, ana, "nothing")
	f.code(err, music.NotFound)
	_, err = f.Like(ctx, music.Viewer{}, all["1"].ID, now)
	f.code(err, music.NotFound)
}

func plays(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana := f.member("ana", music.Admin)
	f.scan(song("1", "1"), song("2", "2"), song("3", "3"))
	all := f.tracks(ana)
	play := func(id, title string, minutes int, listened time.Duration, want bool) {
		t.Helper()
		added := get(f.AddPlay(ctx, ana, music.Play{
			ID: id, AccountID: ana.AccountID, TrackID: all[title].ID, StartedAt: now.Add(time.Duration(minutes) * time.Minute), Listened: listened,
		}))(t)
		if added != want {
			t.Errorf("play %s added: %v", id, added)
		}
	}
	play("a", "1", 0, time.Minute, true)
	play("b", "2", 5, time.Minute, true)
	play("c", "1", 10, time.Minute, true)
	play("c", "1", 10, time.Minute, false) // sent again
	play("d", "3", 3, 5*time.Second, true) // too short to count
	recent := get(f.RecentlyPlayed(ctx, ana, 10))(t)
	same(t, "recently played", titles(recent), []string{"1", "2", "3"})
	same(t, "recently played, two", titles(get(f.RecentlyPlayed(ctx, ana, 2))(t)), []string{"1", "2"})
	if others := get(f.RecentlyPlayed(ctx, music.Viewer{}, 10))(t); len(others) != 0 {
		t.Errorf("a visitor's history: %v", titles(others))
	}
	for i, want := range []int{3, 0} {
		if n := get(f.RollUpPlays(ctx))(t); n != want {
			t.Errorf("roll-up %d moved %d plays, want %d", i+1, n, want)
		}
	}
	top := get(f.TopTracks(ctx, ana, all["1"].ArtistID, 10))(t)
	same(t, "top", titles(top), []string{"1", "2", "3"})
	if top[0].Plays != 2 || top[1].Plays != 1 || top[2].Plays != 0 {
		t.Errorf("plays %d, %d, %d", top[0].Plays, top[1].Plays, top[2].Plays)
	}
	_, err := f.AddPlay(ctx, ana, music.Play{ID: "x", TrackID: "nothing", StartedAt: now})
	f.code(err, music.NotFound)
}
