package curation_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"sonora/internal/edge"
	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
	"sonora/internal/testkit/fakelib"
)

type recording struct {
	Tracks []struct {
		ID, Title string
		Plays     int
		File      struct {
			Path             string
			Playlists, Likes int
		}
	}
}

// TestDuplicates finds the files of a recording, keeps one of them, and gives it what
// belonged to the other one.
func TestDuplicates(t *testing.T) {
	root := apitest.Songs(t, 2)
	same := fakelib.Song{Title: "The same under another name", Artists: []string{"Bo"}, Album: "Best", Sound: 1}
	fakelib.Write(t, root, "best/1.mp3", same.MP3())
	s := testkit.Start(t, testkit.Options{Music: root})
	list := func() []recording {
		t.Helper()
		return testkit.JSON[[]recording](t, s.Do(t, call{Path: "/api/admin/duplicates", As: s.Admin}))
	}
	found := list()
	if len(found) != 1 || len(found[0].Tracks) != 2 {
		t.Fatalf("%+v", found)
	}
	of := map[string]string{}
	for _, one := range found[0].Tracks {
		of[one.File.Path] = one.ID
	}
	keep, other := of["suite/0.mp3"], of["best/1.mp3"]
	playlist := apitest.Made(t, s, "/api/playlists", `{"name":"Jazz"}`)
	merge := func(as testkit.Person, keep, other, action string) call {
		return call{Method: "POST", Path: "/api/admin/duplicates/merge", As: as, Body: fmt.Sprintf(`{"keep":%q,"others":[%q],"action":%q}`, keep, other, action)}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "in a playlist", Request: call{Method: "POST", Path: "/api/playlists/" + playlist + "/tracks", As: s.Admin, Body: fmt.Sprintf(`{"trackIds":[%q]}`, other)}, Status: 200},
		{Name: "liked", Request: call{Method: "POST", Path: "/api/tracks/" + other + "/like", As: s.Admin}, Status: 200},
		{Name: "a member's list", Request: call{Path: "/api/admin/duplicates", As: s.Member}, Status: 403},
		{Name: "a member", Request: merge(s.Member, keep, other, "delete"), Status: 403},
		{Name: "a visitor", Request: merge(testkit.Person{}, keep, other, "delete"), Status: 401},
		{Name: "itself", Request: merge(s.Admin, keep, keep, "delete"), Status: 400, Contains: []string{`"others":["Name each file once."`}},
		{Name: "a file that is gone", Request: merge(s.Admin, keep, "gone", "delete"), Status: 404},
		{Name: "something else", Request: merge(s.Admin, keep, other, "explode"), Status: 400, Contains: []string{`"action":["`}},
		{Name: "nothing has happened", Request: call{Path: "/api/admin/tracks/" + other + "/file", As: s.Admin}, Status: 200, Contains: []string{`"playlists":1`, `"likes":1`}},
	})
	if out := testkit.JSON[edge.Bulk](t, s.Do(t, merge(s.Admin, keep, other, "hide"))); len(out.Done) != 1 || len(out.Failed) != 0 {
		t.Errorf("hide: %+v", out)
	}
	s.Run(t, []testkit.Scenario{
		{Name: "the kept file has it", Request: call{Path: "/api/admin/tracks/" + keep + "/file", As: s.Admin}, Status: 200, Contains: []string{`"playlists":1`, `"likes":1`}},
		{Name: "the other has it no more", Request: call{Path: "/api/admin/tracks/" + other + "/file", As: s.Admin}, Status: 200, Contains: []string{`"playlists":0`, `"likes":0`}},
		{Name: "and is still there", Request: call{Path: "/api/tracks/" + other, As: s.Member}, Status: 200, Contains: []string{`"isPublic":false`}},
	})
	if out := testkit.JSON[edge.Bulk](t, s.Do(t, merge(s.Admin, keep, other, "delete"))); len(out.Done) != 1 || len(out.Failed) != 0 {
		t.Errorf("delete: %+v", out)
	}
	s.Run(t, []testkit.Scenario{{Name: "the other way round, by somebody else", Request: merge(s.Admin, other, keep, "delete"), Status: 404}})
	if _, err := os.Stat(filepath.Join(root, "suite", "0.mp3")); err != nil {
		t.Errorf("the kept file: %v", err)
	}
	if _, err := os.Stat(filepath.Join(root, "best", "1.mp3")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file: %v", err)
	}
	if left := list(); len(left) != 0 {
		t.Errorf("left: %+v", left)
	}
	s.Run(t, []testkit.Scenario{
		{Name: "gone", Request: call{Path: "/api/tracks/" + other, As: s.Admin}, Status: 404},
		{Name: "the log", Request: call{Path: "/api/admin/events", As: s.Admin}, Status: 200, Contains: []string{"tracks_merged", "track_deleted"}},
		{Name: "the playlist", Request: call{Path: "/api/playlists/" + playlist + "/tracks", As: s.Admin}, Status: 200, Headers: map[string]string{"X-Total-Count": "1"}, Contains: []string{keep}},
	})
}
