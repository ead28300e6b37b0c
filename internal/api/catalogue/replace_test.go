package catalogue_test

import (
	"encoding/json"
	"net/http"
	"reflect"
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

// TestReplaceInTags previews and makes replacements in songs whose titles, artists and
// genres contain a text in different cases, and takes one back.
func TestReplaceInTags(t *testing.T) {
	s := testkit.Start(t, testkit.Options{Music: apitest.Songs(t, 4)})
	ids := apitest.TrackIDs(t, s)
	for i, tags := range []string{
		`{"title":"Hip hop, hip HOP","genre":"hip hop; Soul"}`, `{"title":"Two","genre":"Hip Hop"}`, `{"title":"Three","genre":"Trip hip hop"}`, `{"title":"Four"}`,
	} {
		if r := s.Do(t, testkit.Request{Method: http.MethodPut, Path: "/api/tracks/" + ids[i] + "/tags", Body: tags, As: s.Admin}); r.Status != 200 {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
	}
	send := func(as testkit.Person, path, options string) testkit.Request {
		return testkit.Request{Method: http.MethodPost, Path: "/api/tracks/tags/replace" + path, Body: string(body(t, ids)) + options, As: as}
	}
	type change struct{ ID, Before, After string }
	preview := func(options string, want ...change) {
		t.Helper()
		r := testkit.JSON[struct{ Changes []change }](t, s.Do(t, send(s.Admin, "/preview", options)))
		if len(r.Changes) != len(want) || len(want) > 0 && !reflect.DeepEqual(r.Changes, want) {
			t.Errorf("%s: %+v", options, r.Changes)
		}
	}
	preview(`"field":"genre","find":"hip hop","with":"Hip-Hop","isWhole":true}`, change{ids[0], "hip hop; Soul", "Hip-Hop; Soul"}, change{ids[1], "Hip Hop", "Hip-Hop"})
	preview(`"field":"genre","find":"hip hop","with":"Hip-Hop","matchCase":true}`, change{ids[0], "hip hop; Soul", "Hip-Hop; Soul"}, change{ids[2], "Trip hip hop", "Trip Hip-Hop"})
	preview(`"field":"title","find":"hip hop","with":"$1"}`, change{ids[0], "Hip hop, hip HOP", "$1, $1"})
	preview(`"field":"genre","find":"h.p","with":"x"}`)
	preview(`"field":"genre","find":"Hip Hop","with":"Hip Hop","matchCase":true}`)
	s.Run(t, []testkit.Scenario{
		{Name: "nothing to look for", Request: send(s.Admin, "/preview", `"field":"genre","find":"","with":"x"}`), Status: 400, Contains: []string{`"find":["Enter the text to look for."]`}},
		{Name: "another field", Request: send(s.Admin, "", `"field":"lyrics","find":"a","with":"x"}`), Status: 400, Contains: []string{`"field":[`}},
		{Name: "a line break", Request: send(s.Admin, "", `"field":"genre","find":"hip","with":"a\nb"}`), Status: 400, Contains: []string{`"with":[`}},
		{Name: "no tracks", Request: testkit.Request{Method: http.MethodPost, Path: "/api/tracks/tags/replace", Body: `{"ids":[],"field":"genre","find":"a","with":"b"}`, As: s.Admin}, Status: 400, Contains: []string{`"ids":[`}},
		{Name: "a title cannot be removed", Request: send(s.Admin, "/preview", `"field":"title","find":"two","with":""}`), Status: 200, Contains: []string{`"changes":[]`, ids[1], "Title is required."}},
		{Name: "somebody else's", Request: send(s.Member, "", `"field":"genre","find":"hip hop","with":"x"}`), Status: 200, Contains: []string{`"tracks":0`, `"failed":[{`}},
		{Name: "still as it was", Request: testkit.Request{Path: "/api/tracks/" + ids[1], As: s.Admin}, Status: 200, Contains: []string{`"genres":["Hip Hop"]`}},
	})
	made := testkit.JSON[tagResult](t, s.Do(t, send(s.Admin, "", `"field":"genre","find":"HIP HOP","with":"Hip-Hop","isWhole":true}`)))
	if made.Edit.Tracks != 2 || made.Edit.InFile != 2 || len(made.Edit.Failed) != 0 {
		t.Fatalf("%+v", made)
	}
	genres := func(i int, name string, has, lacks string) testkit.Scenario {
		return testkit.Scenario{Name: name, Request: testkit.Request{Path: "/api/tracks/" + ids[i], As: s.Admin}, Status: 200, Contains: []string{has}, Lacks: []string{lacks}}
	}
	s.Run(t, []testkit.Scenario{
		genres(0, "one of two values", `"genres":["Hip-Hop","Soul"]`, "hip hop;"), genres(1, "the only value", `"genres":["Hip-Hop"]`, `"Hip Hop"`),
		genres(2, "a longer value", `"genres":["Trip hip hop"]`, "Hip-Hop"), genres(3, "no value", `"genres":[]`, "Hip-Hop"),
		{Name: "undone", Request: testkit.Request{Method: http.MethodPost, Path: "/api/tag-edits/" + made.Edit.ID + "/undo", As: s.Admin}, Status: 200, Contains: []string{`"tracks":2`}},
		genres(0, "as before", `"genres":["hip hop","Soul"]`, "Hip-Hop"), genres(1, "as before, too", `"genres":["Hip Hop"]`, "Hip-Hop"),
	})
}

// body begins a body with the IDs of tracks, for options that follow.
func body(t *testing.T, ids []string) []byte {
	t.Helper()
	list, err := json.Marshal(ids)
	if err != nil {
		t.Fatal(err)
	}
	return append(append([]byte(`{"ids":`), list...), ',')
}
