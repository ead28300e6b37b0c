package catalogue_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

func TestCatalogue(t *testing.T) {
	s := apitest.Start(t, testkit.Options{})
	all := apitest.TracksOf(t, s)
	dawn, side := all["Dawn"], all["Side one"]
	albums := map[string]string{}
	for _, a := range testkit.JSON[[]struct{ ID, Title string }](t, s.Do(t, call{Path: "/api/albums", As: s.Member})) {
		albums[a.Title] = a.ID
	}
	artists := map[string]string{}
	for _, a := range testkit.JSON[[]struct{ ID, Name string }](t, s.Do(t, call{Path: "/api/artists", As: s.Member})) {
		artists[a.Name] = a.ID
	}
	m := s.Member
	s.Run(t, []testkit.Scenario{
		{Name: "tracks", Request: call{Path: "/api/tracks/", As: m}, Status: 200, Contains: []string{`"title":"Dawn"`, `"audioUrl":"/api/tracks/`, `"isAiGenerated":false`}, Lacks: []string{"Never shown", "/tmp"}},
		{Name: "visitors hear nothing that was scanned", Request: call{Path: "/api/tracks"}, Status: 200, Contains: []string{"[]"}, Headers: map[string]string{"X-Total-Count": "0", "Link": ""}},
		{Name: "a track", Request: call{Path: "/api/tracks/" + dawn.ID, As: m}, Status: 200, Contains: []string{`"genres":["Folk","Ambient"]`, `"artists":[{"id"`, `"hasLyrics":true`, `"year":2019`}, Lacks: []string{".mp3"}},
		{Name: "a track, for a visitor", Request: call{Path: "/api/tracks/" + dawn.ID}, Status: 404, Contains: []string{`"detail":"Not found."}`}, Lacks: []string{"Dawn"}},
		{Name: "lyrics", Request: call{Path: "/api/tracks/" + dawn.ID + "/lyrics", As: m}, Status: 200, Contains: []string{`{"kind":"plain","text":"Words without times"}`}},
		{Name: "timed lyrics", Request: call{Path: "/api/tracks/" + all["Noon"].ID + "/lyrics", As: m}, Status: 200, Contains: []string{`"kind":"synced"`, "High"}},
		{Name: "no lyrics", Request: call{Path: "/api/tracks/" + side.ID + "/lyrics", As: m}, Status: 200, Contains: []string{`{"kind":null,"text":""}`}},
		{Name: "lyrics, for a visitor", Request: call{Path: "/api/tracks/" + dawn.ID + "/lyrics"}, Status: 404},
		{Name: "tracks of an album", Request: call{Path: "/api/tracks?album=" + albums["Two Discs"], As: m}, Status: 200, Contains: []string{"Side one", "Side two"}, Lacks: []string{"Dawn"}},
		{Name: "tracks of an artist", Request: call{Path: "/api/tracks?artist=" + artists["Ada"], As: m}, Status: 200, Contains: []string{"Dawn", "Dusk", "Hit of Ada"}, Lacks: []string{"Side one"}},
		{Name: "tracks of a genre", Request: call{Path: "/api/tracks?genre=ambient", As: m}, Status: 200, Contains: []string{"Dawn"}, Lacks: []string{"Side one"}},
		{Name: "an album", Request: call{Path: "/api/albums/" + albums["Two Discs"], As: m}, Status: 200, Contains: []string{`"discCount":2`, `"tracks":[{`, "Side two"}},
		{Name: "an album, for a visitor", Request: call{Path: "/api/albums/" + albums["Two Discs"]}, Status: 404},
		{Name: "albums, for a visitor", Request: call{Path: "/api/albums"}, Status: 200, Lacks: []string{"title"}},
		{Name: "albums by year", Request: call{Path: "/api/albums?sort=year", As: m}, Status: 200, Contains: []string{"Summer Hits"}},
		{Name: "no such order", Request: call{Path: "/api/albums?sort=size", As: m}, Status: 400, Contains: []string{`"sort":["Choose one of`}},
		{Name: "an artist", Request: call{Path: "/api/artists/" + artists["Ada"], As: m}, Status: 200, Contains: []string{`"albums":[{`, `"tracks":[{`, "First Light"}},
		{Name: "an artist, for a visitor", Request: call{Path: "/api/artists/" + artists["Ada"]}, Status: 404},
		{Name: "genres", Request: call{Path: "/api/genres", As: m}, Status: 200, Contains: []string{`{"name":"Folk","trackCount":3}`}},
		{Name: "search", Request: call{Path: "/api/search?q=daw", As: m}, Status: 200, Contains: []string{"Dawn"}, Lacks: []string{"Noon"}},
		{Name: "search without accents", Request: call{Path: "/api/search?q=senor+nu", As: m}, Status: 200, Contains: []string{"Señor Ñu"}},
		{Name: "search for nothing", Request: call{Path: "/api/search", As: m}, Status: 200, Contains: []string{`{"tracks":[],"albums":[],"artists":[],"stations":[],"mixes":[],"podcasts":[],"episodes":[],"playlists":[],"people":[],"corrected":null}`}},
		{Name: "search, for a visitor", Request: call{Path: "/api/search?q=daw"}, Status: 200, Lacks: []string{"Dawn"}},
		{Name: "search for too much", Request: call{Path: "/api/search?q=a&limit=101", As: m}, Status: 400, Contains: []string{`"limit"`}},
	})
}

func TestPagesHoldEveryTrackOnce(t *testing.T) {
	s := library.Join(t)
	all := apitest.TracksOf(t, s)
	var seen []string
	next := "/api/tracks?limit=4&sort=title"
	for next != "" {
		r := s.Do(t, call{Path: next, As: s.Member})
		page := testkit.JSON[[]track](t, r)
		if len(page) == 0 || len(page) > 4 {
			t.Fatalf("%d items on a page of 4: %s", len(page), r.Body)
		}
		for _, tr := range page {
			seen = append(seen, tr.ID)
		}
		link := r.Header.Get("Link")
		next, _, _ = strings.Cut(strings.TrimPrefix(link, "<"), ">")
		if link != "" && (!strings.HasSuffix(link, `>; rel="next"`) || !strings.HasPrefix(next, "/api/tracks?")) {
			t.Fatalf("link %q", link)
		}
	}
	slices.Sort(seen)
	if len(seen) != len(all) || len(slices.Compact(seen)) != len(all) {
		t.Errorf("%d tracks on the pages, %d in the library", len(seen), len(all))
	}
	s.Run(t, []testkit.Scenario{
		{Name: "more than there may be", Request: call{Path: "/api/tracks?limit=100000", As: s.Member}, Status: 200},
		{Name: "none", Request: call{Path: "/api/tracks?limit=0", As: s.Member}, Status: 400, Contains: []string{`"limit":["`}},
		{Name: "less than none", Request: call{Path: "/api/tracks?limit=-1", As: s.Member}, Status: 400},
		{Name: "more than a number can be", Request: call{Path: "/api/tracks?limit=99999999999999999999", As: s.Member}, Status: 200},
		{Name: "more than the document allows", Request: call{Path: "/api/albums?limit=1001", As: s.Member}, Status: 400, Contains: []string{`"limit":["`}},
		{Name: "an empty limit", Request: call{Path: "/api/tracks?limit=", As: s.Member}, Status: 400, Contains: []string{`"limit":["`}},
		{Name: "an empty year", Request: call{Path: "/api/albums?yearFrom=", As: s.Member}, Status: 400, Contains: []string{`"yearFrom":["`}},
		{Name: "no number", Request: call{Path: "/api/tracks?limit=many", As: s.Member}, Status: 400},
		{Name: "made-up cursor", Request: call{Path: "/api/tracks?cursor=eyJ9", As: s.Member}, Status: 400, Contains: []string{`"cursor":["`}},
		{Name: "huge cursor", Request: call{Path: "/api/tracks?cursor=" + strings.Repeat("x", 5000), As: s.Member}, Status: 400},
	})
}

// TestFieldsOfLists asks for some properties of the items of every long list.
func TestFieldsOfLists(t *testing.T) {
	s := library.Join(t)
	all := apitest.TracksOf(t, s)
	m := s.Member
	list := apitest.NewPlaylist(t, s, m, `{"name":"Thin"}`)
	entries := "/api/playlists/" + list.ID + "/tracks"
	dawn := `{"id":"` + all["Dawn"].ID + `","title":"Dawn"}`
	s.Run(t, []testkit.Scenario{
		{Name: "add", Request: call{Method: "POST", Path: entries, As: m, Body: `{"trackIds":["` + all["Dawn"].ID + `"]}`}, Status: 200},
		{Name: "like", Request: call{Method: "POST", Path: "/api/tracks/" + all["Dawn"].ID + "/like", As: m}, Status: 200},
		{Name: "tracks", Request: call{Path: "/api/tracks?fields=title,id", As: m}, Status: 200, Contains: []string{dawn}, Lacks: []string{"duration", "artist"}},
		{Name: "twice the same", Request: call{Path: "/api/tracks?fields=id,title,id", As: m}, Status: 200, Contains: []string{dawn}},
		{Name: "null and objects", Request: call{Path: "/api/tracks?fields=title,replayGain,year", As: m}, Status: 200, Contains: []string{`{"title":"Dawn","year":2019,"replayGain":`}, Lacks: []string{`"id"`}},
		{Name: "liked tracks", Request: call{Path: "/api/liked-tracks?fields=id,title", As: m}, Status: 200, Contains: []string{"[" + dawn + "]"}},
		{Name: "nothing liked", Request: call{Path: "/api/liked-tracks?fields=id", As: s.Admin}, Status: 200, Contains: []string{"[]"}, Lacks: []string{all["Dawn"].ID}},
		{Name: "tracks of a playlist", Request: call{Path: entries + "?fields=title,available,addedBy", As: m}, Status: 200, Contains: []string{`[{"title":"Dawn","addedBy":{`, `"available":true}]`}, Lacks: []string{"entryId", "addedAt"}},
		{Name: "albums", Request: call{Path: "/api/albums?fields=title", As: m}, Status: 200, Contains: []string{`{"title":"First Light"}`}, Lacks: []string{`"id"`}},
		{Name: "artists", Request: call{Path: "/api/artists?fields=name,trackCount", As: m}, Status: 200, Contains: []string{`{"name":"Ada","trackCount":`}, Lacks: []string{"sortName"}},
		{Name: "playlists", Request: call{Path: "/api/playlists?fields=name", As: m}, Status: 200, Contains: []string{`{"name":"Thin"}`}, Lacks: []string{"owner", `"id"`}},
		{Name: "playlists of others", Request: call{Path: "/api/playlists?fields=name", As: s.Admin}, Status: 200, Lacks: []string{"Thin"}},
		{Name: "unknown", Request: call{Path: "/api/tracks?fields=id,path", As: m}, Status: 400, Contains: []string{`"fields":["There is no field “path”."]`}, Lacks: []string{"Dawn"}},
		{Name: "a property of a property", Request: call{Path: "/api/playlists?fields=owner.name", As: m}, Status: 400, Contains: []string{`owner.name`}},
		{Name: "nothing between commas", Request: call{Path: "/api/tracks?fields=id,,title", As: m}, Status: 400, Contains: []string{`"fields":["There is no field “”."]`}, Lacks: []string{"Dawn"}},
		{Name: "nothing after a comma", Request: call{Path: "/api/tracks?fields=id,", As: m}, Status: 400, Lacks: []string{"Dawn"}},
		{Name: "none", Request: call{Path: "/api/tracks?fields=", As: m}, Status: 400, Contains: []string{`"fields":["This field is required."]`}},
		{Name: "unknown, for nobody", Request: call{Path: "/api/playlists?fields=path"}, Status: 401, Lacks: []string{"fields"}},
		{Name: "visitors", Request: call{Path: "/api/tracks?fields=id"}, Status: 200, Contains: []string{"[]"}, Headers: map[string]string{"X-Total-Count": "0"}},
	})
	thin := s.Do(t, call{Path: "/api/tracks?limit=1&fields=id,title", As: m})
	if link := thin.Header.Get("Link"); !strings.Contains(link, "fields=id%2Ctitle") {
		t.Errorf("the next page: %s", link)
	}
	known := map[string]string{"If-None-Match": thin.Header.Get("ETag")}
	s.Run(t, []testkit.Scenario{
		{Name: "known", Request: call{Path: "/api/tracks?limit=1&fields=title,id", As: m, Header: known}, Status: 304},
		{Name: "known with other fields", Request: call{Path: "/api/tracks?limit=1&fields=id", As: m, Header: known}, Status: 200},
		{Name: "known with all fields", Request: call{Path: "/api/tracks?limit=1", As: m, Header: known}, Status: 200, Contains: []string{"duration"}},
	})
}

func TestAliasesAndPages(t *testing.T) {
	s := apitest.Start(t, testkit.Options{})
	html := map[string]string{"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
	for _, path := range []string{"/tracks", "/tracks/", "/api/tracks", "/api/v1/tracks", "/v1/tracks/"} {
		r := s.Do(t, call{Path: path + "?limit=2", As: s.Member})
		if r.Status != http.StatusOK || !strings.HasPrefix(r.Body, "[{") {
			t.Errorf("%s: %d %.100s", path, r.Status, r.Body)
		}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "a page and a list", Request: call{Path: "/tracks", Header: html}, Status: 200, Lacks: []string{"[]"}, Headers: map[string]string{"Vary": "Accept"}},
		{Name: "the list", Request: call{Path: "/tracks", Header: map[string]string{"Accept": "*/*"}}, Status: 200, Contains: []string{"[]"}, Headers: map[string]string{"Vary": "Accept"}},
		{Name: "the API never gives pages", Request: call{Path: "/api/nothing", Header: html}, Status: 404, Contains: []string{`"detail":"Not found."}`}, Headers: map[string]string{"Content-Type": "application/json"}},
		{Name: "a page of the app", Request: call{Path: "/admin/", Header: html}, Status: 200},
		{Name: "not a method", Request: call{Method: "PATCH", Path: "/api/tracks", As: s.Member}, Status: 405, Contains: []string{`"detail":"Method \"PATCH\" not allowed."}`}, Headers: map[string]string{"Allow": "GET, HEAD"}},
		{Name: "not a method of an older name", Request: call{Method: "DELETE", Path: "/auth/login", As: s.Member}, Status: 405, Headers: map[string]string{"Allow": "POST"}},
		{Name: "not a method of a page", Request: call{Method: "POST", Path: "/library"}, Status: 405, Headers: map[string]string{"Allow": "GET, HEAD"}},
	})
}

func TestDiagnostics(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	s.Run(t, []testkit.Scenario{
		{Name: "api", Request: call{Path: "/api/"}, Status: 200, Contains: []string{`{"name":"Sonora","version":"1.0"}`}},
		{Name: "auth", Request: call{Path: "/api/auth/"}, Status: 200, Contains: []string{"/api/auth/login/"}},
		{Name: "google", Request: call{Path: "/api/auth/google/"}, Status: 200, Contains: []string{`"configured":false`}},
		{Name: "google callback", Request: call{Path: "/api/auth/google/callback/?code=a&state=b&next=//evil"}, Status: 302, Headers: map[string]string{"Location": "/auth/google/callback?code=a&state=b"}},
		{Name: "google callback with nothing", Request: call{Path: "/api/auth/google/callback/"}, Status: 302, Headers: map[string]string{"Location": "/auth/google/callback?error=missing_code"}},
		{Name: "health", Request: call{Path: "/health", Header: map[string]string{"Authorization": "Bearer x"}}, Status: 200, Contains: []string{`"status":"ok"`, `"version":"test"`}},
		{Name: "live", Request: call{Path: "/health/live?probe=1", Header: map[string]string{"Authorization": "Bearer x"}}, Status: 200, Contains: []string{`{"status":"ok"}`}},
		{Name: "ready", Request: call{Path: "/health/ready"}, Status: 200, Contains: []string{`{"status":"ok"}`}},
		{Name: "welcome", Request: call{Path: "/api/welcome"}, Status: 200, Contains: []string{`"greeting":"Welcome to Sonora!"`, `"timestamp":"20`}},
		{Name: "config", Request: call{Path: "/api/config"}, Status: 200, Contains: []string{`"passwordMinLength":6`, `"requireSignIn":false`}},
		{Name: "documentation", Request: call{Path: "/api/docs/"}, Status: 200, Contains: []string{"/api/openapi.json"}, Lacks: []string{"<script>", "style="}},
		{Name: "document", Request: call{Path: "/api/openapi.json"}, Status: 200, Contains: []string{`"openapi":"3.1.0"`, `"/api/tracks/{id}/stream"`}},
		{Name: "head", Request: call{Method: "HEAD", Path: "/api/tracks"}, Status: 200, Headers: map[string]string{"X-Total-Count": "0"}},
	})
}

func TestVisitorsNeedTheOperatorsPermission(t *testing.T) {
	s := apitest.Start(t, testkit.Options{})
	dawn := apitest.TracksOf(t, s)["Dawn"]
	stream := "/api/tracks/" + dawn.ID + "/stream"
	set := func(settings string) call {
		return call{Method: "PUT", Path: "/api/admin/settings", As: s.Admin, Body: settings}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "hidden", Request: call{Path: stream}, Status: 404},
		{Name: "made public", Request: set(`{"scannedTracksPublic":true}`), Status: 200},
		{Name: "listed", Request: call{Path: "/api/tracks"}, Status: 200, Contains: []string{"Dawn", `"isPublic":true`}},
		{Name: "heard", Request: call{Path: stream}, Status: 200},
		{Name: "taken back", Request: set(`{"scannedTracksPublic":false}`), Status: 200},
		{Name: "hidden again", Request: call{Path: stream}, Status: 404},
		{Name: "sign-in required", Request: set(`{"requireSignIn":true}`), Status: 200},
		{Name: "lists", Request: call{Path: "/api/tracks"}, Status: 401},
		{Name: "sound", Request: call{Path: stream}, Status: 401},
		{Name: "members", Request: call{Path: stream, As: s.Member}, Status: 200},
		{Name: "members by cookie", Request: call{Path: stream, As: s.Member, ByCookie: true}, Status: 200},
		{Name: "the app still starts", Request: call{Path: "/api/config"}, Status: 200, Contains: []string{`"requireSignIn":true`}},
	})
}
