package subsonic_test

import (
	"encoding/hex"
	"encoding/xml"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

// ask sends a request to an address below /rest as an app wrote it.
func (a *app) ask(endpoint string, header map[string]string) testkit.Response {
	a.t.Helper()
	return do(a.t, a.server, testkit.Request{Method: http.MethodGet, Path: "/rest/" + endpoint, Header: header})
}

// post sends a form, and returns the answer in JSON.
func (a *app) post(endpoint string, pairs ...string) body {
	a.t.Helper()
	r := a.send(http.MethodPost, endpoint, a.query(pairs...), nil)
	return parse(a.t, strings.TrimSuffix(endpoint, ".view"), r)
}

// repeated returns a parameter several times, as pairs.
func repeated(name string, values ...string) (pairs []string) {
	for _, value := range values {
		pairs = append(pairs, name, value)
	}
	return pairs
}

// habits are what apps send and expect beyond the protocol, by app.
var habits = map[string]func(a *app){
	"Symfonium copies the library with two quotes, one kind at a time": func(a *app) {
		const nothing = "&songOffset=0&songCount=0&albumOffset=0&albumCount=0&artistOffset=0&artistCount=500"
		who := "&u=" + a.person.Email + "&t=" + token(a.secret, "salt") + "&s=salt&v=1.13.0&c=Symfonium&f=json"
		artists := parse(a.t, "search3", a.ask("search3.view?query=%22%22"+nothing+who, nil)).at("searchResult3")
		if artists.at("artist").len() != 6 || artists.at("album").len()+artists.at("song").len() != 0 {
			a.t.Errorf("%v", artists.v)
		}
		albums := a.get("search3", "query", `""`, "artistCount", "0", "songCount", "0", "albumCount", "2", "albumOffset", "4").at("searchResult3", "album")
		if albums.len() != 1 {
			a.t.Errorf("the last page of albums: %v", albums.v)
		}
	},
	"Symfonium needs the name of every genre": func(a *app) {
		genres := a.get("getGenres").at("genres", "genre").each("value")
		if len(genres) == 0 || slices.Contains(genres, "") {
			a.t.Errorf("%q", genres)
		}
	},
	"Symfonium may send basic authentication as well": func(a *app) {
		r := a.send(http.MethodGet, "ping", a.query(), apitest.Basic(a.person.Email, "something else"))
		if parse(a.t, "ping", r).text("status") != "ok" {
			a.t.Errorf("%s", r.Body)
		}
	},
	"Feishin posts every call in version 1.13.0": func(a *app) {
		song := a.song("Dawn")
		for endpoint, pairs := range map[string][]string{"getOpenSubsonicExtensions.view": nil, "getSong.view": {"id", song}, "getSimilarSongs": {"id", song, "count", "5"}} {
			q := a.query(pairs...)
			q.Del("p")
			q.Set("v", "1.13.0")
			q.Set("t", token(a.secret, "pepper"))
			q.Set("s", "pepper")
			if r := a.send(http.MethodPost, endpoint, q, nil); !strings.Contains(r.Body, `"status":"ok"`) {
				a.t.Errorf("%s: %s", endpoint, r.Body)
			}
		}
	},
	"Feishin stars and rates albums by their own parameter and by id": func(a *app) {
		album := a.album("First Light")
		a.get("star", repeated("albumId", album, a.album("Two Discs"))...)
		a.get("setRating", "id", album, "rating", "3")
		if n := a.get("getStarred").at("starred", "album").len(); n != 2 {
			a.t.Errorf("%d albums", n)
		}
	},
	"Amperfy asks for covers without a size": func(a *app) {
		album := a.get("getAlbum", "id", a.album("First Light")).at("album")
		for _, id := range []string{album.text("coverArt"), album.text("id"), album.text("artistId"), album.text("song", 0, "id")} {
			if r := a.raw("getCoverArt", "id", id); r.Status != http.StatusOK || !strings.HasPrefix(r.Header.Get("Content-Type"), "image/") {
				a.t.Errorf("%s: %d %v", id, r.Status, r.Header)
			}
		}
	},
	"Amperfy and play:Sub probe two bytes of a stream": func(a *app) {
		song := a.get("getSong", "id", a.song("Dawn")).at("song")
		r := a.send(http.MethodGet, "stream.view", a.query("id", song.text("id"), "format", "raw"), map[string]string{"Range": "bytes=0-1"})
		want := "bytes 0-1/" + strconv.Itoa(int(song.at("size").number()))
		if r.Status != http.StatusPartialContent || r.Header.Get("Content-Range") != want || len(r.Body) != 2 || r.Header.Get("Accept-Ranges") != "bytes" {
			a.t.Errorf("%d %v", r.Status, r.Header)
		}
	},
	"Amperfy renames, removes and adds at once": func(a *app) {
		dawn, noon, dusk := a.song("Dawn"), a.song("Noon"), a.song("Dusk")
		id := a.get("createPlaylist", "name", "Day", "songId", dawn, "songId", noon).text("playlist", "id")
		a.get("updatePlaylist", "playlistId", id, "name", "Evening", "songIndexToRemove", "0", "songIndexToRemove", "1", "songIdToAdd", dusk)
		list := a.get("getPlaylist", "id", id).at("playlist")
		same(a.t, list.text("name"), list.at("entry").each("title"), "Dusk")
	},
	"Amperfy scrobbles with a date that the protocol does not know": func(a *app) {
		a.get("scrobble", "id", a.song("Dawn"), "date", strconv.FormatInt(time.Now().Unix(), 10), "submission", "true")
		same(a.t, "heard", a.get("getAlbumList2", "type", "recent").at("albumList2", "album").each("name"), "First Light")
	},
	"play:Sub sends a password in hexadecimal digits and wants a length": func(a *app) {
		song := a.get("getSong", "id", a.song("Dawn")).at("song")
		q := a.query("id", song.text("id"), "estimateContentLength", "true", "maxBitRate", "0")
		q.Set("p", "enc:"+hex.EncodeToString([]byte(a.secret)))
		q.Set("v", "1.8.0")
		r := a.send(http.MethodHead, "stream.view", q, nil)
		if r.Status != http.StatusOK || r.Header.Get("Content-Length") != strconv.Itoa(int(song.at("size").number())) {
			a.t.Errorf("%d %v", r.Status, r.Header)
		}
	},
	"DSub posts XML calls of version 1.2.0": func(a *app) {
		q := a.query("username", a.person.Email)
		q.Del("f")
		q.Set("v", "1.2.0")
		q.Set("p", "enc:"+strings.ToUpper(hex.EncodeToString([]byte(a.secret))))
		r := a.send(http.MethodPost, "getUser.view", q, nil)
		var e element
		if err := xml.Unmarshal([]byte(r.Body), &e); err != nil || e.child(a.t, "user").attr("username") != a.person.Email {
			a.t.Errorf("%v %s", err, r.Body)
		}
	},
	"DSub takes an answer of text/xml for an error, and anything else for the file": func(a *app) {
		for _, endpoint := range []string{"stream", "getCoverArt"} {
			q := a.query("id", "gone")
			q.Del("f")
			if r := a.send(http.MethodPost, endpoint+".view", q, nil); r.Status != http.StatusOK || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/xml") {
				a.t.Errorf("%s: %d %v", endpoint, r.Status, r.Header)
			}
		}
	},
	"DSub continues a download where it stopped": func(a *app) {
		id := a.song("Dawn")
		whole := a.raw("stream", "id", id).Body
		r := a.send(http.MethodGet, "stream.view", a.query("id", id, "maxBitRate", "0"), map[string]string{"Range": "bytes=700-"})
		if r.Status != http.StatusPartialContent || r.Body != whole[700:] {
			a.t.Errorf("%d, %d bytes", r.Status, len(r.Body))
		}
	},
	"DSub replaces a playlist by removing every position": func(a *app) {
		songs := []string{a.song("Dawn"), a.song("Noon")}
		id := a.get("createPlaylist", append(repeated("songId", songs...), "name", "Old")...).text("playlist", "id")
		a.get("updatePlaylist", "playlistId", id, "name", "New", "songIdToAdd", songs[1], "songIdToAdd", songs[0], "songIndexToRemove", "0", "songIndexToRemove", "1")
		same(a.t, "replaced", a.get("getPlaylist", "id", id).at("playlist", "entry").each("title"), "Noon", "Dawn")
	},
	"DSub stores songs under their paths, each its own": func(a *app) {
		songs := a.get("search3", "query", "", "songCount", "500").at("searchResult3", "song")
		paths := songs.each("path")
		for _, path := range paths {
			if parts := strings.Split(path, "/"); len(parts) != 3 || slices.Contains(parts, "") || slices.Contains(parts, "..") || strings.HasPrefix(path, "/") {
				a.t.Errorf("path %q", path)
			}
		}
		if sorted := slices.Sorted(slices.Values(paths)); len(slices.Compact(sorted)) != songs.len() {
			a.t.Errorf("a path twice: %q", sorted)
		}
	},
	"DSub climbs from a song to its album and its artist as folders": func(a *app) {
		album := a.get("getMusicDirectory", "id", a.get("getSong", "id", a.song("Dawn")).text("song", "parent")).at("directory")
		artist := a.get("getMusicDirectory", "id", album.text("parent")).at("directory")
		if album.text("name") != "First Light" || artist.text("name") != "Ada" || artist.at("child", 0, "isDir").v != true {
			a.t.Errorf("%v in %v", album.v, artist.v)
		}
	},
	"DSub asks for a decade in either direction": func(a *app) {
		for _, years := range [][]string{{"2010", "2020"}, {"2020", "2010"}} {
			same(a.t, years[0], a.get("getAlbumList2", "size", "20", "offset", "0", "type", "byYear", "fromYear", years[0], "toYear", years[1]).at("albumList2", "album").each("name"), "First Light")
		}
	},
	"DSub asks only for what changed, also without a time": func(a *app) {
		all := a.get("getIndexes", "ifModifiedSince", "", "musicFolderId", "").at("indexes")
		at := strconv.FormatInt(int64(all.at("lastModified").number()), 10)
		if n := a.get("getIndexes", "ifModifiedSince", at).at("indexes", "index").len(); n != 0 || all.at("index").len() == 0 {
			a.t.Errorf("%d of %v", n, all.v)
		}
	},
	"DSub and Ultrasonic read podcasts without their episodes": func(a *app) {
		a.get("getPodcasts", "includeEpisodes", "false")
	},
	"Tempo expects the code of an error as a number": func(a *app) {
		r := a.raw("getSong", "id", "gone")
		if _, isNumber := parse(a.t, "getSong", r).at("error", "code").v.(float64); !isNumber {
			a.t.Errorf("%s", r.Body)
		}
	},
	"Tempo says with every change of a playlist that it is not public": func(a *app) {
		id := a.get("createPlaylist", "name", "Mine").text("playlist", "id")
		a.get("updatePlaylist", "playlistId", id, "name", "Mine", "public", "false", "songIdToAdd", a.song("Dawn"))
		list := a.get("getPlaylist", "id", id).at("playlist")
		if list.at("public").v != false || list.at("songCount").number() != 1 {
			a.t.Errorf("%v", list.v)
		}
	},
	"Supersonic reads pages of albums in XML": func(a *app) {
		for offset, want := range map[string]int{"0": 5, "20": 0} {
			if got := len(a.xml("getAlbumList2", "type", "alphabeticalByName", "size", "20", "offset", offset).child(a.t, "albumList2").Children); got != want {
				a.t.Errorf("%s: %d albums", offset, got)
			}
		}
	},
	"Sonixd reads pages of albums until there is no list": func(a *app) {
		if page := a.get("getAlbumList2", "type", "alphabeticalByName", "size", "500", "offset", "500").at("albumList2"); page.has("album") {
			a.t.Errorf("%v", page.v)
		}
		if n := a.get("getAlbumList2", "type", "alphabeticalByName", "size", "1").at("albumList2", "album").len(); n != 1 { // a list of one is a list, too
			a.t.Errorf("%d albums", n)
		}
	},
	"Sonixd empties a playlist with an empty song": func(a *app) {
		id := a.get("createPlaylist", "name", "Full", "songId", a.song("Dawn")).text("playlist", "id")
		if list := a.get("createPlaylist", "playlistId", id, "songId", "").at("playlist"); list.at("songCount").number() != 0 || list.text("name") != "Full" {
			a.t.Errorf("%v", list.v)
		}
	},
	"Sonixd stars 325 songs in one address": func(a *app) {
		a.get("star", repeated("id", slices.Repeat([]string{a.song("Dawn")}, 325)...)...)
	},
	"Music Assistant takes covers for IDs, not for addresses": func(a *app) {
		found := a.get("search3", "query", "", "songCount", "500", "albumCount", "500", "artistCount", "500").at("searchResult3")
		for _, id := range slices.Concat(found.at("song").each("coverArt"), found.at("album").each("coverArt"), found.at("artist").each("coverArt")) {
			if id == "" || strings.Contains(id, "/") {
				a.t.Errorf("cover %q", id)
			}
		}
	},
	"apps put their name before or behind what they ask for": func(a *app) {
		who := "u=" + url.QueryEscape(a.person.Email) + "&p=" + a.secret + "&f=json"
		for _, query := range []string{"id=" + a.song("Dawn") + "&" + who, who + "&id=" + a.song("Dawn")} {
			if r := a.ask("getSong?"+query, nil); parse(a.t, "getSong", r).text("song", "title") != "Dawn" {
				a.t.Errorf("%s", r.Body)
			}
		}
	},
	"keyboards of phones begin the address with a capital letter": func(a *app) {
		for _, credentials := range [][]string{{"p", a.secret}, {"t", token(a.secret, "salt"), "s", "salt"}} {
			q := a.query(credentials...)
			if credentials[0] == "t" {
				q.Del("p")
			}
			q.Set("u", strings.ToUpper(a.person.Email[:1])+a.person.Email[1:]+" ")
			if r := a.send(http.MethodGet, "ping", q, nil); parse(a.t, "ping", r).text("status") != "ok" {
				a.t.Errorf("%s", r.Body)
			}
		}
	},
	"people write the address of the server with a slash at its end": func(a *app) {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			r := a.server.Do(a.t, testkit.Request{Method: method, Path: "//rest/ping.view?" + a.query().Encode()})
			if r.Status != http.StatusOK || parse(a.t, "ping", r).text("status") != "ok" {
				a.t.Errorf("%s: %d %v %s", method, r.Status, r.Header, r.Body)
			}
		}
	},
	"apps write that all music folders are meant": func(a *app) {
		for _, folder := range []string{"", "0", "-1"} {
			if n := a.get("getAlbumList2", "type", "newest", "musicFolderId", folder).at("albumList2", "album").len(); n != 5 {
				a.t.Errorf("%q: %d albums", folder, n)
			}
		}
	},
	"apps write numbers with decimals and truth values as digits": func(a *app) {
		if n := a.get("getAlbumList2", "type", "newest", "size", "2.0").at("albumList2", "album").len(); n != 2 {
			a.t.Errorf("%d albums", n)
		}
		a.get("scrobble", "id", a.song("Dawn"), "submission", "0")
		same(a.t, "not heard", a.get("getAlbumList2", "type", "recent").at("albumList2", "album").each("name"))
	},
	"apps that were offline send the times of what they played": func(a *app) {
		at := func(hours int) string {
			return strconv.FormatInt(time.Now().Add(-time.Duration(hours)*time.Hour).UnixMilli(), 10)
		}
		// The empty ID has a time, too: those behind it keep theirs.
		a.get("scrobble", "id", "", "time", at(1), "id", a.song("Dawn"), "time", at(2), "id", a.song("Side one"), "time", at(3))
		same(a.t, "the latest first", a.get("getAlbumList2", "type", "recent").at("albumList2", "album").each("name"), "First Light", "Two Discs")
		heard := testkit.JSON[[]struct{ PlayedAt time.Time }](a.t, a.server.Do(a.t, testkit.Request{Path: "/api/history", As: a.person}))
		if len(heard) != 2 || time.Since(heard[0].PlayedAt).Round(time.Hour) != 2*time.Hour {
			a.t.Errorf("heard: %v", heard)
		}
	},
	"apps change huge playlists with a form": func(a *app) {
		songs := slices.Repeat([]string{a.song("Dawn")}, 1200)
		id := a.post("createPlaylist.view", append(repeated("songId", songs...), "name", "Huge")...).text("playlist", "id")
		a.post("updatePlaylist.view", append(repeated("songIdToAdd", songs...), "playlistId", id)...)
		if n := a.get("getPlaylist", "id", id).at("playlist", "songCount").number(); n != 2400 {
			a.t.Errorf("%v songs", n)
		}
	},
}

func TestHabits(t *testing.T) {
	for name, habit := range habits {
		t.Run(name, func(t *testing.T) { habit(newApp(t)) })
	}
}
