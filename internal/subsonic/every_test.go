package subsonic_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"sonora/internal/music"
)

// examples make calls of endpoints that need parameters and succeed. They make what
// they change anew for every call.
func examples(a *app) map[string]func() []string {
	dawn, dusk := a.song("Dawn"), a.song("Dusk")
	album := a.album("First Light")
	artist := a.get("getAlbum", "id", album).text("album", "artistId")
	root := a.get("getIndexes").text("indexes", "index", 0, "artist", 0, "id")
	always := func(pairs ...string) func() []string { return func() []string { return pairs } }
	list := func() string { return a.get("createPlaylist", "name", "Made", "songId", dawn).text("playlist", "id") }
	link := func() string { return a.get("createShare", "id", album).text("shares", "share", 0, "id") }
	station := func() string {
		name := "Made " + music.NewID()
		a.get("createInternetRadioStation", "name", name, "streamUrl", "http://radio.example.com/live")
		stations := a.get("getInternetRadioStations").at("internetRadioStations", "internetRadioStation")
		return stations.text(slices.Index(stations.each("name"), name), "id")
	}
	return map[string]func() []string{
		"createBookmark": always("id", dawn, "position", "700"),
		"createInternetRadioStation": func() []string {
			return []string{"name", "Made " + music.NewID(), "streamUrl", "http://radio.example.com/live"}
		},
		"createPlaylist": always("name", "Made", "songId", dawn),
		"createShare":    always("id", album),
		"deleteBookmark": func() []string {
			a.get("createBookmark", "id", dusk, "position", "1")
			return []string{"id", dusk}
		},
		"deleteInternetRadioStation": func() []string { return []string{"id", station()} },
		"deletePlaylist":             func() []string { return []string{"id", list()} },
		"deleteShare":                func() []string { return []string{"id", link()} },
		"findSonicPath":              always("startSongId", dawn, "endSongId", dusk),
		"getAlbum":                   always("id", album),
		"getAlbumInfo":               always("id", album),
		"getAlbumInfo2":              always("id", album),
		"getAlbumList":               always("type", "newest"),
		"getAlbumList2":              always("type", "newest"),
		"getArtist":                  always("id", artist),
		"getArtistInfo":              always("id", artist),
		"getArtistInfo2":             always("id", artist),
		"getLyrics":                  always("artist", "Ada", "title", "Noon"),
		"getLyricsBySongId":          always("id", dawn),
		"getMusicDirectory":          always("id", root),
		"getPlaylist":                func() []string { return []string{"id", list()} },
		"getSimilarSongs":            always("id", dawn),
		"getSimilarSongs2":           always("id", artist),
		"getSong":                    always("id", dawn),
		"getSongsByGenre":            always("genre", "Folk"),
		"getSonicSimilarTracks":      always("id", dawn),
		"getTopSongs":                always("artist", "Ada"),
		"reportPlayback":             always("mediaId", dawn, "mediaType", "song", "positionMs", "0", "state", "starting"),
		"savePlayQueue":              always("id", dawn, "id", dusk, "current", dusk),
		"savePlayQueueByIndex":       always("id", dawn, "id", dusk, "currentIndex", "1"),
		"scrobble":                   always("id", dawn),
		"search":                     always("any", "Dawn"),
		"search2":                    always("query", "Dawn"),
		"search3":                    always("query", "Dawn"),
		"setRating":                  always("id", dawn, "rating", "3"),
		"star":                       always("id", dawn),
		"unstar":                     always("id", dawn),
		"updateInternetRadioStation": func() []string {
			return []string{"id", station(), "name", "Changed " + music.NewID(), "streamUrl", "http://radio.example.com/other"}
		},
		"updatePlaylist": func() []string { return []string{"playlistId", list(), "name", "Changed"} },
		"updateShare":    func() []string { return []string{"id", link(), "expires", "0"} },
	}
}

// refusals are the codes of endpoints that apps may not call, and of those with tests of
// their own.
var refusals = map[string]int{
	"addChatMessage": 50, "changePassword": 50, "createUser": 50, "deleteUser": 50, "updateUser": 50, "jukeboxControl": 50, "startScan": 50,
	"getVideoInfo": 10, "tokenInfo": 10, "getTranscodeDecision": 10,
	"createPodcastChannel": 10, "deletePodcastChannel": 10, "deletePodcastEpisode": 10, "downloadPodcastEpisode": 10, "getPodcastEpisode": 10,
}

// TestEveryEndpoint calls every endpoint that answers with a document, in all formats.
func TestEveryEndpoint(t *testing.T) {
	a := newApp(t)
	calls := examples(a)
	for endpoint := range document.Answers {
		pairs := calls[endpoint]
		if pairs == nil {
			pairs = func() []string { return nil }
		}
		status, code := "ok", ""
		if refused := refusals[endpoint]; refused != 0 {
			status, code = "failed", strconv.Itoa(refused)
		}
		plain := a.raw(endpoint, pairs()...)
		if answer := parse(t, endpoint, plain); answer.text("status") != status || code != "" && answer.at("error", "code").number() != float64(refusals[endpoint]) {
			t.Errorf("%s: %s", endpoint, plain.Body)
		}
		if e := a.xml(endpoint, pairs()...); e.attr("status") != status || code != "" && e.child(t, "error").attr("code") != code {
			t.Errorf("%s in XML: %+v", endpoint, e)
		}
		padded := a.raw(endpoint, append(pairs(), "f", "jsonp", "callback", "app.show")...)
		inside := strings.TrimPrefix(padded.Body, "app.show(")
		padded.Body = strings.TrimSuffix(inside, ");")
		if !strings.HasSuffix(inside, ");") || !strings.HasPrefix(padded.Header.Get("Content-Type"), "application/javascript") {
			t.Errorf("%s in JSONP: %v %s", endpoint, padded.Header, inside)
		}
		padded.Header.Set("Content-Type", plain.Header.Get("Content-Type"))
		if answer := parse(t, endpoint, padded); answer.text("status") != status {
			t.Errorf("%s in JSONP: %s", endpoint, padded.Body)
		}
	}
}
