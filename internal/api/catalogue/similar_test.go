package catalogue_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
	"sonora/internal/testkit/fakelib"
)

// titles returns the titles of the tracks in a response.
func titles(t *testing.T, r testkit.Response) (names []string) {
	t.Helper()
	for _, tr := range testkit.JSON[[]track](t, r) {
		names = append(names, tr.Title)
	}
	return names
}

func TestSimilarBySound(t *testing.T) {
	music := t.TempDir()
	for _, bpm := range []int{80, 82, 110, 140, 143} {
		fakelib.Write(t, music, fmt.Sprintf("%d.wav", bpm), fakelib.Clicks(float64(bpm), 12))
	}
	s := testkit.Start(t, testkit.Options{Music: music, Settings: map[string]json.RawMessage{"analyseTracks": []byte("true")}})
	s.AwaitAnalysis(t)
	all := apitest.TracksOf(t, s)
	near := s.Do(t, testkit.Request{Path: "/api/tracks/" + all["80"].ID + "/similar?limit=1", As: s.Member})
	if near.Status != http.StatusOK || near.Header.Get("X-Basis") != "sound" || !slices.Equal(titles(t, near), []string{"82"}) {
		t.Errorf("like 80: %s %v", near.Header.Get("X-Basis"), titles(t, near))
	}
	path := titles(t, s.Do(t, testkit.Request{Path: "/api/mix/path?from=" + all["80"].ID + "&to=" + all["143"].ID + "&limit=5", As: s.Member}))
	if len(path) != 5 || path[0] != "80" || path[4] != "143" {
		t.Errorf("path: %v", path)
	}
	mix := titles(t, s.Do(t, testkit.Request{Path: "/api/mix/instant?track=" + all["110"].ID, As: s.Member}))
	if len(mix) != 5 || mix[0] != "110" {
		t.Errorf("mix: %v", mix)
	}
	next := s.Do(t, testkit.Request{
		Method: http.MethodPost, Path: "/api/mix/endless", As: s.Member,
		Body: fmt.Sprintf(`{"seeds":[%q],"played":[%q],"limit":2}`, all["143"].ID, all["80"].ID),
	})
	if got := titles(t, next); len(got) != 2 || got[0] != "140" || slices.Contains(got, "80") {
		t.Errorf("next: %v", got)
	}
}

func TestSimilarByTags(t *testing.T) {
	s := apitest.Start(t, testkit.Options{})
	all := testkit.JSON[[]track](t, s.Do(t, testkit.Request{Path: "/api/tracks", As: s.Member}))
	one, two := all[0].ID, all[1].ID
	album := testkit.JSON[[]struct{ ID string }](t, s.Do(t, testkit.Request{Path: "/api/albums", As: s.Member}))[0].ID
	artist := testkit.JSON[[]struct{ ID string }](t, s.Do(t, testkit.Request{Path: "/api/artists", As: s.Member}))[0].ID
	playlist := testkit.JSON[struct{ ID string }](t, s.Do(t, testkit.Request{Method: http.MethodPost, Path: "/api/playlists", As: s.Member, Body: `{"name":"Mine","isPublic":false}`})).ID
	tags := map[string]string{"X-Basis": "tags"}
	get := func(path string) testkit.Request { return testkit.Request{Path: path, As: s.Member} }
	endless := func(body string) testkit.Request {
		return testkit.Request{Method: http.MethodPost, Path: "/api/mix/endless", As: s.Member, Body: body}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "similar", Request: get("/api/tracks/" + one + "/similar"), Status: 200, Headers: tags, Contains: []string{`"id":"`}, Lacks: []string{one}},
		{Name: "similar to nothing", Request: get("/api/tracks/none/similar"), Status: 404},
		{Name: "too many", Request: get("/api/tracks/" + one + "/similar?limit=101"), Status: 400},
		{Name: "to a visitor, who may not hear it", Request: testkit.Request{Path: "/api/tracks/" + one + "/similar"}, Status: 404},
		{Name: "mix of a track", Request: get("/api/mix/instant?limit=3&track=" + one), Status: 200, Headers: tags, Contains: []string{one}},
		{Name: "mix of an album", Request: get("/api/mix/instant?seed=18446744073709551615&album=" + album), Status: 200, Contains: []string{`"id":"`}},
		{Name: "mix of an artist", Request: get("/api/mix/instant?artist=" + artist), Status: 200, Contains: []string{`"id":"`}},
		{Name: "mix of a playlist without tracks", Request: get("/api/mix/instant?playlist=" + playlist), Status: 200, Contains: []string{"[]"}},
		{Name: "mix of somebody else's playlist", Request: testkit.Request{Path: "/api/mix/instant?playlist=" + playlist, As: s.Admin}, Status: 404},
		{Name: "mix of nothing", Request: get("/api/mix/instant"), Status: 400, Contains: []string{"Name one track"}},
		{Name: "mix of two things", Request: get("/api/mix/instant?track=" + one + "&album=" + album), Status: 400},
		{Name: "mix of what is not there", Request: get("/api/mix/instant?track=none"), Status: 404},
		{Name: "a path", Request: get("/api/mix/path?limit=4&from=" + one + "&to=" + two), Status: 200, Headers: tags, Contains: []string{one, two}},
		{Name: "a path from nowhere", Request: get("/api/mix/path?from=none&to=" + two), Status: 404},
		{Name: "a path to itself", Request: get("/api/mix/path?from=" + one + "&to=" + one), Status: 400, Contains: []string{"two different tracks"}},
		{Name: "a path of one", Request: get("/api/mix/path?limit=1&from=" + one + "&to=" + two), Status: 400},
		{Name: "a path without a goal", Request: get("/api/mix/path?from=" + one), Status: 400},
		{Name: "endless", Request: endless(`{"seeds":["` + one + `"],"played":["` + two + `"]}`), Status: 200, Headers: tags, Contains: []string{`"id":"`}, Lacks: []string{one, two}},
		{Name: "endless, a field twice", Request: endless(`{"seeds":["` + one + `"],"limit":5,"LIMIT":100000000000}`), Status: 400, Contains: []string{`"LIMIT"`}},
		{Name: "endless of nothing", Request: endless(`{"seeds":[]}`), Status: 200, Contains: []string{`"id":"`}},
		{Name: "endless with what is not there", Request: endless(`{"seeds":["none"],"played":["none"]}`), Status: 200, Contains: []string{`"id":"`}},
		{Name: "endless with what a visitor may not hear", Request: testkit.Request{Method: http.MethodPost, Path: "/api/mix/endless", Body: `{"seeds":["` + one + `"]}`}, Status: 404},
		{Name: "endless with too many seeds", Request: endless(`{"seeds":[` + strings.Repeat(`"x",`, 50) + `"x"]}`), Status: 400},
		{Name: "endless without seeds", Request: endless(`{}`), Status: 400},
	})
}
