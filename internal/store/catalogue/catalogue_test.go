package catalogue_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"sonora/internal/discovery"
	"sonora/internal/music"
	"sonora/internal/store/storetest"
)

func trackDetail(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Admin)
	file := storetest.Song("Ana/One/01 first.flac", "First", storetest.Tags(func(g *music.Tags) {
		*g = music.Tags{
			Title: "First", Artists: []string{"Ana", "Ben"}, ArtistCredit: "Ana feat. Ben", Album: "One", AlbumArtists: []string{"Ana"},
			Composers: []string{"Clara"}, Genres: []string{"Rock", "rock", "Pop"}, Track: 1, TrackTotal: 9, Disc: 2, DiscTotal: 3,
			DiscSubtitle: "Live", Year: 2001, Compilation: false, BPM: 120.5, ISRC: "DEX", Comment: "a comment",
			MusicBrainzRecordingID: "mbr", MusicBrainzArtistIDs: []string{"mb-ana", "mb-ben"},
			ReplayGain: music.ReplayGain{TrackGain: -7.5, TrackPeak: 0.9, HasTrack: true},
		}
	}))
	file.Audio.Lyrics = music.Lyrics{Kind: music.SyncedLyrics, Text: "[00:01.00]la"}
	f.Scan(file)

	id := f.TracksByTitle(ana)["First"].ID
	d := storetest.Get(f.Track(ctx, ana, id))(t)
	if len(d.ID) != 26 || len(d.ArtistID) != 26 || len(d.AlbumID) != 26 {
		t.Errorf("ids %q, %q, %q", d.ID, d.ArtistID, d.AlbumID)
	}
	want := &music.TrackDetail{
		Track: music.Track{
			Seq: d.Seq, ID: id, Title: "First", Artist: "Ana feat. Ben", ArtistID: d.ArtistID, Album: "One", AlbumID: d.AlbumID,
			AlbumArtist: "Ana", Genre: "Rock", Year: 2001, Disc: 2, Number: 1, Duration: 200 * time.Second, Samples: 8_820_000,
			SampleRate: 44_100, Channels: 2, BitDepth: 16, Bitrate: 800, Format: music.FLAC, Size: 4_000_000, HasLyrics: true,
			ReplayGain: music.ReplayGain{TrackGain: -7.5, TrackPeak: 0.9, HasTrack: true}, AddedAt: storetest.Now,
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
	if l := storetest.Get(f.Lyrics(ctx, ana, id))(t); l != file.Audio.Lyrics {
		t.Errorf("lyrics %v", l)
	}
	wantFile := &music.TrackFile{Root: "/music", Path: "Ana/One/01 first.flac", Size: 4_000_000, ModTime: storetest.Now, Format: music.FLAC}
	if diff := cmp.Diff(wantFile, storetest.Get(f.TrackFile(ctx, ana, id))(t)); diff != "" {
		t.Error(diff)
	}
	if a := storetest.Get(f.Artist(ctx, ana, d.ArtistID))(t); a.MusicBrainzID != "mb-ana" {
		t.Errorf("artist %+v", a)
	}
	for _, unknown := range []string{"", "nothing", "'; drop table track", "\U0001F600"} {
		_, err := f.Track(ctx, ana, unknown)
		f.Code(err, music.NotFound)
		_, err = f.TrackFile(ctx, ana, unknown)
		f.Code(err, music.NotFound)
		_, err = f.Lyrics(ctx, ana, unknown)
		f.Code(err, music.NotFound)
	}
}

func trackFilters(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Admin)
	f.Scan(
		storetest.Song("1", "The Zebra", storetest.By("Ana"), storetest.On("B"), storetest.Number(1, 2), storetest.Genre("Rock")),
		storetest.Song("2", "apple", storetest.By("ben"), storetest.On("A"), storetest.Number(1, 1), storetest.Genre("Jazz", "ROCK")),
		storetest.Song("3", "Éclair", storetest.By("Ana"), storetest.On("B"), storetest.Number(2, 1)),
		storetest.Song("4", "Banana", storetest.By("The Ana", "Ana"), storetest.On("B"), storetest.Number(1, 1), storetest.Tags(func(g *music.Tags) { g.AlbumArtists = []string{"Ana"} })),
	)
	list := func(filter music.TrackFilter) []string {
		l := storetest.Get(f.Tracks(ctx, ana, filter, music.Page{}))(t)
		if l.Total != len(l.Items) || l.Next != "" {
			t.Errorf("%+v: total %d of %d, next %q", filter, l.Total, len(l.Items), l.Next)
		}
		return storetest.Titles(l.Items)
	}
	all := f.TracksByTitle(ana)
	storetest.Same(t, "newest", list(music.TrackFilter{}), []string{"Banana", "Éclair", "apple", "The Zebra"})
	storetest.Same(t, "title", list(music.TrackFilter{Sort: music.TracksByTitle}), []string{"apple", "Banana", "Éclair", "The Zebra"})
	storetest.Same(t, "artist", list(music.TrackFilter{Sort: music.TracksByArtist}), []string{"The Zebra", "Éclair", "Banana", "apple"})
	storetest.Same(t, "of album", list(music.TrackFilter{AlbumID: all["Éclair"].AlbumID}), []string{"Banana", "The Zebra", "Éclair"})
	storetest.Same(t, "of artist", list(music.TrackFilter{ArtistID: all["Éclair"].ArtistID, Sort: music.TracksByTitle}), []string{"Banana", "Éclair", "The Zebra"})
	storetest.Same(t, "of genre", list(music.TrackFilter{Genre: "rôck"}), []string{"apple", "The Zebra"})
	storetest.Same(t, "of unknown artist", list(music.TrackFilter{ArtistID: "x"}), []string{})
	storetest.Same(t, "of unknown album", list(music.TrackFilter{AlbumID: "x"}), []string{})
	_, err := f.Tracks(ctx, ana, music.TrackFilter{Sort: "loudest"}, music.Page{})
	f.Code(err, music.Invalid)
}

func visibility(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben, visitor := f.Member("ana", music.Admin), f.Member("ben", music.Listener), music.Viewer{}
	f.Scan(storetest.Song("private.flac", "Private", storetest.On("P"), storetest.By("Paul"), storetest.Genre("Punk")))
	f.Public = true
	f.Scan(storetest.Song("public.flac", "Public", storetest.On("Q"), storetest.By("Quinn"), storetest.Genre("Quiet")))
	private := f.TracksByTitle(ana)["Private"]

	for _, v := range []music.Viewer{ana, ben} {
		if n := len(f.TracksByTitle(v)); n != 2 {
			t.Errorf("%s sees %d tracks", v.Role, n)
		}
	}
	list := storetest.Get(f.Tracks(ctx, visitor, music.TrackFilter{}, music.Page{}))(t)
	storetest.Same(t, "visitor", storetest.Titles(list.Items), []string{"Public"})
	if list.Total != 1 {
		t.Errorf("total for a visitor is %d", list.Total)
	}
	_, err := f.Track(ctx, visitor, private.ID)
	f.Code(err, music.NotFound)
	_, err = f.TrackFile(ctx, visitor, private.ID)
	f.Code(err, music.NotFound)
	_, err = f.Lyrics(ctx, visitor, private.ID)
	f.Code(err, music.NotFound)
	_, err = f.Album(ctx, visitor, private.AlbumID)
	f.Code(err, music.NotFound)
	_, err = f.Artist(ctx, visitor, private.ArtistID)
	f.Code(err, music.NotFound)
	if l := storetest.Get(f.Albums(ctx, visitor, music.AlbumFilter{}, music.Page{}))(t); l.Total != 1 || l.Items[0].Title != "Q" {
		t.Errorf("albums for a visitor: %+v", l)
	}
	if l := storetest.Get(f.Artists(ctx, visitor, music.Page{}))(t); l.Total != 1 || l.Items[0].Name != "Quinn" {
		t.Errorf("artists for a visitor: %+v", l)
	}
	if g := storetest.Get(f.Genres(ctx, visitor))(t); len(g) != 1 || g[0].Name != "Quiet" {
		t.Errorf("genres for a visitor: %v", g)
	}
	if r := storetest.Get(f.Search(ctx, visitor, discovery.Query{Text: "p", Limit: 10}))(t); len(r.Albums)+len(r.Artists) != 0 {
		t.Errorf("search by a visitor: %+v", r)
	}
	if r := storetest.Get(f.Search(ctx, visitor, discovery.Query{Text: "private", Limit: 10}))(t); len(r.Tracks) != 0 {
		t.Errorf("search by a visitor: %+v", r)
	}
	if top := storetest.Get(f.TopTracks(ctx, visitor, private.ArtistID, 10))(t); len(top) != 0 {
		t.Errorf("top tracks for a visitor: %v", top)
	}

	if n := storetest.Get(f.PublishScanned(ctx, true))(t); n != 1 {
		t.Errorf("published %d", n)
	}
	if l := storetest.Get(f.Albums(ctx, visitor, music.AlbumFilter{}, music.Page{}))(t); l.Total != 2 {
		t.Errorf("albums after publishing: %+v", l)
	}
	if g := storetest.Get(f.Genres(ctx, visitor))(t); len(g) != 2 {
		t.Errorf("genres after publishing: %v", g)
	}
}

// paging reads lists of random sizes in pages of random sizes.
func paging(t *testing.T, f *storetest.Fixture) {
	ana := f.Member("ana", music.Admin)
	var files []music.ScannedFile
	for i := range 57 { // names that sort alike on purpose
		files = append(files, storetest.Song(fmt.Sprintf("%d/%d.flac", i%9, i), "Title "+string(rune('A'+i%5)),
			storetest.By("Artist "+string(rune('A'+i%7))), storetest.On("Album "+string(rune('A'+i%4))), storetest.Number(1, i%3),
			storetest.Tags(func(g *music.Tags) { g.Year = 1990 + i%3 })))
	}
	f.Scan(files...)
	for i, track := range storetest.Get(f.Tracks(t.Context(), ana, music.TrackFilter{}, music.Page{}))(t).Items {
		if i%2 == 0 { // several in the same millisecond
			storetest.Get(f.Like(t.Context(), ana, track.ID, storetest.Now.Add(time.Duration(i/8)*time.Second)))(t)
		}
	}
	album := f.TracksByTitle(ana)["Title A"].AlbumID
	walks := map[string]func(music.Page) ([]string, int, string, error){
		"albums by artist": func(p music.Page) ([]string, int, string, error) {
			return albumPage(f, ana, music.AlbumsByArtist, p)
		},
		"artists": func(p music.Page) ([]string, int, string, error) {
			l, err := f.Artists(t.Context(), ana, p)
			return storetest.IDs(l.Items, func(a music.Artist) string { return a.ID }), l.Total, l.Next, err
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
			return storetest.IDs(l.Items, func(t music.Track) string { return t.ID }), l.Total, l.Next, err
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

func albumPage(f *storetest.Fixture, v music.Viewer, sort music.AlbumSort, p music.Page) ([]string, int, string, error) {
	l, err := f.Albums(f.T.Context(), v, music.AlbumFilter{Sort: sort}, p)
	return storetest.IDs(l.Items, func(a music.Album) string { return a.ID }), l.Total, l.Next, err
}

func cursors(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Admin)
	f.Scan(storetest.Song("1", "A"), storetest.Song("2", "B"), storetest.Song("3", "C"))
	l := storetest.Get(f.Tracks(ctx, ana, music.TrackFilter{Sort: music.TracksByTitle}, music.Page{Limit: 1}))(t)
	for _, bad := range []string{"x", "1", "1e30", l.Next + "A", l.Next[:len(l.Next)-1], "2" + l.Next[1:], "1bnVsbA", "\x00"} {
		_, err := f.Tracks(ctx, ana, music.TrackFilter{Sort: music.TracksByTitle}, music.Page{After: bad})
		f.Code(err, music.Invalid)
	}
	for _, other := range []music.TrackFilter{{}, {Sort: music.TracksByArtist}, {Liked: true}} {
		_, err := f.Tracks(ctx, ana, other, music.Page{After: l.Next})
		f.Code(err, music.Invalid)
	}
	_, err := f.Albums(ctx, ana, music.AlbumFilter{Sort: music.AlbumsByTitle}, music.Page{After: l.Next})
	f.Code(err, music.Invalid)

	// A page continues after an item that was deleted meanwhile.
	storetest.Get(f.MarkMissing(ctx, []string{l.Items[0].ID}, storetest.Now))(t)
	rest := storetest.Get(f.Tracks(ctx, ana, music.TrackFilter{Sort: music.TracksByTitle}, music.Page{After: l.Next}))(t)
	storetest.Same(t, "rest", storetest.Titles(rest.Items), []string{"B", "C"})
	if rest.Total != 2 {
		t.Errorf("total %d", rest.Total)
	}
}

func albums(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Admin)
	f.Scan(
		storetest.Song("x/1", "1", storetest.On("The Beginning"), storetest.By("Zoe"), storetest.Genre("Rock"), storetest.Tags(func(g *music.Tags) { g.Year = 2000 })),
		storetest.Song("x/2", "2", storetest.On("The Beginning"), storetest.By("Zoe"), storetest.Genre("Pop"), storetest.Number(2, 1), storetest.Tags(func(g *music.Tags) { g.Year = 2000 })),
		storetest.Song("x/3", "3", storetest.On("The Beginning"), storetest.By("Zoe"), storetest.Genre("Pop"), storetest.Number(1, 3), storetest.Tags(func(g *music.Tags) { g.Year = 2000 })),
		storetest.Song("y/1", "4", storetest.On("Zed"), storetest.By("Ana"), storetest.Genre("Rock"), storetest.Tags(func(g *music.Tags) { g.Year = 2010 })),
		storetest.Song("z/1", "5", storetest.On("Alpha"), storetest.By("Ana"), storetest.Genre("Jazz"), storetest.Tags(func(g *music.Tags) { g.Year = 1970 })),
		storetest.Song("single", "6", storetest.On("")),
	)
	list := func(filter music.AlbumFilter) []string {
		l := storetest.Get(f.Albums(ctx, ana, filter, music.Page{}))(t)
		if l.Total != len(l.Items) {
			t.Errorf("%+v: total %d of %d", filter, l.Total, len(l.Items))
		}
		return storetest.IDs(l.Items, func(a music.Album) string { return a.Title })
	}
	if got := storetest.Sorted(list(music.AlbumFilter{})); !slices.Equal(got, []string{"Alpha", "The Beginning", "Zed"}) {
		t.Errorf("albums %q", got)
	}
	storetest.Same(t, "title", list(music.AlbumFilter{Sort: music.AlbumsByTitle}), []string{"Alpha", "The Beginning", "Zed"})
	storetest.Same(t, "artist", list(music.AlbumFilter{Sort: music.AlbumsByArtist}), []string{"Alpha", "Zed", "The Beginning"})
	storetest.Same(t, "year", list(music.AlbumFilter{Sort: music.AlbumsByYear}), []string{"Zed", "The Beginning", "Alpha"})
	storetest.Same(t, "genre", list(music.AlbumFilter{Sort: music.AlbumsByYear, Genre: "ROCK"}), []string{"Zed", "The Beginning"})
	anas := f.TracksByTitle(ana)["4"].ArtistID
	storetest.Same(t, "of artist", list(music.AlbumFilter{Sort: music.AlbumsByYear, ArtistID: anas}), []string{"Zed", "Alpha"})
	_, err := f.Albums(ctx, ana, music.AlbumFilter{Sort: "size"}, music.Page{})
	f.Code(err, music.Invalid)

	one := f.TracksByTitle(ana)["1"]
	want := &music.Album{
		ID: one.AlbumID, Title: "The Beginning", Artist: "Zoe", ArtistID: one.ArtistID, Year: 2000, Genre: "Pop",
		TrackCount: 3, DiscCount: 2, Duration: 600 * time.Second, AddedAt: storetest.Now,
	}
	got := storetest.Get(f.Album(ctx, ana, one.AlbumID))(t)
	want.Seq = got.Seq
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if s := f.TracksByTitle(ana)["6"]; s.AlbumID != "" || s.Album != "" {
		t.Errorf("a single has the album %q %q", s.AlbumID, s.Album)
	}
}

func albumGrouping(t *testing.T, f *storetest.Fixture) {
	ana := f.Member("ana", music.Admin)
	loose := storetest.Tags(func(g *music.Tags) { g.AlbumArtists = nil })
	files := []music.ScannedFile{
		// No album artist, several artists, one folder: a compilation.
		storetest.Song("Mix/1", "m1", storetest.By("A"), loose, storetest.On("Mix")), storetest.Song("Mix/2", "m2", storetest.By("B"), loose, storetest.On("Mix")),
		// No album artist, one artist with a guest, in the folders of two discs.
		storetest.Song("Solo/CD1/1", "s1", storetest.By("Solo"), loose, storetest.On("Solo Album")),
		storetest.Song("Solo/CD 2/1", "s2", storetest.By("Solo feat. Guest"), loose, storetest.On("solo  album")),
		// The same title elsewhere is another album.
		storetest.Song("Else/1", "e1", storetest.By("C"), loose, storetest.On("Mix")),
		// A compilation by its flag, in two folders.
		storetest.Song("P/1", "p1", storetest.By("A"), loose, storetest.On("Party"), storetest.Tags(func(g *music.Tags) { g.Compilation = true })),
		storetest.Song("Q/1", "p2", storetest.By("B"), loose, storetest.On("Party"), storetest.Tags(func(g *music.Tags) { g.Compilation = true })),
		// One release by its ID, whatever the names.
		storetest.Song("R/1", "r1", storetest.By("A"), storetest.On("R"), storetest.Tags(func(g *music.Tags) { g.MusicBrainzAlbumID = "F00" })),
		storetest.Song("S/1", "r2", storetest.By("B"), storetest.On("R (Deluxe)"), storetest.Tags(func(g *music.Tags) { g.MusicBrainzAlbumID = "f00" })),
	}
	f.Scan(files...)
	f.Scan(files[0], files[2]) // scan a part of the album again
	all := f.TracksByTitle(ana)
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
		a := storetest.Get(f.Album(t.Context(), ana, all[title].AlbumID))(t)
		if a.Artist != artist || a.Compilation != (artist == "Various Artists") {
			t.Errorf("album of %s is by %q, compilation %v", title, a.Artist, a.Compilation)
		}
		if got := all[title].AlbumArtist; got != artist {
			t.Errorf("album artist of %s is %q, want %q", title, got, artist)
		}
	}
}

func artists(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Admin)
	f.Scan(
		storetest.Song("1", "1", storetest.By("The Beatles"), storetest.On("A")), storetest.Song("2", "2", storetest.By("the  beatles"), storetest.On("B")),
		storetest.Song("3", "3", storetest.By("Beyonc\u00e9")), storetest.Song("4", "4", storetest.By("Beyonce\u0301")), storetest.Song("5", "5", storetest.By("BEYONC\u00c9")),
		storetest.Song("6", "6", storetest.By("Ana"), storetest.Tags(func(g *music.Tags) { g.Composers = []string{"Clara"} })),
	)
	l := storetest.Get(f.Artists(ctx, ana, music.Page{}))(t)
	names := storetest.IDs(l.Items, func(a music.Artist) string { return a.Name })
	storetest.Same(t, "artists", names, []string{"Ana", "The Beatles", "Beyonc\u00e9"})
	if b := l.Items[1]; b.TrackCount != 2 || b.AlbumCount != 2 || b.SortName != "beatles" {
		t.Errorf("%+v", b)
	}
	if b := l.Items[2]; b.TrackCount != 3 || b.AlbumCount != 1 {
		t.Errorf("%+v", b)
	}
	d := storetest.Get(f.Track(ctx, ana, f.TracksByTitle(ana)["6"].ID))(t)
	if c := storetest.Get(f.Artist(ctx, ana, d.Composers[0].ID))(t); c.Name != "Clara" {
		t.Errorf("composer %+v", c)
	}
	_, err := f.Artist(ctx, ana, "nobody")
	f.Code(err, music.NotFound)
	if top := storetest.Get(f.TopTracks(ctx, ana, l.Items[2].ID, 2))(t); len(top) != 2 {
		t.Errorf("top tracks: %v", storetest.Titles(top))
	}
}

func genres(t *testing.T, f *storetest.Fixture) {
	ana := f.Member("ana", music.Admin)
	f.Scan(
		storetest.Song("1", "1", storetest.Genre("hip hop")), storetest.Song("2", "2", storetest.Genre("Hip-Hop")), storetest.Song("3", "3", storetest.Genre("Hip-Hop", "Élan")),
		storetest.Song("4", "4", storetest.Genre("Ambient")),
	)
	want := []music.Genre{{Name: "Ambient", TrackCount: 1}, {Name: "Élan", TrackCount: 1}, {Name: "Hip-Hop", TrackCount: 3}}
	if diff := cmp.Diff(want, storetest.Get(f.Genres(t.Context(), ana))(t)); diff != "" {
		t.Error(diff)
	}
}

func covers(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Admin)
	picture := music.Picture{Hash: "0123456789abcdef", MIME: "image/png", Bytes: 77, Width: 5, Height: 6}
	inside := func(f *music.ScannedFile) {
		f.Cover = &music.CoverSource{Picture: picture, Folder: f.Folder, Name: f.Name, Embedded: true}
	}
	beside := func(f *music.ScannedFile) {
		f.Cover = &music.CoverSource{Picture: picture, Folder: "x", Name: "cover.png"}
	}
	f.Scan(storetest.Song("x/cd1/a.flac", "A", beside), storetest.Song("y/b.flac", "B", inside), storetest.Song("z/c.flac", "C"))
	root, src, err := f.CoverSource(ctx, ana, picture.Hash)
	want := &music.CoverSource{Picture: picture, Folder: "y", Name: "b.flac", Embedded: true}
	if diff := cmp.Diff(want, src); diff != "" || root != "/music" || err != nil {
		t.Errorf("%q, %v, %s", root, err, diff)
	}
	if a := storetest.Get(f.Album(ctx, ana, f.TracksByTitle(ana)["A"].AlbumID))(t); a.Cover != picture.Hash {
		t.Errorf("album's cover %q", a.Cover)
	}
	if a := storetest.Get(f.Artists(ctx, ana, music.Page{}))(t).Items[0]; a.Cover != picture.Hash {
		t.Errorf("artist's cover %q", a.Cover)
	}

	// If its file is missing, another file with the cover replaces it.
	storetest.Get(f.MarkMissing(ctx, []string{f.TracksByTitle(ana)["B"].ID}, storetest.Now))(t)
	f.Must(f.FinishScan(ctx))
	_, src, err = f.CoverSource(ctx, ana, picture.Hash)
	want = &music.CoverSource{Picture: picture, Folder: "x", Name: "cover.png"}
	if diff := cmp.Diff(want, src); diff != "" || err != nil {
		t.Errorf("%v, %s", err, diff)
	}
	for _, hash := range []string{"", "fedcba9876543210", "../../etc/passwd"} {
		_, _, err = f.CoverSource(ctx, ana, hash)
		f.Code(err, music.NotFound)
	}
	_, _, err = f.CoverSource(ctx, music.Viewer{}, picture.Hash)
	f.Code(err, music.NotFound)
}
