package catalogue_test

import (
	"slices"
	"strings"
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

func TestPositionsAndOrders(t *testing.T) {
	s := apitest.Start(t, testkit.Options{})
	all := apitest.TracksOf(t, s)
	m := s.Member
	titles := func(path string) (found []string) {
		for _, tr := range testkit.JSON[[]track](t, s.Do(t, call{Path: path, As: m})) {
			found = append(found, tr.Title)
		}
		return found
	}
	byTitle := titles("/api/tracks?sort=title")
	if got := titles("/api/tracks?sort=title&at=2&limit=3"); !slices.Equal(got, byTitle[2:5]) {
		t.Errorf("from 2: %q of %q", got, byTitle)
	}
	r := s.Do(t, call{Path: "/api/tracks?sort=title&at=2&limit=3", As: m})
	if link := r.Header.Get("Link"); !strings.Contains(link, "at=5") || strings.Contains(link, "cursor") {
		t.Errorf("link %q", link)
	}
	random := titles("/api/tracks?sort=random&seed=5")
	if len(random) != len(all) || !slices.Equal(random, titles("/api/tracks?sort=random&seed=5")) {
		t.Errorf("random: %q", random)
	}
	if got := titles("/api/tracks?sort=random&seed=5&at=3&limit=2"); !slices.Equal(got, random[3:5]) {
		t.Errorf("random from 3: %q of %q", got, random)
	}
	for _, sort := range []string{"added", "-added", "-title", "album", "-album", "year", "-year", "duration", "-duration", "plays", "-plays", "rating", "-rating", "-likes"} {
		if got := titles("/api/tracks?sort=" + sort); len(got) != len(all) {
			t.Errorf("by %s: %q", sort, got)
		}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "behind the end", Request: call{Path: "/api/tracks?at=90000", As: m}, Status: 200, Contains: []string{"[]"}},
		{Name: "no position", Request: call{Path: "/api/tracks?at=-1", As: m}, Status: 400, Contains: []string{`"at":["`}},
		{Name: "position and cursor", Request: call{Path: "/api/albums?at=1&cursor=1e30", As: m}, Status: 400, Contains: []string{`"at":["`}},
		{Name: "no seed", Request: call{Path: "/api/tracks?sort=random&seed=x", As: m}, Status: 400, Contains: []string{`"seed":["`}},
		{Name: "no year", Request: call{Path: "/api/albums?yearFrom=old", As: m}, Status: 400, Contains: []string{`"yearFrom":["`}},
		{Name: "years", Request: call{Path: "/api/tracks?yearFrom=2019&yearTo=2019", As: m}, Status: 200, Contains: []string{"Dawn"}},
		{Name: "letters", Request: call{Path: "/api/tracks/letters?sort=title", As: m}, Status: 200, Contains: []string{`{"letter":"D","at":`}},
		{Name: "letters of albums", Request: call{Path: "/api/albums/letters?sort=title", As: m}, Status: 200, Contains: []string{`"letter":"T"`}},
		{Name: "letters of artists", Request: call{Path: "/api/artists/letters", As: m}, Status: 200, Contains: []string{`{"letter":"A","at":0}`}},
		{Name: "letters, for a visitor", Request: call{Path: "/api/tracks/letters?sort=title"}, Status: 200, Contains: []string{"[]"}},
		{Name: "years of the library", Request: call{Path: "/api/years", As: m}, Status: 200, Contains: []string{`{"year":2019,`}},
		{Name: "liked in another order", Request: call{Path: "/api/liked-tracks?sort=title", As: m}, Status: 200, Contains: []string{"[]"}},
	})
}

func TestFolders(t *testing.T) {
	s := apitest.Start(t, testkit.Options{})
	type folder struct {
		ID, Path   string
		ParentID   *string
		TrackCount int
		Folders    []struct {
			ID, Name string
			Tracks   int
		}
	}
	at := func(path string) folder { return testkit.JSON[folder](t, s.Do(t, call{Path: path, As: s.Member})) }
	top := at("/api/folders")
	if top.TrackCount != len(apitest.TracksOf(t, s)) || len(top.Folders) == 0 || top.ParentID != nil {
		t.Fatalf("top: %+v", top)
	}
	child := at("/api/folders/" + top.Folders[0].ID)
	if child.TrackCount != top.Folders[0].Tracks || child.ParentID == nil || *child.ParentID != top.ID || child.Path != top.Folders[0].Name {
		t.Errorf("child: %+v", child)
	}
	inside := testkit.JSON[[]track](t, s.Do(t, call{Path: "/api/tracks?deep=true&folder=" + child.ID, As: s.Member}))
	if len(inside) != child.TrackCount {
		t.Errorf("%d tracks in a folder of %d", len(inside), child.TrackCount)
	}
	s.Run(t, []testkit.Scenario{
		{Name: "no machine paths", Request: call{Path: "/api/folders", As: s.Member}, Status: 200, Lacks: []string{"/tmp"}},
		{Name: "no such folder", Request: call{Path: "/api/folders/none!", As: s.Member}, Status: 404},
		{Name: "not in that folder", Request: call{Path: "/api/tracks?folder=none!", As: s.Member}, Status: 400, Contains: []string{`"folder":["`}},
		{Name: "for a visitor", Request: call{Path: "/api/folders/" + child.ID}, Status: 404},
		{Name: "a visitor's top", Request: call{Path: "/api/folders"}, Status: 200, Contains: []string{`"folders":[]`}},
	})
}

func TestRatings(t *testing.T) {
	s := library.Join(t)
	all := apitest.TracksOf(t, s)
	dawn := "/api/tracks/" + all["Dawn"].ID
	rate := func(body string) call { return call{Method: "PUT", Path: dawn + "/rating", As: s.Member, Body: body} }
	nobody := rate(`{"stars":3}`)
	nobody.As = testkit.Person{}
	s.Run(t, []testkit.Scenario{
		{Name: "none yet", Request: call{Path: dawn, As: s.Member}, Status: 200, Contains: []string{`"rating":0`}},
		{Name: "nobody", Request: nobody, Status: 401},
		{Name: "four", Request: rate(`{"stars":4}`), Status: 200, Contains: []string{`{"trackId":"`, `"stars":4}`}},
		{Name: "again", Request: rate(`{"stars":4}`), Status: 200, Contains: []string{`"stars":4}`}},
		{Name: "six", Request: rate(`{"stars":6}`), Status: 400, Contains: []string{`"stars":["`}},
		{Name: "less than none", Request: rate(`{"stars":-1}`), Status: 400},
		{Name: "a half", Request: rate(`{"stars":2.5}`), Status: 400},
		{Name: "no such track", Request: call{Method: "PUT", Path: "/api/tracks/none/rating", As: s.Member, Body: `{"stars":1}`}, Status: 404},
		{Name: "shown", Request: call{Path: dawn, As: s.Member}, Status: 200, Contains: []string{`"rating":4`}},
		{Name: "to nobody else", Request: call{Path: dawn, As: s.Admin}, Status: 200, Contains: []string{`"rating":0`}},
		{Name: "the good ones", Request: call{Path: "/api/tracks?ratingMin=4", As: s.Member}, Status: 200, Contains: []string{"Dawn"}, Lacks: []string{"Noon"}},
		{Name: "the better ones", Request: call{Path: "/api/tracks?ratingMin=5", As: s.Member}, Status: 200, Contains: []string{"[]"}},
		{Name: "taken back", Request: rate(`{"stars":0}`), Status: 200, Contains: []string{`"stars":0}`}},
		{Name: "gone", Request: call{Path: dawn, As: s.Member}, Status: 200, Contains: []string{`"rating":0`}},
	})
}
