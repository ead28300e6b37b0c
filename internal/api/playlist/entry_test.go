package playlist_test

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

// entry is the part of a playlist entry that tests use.
type entry struct {
	ID, Title, EntryID string
	Available          bool
	AddedBy            *struct{ ID, Name string }
}

// entriesOf reads a playlist.
func entriesOf(t *testing.T, s *testkit.Server, who testkit.Person, id string) []entry {
	t.Helper()
	r := s.Do(t, call{Path: "/api/playlists/" + id + "/tracks", As: who})
	if r.Status != http.StatusOK {
		t.Fatalf("tracks: %d %s", r.Status, r.Body)
	}
	return testkit.JSON[[]entry](t, r)
}

func entryTitles(entries []entry) string {
	var titles []string
	for _, e := range entries {
		titles = append(titles, e.Title)
	}
	return strings.Join(titles, ",")
}

// libraryTracks returns the tracks of the test library by title.
func libraryTracks(t *testing.T, s *testkit.Server) []entry {
	t.Helper()
	list := testkit.JSON[[]entry](t, s.Do(t, call{Path: "/api/tracks?sort=title", As: s.Admin}))
	if len(list) < 3 {
		t.Fatalf("only %d tracks in the library", len(list))
	}
	return list
}

func TestPlaylistTracks(t *testing.T) {
	s := testkit.Start(t, testkit.Options{Music: apitest.Songs(t, 4)})
	other := s.SignUp(t, "other@example.com")
	tracks := libraryTracks(t, s)
	a, b, c := tracks[0], tracks[1], tracks[2]
	path := "/api/playlists/" + apitest.NewPlaylist(t, s, s.Member, `{"name":"Tape","isPublic":false}`).ID
	id := strings.TrimPrefix(path, "/api/playlists/")
	do := func(what, body string) testkit.Response {
		return s.Do(t, call{Method: "POST", Path: path + what, As: s.Member, Body: body})
	}
	type change struct {
		Version int
		Added   []struct{ EntryID, TrackID string }
		Skipped []string
		Removed []map[string]string
		Undo    []map[string]any
	}
	added := testkit.JSON[change](t, do("/tracks", apitest.Encode(t, map[string]any{"trackIds": []string{a.ID, b.ID, c.ID}})))
	if added.Version != 1 || len(added.Added) != 3 {
		t.Fatalf("added: %+v", added)
	}
	order := entryTitles([]entry{a, b, c})
	if got := entriesOf(t, s, s.Member, id); entryTitles(got) != order || got[0].AddedBy == nil || !got[0].Available || got[0].EntryID != added.Added[0].EntryID {
		t.Errorf("entries: %+v", got)
	}
	moved := testkit.JSON[change](t, do("/tracks/move", apitest.Encode(t, map[string]any{"entryIds": []string{added.Added[2].EntryID}, "after": ""})))
	if got := entryTitles(entriesOf(t, s, s.Member, id)); got != entryTitles([]entry{c, a, b}) {
		t.Errorf("moved: %s", got)
	}
	for _, undo := range moved.Undo {
		do("/tracks/move", apitest.Encode(t, undo))
	}
	removed := testkit.JSON[change](t, do("/tracks/remove", apitest.Encode(t, map[string]any{"entryIds": []string{added.Added[0].EntryID, added.Added[1].EntryID}})))
	if got := entryTitles(entriesOf(t, s, s.Member, id)); got != c.Title {
		t.Errorf("removed: %s", got)
	}
	do("/tracks/restore", apitest.Encode(t, map[string]any{"removed": removed.Removed}))
	if got := entryTitles(entriesOf(t, s, s.Member, id)); got != order {
		t.Errorf("restored: %s", got)
	}
	again := testkit.JSON[change](t, do("/tracks", apitest.Encode(t, map[string]any{"trackIds": []string{b.ID}, "duplicates": "skip"})))
	if len(again.Skipped) != 1 || again.Version != 5 {
		t.Errorf("again: %+v", again)
	}
	do("/tracks", apitest.Encode(t, map[string]any{"trackIds": []string{b.ID}}))
	post := func(who testkit.Person, what, body string) call {
		return call{Method: "POST", Path: path + what, As: who, Body: body}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "from the middle", Request: call{Path: path + "/tracks?at=2&limit=1", As: s.Member}, Status: 200, Contains: []string{c.ID}, Lacks: []string{a.ID}, Headers: map[string]string{"X-Total-Count": "4", "X-Playlist-Version": "6", "Link": `rel="next"`}},
		{Name: "a wrong place", Request: call{Path: path + "/tracks?at=-1", As: s.Member}, Status: 400, Contains: []string{`"at":["`}},
		{Name: "duplicates", Request: call{Path: path + "/duplicates", As: s.Member}, Status: 200, Contains: []string{`"trackId":"` + b.ID}},
		{Name: "somebody else reads", Request: call{Path: path + "/tracks", As: other}, Status: 404},
		{Name: "somebody else adds", Request: post(other, "/tracks", `{"trackIds":["`+a.ID+`"]}`), Status: 404},
		{Name: "somebody else's duplicates", Request: call{Path: path + "/duplicates", As: other}, Status: 404},
		{Name: "somebody else's cover", Request: call{Path: path + "/cover", As: other}, Status: 404},
		{Name: "somebody else's export", Request: call{Path: path + "/export", As: other}, Status: 404},
		{Name: "unknown track", Request: post(s.Member, "/tracks", `{"trackIds":["x"]}`), Status: 404, Contains: []string{"This track was not found."}},
		{Name: "unknown tracks", Request: post(s.Member, "/tracks", `{"trackIds":["x","y"]}`), Status: 404, Contains: []string{"These tracks were not found."}},
		{Name: "no tracks", Request: post(s.Member, "/tracks", `{"trackIds":[]}`), Status: 400},
		{Name: "unknown entries", Request: post(s.Member, "/tracks/remove", `{"entryIds":["x","99999"]}`), Status: 200, Contains: []string{`"removed":[]`, `"version":6`}},
		{Name: "count", Request: call{Path: path, As: s.Member}, Status: 200, Contains: []string{`"trackCount":4`, `"kind":"list"`, `"canEdit":true`, `"isOwner":true`, `"rules":null`, `"coverUrl":"/api/playlists/`}},
		{Name: "mix", Request: call{Path: "/api/mix/instant?playlist=" + id, As: s.Member}, Status: 200, Contains: []string{`"title"`}},
		{Name: "cover", Request: call{Path: path + "/cover?size=96", As: s.Member}, Status: 200, Headers: map[string]string{"Content-Type": "image/"}},
		{Name: "too many", Request: post(s.Member, "/tracks", `{"trackIds":["`+strings.Repeat(`x","`, 1000)+`x"]}`), Status: 400},
	})
	s.Do(t, call{Method: "PUT", Path: path, As: s.Member, Body: `{"isPublic":true}`})
	s.Run(t, []testkit.Scenario{
		{Name: "shown", Request: call{Path: path + "/tracks", As: other}, Status: 200, Contains: []string{a.ID}},
		{Name: "but not to be changed", Request: post(other, "/tracks", `{"trackIds":["`+a.ID+`"]}`), Status: 403},
		{Name: "nor moved", Request: post(other, "/tracks/move", `{"entryIds":["1"],"after":""}`), Status: 403},
		{Name: "of a person", Request: call{Path: "/api/users/" + apitest.IDOf(t, s, s.Member) + "/playlists", As: other}, Status: 200, Contains: []string{`"name":"Tape"`, `"canEdit":false`}},
		{Name: "of nobody", Request: call{Path: "/api/users/x/playlists", As: other}, Status: 404},
	})
}

func TestCollaborativePlaylist(t *testing.T) {
	s := testkit.Start(t, testkit.Options{Music: apitest.Songs(t, 4)})
	friend, tracks := s.SignUp(t, "friend@example.com"), libraryTracks(t, s)
	path := "/api/playlists/" + apitest.NewPlaylist(t, s, s.Member, `{"name":"Ours","isPublic":false}`).ID
	link := testkit.JSON[struct{ URL string }](t, s.Do(t, call{Method: "POST", Path: path + "/invitation", As: s.Member})).URL
	token, ok := strings.CutPrefix(link, "/playlists/join/")
	if !ok || len(token) < 20 {
		t.Fatalf("link %q", link)
	}
	join, add := "/api/playlist-invitations/"+token, `{"trackIds":["`+tracks[0].ID+`"]}`
	member := path + "/members/" + apitest.IDOf(t, s, friend)
	s.Run(t, []testkit.Scenario{
		{Name: "somebody else invites", Request: call{Method: "POST", Path: path + "/invitation", As: friend}, Status: 404},
		{Name: "look", Request: call{Path: join, As: friend}, Status: 200, Contains: []string{`"name":"Ours"`, `"joined":false`}},
		{Name: "a visitor looks", Request: call{Path: join}, Status: 401},
		{Name: "a made-up link", Request: call{Path: "/api/playlist-invitations/x", As: friend}, Status: 404},
		{Name: "join", Request: call{Method: "POST", Path: join, As: friend}, Status: 200, Contains: []string{`"canEdit":true`, `"isOwner":false`}},
		{Name: "it is in the list", Request: call{Path: "/api/playlists", As: friend}, Status: 200, Contains: []string{`"name":"Ours"`, `"isCollaborative":true`}},
		{Name: "add", Request: call{Method: "POST", Path: path + "/tracks", As: friend, Body: add}, Status: 200},
		{Name: "rename", Request: call{Method: "PUT", Path: path, As: friend, Body: `{"name":"Mine"}`}, Status: 403},
		{Name: "delete", Request: call{Method: "DELETE", Path: path, As: friend}, Status: 403},
		{Name: "members", Request: call{Path: path + "/members", As: friend}, Status: 200, Contains: []string{`"isOwner":true`, `"isOwner":false`}},
		{Name: "end the link", Request: call{Method: "DELETE", Path: path + "/invitation", As: s.Member}, Status: 204},
		{Name: "it is over", Request: call{Method: "POST", Path: join, As: s.Admin}, Status: 404},
		{Name: "leave", Request: call{Method: "DELETE", Path: member, As: friend}, Status: 204},
		{Name: "add no more", Request: call{Method: "POST", Path: path + "/tracks", As: friend, Body: add}, Status: 404},
		{Name: "leave again", Request: call{Method: "DELETE", Path: member, As: s.Member}, Status: 404},
	})
}

func TestSmartPlaylist(t *testing.T) {
	s := testkit.Start(t, testkit.Options{Music: apitest.Songs(t, 4)})
	tracks := libraryTracks(t, s)
	rules := `{"match":"all","rules":[{"field":"title","operator":"is","value":` + apitest.Encode(t, tracks[0].Title) + `}],"sort":"title"}`
	path := "/api/playlists/" + apitest.NewPlaylist(t, s, s.Member, `{"name":"Found","kind":"smart","rules":`+rules+`}`).ID
	create := func(kind string) call {
		return call{Method: "POST", Path: "/api/playlists", As: s.Member, Body: kind}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "tracks", Request: call{Path: path + "/tracks", As: s.Member}, Status: 200, Contains: []string{`"entryId":"` + tracks[0].ID}, Lacks: []string{tracks[1].ID}},
		{Name: "itself", Request: call{Path: path, As: s.Member}, Status: 200, Contains: []string{`"kind":"smart"`, `"operator":"is"`, `"canEdit":false`, `"trackCount":1`}},
		{Name: "its rules are not for others", Request: call{Path: path, As: s.Admin}, Status: 200, Contains: []string{`"rules":null`}},
		{Name: "nothing is put in", Request: call{Method: "POST", Path: path + "/tracks", As: s.Member, Body: `{"trackIds":["` + tracks[1].ID + `"]}`}, Status: 409},
		{Name: "nobody joins", Request: call{Method: "POST", Path: path + "/invitation", As: s.Member}, Status: 409},
		{Name: "export", Request: call{Path: path + "/export?format=m3u8", As: s.Member}, Status: 200, Contains: []string{"#EXTM3U", tracks[0].Title}},
		{Name: "cover", Request: call{Path: path + "/cover", As: s.Member}, Status: 200},
		{Name: "mix", Request: call{Path: "/api/mix/instant?playlist=" + strings.TrimPrefix(path, "/api/playlists/"), As: s.Member}, Status: 200, Contains: []string{tracks[0].ID}},
		{Name: "other rules", Request: call{Method: "PUT", Path: path, As: s.Member, Body: `{"rules":{"rules":[],"limit":{"count":2}}}`}, Status: 200, Contains: []string{`"trackCount":2`}},
		{Name: "no rules", Request: call{Method: "PUT", Path: path, As: s.Member, Body: `{"rules":null}`}, Status: 400, Contains: []string{"A smart playlist needs rules."}},
		{Name: "a list with rules", Request: create(`{"name":"x","rules":` + rules + `}`), Status: 400, Contains: []string{"Only smart playlists have rules."}},
		{Name: "smart without", Request: create(`{"name":"x","kind":"smart"}`), Status: 400},
		{Name: "of another kind", Request: create(`{"name":"x","kind":"clever"}`), Status: 400, Contains: []string{`"kind":["`}},
		{Name: "unknown field", Request: create(`{"name":"x","kind":"smart","rules":{"rules":[{"field":"password","operator":"is","value":"x"}]}}`), Status: 400, Contains: []string{`"rules":["There is no rule for this field."]`}},
		{Name: "unknown comparison", Request: create(`{"name":"x","kind":"smart","rules":{"rules":[{"field":"title","operator":"or 1=1","value":"x"}]}}`), Status: 400},
		{Name: "wrong value", Request: create(`{"name":"x","kind":"smart","rules":{"rules":[{"field":"year","operator":"is","value":"x"}]}}`), Status: 400},
		{Name: "too deep", Request: create(`{"name":"x","kind":"smart","rules":{"rules":[{"match":"all","rules":[{"match":"all","rules":[{"match":"all","rules":[]}]}]}]}}`), Status: 400, Contains: []string{"Rules can be nested 3 deep."}},
		{Name: "too many", Request: create(`{"name":"x","kind":"smart","rules":{"rules":[` + strings.Repeat(`{"match":"any","rules":[{"field":"liked","operator":"is","value":true}]},`, 30) + `{"field":"liked","operator":"is","value":true}]}}`), Status: 400, Contains: []string{"up to 50 rules"}},
		{Name: "sorted by what there is not", Request: create(`{"name":"x","kind":"smart","rules":{"rules":[],"sort":"t.id; drop table track"}}`), Status: 400, Contains: []string{"Unknown sort order."}},
		{Name: "two limits", Request: create(`{"name":"x","kind":"smart","rules":{"rules":[],"limit":{"count":1,"minutes":1}}}`), Status: 400},
		{Name: "preview", Request: call{Method: "POST", Path: "/api/playlists/smart/preview", As: s.Member, Body: `{"rules":` + rules + `}`}, Status: 200, Contains: []string{`"total":1`, tracks[0].ID}},
		{Name: "preview of nonsense", Request: call{Method: "POST", Path: "/api/playlists/smart/preview", As: s.Member, Body: `{"rules":{"rules":[{"field":"x"}]}}`}, Status: 400},
		{Name: "fields", Request: call{Path: "/api/playlists/smart/fields", As: s.Member}, Status: 200, Contains: []string{`"field":"lastPlayed"`, `"notInLast"`}},
	})
}

func TestPlaylistFiles(t *testing.T) {
	s := testkit.Start(t, testkit.Options{Music: apitest.Songs(t, 4)})
	tracks := libraryTracks(t, s)
	list := apitest.NewPlaylist(t, s, s.Member, `{"name":"Ünï / 音楽 🎧"}`)
	s.Do(t, call{Method: "POST", Path: "/api/playlists/" + list.ID + "/tracks", As: s.Member, Body: apitest.Encode(t, map[string]any{"trackIds": []string{tracks[2].ID, tracks[0].ID, tracks[1].ID}})})
	want := entryTitles([]entry{tracks[2], tracks[0], tracks[1]})
	for _, format := range []string{"m3u", "m3u8", "xspf", "json"} {
		export := s.Do(t, call{Path: "/api/playlists/" + list.ID + "/export?format=" + format, As: s.Member})
		if export.Status != 200 || !strings.Contains(export.Header.Get("Content-Disposition"), "attachment") {
			t.Fatalf("%s: %d %v", format, export.Status, export.Header)
		}
		r := s.Do(t, apitest.FileForm(t, "/api/playlists/import", s.Member, "a."+format, export.Body, nil))
		back := testkit.JSON[struct {
			Playlist     playlist
			Found        int
			MissingCount int
		}](t, r)
		if r.Status != 200 || back.Found != 3 || back.MissingCount != 0 || back.Playlist.Name != list.Name {
			t.Fatalf("%s: %d %s", format, r.Status, r.Body)
		}
		if got := entryTitles(entriesOf(t, s, s.Member, back.Playlist.ID)); got != want {
			t.Errorf("%s: %s, want %s", format, got, want)
		}
	}
	const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><playlist><trackList><track><title>&b;</title></track></trackList></playlist>`
	in := func(who testkit.Person, name, file string, texts map[string]string) call {
		return apitest.FileForm(t, "/api/playlists/import", who, name, file, texts)
	}
	s.Run(t, []testkit.Scenario{
		{Name: "wrong paths", Request: in(s.Member, "Mixtape.m3u", "#EXTM3U\n/no/such.mp3\n../../../etc/passwd\nhttp://radio.example/stream\n", map[string]string{"playlistId": list.ID}), Status: 200, Contains: []string{`"found":0`, `"missingCount":3`, `"line":2,"text":"/no/such.mp3","reason":"not-found"`, `"reason":"not-a-file"`, `"trackCount":3`}},
		{Name: "wrong paths only", Request: in(s.Member, "Nowhere.m3u", "#EXTM3U\n/no/such.mp3\n", nil), Status: 400, Contains: []string{"None of the songs in this file are in the library, so no playlist was made."}},
		{Name: "makes none of them", Request: call{Path: "/api/playlists?limit=100", As: s.Member}, Status: 200, Lacks: []string{"Nowhere"}},
		{Name: "named like the file", Request: in(s.Member, "Mixtape.json", `[{"id":"`+tracks[0].ID+`"}]`, nil), Status: 200, Contains: []string{`"name":"Mixtape"`}},
		{Name: "a bomb", Request: in(s.Member, "x.xspf", bomb, nil), Status: 400, Contains: []string{"This file is not a playlist"}},
		{Name: "nothing", Request: in(s.Member, "x.m3u", "#EXTM3U\n", nil), Status: 400, Contains: []string{"There are no tracks in this file."}},
		{Name: "an empty file", Request: in(s.Member, "x.m3u", "", nil), Status: 400, Contains: []string{"No file was sent."}},
		{Name: "into somebody else's", Request: in(s.Admin, "x.m3u", "a.mp3\n", map[string]string{"playlistId": list.ID}), Status: 403},
		{Name: "into none", Request: in(s.Admin, "x.m3u", "a.mp3\n", map[string]string{"playlistId": "x"}), Status: 404},
		{Name: "into one's own", Request: in(s.Member, "x.json", `[{"id":"`+tracks[0].ID+`"}]`, map[string]string{"playlistId": list.ID}), Status: 200, Contains: []string{`"found":1`, `"trackCount":4`}},
		{Name: "with a long name", Request: in(s.Member, "x.json", `[{"id":"`+tracks[0].ID+`"}]`, map[string]string{"name": strings.Repeat("木", 300)}), Status: 200, Contains: []string{`"name":"` + strings.Repeat("木", 100) + `"`}},
		{Name: "a long one", Request: in(s.Member, "x.json", "["+strings.Repeat(`{"path":"x","comment":"`+strings.Repeat("x", 300)+`"},`, 49_999)+`{"id":"`+tracks[0].ID+`"}]`, map[string]string{"name": "Long"}), Status: 200, Contains: []string{`"found":1`, `"missingCount":49999`}},
		{Name: "in UTF-16", Request: in(s.Member, "x.m3u", "\xff\xfeb\x00.\x00m\x00p\x003\x00\r\x00\n\x00", map[string]string{"playlistId": list.ID}), Status: 200, Contains: []string{`"line":1,"text":"b.mp3"`}},
		{Name: "unknown format", Request: call{Path: "/api/playlists/" + list.ID + "/export?format=exe", As: s.Member}, Status: 400},
		{Name: "not as JSON", Request: call{Method: "POST", Path: "/api/playlists/import", As: s.Member, Body: "{}"}, Status: 415},
	})
}

// TestPlaylistFileTooLarge announces a file above the limit. The server refuses it
// before the client sends any of it.
func TestPlaylistFileTooLarge(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	sent := &unsent{}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/api/playlists/import", sent)
	if err != nil {
		t.Fatal(err)
	}
	req.ContentLength = 50 << 20
	req.Header.Set("Authorization", "Bearer "+s.Member.Access)
	req.Header.Set("Content-Type", "multipart/form-data; boundary=x")
	req.Header.Set("Expect", "100-continue")
	client := &http.Transport{ExpectContinueTimeout: time.Minute}
	defer client.CloseIdleConnections()
	res, err := client.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != http.StatusRequestEntityTooLarge || sent.reads.Load() != 0 {
		t.Errorf("%d, after %d reads of the file", res.StatusCode, sent.reads.Load())
	}
}

// unsent is a body that counts how often the client reads from it.
type unsent struct{ reads atomic.Int64 }

func (u *unsent) Read(p []byte) (int, error) {
	u.reads.Add(1)
	return len(p), nil
}

// TestPlaylistCount does not count for others what they may not see.
func TestPlaylistCount(t *testing.T) {
	s := testkit.Start(t, testkit.Options{Music: apitest.Songs(t, 2)})
	other := s.SignUp(t, "eve@example.com")
	u := apitest.UploadFile(t, s, s.Admin, "a.flac", apitest.UploadedSong(77))
	mine := testkit.JSON[struct{ ID string }](t, apitest.KeepUpload(t, s, s.Admin, map[string]any{"title": "Mine", "audioUrl": u.AudioURL, "isPublic": false}))
	path := "/api/playlists/" + apitest.NewPlaylist(t, s, s.Admin, `{"name":"Both","isPublic":true}`).ID
	shared := testkit.JSON[[]entry](t, s.Do(t, call{Path: "/api/tracks", As: other}))[0]
	s.Do(t, call{Method: "POST", Path: path + "/tracks", As: s.Admin, Body: apitest.Encode(t, map[string]any{"trackIds": []string{mine.ID, shared.ID}})})
	s.Run(t, []testkit.Scenario{
		{Name: "one's own", Request: call{Path: path, As: s.Admin}, Status: 200, Contains: []string{`"trackCount":2`}},
		{Name: "another's", Request: call{Path: path, As: other}, Status: 200, Contains: []string{`"trackCount":1`}},
		{Name: "another's tracks", Request: call{Path: path + "/tracks", As: other}, Status: 200, Headers: map[string]string{"X-Total-Count": "1"}},
	})
}

func TestPlaylistCover(t *testing.T) {
	s := empty.Join(t)
	path := "/api/playlists/" + apitest.NewPlaylist(t, s, s.Member, `{"name":"Covered"}`).ID
	other := s.SignUp(t, "eve@example.com")
	s.Run(t, []testkit.Scenario{
		{Name: "made of its name", Request: call{Path: path + "/cover", As: s.Member}, Status: 200, Headers: map[string]string{"X-Generated-Cover": "true"}},
		{Name: "somebody else's", Request: apitest.FileForm(t, path+"/cover", other, "a.png", apitest.SmallPNG(t), nil), Status: 403},
		{Name: "no picture", Request: apitest.FileForm(t, path+"/cover", s.Member, "a.png", "GIF8 <script>", nil), Status: 415},
		{Name: "a picture", Request: apitest.FileForm(t, path+"/cover", s.Member, "a.png", apitest.SmallPNG(t), nil), Status: 200},
		{Name: "its own", Request: call{Path: path + "/cover?size=300", As: s.Member}, Status: 200, Headers: map[string]string{"X-Generated-Cover": "", "Content-Type": "image/jpeg"}},
		{Name: "taken away", Request: call{Method: "DELETE", Path: path + "/cover", As: s.Member}, Status: 204},
		{Name: "one of the operator's", Request: apitest.FileForm(t, path+"/cover", s.Admin, "a.png", apitest.SmallPNG(t), nil), Status: 200, Contains: []string{`"hasCover":true`}},
		{Name: "taken away by them", Request: call{Method: "DELETE", Path: path + "/cover", As: s.Admin}, Status: 204},
		{Name: "made of its name again", Request: call{Path: path + "/cover", As: s.Member}, Status: 200, Headers: map[string]string{"X-Generated-Cover": "true"}},
		{Name: "of another size", Request: call{Path: path + "/cover?size=7", As: s.Member}, Status: 400},
	})
}
