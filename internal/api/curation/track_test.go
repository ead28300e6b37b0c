package curation_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"sonora/internal/edge"
	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

// TestTracks reads the operator's table: with filters, pages and orders, and only as an
// operator.
func TestTracks(t *testing.T) {
	s := testkit.Start(t, testkit.Options{Music: apitest.Songs(t, 3)})
	ids := apitest.TrackIDs(t, s)
	get := func(query string) call { return call{Path: "/api/admin/tracks" + query, As: s.Admin} }
	total := func(n string) map[string]string { return map[string]string{"X-Total-Count": n} }
	s.Run(t, []testkit.Scenario{
		{Name: "all", Request: get(""), Status: 200, Headers: total("3"), Contains: []string{`"format":"mp3"`, `"plays":0`, `"isPublic":`, `"size":`}},
		{Name: "a page", Request: get("?sort=title&at=1&limit=1"), Status: 200, Headers: map[string]string{"X-Total-Count": "3", "Link": `</api/admin/tracks?at=2&limit=1&sort=title>; rel="next"`}},
		{Name: "some", Request: get("?ids=" + ids[0] + "," + ids[2] + ",x"), Status: 200, Headers: total("2"), Lacks: []string{ids[1]}},
		{Name: "none of this format", Request: get("?format=flac"), Status: 200, Headers: total("0")},
		{Name: "no uploads", Request: get("?origin=upload&visibility=private&madeBy=people&lacks=cover&genre=x&q=x"), Status: 200, Headers: total("0")},
		{Name: "an unknown order", Request: get("?sort=owner"), Status: 400, Contains: []string{`"sort":["`}},
		{Name: "an unknown format", Request: get("?format=exe"), Status: 400, Contains: []string{`"format":["`}},
		{Name: "the file", Request: get("/" + ids[0] + "/file"), Status: 200, Contains: []string{`"path":"suite/0.mp3"`, `"playlists":0`, `"likes":0`}},
		{Name: "no such file", Request: get("/nobody/file"), Status: 404},
		{Name: "a member", Request: call{Path: "/api/admin/tracks", As: s.Member}, Status: 403},
		{Name: "a visitor", Request: call{Path: "/api/admin/tracks/" + ids[0] + "/file"}, Status: 401},
	})
}

// TestChangeTracks hides, shows and deletes several tracks in one request. Deleting
// takes the files of the library too, except those that are protected.
func TestChangeTracks(t *testing.T) {
	root := apitest.Songs(t, 4)
	s := testkit.Start(t, testkit.Options{Music: root})
	ids := apitest.TrackIDs(t, s)
	path := func(i int) string { return filepath.Join(root, "suite", strconv.Itoa(i)+".mp3") }
	bulk := func(as testkit.Person, action string, ids ...string) call {
		return call{Method: "POST", Path: "/api/admin/tracks/bulk", As: as, Body: fmt.Sprintf(`{"action":%q,"ids":["%s"]}`, action, strings.Join(ids, `","`))}
	}
	change := func(action string, ids ...string) edge.Bulk {
		t.Helper()
		return testkit.JSON[edge.Bulk](t, s.Do(t, bulk(s.Admin, action, ids...)))
	}
	for _, c := range []struct {
		action, public  string
		done, unchanged int
	}{{"show", "2", 2, 0}, {"show", "2", 0, 2}, {"hide", "0", 2, 0}} {
		if out := change(c.action, ids[0], "gone", ids[1], ids[0]); len(out.Done) != c.done || len(out.Unchanged) != c.unchanged || len(out.Failed) != 1 || out.Failed[0].Detail != "Not found." {
			t.Errorf("%s: %+v", c.action, out)
		}
		s.Run(t, []testkit.Scenario{
			{Name: "visitors after " + c.action, Request: call{Path: "/api/tracks"}, Status: 200, Headers: map[string]string{"X-Total-Count": c.public}},
			{Name: "members after " + c.action, Request: call{Path: "/api/tracks", As: s.Member}, Status: 200, Headers: map[string]string{"X-Total-Count": "4"}},
		})
	}
	if err := os.Chmod(path(1), 0o444); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path(2), []byte("something else"), 0o600); err != nil {
		t.Fatal(err)
	}
	out := change("delete", ids...)
	reasons := map[string]string{}
	for _, failed := range out.Failed {
		reasons[failed.ID] = failed.Detail
	}
	if len(out.Done) != 2 || reasons[ids[1]] != "The file is read-only." || !strings.HasPrefix(reasons[ids[2]], "The file of this song has changed") {
		t.Errorf("%+v", out)
	}
	for i, gone := range []bool{true, false, false, true} {
		if _, err := os.Stat(path(i)); errors.Is(err, fs.ErrNotExist) != gone {
			t.Errorf("file %d: %v", i, err)
		}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "left", Request: call{Path: "/api/admin/tracks", As: s.Admin}, Status: 200, Contains: []string{ids[1], ids[2]}, Lacks: []string{ids[0], ids[3]}},
		{Name: "gone", Request: call{Path: "/api/tracks/" + ids[0], As: s.Admin}, Status: 404},
		{Name: "a member", Request: bulk(s.Member, "delete", ids[1]), Status: 403},
		{Name: "a visitor", Request: bulk(testkit.Person{}, "delete", ids[1]), Status: 401},
		{Name: "an unknown action", Request: bulk(s.Admin, "explode", ids[1]), Status: 400, Contains: []string{`"action":["`}},
		{Name: "nothing", Request: call{Method: "POST", Path: "/api/admin/tracks/bulk", As: s.Admin, Body: `{"action":"hide","ids":[]}`}, Status: 400, Contains: []string{`"ids":["`}},
	})
}
