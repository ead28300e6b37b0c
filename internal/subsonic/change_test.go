package subsonic_test

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

func TestStars(t *testing.T) {
	a, other := newApp(t), newApp(t)
	song, album := a.song("Dawn"), a.album("Two Discs")
	artist := a.get("getAlbum", "id", album).text("album", "artistId")
	a.get("star", "id", song, "albumId", album, "artistId", artist)
	a.get("star", "id", song) // again
	got := a.get("getStarred2").at("starred2")
	same(t, "songs", got.at("song").each("title"), "Dawn")
	same(t, "albums", got.at("album").each("name"), "Two Discs")
	same(t, "artists", got.at("artist").each("name"), "Ben")
	for _, what := range []body{got.at("song", 0), got.at("album", 0), got.at("artist", 0), a.get("getSong", "id", song).at("song"), a.get("getAlbum", "id", album).at("album"), a.get("getArtist", "id", artist).at("artist")} {
		if at, err := time.Parse(time.RFC3339, what.text("starred")); err != nil || time.Since(at) > time.Hour {
			t.Errorf("not starred: %v", what.v)
		}
	}
	if starred := a.get("getAlbumList2", "type", "starred").at("albumList2", "album"); starred.len() != 1 || !starred.at(0).has("starred") {
		t.Errorf("starred albums: %v", starred.v)
	}
	if others := other.get("getStarred").at("starred"); others.at("song").len()+others.at("album").len()+others.at("artist").len() != 0 {
		t.Errorf("of somebody else: %v", others.v)
	}
	a.get("unstar", "id", song, "id", album, "id", artist) // as apps do that browse by folders
	if got := a.get("getStarred").at("starred"); got.at("song").len()+got.at("album").len()+got.at("artist").len() != 0 {
		t.Errorf("unstarred: %v", got.v)
	}
	pairs := []string{}
	for range 3000 {
		pairs = append(pairs, "id", song)
	}
	if r := a.send(http.MethodPost, "star", a.query(pairs...), nil); parse(t, "star", r).text("status") != "ok" {
		t.Errorf("thousands of songs: %s", r.Body)
	}
	a.fails(10, "star")
	a.fails(70, "star", "id", "nonsense")
	a.fails(70, "star", "albumId", "nonsense")
	a.fails(70, "unstar", "artistId", "nonsense")
	a.fails(70, "star", "id", "pl-x")
}

func TestRatings(t *testing.T) {
	a := newApp(t)
	song, album := a.song("Noon"), a.album("First Light")
	a.get("setRating", "id", song, "rating", "4")
	a.get("setRating", "id", album, "rating", "5")
	if got := a.get("getAlbum", "id", album).at("album"); got.at("userRating").number() != 5 || got.at("song", 1, "userRating").number() != 4 || got.at("song", 0).has("userRating") {
		t.Errorf("ratings: %v", got.v)
	}
	same(t, "highest", a.get("getAlbumList2", "type", "highest").at("albumList2", "album").each("name"), "First Light")
	a.get("setRating", "id", song, "rating", "0")
	a.get("setRating", "id", album, "rating", "0")
	if got := a.get("getAlbum", "id", album).at("album"); got.has("userRating") || got.at("song", 1).has("userRating") {
		t.Errorf("no ratings: %v", got.v)
	}
	for _, stars := range []string{"6", "-1", "many", "1e99"} {
		a.fails(0, "setRating", "id", song, "rating", stars)
		a.fails(0, "setRating", "id", album, "rating", stars)
	}
	a.fails(10, "setRating", "id", song)
	a.fails(70, "setRating", "id", "nonsense", "rating", "1")
}

func TestScrobbles(t *testing.T) {
	a := newApp(t)
	song := a.song("Dawn")
	a.get("scrobble", "id", song, "submission", "false")
	now := a.get("getNowPlaying").at("nowPlaying", "entry")
	if now.len() != 1 || now.text(0, "title") != "Dawn" || now.text(0, "playerName") != "Test" || now.text(0, "username") != a.person.Email {
		t.Errorf("now playing: %v", now.v)
	}
	same(t, "not heard yet", a.get("getAlbumList2", "type", "recent").at("albumList2", "album").each("name"))
	ago := func(d time.Duration) string { return strconv.FormatInt(time.Now().Add(-d).UnixMilli(), 10) }
	at := ago(time.Hour)
	a.get("scrobble", "id", song, "time", at)
	a.get("scrobble", "id", song, "time", at)                                                // sent again
	a.get("scrobble", "id", "ep-1", "id", song, "time", ago(0), "time", ago(30*time.Minute)) // each with its own time
	a.get("scrobble", "id", a.song("Side one"), "id", a.song("Side two"))
	same(t, "recent", a.get("getAlbumList2", "type", "recent").at("albumList2", "album").each("name"), "Two Discs", "First Light")
	if frequent := a.get("getAlbumList2", "type", "frequent").at("albumList2", "album").each("name"); !slices.Contains(frequent, "First Light") {
		t.Errorf("frequent: %v", frequent)
	}
	history := func() int {
		t.Helper()
		return len(testkit.JSON[[]struct{ PlayedAt time.Time }](t, a.server.Do(t, testkit.Request{Path: "/api/history", As: a.person})))
	}
	before := history()
	noon := a.song("Noon")
	a.get("scrobble", "id", noon, "time", ago(61*24*time.Hour), "id", noon, "time", ago(-time.Hour), "id", noon, "time", "0") // neither then nor now
	if n := history(); n != before {
		t.Errorf("%d plays of wrong times", n-before)
	}
	a.get("scrobble", "id", noon, "time", ago(59*24*time.Hour))
	if n := history(); n != before+1 {
		t.Errorf("%d plays of a backlog, want 1", n-before)
	}
	a.get("reportPlayback", "mediaId", song, "mediaType", "song", "positionMs", "1000", "state", "playing")
	a.get("reportPlayback", "mediaId", song, "mediaType", "song", "positionMs", "90000", "state", "stopped")
	same(t, "stopped", a.get("getNowPlaying").at("nowPlaying", "entry").each("title"))
	a.fails(10, "scrobble")
	a.fails(70, "scrobble", "id", "nonsense")
	a.fails(0, "scrobble", "id", song, "time", "now")
	a.fails(0, "scrobble", "id", song, "submission", "perhaps")
	a.fails(0, "reportPlayback", "mediaId", song, "mediaType", "song", "positionMs", "0", "state", "flying")
	a.fails(10, "reportPlayback", "mediaId", song, "mediaType", "song", "state", "playing")
	a.fails(70, "reportPlayback", "mediaId", "x", "mediaType", "song", "positionMs", "0", "state", "playing")
}

func TestPlaylists(t *testing.T) {
	a, other := newApp(t), newApp(t)
	dawn, noon, dusk := a.song("Dawn"), a.song("Noon"), a.song("Dusk")
	made := a.get("createPlaylist", "name", "Día 🌅", "songId", dawn, "songId", noon).at("playlist")
	id := made.text("id")
	same(t, "made", made.at("entry").each("title"), "Dawn", "Noon")
	if made.text("name") != "Día 🌅" || made.text("owner") != a.person.Email || made.at("songCount").number() != 2 || made.at("public").v != false {
		t.Errorf("made: %v", made.v)
	}
	a.get("updatePlaylist", "playlistId", id, "name", "Day", "comment", "All of it", "songIdToAdd", dusk, "songIdToAdd", dawn, "songIndexToRemove", "0")
	got := a.get("getPlaylist", "id", id).at("playlist")
	same(t, "changed", got.at("entry").each("title"), "Noon", "Dusk", "Dawn")
	if got.text("name") != "Day" || got.text("comment") != "All of it" {
		t.Errorf("changed: %v", got.v)
	}
	same(t, "replaced", a.get("createPlaylist", "playlistId", id, "songId", dusk).at("playlist", "entry").each("title"), "Dusk")
	lists := a.get("getPlaylists").at("playlists", "playlist")
	same(t, "lists", lists.each("name"), "Day")
	if lists.at(0, "songCount").number() != 1 {
		t.Errorf("lists: %v", lists.v)
	}
	if r := a.raw("getCoverArt", "id", lists.text(0, "coverArt")); r.Status != http.StatusOK {
		t.Errorf("cover: %d %s", r.Status, r.Body)
	}
	same(t, "of somebody else", other.get("getPlaylists").at("playlists", "playlist").each("name"))
	other.fails(70, "getPlaylist", "id", id)
	other.fails(70, "updatePlaylist", "playlistId", id, "name", "Mine")
	other.fails(70, "deletePlaylist", "id", id)
	other.fails(70, "createPlaylist", "playlistId", id, "songId", dusk)
	other.fails(50, "getPlaylists", "username", a.person.Email)
	a.fails(0, "updatePlaylist", "playlistId", id, "songIndexToRemove", "7")
	a.fails(0, "updatePlaylist", "playlistId", id, "songIndexToRemove", "first")
	a.fails(10, "createPlaylist")
	a.fails(10, "updatePlaylist")
	a.get("deletePlaylist", "id", id)
	a.fails(70, "getPlaylist", "id", id)
}

// TestFailedPlaylists checks that a call that fails changes nothing.
func TestFailedPlaylists(t *testing.T) {
	a := newApp(t)
	dawn, noon := a.song("Dawn"), a.song("Noon")
	a.fails(70, "createPlaylist", "name", "None", "songId", "tr-999")
	a.fails(70, "createPlaylist", "name", "None", "songId", "tr-998", "songId", "tr-999")
	same(t, "created by calls that failed", a.get("getPlaylists").at("playlists", "playlist").each("name"))
	id := a.get("createPlaylist", "name", "Day", "songId", dawn, "songId", noon, "songId", "tr-999").text("playlist", "id")
	a.fails(70, "createPlaylist", "playlistId", id, "songId", "tr-999")
	a.fails(70, "createPlaylist", "playlistId", id, "name", "Night", "songId", "tr-999")
	a.fails(70, "updatePlaylist", "playlistId", id, "name", "Night", "songIndexToRemove", "0", "songIdToAdd", "tr-999")
	a.fails(0, "updatePlaylist", "playlistId", id, "name", "Night", "songIndexToRemove", "2", "songIdToAdd", dawn)
	a.fails(0, "createPlaylist", "playlistId", id, "name", strings.Repeat("x", 1001), "songId", dawn)
	got := a.get("getPlaylist", "id", id).at("playlist")
	same(t, got.text("name")+" stays", got.at("entry").each("title"), "Dawn", "Noon")
	if got.text("name") != "Day" {
		t.Errorf("renamed by a call that failed: %v", got.v)
	}
	got = a.get("createPlaylist", "playlistId", id, "name", "Night").at("playlist")
	same(t, "renamed", got.at("entry").each("title"), "Dawn", "Noon")
	got = a.get("createPlaylist", "playlistId", id, "name", "Dusk", "songId", "tr-999", "songId", noon).at("playlist")
	same(t, got.text("name"), got.at("entry").each("title"), "Noon")
	if name := got.text("name"); name != "Dusk" {
		t.Errorf("name %q", name)
	}
	a.fails(70, "updatePlaylist", "playlistId", "gone")
}

// TestPublicPlaylists lists what others made public, without the names of those whose
// profile is private.
func TestPublicPlaylists(t *testing.T) {
	a := newApp(t)
	id := a.get("createPlaylist", "name", "Ours", "songId", a.song("Dawn")).text("playlist", "id")
	other := newApp(t)
	listed := func() (found *body) {
		lists := other.get("getPlaylists").at("playlists", "playlist")
		for i := range lists.len() {
			if one := lists.at(i); one.text("id") == id {
				found = &one
			}
		}
		return found
	}
	if found := listed(); found != nil {
		t.Errorf("a private playlist is listed: %v", found.v)
	}
	a.get("updatePlaylist", "playlistId", id, "public", "true")
	found := listed()
	if found == nil || found.at("readonly").v != true || found.at("public").v != true || found.at("duration").number() == 0 {
		t.Fatalf("a public playlist: %v", found)
	}
	if opened := other.get("getPlaylist", "id", id).at("playlist"); opened.text("owner") == "" || opened.text("owner") != found.text("owner") {
		t.Errorf("opened: %v, listed: %v", opened.v, found.v)
	}
	if r := a.server.Do(t, testkit.Request{Method: http.MethodPut, Path: "/api/user/profile", As: a.person, Body: `{"isPrivate":true}`}); r.Status != http.StatusOK {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	if found := listed(); found == nil || found.has("owner") && found.text("owner") != "" {
		t.Errorf("of a private person: %v", found)
	}
	a.get("deletePlaylist", "id", id)
}

// TestHugePlaylist makes a playlist of more songs than an address can hold.
func TestHugePlaylist(t *testing.T) {
	a := newApp(t)
	dawn := a.song("Dawn")
	pairs := []string{"name", "Huge"}
	for range 2500 {
		pairs = append(pairs, "songId", dawn)
	}
	made := parse(t, "createPlaylist", a.send(http.MethodPost, "createPlaylist", a.query(pairs...), nil)).at("playlist")
	if made.at("songCount").number() != 2500 || made.at("entry").len() != 2500 {
		t.Errorf("%v songs", made.at("songCount").v)
	}
	a.get("updatePlaylist", "playlistId", made.text("id"), "songIndexToRemove", "2499", "songIndexToRemove", "0")
	if n := a.get("getPlaylist", "id", made.text("id")).at("playlist", "entry").len(); n != 2498 {
		t.Errorf("%d songs", n)
	}
}

func TestQueue(t *testing.T) {
	a := newApp(t)
	if got := a.get("getPlayQueue").at("playQueue"); got.at("entry").len() != 0 || got.has("current") {
		t.Errorf("no queue: %v", got.v)
	}
	dawn, noon := a.song("Dawn"), a.song("Noon")
	a.get("savePlayQueue", "id", dawn, "id", noon, "id", dawn, "current", noon, "position", "1500")
	got := a.get("getPlayQueue").at("playQueue")
	same(t, "queue", got.at("entry").each("title"), "Dawn", "Noon", "Dawn")
	if got.text("current") != noon || got.at("position").number() != 1500 || got.text("changedBy") != "Test" || got.text("username") != a.person.Email {
		t.Errorf("queue: %v", got.v)
	}
	a.get("savePlayQueueByIndex", "id", dawn, "id", noon, "id", dawn, "currentIndex", "2")
	if got := a.get("getPlayQueueByIndex").at("playQueueByIndex"); got.at("currentIndex").number() != 2 || got.at("entry").len() != 3 {
		t.Errorf("by index: %v", got.v)
	}
	a.fails(0, "savePlayQueueByIndex", "id", dawn, "currentIndex", "1")
	a.fails(10, "savePlayQueueByIndex", "id", dawn)
	a.fails(0, "savePlayQueue", "id", dawn, "current", noon)
	a.fails(70, "savePlayQueue", "id", "tr-998", "id", "tr-999")
	a.fails(70, "savePlayQueueByIndex", "id", "tr-999", "currentIndex", "0")
	if got := a.get("getPlayQueueByIndex").at("playQueueByIndex"); got.at("currentIndex").number() != 2 || got.at("entry").len() != 3 {
		t.Errorf("after calls that failed: %v", got.v)
	}
	a.get("savePlayQueue", "id", "tr-999", "id", dawn, "id", noon, "current", noon, "position", "1500")
	got = a.get("getPlayQueue").at("playQueue")
	same(t, "without an unknown song", got.at("entry").each("title"), "Dawn", "Noon")
	if got.text("current") != noon || got.at("position").number() != 1500 {
		t.Errorf("without an unknown song: %v", got.v)
	}
	a.get("savePlayQueue", "id", dawn, "id", "tr-999", "id", noon, "current", "tr-999", "position", "1500")
	if got := a.get("getPlayQueue").at("playQueue"); got.text("current") != noon || got.at("position").number() != 0 {
		t.Errorf("an unknown current song: %v", got.v)
	}
	a.get("savePlayQueue")
	if got := a.get("getPlayQueueByIndex").at("playQueueByIndex"); got.at("entry").len() != 0 {
		t.Errorf("cleared: %v", got.v)
	}
}

func TestBookmarks(t *testing.T) {
	a, other := newApp(t), newApp(t)
	dawn := a.song("Dawn")
	a.get("createBookmark", "id", dawn, "position", "700", "comment", "here")
	a.get("createBookmark", "id", dawn, "position", "900")
	got := a.get("getBookmarks").at("bookmarks", "bookmark")
	if got.len() != 1 || got.at(0, "position").number() != 900 || got.text(0, "entry", "title") != "Dawn" || got.at(0).has("comment") {
		t.Errorf("bookmarks: %v", got.v)
	}
	if other.get("getBookmarks").at("bookmarks", "bookmark").len() != 0 {
		t.Error("of somebody else")
	}
	a.get("deleteBookmark", "id", dawn)
	if a.get("getBookmarks").at("bookmarks", "bookmark").len() != 0 {
		t.Error("not deleted")
	}
	a.fails(10, "createBookmark", "id", dawn)
	a.fails(70, "createBookmark", "id", "nonsense", "position", "1")
	a.fails(70, "createBookmark", "id", "ep-nonsense", "position", "1")
}

func TestShares(t *testing.T) {
	a := newApp(t)
	expires := strconv.FormatInt(time.Now().Add(time.Hour).UnixMilli(), 10)
	made := a.get("createShare", "id", a.album("First Light"), "expires", expires).at("shares", "share", 0)
	if made.text("description") != "First Light" || made.text("expires") == "" || made.at("visitCount").number() != 0 {
		t.Errorf("made: %v", made.v)
	}
	same(t, "entries", made.at("entry").each("title"), a.get("getAlbum", "id", a.album("First Light")).at("album", "song").each("title")...)
	a.get("updateShare", "id", made.text("id"), "description", "Kept nowhere")
	a.get("updateShare", "id", made.text("id"), "expires", "0")
	if got := a.get("getShares").at("shares", "share"); got.len() != 1 || got.at(0).has("expires") || got.text(0, "description") != "First Light" || got.at(0, "entry").len() != made.at("entry").len() {
		t.Errorf("shares: %v", got.v)
	}
	newApp(t).fails(70, "updateShare", "id", made.text("id"), "expires", expires)
	newApp(t).fails(70, "updateShare", "id", made.text("id"), "description", "Mine")
	a.fails(70, "updateShare", "id", "nonsense")
	newApp(t).fails(70, "deleteShare", "id", made.text("id"))
	a.get("deleteShare", "id", made.text("id"))
	if a.get("getShares").at("shares", "share").len() != 0 {
		t.Error("not deleted")
	}
	a.fails(0, "createShare", "id", a.song("Dawn"), "id", a.song("Noon"))
	a.fails(70, "createShare", "id", "nonsense")
	a.fails(0, "createShare", "id", a.song("Dawn"), "expires", "1000")
	a.fails(10, "createShare")
}

// TestScopes checks that a key that may only listen changes nothing else.
func TestScopes(t *testing.T) {
	all := newApp(t)
	_, secret := apitest.APIKey(t, all.server, all.person, "listen", "read")
	a := &app{t: t, server: all.server, person: all.person, secret: secret}
	link := all.get("createShare", "id", a.album("First Light")).text("shares", "share", 0, "id")
	for endpoint, pairs := range map[string][]string{
		"createShare": {"id", a.song("Dawn")}, "updateShare": {"id", link, "expires", "0"}, "deleteShare": {"id", link},
		"createInternetRadioStation": {"name", "No", "streamUrl", "http://radio.example.com/live"}, "updateInternetRadioStation": {"id", "x", "name", "No", "streamUrl", "http://radio.example.com/"},
		"deleteInternetRadioStation": {"id", "x"}, "createPodcastChannel": {"url", "http://podcast.example.com/feed"}, "deletePodcastChannel": {"id", "x"}, "refreshPodcasts": nil,
	} {
		a.fails(50, endpoint, pairs...)
	}
	for who, may := range map[*app]bool{a: false, all: true} {
		if u := who.get("getUser").at("user"); u.at("shareRole").v != may || u.at("podcastRole").v != may || u.at("playlistRole").v != true {
			t.Errorf("roles, with the scope write %v: %v", may, u.v)
		}
	}
	same(t, "links", a.get("getShares").at("shares", "share").each("id"), link)
	a.get("createPlaylist", "name", "Mine")
	a.get("star", "id", a.song("Dawn"))
}

func TestSimilarMusic(t *testing.T) {
	a := newApp(t)
	dawn, dusk := a.song("Dawn"), a.song("Dusk")
	for endpoint, list := range map[string]string{"getSimilarSongs": "similarSongs", "getSimilarSongs2": "similarSongs2"} {
		for _, id := range []string{dawn, a.album("First Light"), a.get("getSong", "id", dawn).text("song", "artistId")} {
			if n := a.get(endpoint, "id", id, "count", "4").at(list, "song").len(); n == 0 || n > 4 {
				t.Errorf("%s %s: %d songs", endpoint, id, n)
			}
		}
		a.fails(70, endpoint, "id", "nonsense")
	}
	if n := a.get("getSonicSimilarTracks", "id", dawn, "count", "3").at("sonicMatch").len(); n != 3 {
		t.Errorf("%d matches", n)
	}
	path := a.get("findSonicPath", "startSongId", dawn, "endSongId", dusk, "count", "4").at("sonicMatch")
	if path.len() < 2 || path.text(0, "entry", "title") != "Dawn" || path.text(path.len()-1, "entry", "title") != "Dusk" {
		t.Errorf("path: %v", path.v)
	}
	a.fails(0, "findSonicPath", "startSongId", dawn, "endSongId", dawn)
	info := a.get("getArtistInfo2", "id", a.get("getSong", "id", dawn).text("song", "artistId")).at("artistInfo2")
	if slices.Contains(info.at("similarArtist").each("name"), "Ada") || info.text("largeImageUrl") == "" {
		t.Errorf("artist: %v", info.v)
	}
	a.get("getArtistInfo", "id", dawn)
	a.get("getAlbumInfo", "id", dawn)
	a.get("getAlbumInfo2", "id", a.album("First Light"))
	a.fails(70, "getAlbumInfo2", "id", "nonsense")
	a.fails(70, "getArtistInfo", "id", "nonsense")
}

func TestPeopleAndServer(t *testing.T) {
	a, other := newApp(t), newApp(t)
	if got := a.get("getUser", "username", a.person.Email).at("user"); got.text("username") != a.person.Email || got.at("adminRole").v != false || got.at("jukeboxRole").v != false || got.at("folder").len() != 1 {
		t.Errorf("user: %v", got.v)
	}
	a.fails(50, "getUser", "username", other.person.Email)
	same(t, "users", a.get("getUsers").at("users", "user").each("username"), a.person.Email)
	for _, endpoint := range []string{"createUser", "updateUser", "deleteUser", "changePassword", "startScan", "jukeboxControl", "addChatMessage"} {
		a.fails(50, endpoint, "username", other.person.Email, "password", "x", "email", "x@example.com")
	}
	if a.get("getScanStatus").at("scanStatus", "scanning").v != false {
		t.Error("scanning")
	}
	if r := a.raw("getAvatar", "username", a.person.Email); r.Status != http.StatusOK || r.Header.Get("Content-Type") != "image/jpeg" {
		t.Errorf("avatar: %d %v", r.Status, r.Header)
	}
	a.fails(50, "getAvatar", "username", other.person.Email)
	a.get("getLicense")
	a.get("getChatMessages")
	a.get("getVideos")
	a.fails(70, "getVideoInfo", "id", "1")
	a.fails(70, "getCaptions", "id", "1")
	if got := a.get("getPodcasts").at("podcasts", "channel").len() + a.get("getNewestPodcasts").at("newestPodcasts", "episode").len(); got != 0 {
		t.Errorf("%d podcasts", got)
	}
	a.get("refreshPodcasts")
	a.fails(0, "createPodcastChannel", "url", "nonsense")
	for _, endpoint := range []string{"getPodcastEpisode", "deletePodcastChannel", "deletePodcastEpisode", "downloadPodcastEpisode", "deleteInternetRadioStation"} {
		a.fails(70, endpoint, "id", "nonsense")
	}
}

func TestStations(t *testing.T) {
	a, other := newApp(t), newApp(t)
	name := "Mine " + a.person.Email
	a.get("createInternetRadioStation", "name", name, "streamUrl", "http://radio.example.com/live")
	own := func() body {
		t.Helper()
		list := a.get("getInternetRadioStations").at("internetRadioStations", "internetRadioStation")
		at := slices.Index(list.each("name"), name)
		if at < 0 {
			t.Fatalf("stations: %v", list.v)
		}
		return list.at(at)
	}
	id := own().text("id")
	if r := a.raw("getCoverArt", "id", own().text("coverArt")); r.Status != http.StatusOK {
		t.Errorf("picture: %d %s", r.Status, r.Body)
	}
	name = "Changed " + a.person.Email
	a.get("updateInternetRadioStation", "id", id, "name", name, "streamUrl", "http://radio.example.com/other")
	other.fails(50, "updateInternetRadioStation", "id", id, "name", "Theirs", "streamUrl", "http://radio.example.com/")
	other.fails(50, "deleteInternetRadioStation", "id", id)
	own()
	a.fails(10, "createInternetRadioStation", "name", "No address")
	a.get("deleteInternetRadioStation", "id", id)
	a.fails(70, "deleteInternetRadioStation", "id", id)
}
