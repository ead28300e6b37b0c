package subsonic_test

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestBrowseByTags(t *testing.T) {
	a := newApp(t)
	artists := a.get("getArtists").at("artists", "index")
	var names []string
	ids := map[string]string{}
	for i := range artists.len() {
		of := artists.at(i, "artist")
		names = append(names, of.each("name")...)
		for j := range of.len() {
			ids[of.text(j, "name")] = of.text(j, "id")
		}
	}
	same(t, "artists", names, "Ada", "Ben", "Cleo", "The Formats", "Señor Ñu", "Various Artists")
	if letter := artists.text(3, "name"); letter != "F" { // without the article
		t.Errorf("The Formats are at %s", letter)
	}
	ada := a.get("getArtist", "id", ids["Ada"]).at("artist")
	same(t, "albums of Ada", ada.at("album").each("name"), "First Light", "Summer Hits")
	album := a.get("getAlbum", "id", ada.text("album", 0, "id")).at("album")
	same(t, "songs", album.at("song").each("title"), "Dawn", "Noon", "Dusk")
	if album.text("name") != "First Light" || album.at("songCount").number() != 3 || album.text("artist") != "Ada" || album.at("year").number() != 2019 || album.text("genre") != "Folk" {
		t.Errorf("album: %v", album.v)
	}
	dusk := a.get("getSong", "id", album.text("song", 2, "id")).at("song")
	same(t, "artists of Dusk", dusk.at("artists").each("name"), "Ada", "Ben")
	same(t, "genres of Dusk", dusk.at("genres").each("name"), "Folk", "Ambient")
	for property, want := range map[string]string{
		"title": "Dusk", "album": "First Light", "displayArtist": "Ada, Ben", "suffix": "mp3", "contentType": "audio/mpeg", "type": "music", "path": "Ada/First Light/03 - Dusk.mp3",
		"albumId": album.text("id"), "parent": album.text("id"), "artistId": ids["Ada"],
	} {
		if got := dusk.text(property); got != want {
			t.Errorf("%s of Dusk is %q, want %q", property, got, want)
		}
	}
	if dusk.has("starred") || dusk.has("userRating") || dusk.at("track").number() != 3 {
		t.Errorf("Dusk: %v", dusk.v)
	}
	// Nobody's own IDs, and those of other kinds.
	for _, endpoint := range []string{"getArtist", "getAlbum", "getSong"} {
		a.fails(70, endpoint, "id", "nonsense")
		a.fails(10, endpoint)
	}
}

func TestBrowseByFolders(t *testing.T) {
	a := newApp(t)
	folders := a.get("getMusicFolders").at("musicFolders", "musicFolder")
	if folders.len() != 1 {
		t.Fatalf("music folders: %v", folders.v)
	}
	root := strconv.Itoa(int(folders.at(0, "id").number()))
	indexes := a.get("getIndexes", "musicFolderId", root).at("indexes")
	places := map[string]string{}
	for i := range indexes.at("index").len() {
		of := indexes.at("index", i, "artist")
		for j := range of.len() {
			places[of.text(j, "name")] = of.text(j, "id")
		}
	}
	for _, name := range []string{"Ada", "Ben", "formats", "Summer Hits"} {
		if places[name] == "" {
			t.Errorf("no folder %s in %v", name, places)
		}
	}
	if !slices.Contains(indexes.at("child").each("title"), "Single") {
		t.Errorf("the songs beside the folders: %v", indexes.at("child").each("title"))
	}
	ben := a.get("getMusicDirectory", "id", places["Ben"]).at("directory")
	discs := a.get("getMusicDirectory", "id", ben.text("child", 0, "id")).at("directory")
	same(t, "discs", discs.at("child").each("title"), "CD1", "CD2")
	if discs.text("parent") != places["Ben"] || discs.text("name") != "Two Discs" || discs.at("child", 0, "isDir").v != true {
		t.Errorf("folder: %v", discs.v)
	}
	disc := a.get("getMusicDirectory", "id", discs.text("child", 1, "id")).at("directory")
	same(t, "songs of the second disc", disc.at("child").each("title"), "Side two")
	album := a.get("getMusicDirectory", "id", a.album("Two Discs")).at("directory")
	same(t, "songs of the album", album.at("child").each("title"), "Side one", "Side two")
	artist := a.get("getMusicDirectory", "id", album.text("parent")).at("directory")
	if !slices.Contains(artist.at("child").each("title"), "Two Discs") {
		t.Errorf("albums of the artist: %v", artist.v)
	}
	for _, id := range []string{"fd-", "fd-1", "fd-99999", "fd-1-!!", "99999", "al-x", "ar-x", "ep-x", "x"} {
		if id != "fd-1" {
			a.fails(70, "getMusicDirectory", "id", id)
		}
	}
	for _, endpoint := range []string{"getIndexes", "getArtists"} {
		a.fails(70, endpoint, "musicFolderId", "99999")
		a.fails(0, endpoint, "musicFolderId", "x")
	}
	if all := a.get("getArtists", "musicFolderId", root).at("artists", "index"); all.len() != a.get("getArtists").at("artists", "index").len() {
		t.Errorf("artists of the only music folder: %v", all.v)
	}
}

// TestNothingChanged asks again with what the server said last, as apps do that keep
// a copy.
func TestNothingChanged(t *testing.T) {
	a := newApp(t)
	first := a.get("getIndexes").at("indexes")
	at := strconv.FormatInt(int64(first.at("lastModified").number()), 10)
	again := a.get("getIndexes", "ifModifiedSince", at).at("indexes")
	if again.at("index").len() != 0 || again.at("lastModified").v != first.at("lastModified").v || first.at("index").len() == 0 {
		t.Errorf("unchanged: %v", again.v)
	}
	if a.get("getIndexes", "ifModifiedSince", "1").at("indexes", "index").len() == 0 {
		t.Error("nothing although everything is new")
	}
	a.fails(0, "getIndexes", "ifModifiedSince", "yesterday")
}

func TestLists(t *testing.T) {
	a := newApp(t)
	list := func(pairs ...string) []string {
		t.Helper()
		return a.get("getAlbumList2", pairs...).at("albumList2", "album").each("name")
	}
	same(t, "by name", list("type", "alphabeticalByName"), "Every Format", "First Light", "Odd Names", "Summer Hits", "Two Discs")
	same(t, "a page", list("type", "alphabeticalByName", "size", "2", "offset", "1"), "First Light", "Odd Names")
	same(t, "behind the end", list("type", "alphabeticalByName", "offset", "100"))
	same(t, "none", list("type", "alphabeticalByName", "size", "0"))
	same(t, "by year", list("type", "byYear", "fromYear", "2000", "toYear", "2019"), "Every Format", "First Light")
	same(t, "by year, backwards", list("type", "byYear", "fromYear", "2019", "toYear", "2000"), "First Light", "Every Format")
	same(t, "by genre", list("type", "byGenre", "genre", "folk"), "First Light")
	same(t, "nothing heard", list("type", "recent"))
	same(t, "nothing played", list("type", "frequent"))
	same(t, "nothing rated", list("type", "highest"))
	if random := list("type", "random", "size", "3"); len(random) != 3 || random[0] == random[1] || random[1] == random[2] || random[0] == random[2] {
		t.Errorf("random: %v", random)
	}
	old := a.get("getAlbumList", "type", "newest", "size", "1").at("albumList", "album", 0)
	if old.at("isDir").v != true || !strings.HasPrefix(old.text("id"), "al-") {
		t.Errorf("as a folder: %v", old.v)
	}
	a.fails(10, "getAlbumList2")
	a.fails(0, "getAlbumList2", "type", "nonsense")
	a.fails(10, "getAlbumList2", "type", "byGenre")
	a.fails(10, "getAlbumList2", "type", "byYear", "fromYear", "2000")

	random := a.get("getRandomSongs", "size", "5").at("randomSongs", "song").each("id")
	slices.Sort(random)
	if len(slices.Compact(random)) != 5 {
		t.Errorf("random songs: %v", random)
	}
	same(t, "random songs of a year", a.get("getRandomSongs", "fromYear", "1999", "toYear", "1999", "size", "1").at("randomSongs", "song").each("album"), "Two Discs")
	same(t, "random songs of no genre", a.get("getRandomSongs", "genre", "Polka").at("randomSongs", "song").each("id"))
	same(t, "songs of a genre", a.get("getSongsByGenre", "genre", "Folk").at("songsByGenre", "song").each("title"), "Dawn", "Noon", "Dusk")
	genres := a.get("getGenres").at("genres", "genre")
	at := slices.Index(genres.each("value"), "Folk")
	if at < 0 || genres.at(at, "songCount").number() != 3 || genres.at(at, "albumCount").number() != 1 {
		t.Errorf("genres: %v", genres.v)
	}
	top := a.get("getTopSongs", "artist", "ADA", "count", "2").at("topSongs", "song").each("artist")
	if len(top) != 2 || !strings.HasPrefix(top[0], "Ada") || !strings.HasPrefix(top[1], "Ada") {
		t.Errorf("top songs: %v", top)
	}
	same(t, "top songs of nobody", a.get("getTopSongs", "artist", "Nobody").at("topSongs", "song").each("title"))
	a.fails(10, "getTopSongs")
}

func TestSearch(t *testing.T) {
	a := newApp(t)
	found := a.get("search3", "query", "summer").at("searchResult3")
	same(t, "albums", found.at("album").each("name"), "Summer Hits")
	same(t, "artists", found.at("artist").each("name"))
	found = a.get("search3", "query", "SENOR nu", "songCount", "1").at("searchResult3")
	same(t, "artists without accents", found.at("artist").each("name"), "Señor Ñu")
	if found.at("song").len() != 1 {
		t.Errorf("songs: %v", found.at("song").v)
	}
	same(t, "the second of the hits", a.get("search3", "query", "hit of", "songCount", "1", "songOffset", "1").at("searchResult3", "song").each("title"),
		a.get("search3", "query", "hit of").at("searchResult3", "song").each("title")[1])
	same(t, "old", a.get("search2", "query", "Dusk").at("searchResult2", "song").each("title"), "Dusk")
	same(t, "older", a.get("search", "any", "Dusk").at("searchResult", "match").each("title"), "Dusk")
	a.fails(10, "search")
}

// TestCopyTheLibrary reads everything in pages with an empty query, as apps do that
// work offline; some send two quotes for nothing.
func TestCopyTheLibrary(t *testing.T) {
	a := newApp(t)
	for _, nothing := range []string{"", `""`} {
		var ids []string
		for at := 0; ; at += 7 {
			page := a.get("search3", "query", nothing, "songCount", "7", "songOffset", strconv.Itoa(at), "albumCount", "0", "artistCount", "0").at("searchResult3")
			if page.at("album").len()+page.at("artist").len() != 0 {
				t.Fatalf("not only songs: %v", page.v)
			}
			ids = append(ids, page.at("song").each("id")...)
			if page.at("song").len() < 7 {
				break
			}
		}
		whole := a.get("search3", "query", nothing, "songCount", "5000").at("searchResult3", "song").each("id")
		same(t, "pages", ids, whole...)
		sorted := slices.Sorted(slices.Values(ids))
		if len(ids) < 15 || len(slices.Compact(sorted)) != len(ids) {
			t.Errorf("%d songs", len(ids))
		}
	}
	all := a.get("search3", "query", "", "albumCount", "100", "artistCount", "100", "songCount", "0").at("searchResult3")
	if all.at("album").len() != 5 || all.at("artist").len() != 6 || all.at("song").len() != 0 {
		t.Errorf("albums and artists: %v", all.v)
	}
}

func TestMedia(t *testing.T) {
	a := newApp(t)
	id := a.song("Dawn")
	whole := a.raw("stream", "id", id)
	if whole.Status != http.StatusOK || whole.Header.Get("Content-Type") != "audio/mpeg" || len(whole.Body) < 1000 {
		t.Errorf("stream: %d %v", whole.Status, whole.Header)
	}
	piece := a.send(http.MethodGet, "stream.view", a.query("id", id, "format", "raw"), map[string]string{"Range": "bytes=10-19"})
	if piece.Status != http.StatusPartialContent || piece.Body != whole.Body[10:20] {
		t.Errorf("range: %d, %d bytes", piece.Status, len(piece.Body))
	}
	if r := a.send(http.MethodGet, "stream", a.query("id", id), map[string]string{"Range": "bytes=99999999-"}); r.Status != http.StatusRequestedRangeNotSatisfiable {
		t.Errorf("behind the end: %d", r.Status)
	}
	if r := a.send(http.MethodHead, "stream", a.query("id", id), nil); r.Status != http.StatusOK || r.Header.Get("Content-Length") == "" || r.Body != "" {
		t.Errorf("HEAD: %d %v", r.Status, r.Header)
	}
	if r := a.raw("download", "id", id); r.Body != whole.Body {
		t.Errorf("download: %d, %d bytes", r.Status, len(r.Body))
	}
	song := a.get("getSong", "id", id).at("song")
	for _, pairs := range [][]string{
		{"id", song.text("coverArt")},
		{"id", song.text("coverArt"), "size", "300"},
		{"id", id, "size", "-1"},
		{"id", song.text("albumId"), "size", "99999999"},
		{"id", song.text("artistId"), "size", "1"},
		{"id", song.text("albumId"), "size", "0"},
	} {
		r := a.raw("getCoverArt", pairs...)
		if r.Status != http.StatusOK || !strings.HasPrefix(r.Header.Get("Content-Type"), "image/") || r.Header.Get("ETag") == "" {
			t.Errorf("%v: %d %v", pairs, r.Status, r.Header)
			continue
		}
		if again := a.send(http.MethodGet, "getCoverArt", a.query(pairs...), map[string]string{"If-None-Match": r.Header.Get("ETag")}); again.Status != http.StatusNotModified {
			t.Errorf("%v again: %d", pairs, again.Status)
		}
	}
	for _, endpoint := range []string{"stream", "download", "getCoverArt"} {
		a.fails(70, endpoint, "id", "nonsense")
		a.fails(70, endpoint, "id", "ep-nonsense")
		a.fails(10, endpoint)
	}
	for _, marked := range []string{"co-zz", "pl-zz", "pc-zz", "rs-zz", "fd-zz", "al-", "zz-1"} {
		a.fails(70, "getCoverArt", "id", marked)
	}
	a.fails(0, "getCoverArt", "id", id, "size", "big")
}

func TestLyrics(t *testing.T) {
	a := newApp(t)
	synced := a.get("getLyricsBySongId", "id", a.song("Noon")).at("lyricsList", "structuredLyrics")
	if synced.len() != 1 || synced.at(0, "synced").v != true || synced.at(0, "line", 1, "start").number() != 300 || synced.text(0, "line", 1, "value") != "sun" {
		t.Errorf("synced: %v", synced.v)
	}
	plain := a.get("getLyricsBySongId", "id", a.song("Dawn"), "enhanced", "true").at("lyricsList", "structuredLyrics", 0)
	if plain.at("synced").v != false || plain.text("line", 0, "value") != "Words without times" || plain.at("line", 0).has("start") || plain.has("cueLine") {
		t.Errorf("plain: %v", plain.v)
	}
	if a.get("getLyricsBySongId", "id", a.song("Dusk")).at("lyricsList", "structuredLyrics").len() != 0 {
		t.Error("lyrics of a song without")
	}
	if text := a.get("getLyrics", "artist", "ada", "title", "noon").text("lyrics", "value"); text != "High\nsun" {
		t.Errorf("by title: %q", text)
	}
	if text := a.get("getLyrics", "artist", "Ben", "title", "Noon").text("lyrics", "value"); text != "" {
		t.Errorf("of somebody else: %q", text)
	}
	a.fails(70, "getLyricsBySongId", "id", "nonsense")
}
