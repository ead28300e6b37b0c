package catalogue_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sonora/internal/media/tag"
	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

type tagResult struct {
	Edit struct {
		ID                   string
		Tracks, InFile, Kept int
		Reasons, Failed      []struct{ ID, Detail string }
	}
	Track struct{ Title, Artist, Album, CoverImageURL string }
}

func TestEditTags(t *testing.T) {
	root := apitest.Songs(t, 3)
	s := testkit.Start(t, testkit.Options{Music: root})
	ids := apitest.TrackIDs(t, s)
	path := "/api/tracks/" + ids[0] + "/tags"
	send := func(as testkit.Person, method, path, body string) testkit.Request {
		return testkit.Request{Method: method, Path: path, Body: body, As: as}
	}
	put := func(as testkit.Person, body string) testkit.Request { return send(as, http.MethodPut, path, body) }
	s.Run(t, []testkit.Scenario{
		{Name: "one track", Request: put(s.Admin, `{"title":"Neu – 歌","artist":"Ana; Bo","genre":"Jazz;Soul","year":1987,"track":7,"bpm":99.5}`), Status: 200, Contains: []string{`"inFile":1`, `"tracks":1`, `"title":"Neu – 歌"`, `"artist":"Ana, Bo"`, `"genres":["Jazz","Soul"]`, `"year":1987`, `"number":7`}},
		{Name: "nothing new", Request: put(s.Admin, `{"title":"Neu – 歌"}`), Status: 200, Contains: []string{`"tracks":0`, `"id":null`}},
		{Name: "null removes", Request: put(s.Admin, `{"year":null,"genre":null}`), Status: 200, Contains: []string{`"year":null`, `"genres":[]`}},
		{Name: "rules", Request: put(s.Admin, `{"year":3000,"bpm":1,"title":"a\u0007"}`), Status: 400, Contains: []string{"year", "bpm", "title", "Control characters are not allowed.", "Enter a number from 20 to 400."}},
		{Name: "wrong kinds", Request: put(s.Admin, `{"year":"x"}`), Status: 400},
		{Name: "in Spanish", Request: testkit.Request{Method: http.MethodPost, Path: "/api/tracks/tags", As: s.Admin, Body: `{"ids":[],"tags":{}}`, Header: map[string]string{"Accept-Language": "es"}}, Status: 400, Contains: []string{"Elige de 1 a 500 canciones."}},
		{Name: "somebody else", Request: put(s.Member, `{"title":"Mine"}`), Status: 403},
		{Name: "a visitor", Request: put(testkit.Person{}, `{"title":"Mine"}`), Status: 401},
		{Name: "no such track", Request: send(s.Admin, http.MethodPut, "/api/tracks/01ARZ3NDEKTSV4RRFFQ69G5FAV/tags", `{"title":"x"}`), Status: 404},
		{Name: "no such edit", Request: send(s.Admin, http.MethodPost, "/api/tag-edits/01ARZ3NDEKTSV4RRFFQ69G5FAV/undo", ""), Status: 404},
		{Name: "found by its new words", Request: testkit.Request{Path: "/api/search?q=neu", As: s.Admin}, Status: 200, Contains: []string{"Neu – 歌"}},
	})
	audio, err := tag.Read(filepath.Join(root, "suite", "0.mp3"))
	if err != nil || audio.Tags.Title != "Neu – 歌" || len(audio.Tags.Artists) != 2 || audio.Tags.Year != 0 {
		t.Errorf("%+v %v", audio, err)
	}
}

func TestEditManyTags(t *testing.T) {
	root := apitest.Songs(t, 4)
	s := testkit.Start(t, testkit.Options{Music: root})
	ids := apitest.TrackIDs(t, s)
	if err := os.Chmod(filepath.Join(root, "suite", "3.mp3"), 0o444); err != nil {
		t.Fatal(err)
	}
	body := `{"ids":["` + strings.Join(append(ids, "nobody"), `","`) + `"],"tags":{"album":"Another","albumArtist":"Ana"}}`
	r := testkit.JSON[tagResult](t, s.Do(t, testkit.Request{Method: http.MethodPost, Path: "/api/tracks/tags", Body: body, As: s.Admin}))
	if r.Edit.Tracks != 4 || r.Edit.InFile != 3 || r.Edit.Kept != 1 || len(r.Edit.Failed) != 1 || r.Edit.Failed[0].Detail != "Not found." {
		t.Fatalf("%+v", r)
	}
	if len(r.Edit.Reasons) != 1 || r.Edit.Reasons[0].ID != ids[3] || r.Edit.Reasons[0].Detail != "The file is read-only." {
		t.Errorf("kept: %+v", r.Edit.Reasons)
	}
	number := func(from int) testkit.Request {
		body := fmt.Sprintf(`{"ids":[%q,%q],"tags":{},"numberFrom":%d}`, ids[1], ids[0], from)
		return testkit.Request{Method: http.MethodPost, Path: "/api/tracks/tags", Body: body, As: s.Admin}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "numbered", Request: number(21), Status: 200, Contains: []string{`"tracks":2`}},
		{Name: "the first", Request: testkit.Request{Path: "/api/tracks/" + ids[1], As: s.Admin}, Status: 200, Contains: []string{`"number":21`}},
		{Name: "the second", Request: testkit.Request{Path: "/api/tracks/" + ids[0], As: s.Admin}, Status: 200, Contains: []string{`"number":22`}},
		{Name: "an absurd number", Request: number(1_000_000), Status: 400, Contains: []string{`"numberFrom":["`}},
	})
	undo := "/api/tag-edits/" + r.Edit.ID + "/undo"
	s.Run(t, []testkit.Scenario{
		{Name: "one album of it", Request: testkit.Request{Path: "/api/albums", As: s.Admin}, Status: 200, Contains: []string{`"title":"Another"`}, Lacks: []string{"Suite"}},
		{Name: "the list", Request: testkit.Request{Path: "/api/tag-edits", As: s.Admin}, Status: 200, Contains: []string{r.Edit.ID, `"tracks":4`, `"kept":1`, `"undoneAt":null`}},
		{Name: "nobody's list", Request: testkit.Request{Path: "/api/tag-edits", As: s.Member}, Status: 200, Lacks: []string{r.Edit.ID}},
		{Name: "undone by somebody else", Request: testkit.Request{Method: http.MethodPost, Path: undo, As: s.Member}, Status: 404},
		{Name: "undone", Request: testkit.Request{Method: http.MethodPost, Path: undo, As: s.Admin}, Status: 200, Contains: []string{`"tracks":4`}},
		{Name: "undone twice", Request: testkit.Request{Method: http.MethodPost, Path: undo, As: s.Admin}, Status: 409},
		{Name: "as before", Request: testkit.Request{Path: "/api/albums", As: s.Admin}, Status: 200, Contains: []string{`"title":"Suite"`}, Lacks: []string{"Another"}},
	})
}

func TestTrackCovers(t *testing.T) {
	s := testkit.Start(t, testkit.Options{Music: apitest.Songs(t, 2)})
	ids := apitest.TrackIDs(t, s)
	path := "/api/tracks/" + ids[0] + "/cover"
	r := apitest.SendForm(t, s, s.Admin, path+"?albums=true", "file", "cover.png", apitest.SmallPNG(t))
	if got := testkit.JSON[tagResult](t, r); r.Status != 200 || got.Edit.Tracks != 2 || got.Track.CoverImageURL == "" {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	for name, c := range map[string]struct {
		as     testkit.Person
		file   string
		status int
	}{
		"not a picture":   {s.Admin, "<html></html>", 415},
		"too large":       {s.Admin, apitest.SmallPNG(t) + strings.Repeat("x", 10<<20), 413},
		"somebody else's": {s.Member, apitest.SmallPNG(t), 403},
		"nothing":         {s.Admin, "", 400},
	} {
		if r := apitest.SendForm(t, s, c.as, path, "file", "cover.png", c.file); r.Status != c.status {
			t.Errorf("%s: %d %s", name, r.Status, r.Body)
		}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "it is shown", Request: testkit.Request{Path: "/api/tracks/" + ids[1] + "/cover", As: s.Member}, Status: 200, Headers: map[string]string{"Content-Type": "image/jpeg"}},
		{Name: "no form", Request: testkit.Request{Method: http.MethodPost, Path: path, Body: "{}", As: s.Admin}, Status: 415},
		{Name: "removed", Request: testkit.Request{Method: http.MethodDelete, Path: path, As: s.Admin}, Status: 204},
		{Name: "nothing to show", Request: testkit.Request{Path: path + "?generated=false", As: s.Member}, Status: 404},
	})
}

// TestOwnUploadTags checks that people can edit their own uploads, and no others.
func TestOwnUploadTags(t *testing.T) {
	s := empty.Join(t)
	up := testkit.JSON[uploadResult](t, apitest.SendForm(t, s, s.Member, "/api/upload", "file", "a.mp3", apitest.UploadedSong(5)))
	made := s.Do(t, testkit.Request{Method: http.MethodPost, Path: "/api/tracks", As: s.Member, Body: fmt.Sprintf(`{"title":"My song","audioUrl":%q}`, up.AudioURL)})
	id := testkit.JSON[struct{ ID string }](t, made).ID
	if made.Status != http.StatusCreated {
		t.Fatalf("%d %s", made.Status, made.Body)
	}
	other := s.SignUp(t, "other@example.com")
	edit := func(as testkit.Person) testkit.Request {
		return testkit.Request{Method: http.MethodPut, Path: "/api/tracks/" + id + "/tags", Body: `{"artist":"Me"}`, As: as}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "mine", Request: edit(s.Member), Status: 200, Contains: []string{`"title":"My song"`, `"artist":"Me"`, `"inFile":1`, `"album":"Discovery"`}},
		{Name: "the operator", Request: testkit.Request{Method: http.MethodPut, Path: "/api/tracks/" + id + "/tags", Body: `{"genre":"Soul"}`, As: s.Admin}, Status: 200, Contains: []string{`"genres":["Soul"]`}},
	})
	if r := s.Do(t, edit(other)); r.Status != 403 && r.Status != 404 {
		t.Errorf("somebody else: %d", r.Status)
	}
}
