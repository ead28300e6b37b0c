package playlist_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
	"sonora/internal/testkit/fakelib"
)

func TestPlaylists(t *testing.T) {
	s := empty.Join(t)
	other := s.SignUp(t, "other@example.com")
	s.Run(t, []testkit.Scenario{
		{Name: "nobody's", Request: call{Path: "/api/playlists/"}, Status: 401, Contains: []string{`"detail":"Authentication credentials were not provided."}`}},
		{Name: "none yet", Request: call{Path: "/api/playlists", As: s.Member}, Status: 200, Contains: []string{"[]"}, Headers: map[string]string{"X-Total-Count": "0", "Link": ""}},
		{Name: "nobody makes one", Request: call{Method: "POST", Path: "/api/playlists", Body: `{"name":"x"}`}, Status: 401},
	})
	odd := `Ünï <script>alert("1")</script> \ 🎧 ' or 1=1 --`
	shown := apitest.NewPlaylist(t, s, s.Member, fmt.Sprintf(`{"name":%q,"description":%q}`, "  "+odd+" ", odd+"\r\n"+odd))
	if shown.Name != odd || shown.Description != odd+"\n"+odd || !shown.IsPublic || shown.CoverImageURL != nil || shown.ID == "" || time.Since(shown.CreatedAt) > time.Minute {
		t.Errorf("made: %+v", shown)
	}
	hidden := apitest.NewPlaylist(t, s, s.Member, `{"name":"Road trip","description":null,"isPublic":false,"coverImageUrl":"/api/covers/abc","id":"mine","owner":{"id":"x"}}`)
	if hidden.Name != "Road trip" || hidden.IsPublic || *hidden.CoverImageURL != "/api/covers/abc" || hidden.ID == "mine" {
		t.Errorf("made: %+v", hidden)
	}
	shownPath, hiddenPath := "/api/playlists/"+shown.ID, "/api/playlists/"+hidden.ID
	list := testkit.JSON[[]playlist](t, s.Do(t, call{Path: "/api/playlists", As: s.Member}))
	if len(list) != 2 || list[0].ID != hidden.ID || list[1].Name != odd {
		t.Errorf("list: %+v", list)
	}
	save := func(path string, who testkit.Person, body string) call {
		return call{Method: "PUT", Path: path, As: who, Body: body}
	}
	drop := func(path string, who testkit.Person) call { return call{Method: "DELETE", Path: path, As: who} }
	s.Run(t, []testkit.Scenario{
		{Name: "somebody else's list", Request: call{Path: "/api/playlists", As: other}, Status: 200, Contains: []string{"[]"}},
		{Name: "the operator's list", Request: call{Path: "/api/playlists", As: s.Admin}, Status: 200, Contains: []string{"[]"}},
		{Name: "one's own", Request: call{Path: hiddenPath + "/", As: s.Member}, Status: 200, Contains: []string{`"name":"Road trip","description":"","isPublic":false,"coverImageUrl":"/api/covers/abc"`}},
		{Name: "somebody else's public one", Request: call{Path: shownPath, As: other}, Status: 200, Contains: []string{shown.ID}},
		{Name: "somebody else's private one", Request: call{Path: hiddenPath, As: other}, Status: 404, Contains: []string{`"detail":"Not found."}`}},
		{Name: "private to the operator", Request: call{Path: hiddenPath, As: s.Admin}, Status: 404},
		{Name: "a visitor", Request: call{Path: shownPath}, Status: 401},
		{Name: "change somebody else's private one", Request: save(hiddenPath, other, `{"name":"Taken"}`), Status: 404},
		{Name: "change somebody else's public one", Request: save(shownPath, other, `{"name":"Taken"}`), Status: 403},
		{Name: "the operator changes it", Request: save(shownPath, s.Admin, `{"name":"Decent"}`), Status: 200, Contains: []string{`"name":"Decent"`, `"isOwner":false`, `"canEdit":false`}},
		{Name: "but not what is in it", Request: call{Method: "POST", Path: shownPath + "/tracks", As: s.Admin, Body: `{"trackIds":["x"]}`}, Status: 403},
		{Name: "nor who joins it", Request: call{Method: "POST", Path: shownPath + "/invitation", As: s.Admin}, Status: 403},
		{Name: "change a private one as the operator", Request: save(hiddenPath, s.Admin, `{"name":"Taken"}`), Status: 404},
		{Name: "delete a private one as the operator", Request: drop(hiddenPath, s.Admin), Status: 404},
		{Name: "delete somebody else's private one", Request: drop(hiddenPath, other), Status: 404},
		{Name: "delete somebody else's public one", Request: drop(shownPath, other), Status: 403},
		{Name: "a visitor deletes", Request: drop(shownPath, testkit.Person{}), Status: 401},
		{Name: "another page deletes", Request: call{Method: "DELETE", Path: shownPath, As: s.Member, ByCookie: true, Header: map[string]string{"Origin": "https://evil.example"}}, Status: 403},
		{Name: "change a part", Request: save(hiddenPath, s.Member, `{"name":" New "}`), Status: 200, Contains: []string{`"name":"New"`, `"isPublic":false`, `/api/covers/abc`}},
		{Name: "show it", Request: save(hiddenPath, s.Member, `{"isPublic":true,"coverImageUrl":null}`), Status: 200, Contains: []string{`"name":"New"`, `"isPublic":true`, `"coverImageUrl":null`}},
		{Name: "it is shown", Request: call{Path: hiddenPath, As: other}, Status: 200, Contains: []string{`"name":"New"`}},
		{Name: "without a name", Request: save(hiddenPath, s.Member, `{"name":""}`), Status: 400, Contains: []string{`"name":["Please enter a name for your playlist."]`}},
		{Name: "nothing of this id", Request: save("/api/playlists/none", s.Member, `{}`), Status: 404},
		{Name: "delete", Request: drop(hiddenPath, s.Member), Status: 200, Contains: []string{`"detail"`}},
		{Name: "delete again", Request: drop(hiddenPath, s.Member), Status: 404},
		{Name: "the other stays", Request: call{Path: "/api/playlists", As: s.Member}, Status: 200, Contains: []string{shown.ID}, Lacks: []string{hidden.ID}},
		{Name: "the operator hides it", Request: save(shownPath, s.Admin, `{"isPublic":false}`), Status: 200, Contains: []string{`"isPublic":false`}},
		{Name: "from themselves too", Request: call{Path: shownPath, As: s.Admin}, Status: 404},
		{Name: "its owner shows it", Request: save(shownPath, s.Member, `{"isPublic":true}`), Status: 200},
		{Name: "the operator deletes it", Request: drop(shownPath, s.Admin), Status: 200},
		{Name: "it is gone", Request: call{Path: shownPath, As: s.Member}, Status: 404},
	})
}

func TestPlaylistRules(t *testing.T) {
	s := empty.Join(t)
	const unnamed = `"detail":"Please enter a name for your playlist.","name":["Please enter a name for your playlist."]}`
	var scenarios []testkit.Scenario
	for _, c := range []struct{ body, says string }{
		{`{"name":"","description":"","isPublic":true}`, unnamed},
		{`{"name":"  \t\n "}`, unnamed},
		{`{"name":null}`, unnamed},
		{`{"description":"x"}`, unnamed},
		{`{}`, unnamed},
		{`{"name":5}`, `"name":["This has to be text."]`},
		{`{"name":["x"]}`, `"name":["This has to be text."]`},
		{`{"name":{}}`, `"name":["This has to be text."]`},
		{`{"name":"` + strings.Repeat("é", 101) + `"}`, `"name":["Ensure this field has no more than 100 characters."]`},
		{`{"name":"a\u0000b"}`, `"name":["Control characters are not allowed."]`},
		{`{"name":"a\nb"}`, `"name":["Control characters are not allowed."]`},
		{`{"name":"a\u202eb"}`, `"name":["Control characters are not allowed."]`},
		{`{"name":"\ud800"}`, `"name":["Control characters are not allowed."]`},
		{`{"name":"x","description":"` + strings.Repeat("é", 1001) + `"}`, `"description":["Ensure this field has no more than 1000 characters."]`},
		{`{"name":"x","description":"a\u0007"}`, `"description":["Control characters are not allowed."]`},
		{`{"name":"x","description":[]}`, `"description":["This has to be text."]`},
		{`{"name":"x","isPublic":"true"}`, `"isPublic":["This has to be true or false."]`},
		{`{"name":"x","isPublic":1}`, `"isPublic":["This has to be true or false."]`},
		{`{"name":"x","isPublic":null}`, `"isPublic":["This has to be true or false."]`},
		{`{"name":"x","coverImageUrl":"javascript:alert(1)"}`, `"coverImageUrl":["Enter a valid URL."]`},
		{`{"name":"x","coverImageUrl":"data:image/svg+xml,<svg/>"}`, `"coverImageUrl":["Enter a valid URL."]`},
		{`{"name":"x","coverImageUrl":"//evil.example/x.png"}`, `"coverImageUrl":["Enter a valid URL."]`},
		{`{"name":"x","coverImageUrl":"/api/logout"}`, `"coverImageUrl":["Enter a valid URL."]`},
		{`{"name":"x","coverImageUrl":"/media/%2e%2e/api/logout"}`, `"coverImageUrl":["Enter a valid URL."]`},
		{`{"name":"x","coverImageUrl":"/media/../api/logout"}`, `"coverImageUrl":["Enter a valid URL."]`},
		{`{"name":"x","coverImageUrl":"https://bank.example@evil.example"}`, `"coverImageUrl":["Enter a valid URL."]`},
		{`[]`, `"detail"`},
		{`"x"`, `"detail"`},
		{`{"name":`, `"detail":"Malformed JSON body."`},
	} {
		scenarios = append(scenarios, testkit.Scenario{
			Name: fmt.Sprintf("%.60s", c.body), Request: call{Method: "POST", Path: "/api/playlists", As: s.Member, Body: c.body}, Status: 400, Contains: []string{c.says},
		})
	}
	s.Run(t, append(scenarios,
		testkit.Scenario{Name: "a form", Request: call{Method: "POST", Path: "/api/playlists", As: s.Member, Body: "name=x", Header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}}, Status: 415},
		testkit.Scenario{Name: "in Spanish", Request: call{Method: "POST", Path: "/api/playlists", As: s.Member, Body: `{}`, Header: map[string]string{"Accept-Language": "es"}}, Status: 400, Contains: []string{"Escribe un nombre para tu lista."}},
		testkit.Scenario{Name: "nothing was made", Request: call{Path: "/api/playlists", As: s.Member}, Status: 200, Contains: []string{"[]"}},
	))
	for _, fine := range []string{`{"name":"` + strings.Repeat("é", 100) + `","description":"` + strings.Repeat("é", 1000) + `"}`, `{"name":"x","coverImageUrl":"https://a.example/ä?b"}`, `{"name":"x","coverImageUrl":""}`} {
		apitest.NewPlaylist(t, s, s.Member, fine)
	}
}

// TestPlaylistPages reads a list page by page while it grows.
func TestPlaylistPages(t *testing.T) {
	s := empty.Join(t)
	var made, seen []string
	for i := range 7 {
		made = append(made, apitest.NewPlaylist(t, s, s.Member, fmt.Sprintf(`{"name":"%d"}`, i)).ID)
	}
	slices.Reverse(made)
	for next := "/api/playlists?limit=3"; next != ""; {
		r := s.Do(t, call{Path: next, As: s.Member})
		for _, p := range testkit.JSON[[]playlist](t, r) {
			seen = append(seen, p.ID)
		}
		next, _, _ = strings.Cut(strings.TrimPrefix(r.Header.Get("Link"), "<"), ">")
		apitest.NewPlaylist(t, s, s.Member, `{"name":"meanwhile"}`)
	}
	if !slices.Equal(seen, made) {
		t.Errorf("seen %v, made %v", seen, made)
	}
	s.Run(t, []testkit.Scenario{
		{Name: "all", Request: call{Path: "/api/playlists", As: s.Member}, Status: 200, Headers: map[string]string{"X-Total-Count": "10", "Link": ""}},
		{Name: "none", Request: call{Path: "/api/playlists?limit=0", As: s.Member}, Status: 400, Contains: []string{`"limit":["`}},
		{Name: "made-up cursor", Request: call{Path: "/api/playlists?cursor=eyJ9", As: s.Member}, Status: 400, Contains: []string{`"cursor":["`}},
	})
}

// TestPlaylistsForTheOperator lists everybody's, private ones too.
func TestPlaylistsForTheOperator(t *testing.T) {
	root := t.TempDir()
	for i, genre := range []string{"Jazz", "House", "House"} {
		fakelib.Write(t, root, fmt.Sprintf("%d.mp3", i), fakelib.Song{Title: strconv.Itoa(i), Artists: []string{"Ana"}, Genres: []string{genre}, Sound: uint64(i + 1), Frames: 100}.MP3())
	}
	s := testkit.Start(t, testkit.Options{Music: root})
	tape := apitest.NewPlaylist(t, s, s.Member, `{"name":"Tape","description":"For the road","isPublic":false}`)
	apitest.NewPlaylist(t, s, s.Admin, `{"name":"Rules","kind":"smart","rules":{"rules":[]}}`)
	s.Do(t, call{Method: "POST", Path: "/api/playlists/" + tape.ID + "/tracks", As: s.Member, Body: apitest.Encode(t, map[string]any{"trackIds": apitest.TrackIDs(t, s)})})
	const path = "/api/admin/playlists"
	s.Run(t, []testkit.Scenario{
		{Name: "a visitor", Request: call{Path: path}, Status: 401},
		{Name: "a member", Request: call{Path: path, As: s.Member}, Status: 403},
		{Name: "the newest", Request: call{Path: path + "?limit=1", As: s.Admin}, Status: 200, Contains: []string{`"name":"Rules"`, `"totalDuration":0`, `"genre":""`}, Lacks: []string{"Tape"}, Headers: map[string]string{"X-Total-Count": "2", "Link": `rel="next"`}},
		{Name: "by genre, as it is written or not", Request: call{Path: path + "?q=HOUSE&sort=name", As: s.Admin}, Status: 200, Contains: []string{`"name":"Tape"`}, Lacks: []string{"Rules"}, Headers: map[string]string{"X-Total-Count": "1"}},
		{Name: "smart ones", Request: call{Path: path + "?kind=smart", As: s.Admin}, Status: 200, Contains: []string{`"name":"Rules"`}, Lacks: []string{"Tape"}},
		{Name: "private ones", Request: call{Path: path + "?visibility=private&q=tape", As: s.Admin}, Status: 200, Contains: []string{`"name":"Tape"`}},
		{Name: "no such order", Request: call{Path: path + "?sort=colour", As: s.Admin}, Status: 400},
	})
	type listed struct {
		ID, Name, Description, Genre string
		SongCount                    int
		TotalDuration                float64
		IsPublic                     bool
	}
	got := testkit.JSON[[]listed](t, s.Do(t, call{Path: path, As: s.Admin}))
	if len(got) != 2 || got[1].ID != tape.ID || got[1].SongCount != 3 || got[1].TotalDuration < 7 || got[1].TotalDuration > 8 || got[1].Genre != "House" || got[1].Description != "For the road" || got[1].IsPublic {
		t.Errorf("%+v", got)
	}
}

// TestPlaylistVersion changes a playlist that somebody else has changed since it
// was read.
func TestPlaylistVersion(t *testing.T) {
	s := testkit.Start(t, testkit.Options{Music: apitest.Songs(t, 1)})
	track := testkit.JSON[[]entry](t, s.Do(t, call{Path: "/api/tracks", As: s.Admin}))[0].ID
	path := "/api/playlists/" + apitest.NewPlaylist(t, s, s.Member, `{"name":"Tape"}`).ID
	etag := func(path string) string {
		return s.Do(t, call{Path: path, As: s.Member}).Header.Get("ETag")
	}
	send := func(method, path, body, ifMatch string) testkit.Response {
		return s.Do(t, call{Method: method, Path: path, As: s.Member, Body: body, Header: map[string]string{"If-Match": ifMatch}})
	}
	add := `{"trackIds":["` + track + `"]}`
	for name, c := range map[string]struct {
		change func(ifMatch string) testkit.Response
		status int
	}{
		"rename":     {func(m string) testkit.Response { return send("PUT", path, `{"name":"Renamed"}`, m) }, 200},
		"add":        {func(m string) testkit.Response { return send("POST", path+"/tracks", add, m) }, 200},
		"take cover": {func(m string) testkit.Response { return send("DELETE", path+"/cover", "", m) }, 204},
	} {
		change, read, tracks := c.change, etag(path), etag(path+"/tracks")
		r := change(read)
		if now := etag(path); r.Status != c.status || now == read || !strings.HasPrefix(now, `W/"`+r.Header.Get("X-Playlist-Version")+"-") {
			t.Errorf("%s: %d %s, version %s, ETag %s, was %s", name, r.Status, r.Body, r.Header.Get("X-Playlist-Version"), now, read)
		}
		if tag := r.Header.Get("ETag"); (tag == "" || tag == read) != (c.status == 204) {
			t.Errorf("%s: ETag %s", name, tag)
		}
		for _, old := range []string{read, tracks, `"0"`, `"x"`, "x", ""} {
			if r := change(old); r.Status != 412 || !strings.Contains(r.Body, `"code":"precondition_failed"`) {
				t.Errorf("%s with If-Match %s: %d %s", name, old, r.Status, r.Body)
			}
		}
		now := s.Do(t, call{Path: path + "/tracks", As: s.Member}).Header.Get("X-Playlist-Version")
		for _, allowed := range []string{read + `, "` + now + `"`, "*"} {
			if r := change(allowed); r.Status != c.status {
				t.Errorf("%s with If-Match %s: %d %s", name, allowed, r.Status, r.Body)
			}
		}
	}
	if r := send("DELETE", path, "", `"0"`); r.Status != 412 {
		t.Errorf("delete an old version: %d %s", r.Status, r.Body)
	}
	if r := send("DELETE", path, "", etag(path)); r.Status != 200 || r.Header.Get("ETag") != "" {
		t.Errorf("delete: %d %s", r.Status, r.Body)
	}
}
