package catalogue_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
	"sonora/internal/testkit/others"
)

// askingOthers starts a server with all lookups turned on.
var askingOthers = map[string]json.RawMessage{"askMusicBrainz": []byte("true"), "askCoverArtArchive": []byte("true"), "askLrclib": []byte("true")}

func send(as testkit.Person, path, body string) testkit.Request {
	return testkit.Request{Method: http.MethodPost, Path: path, Body: body, As: as}
}

func TestLookUp(t *testing.T) {
	o := others.Start(t)
	s := testkit.Start(t, testkit.Options{Music: apitest.Songs(t, 1), Settings: askingOthers, Others: o.URL})
	path := "/api/tracks/" + apitest.TrackIDs(t, s)[0]
	release := `{"releaseId":"` + others.ReleaseID + `"}`
	s.Run(t, []testkit.Scenario{
		{Name: "matches", Request: send(s.Admin, path+"/lookup", ""), Status: 200, Contains: []string{
			`"source":"MusicBrainz"`, `"title":"Song 0"`, `"album":"Suite"`, `"year":1999`, `"releaseId":"` + others.ReleaseID, `"coverUrl":"` + path + `/lookup/cover?release=` + others.ReleaseID,
		}, Lacks: []string{o.URL}},
		{Name: "with a slash", Request: send(s.Admin, path+"/lookup/", ""), Status: 200},
		{Name: "a preview", Request: testkit.Request{Path: path + "/lookup/cover?release=" + others.ReleaseID, As: s.Admin, ByCookie: true}, Status: 200, Headers: map[string]string{"Content-Type": "image/jpeg", "Cache-Control": "private", "X-Content-Type-Options": "nosniff"}},
		{Name: "no such release", Request: testkit.Request{Path: path + "/lookup/cover?release=11111111-6cda-33eb-8e9a-044b5e15ffdd", As: s.Admin}, Status: 404, Contains: []string{"has no cover for this release"}},
		{Name: "no release", Request: send(s.Admin, path+"/lookup/cover", `{"releaseId":"http://169.254.169.254/"}`), Status: 400, Contains: []string{`"releaseId":["This is not a MusicBrainz release ID."]`}},
		{Name: "nothing said", Request: send(s.Admin, path+"/lookup/cover", `{}`), Status: 400},
		{Name: "a cover", Request: send(s.Admin, path+"/lookup/cover", release), Status: 200, Contains: []string{`"tracks":1`, `"coverImageUrl":"/api/covers/`}},
		{Name: "the same again", Request: send(s.Admin, path+"/lookup/cover/", release), Status: 200, Contains: []string{`"tracks":0`}},
		{Name: "lyrics", Request: send(s.Admin, path+"/lookup/lyrics", ""), Status: 200, Contains: []string{`"tracks":1`, `"hasLyrics":true`}},
		{Name: "they are there", Request: testkit.Request{Path: path + "/lyrics", As: s.Admin}, Status: 200, Contains: []string{`"kind":"synced"`, "[00:00.50]Second line"}},
		{Name: "somebody else", Request: send(s.Member, path+"/lookup", ""), Status: 403},
		{Name: "somebody else's cover", Request: send(s.Member, path+"/lookup/cover", release), Status: 403},
		{Name: "somebody else's preview", Request: testkit.Request{Path: path + "/lookup/cover?release=" + others.ReleaseID, As: s.Member}, Status: 403},
		{Name: "somebody else's lyrics", Request: send(s.Member, path+"/lookup/lyrics", ""), Status: 403},
		{Name: "a visitor", Request: send(testkit.Person{}, path+"/lookup", ""), Status: 401},
		{Name: "no such track", Request: send(s.Admin, "/api/tracks/none/lookup", ""), Status: 404},
	})
	undone(t, s, path)
	for _, r := range o.Asked() {
		if agent := r.UserAgent(); !strings.HasPrefix(agent, "Sonora/test") || r.Header.Get("Authorization")+r.Header.Get("Cookie") != "" {
			t.Errorf("asked %s as %s", r.URL, agent)
		}
	}
}

// undone undoes the last edit of a track and checks the result.
func undone(t *testing.T, s *testkit.Server, path string) {
	t.Helper()
	edits := testkit.JSON[[]struct{ ID string }](t, s.Do(t, testkit.Request{Path: "/api/tag-edits", As: s.Admin}))
	if len(edits) != 2 {
		t.Fatalf("%d edits", len(edits))
	}
	for _, e := range edits {
		if r := s.Do(t, send(s.Admin, "/api/tag-edits/"+e.ID+"/undo", "")); r.Status != http.StatusOK {
			t.Fatalf("undo: %d %s", r.Status, r.Body)
		}
	}
	if r := s.Do(t, testkit.Request{Path: path, As: s.Admin}); !strings.Contains(r.Body, `"hasLyrics":false`) || !strings.Contains(r.Body, `"coverImageUrl":null`) {
		t.Errorf("it is still there: %s", r.Body)
	}
}

func TestLookUpTurnedOff(t *testing.T) {
	o := others.Start(t)
	s := testkit.Start(t, testkit.Options{Music: apitest.Songs(t, 1), Others: o.URL})
	path := "/api/tracks/" + apitest.TrackIDs(t, s)[0] + "/lookup"
	spanish := send(s.Admin, path, "")
	spanish.Header = map[string]string{"Accept-Language": "es"}
	s.Run(t, []testkit.Scenario{
		{Name: "names", Request: send(s.Admin, path, ""), Status: 409, Contains: []string{`MusicBrainz lookups are turned off. The operator can turn them on in the settings.`}},
		{Name: "in Spanish", Request: spanish, Status: 409, Contains: []string{"Las búsquedas en MusicBrainz están desactivadas."}},
		{Name: "covers", Request: send(s.Admin, path+"/cover", `{"releaseId":"`+others.ReleaseID+`"}`), Status: 409, Contains: []string{"Cover Art Archive"}},
		{Name: "lyrics", Request: send(s.Admin, path+"/lyrics", ""), Status: 409, Contains: []string{"LRCLIB"}},
		{Name: "switched on", Request: testkit.Request{Method: http.MethodPut, Path: "/api/admin/settings", Body: `{"askMusicBrainz":true}`, As: s.Admin}, Status: 200},
		{Name: "names now", Request: send(s.Admin, path, ""), Status: 200, Contains: []string{`"coverUrl":null`}},
		{Name: "lyrics still not", Request: send(s.Admin, path+"/lyrics", ""), Status: 409},
	})
	if asked := o.Asked(); len(asked) != 1 {
		t.Errorf("asked %d times", len(asked))
	}
}

func TestLookUpFailures(t *testing.T) {
	o := others.Start(t)
	o.Answer("/ws/2/recording", others.Busy)
	o.Answer("/api/get", others.HTML)
	o.Answer("/api/search", others.HTML)
	o.Answer("/release/"+others.ReleaseID+"/front-1200", others.HTML)
	s := testkit.Start(t, testkit.Options{Music: apitest.Songs(t, 1), Settings: askingOthers, Others: o.URL})
	path := "/api/tracks/" + apitest.TrackIDs(t, s)[0] + "/lookup"
	s.Run(t, []testkit.Scenario{
		{Name: "busy", Request: send(s.Admin, path, ""), Status: 503, Contains: []string{"MusicBrainz has too many questions"}, Lacks: []string{"allowable"}, Headers: map[string]string{"Retry-After": "7"}},
		{Name: "left alone", Request: send(s.Admin, path, ""), Status: 503, Contains: []string{"MusicBrainz has too many questions"}},
		{Name: "a page", Request: send(s.Admin, path+"/lyrics", ""), Status: 503, Contains: []string{"LRCLIB does not answer as it should"}, Lacks: []string{"hotel"}},
		{Name: "a page as a cover", Request: send(s.Admin, path+"/cover", `{"releaseId":"`+others.ReleaseID+`"}`), Status: 503, Contains: []string{"The Cover Art Archive does not answer as it should"}},
	})
	if asked := o.Asked(); len(asked) != 3 {
		t.Errorf("asked %d times", len(asked))
	}
}
