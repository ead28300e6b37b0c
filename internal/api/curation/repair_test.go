package curation_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
	"sonora/internal/testkit/fakelib"
)

type listed struct{ ID, Path, Title string }

// TestBrokenFiles mends one broken file, and deletes another one.
func TestBrokenFiles(t *testing.T) {
	root := apitest.Songs(t, 1)
	write := func(name, content string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(root, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("mended.mp3", "no music")
	write("Trash.mp3", "nothing but text")
	s := testkit.Start(t, testkit.Options{Music: root})
	const list, bulk = "/api/library/problems", "/api/admin/problems/bulk"
	ids := map[string]string{}
	for _, p := range testkit.JSON[[]listed](t, s.Do(t, call{Path: list, As: s.Admin})) {
		ids[p.Path] = p.ID
	}
	mended, trash := ids["mended.mp3"], ids["Trash.mp3"]
	repair := func(as testkit.Person, action string, ids ...string) call {
		return call{Method: "POST", Path: bulk, As: as, Body: apitest.Encode(t, map[string]any{"action": action, "ids": ids})}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "searched", Request: call{Path: list + "?q=TRASH&kind=not-audio&sort=-size", As: s.Admin}, Status: 200, Contains: []string{`"path":"Trash.mp3"`}, Lacks: []string{"mended"}, Headers: map[string]string{"X-Total-Count": "1"}},
		{Name: "no such order", Request: call{Path: list + "?sort=colour", As: s.Admin}, Status: 400},
		{Name: "downloaded", Request: call{Path: "/api/admin/problems/" + trash + "/file", As: s.Admin}, Status: 200, Contains: []string{"nothing but text"}, Headers: map[string]string{"Content-Disposition": `attachment; filename=Trash.mp3`}},
		{Name: "not by members", Request: call{Path: "/api/admin/problems/" + trash + "/file", As: s.Member}, Status: 403},
		{Name: "no such file", Request: call{Path: "/api/admin/problems/999999/file", As: s.Admin}, Status: 404},
		{Name: "members examine nothing", Request: repair(s.Member, "examine", mended), Status: 403},
		{Name: "members delete nothing", Request: repair(s.Member, "delete", trash), Status: 403},
		{Name: "still broken", Request: repair(s.Admin, "examine", mended, trash), Status: 200, Contains: []string{`"done":[]`, `"unchanged":["` + mended + `","` + trash + `"]`}},
	})
	fakelib.Write(t, root, "mended.mp3", fakelib.Song{Title: "Mended", Sound: 77}.MP3())
	s.Run(t, []testkit.Scenario{
		{Name: "mended", Request: repair(s.Admin, "examine", mended), Status: 200, Contains: []string{`"done":["` + mended + `"]`}},
		{Name: "and playable", Request: call{Path: "/api/tracks", As: s.Admin}, Status: 200, Contains: []string{"Mended"}},
	})
	write("Trash.mp3", "something else")
	s.Run(t, []testkit.Scenario{
		{Name: "another file than was scanned", Request: repair(s.Admin, "delete", trash), Status: 200, Contains: []string{`"done":[]`, "has changed since the last scan"}},
		{Name: "examined", Request: repair(s.Admin, "examine", trash), Status: 200, Contains: []string{`"unchanged":["` + trash + `"]`}},
		{Name: "deleted", Request: repair(s.Admin, "delete", trash, "1000000", "x"), Status: 200, Contains: []string{`"done":["` + trash + `"]`, `"id":"1000000"`, `"id":"x"`}},
		{Name: "off the list", Request: call{Path: list, As: s.Admin}, Status: 200, Contains: []string{"[]"}},
		{Name: "the log", Request: call{Path: "/api/admin/events", As: s.Admin}, Status: 200, Contains: []string{"file_deleted", "Trash.mp3"}},
	})
	if _, err := os.Stat(filepath.Join(root, "Trash.mp3")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file: %v", err)
	}
}

// TestMissingFiles finds a file again, gives what belonged to another one to its
// successor, and purges a third one.
func TestMissingFiles(t *testing.T) {
	root := t.TempDir()
	song := func(title string, sound uint64) []byte {
		return fakelib.Song{Title: title, Artists: []string{"Bo"}, Sound: sound, Frames: 100}.MP3()
	}
	fakelib.Write(t, root, "back.mp3", song("Back", 1))
	fakelib.Write(t, root, "old.mp3", song("Remastered", 2))
	fakelib.Write(t, root, "gone.mp3", song("Gone", 3))
	fakelib.Write(t, root, "stays.mp3", song("Stays", 4))
	s := testkit.Start(t, testkit.Options{Music: root})
	scan := func() {
		t.Helper()
		s.Do(t, call{Method: "POST", Path: "/api/library/scan", As: s.Admin})
		s.AwaitScan(t)
	}
	for _, name := range []string{"back.mp3", "old.mp3", "gone.mp3"} {
		if err := os.Remove(filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	scan()
	const list, bulk = "/api/library/missing", "/api/admin/missing/bulk"
	of := map[string]string{}
	for _, track := range testkit.JSON[[]listed](t, s.Do(t, call{Path: list + "?sort=title", As: s.Admin})) {
		of[track.Title] = track.ID
	}
	if len(of) != 3 {
		t.Fatalf("missing: %v", of)
	}
	repair := func(as testkit.Person, action string, ids ...string) call {
		return call{Method: "POST", Path: bulk, As: as, Body: apitest.Encode(t, map[string]any{"action": action, "ids": ids})}
	}
	stays := testkit.JSON[[]listed](t, s.Do(t, call{Path: "/api/admin/tracks?q=stays", As: s.Admin}))[0].ID
	playlist := apitest.Made(t, s, "/api/playlists", `{"name":"Bo"}`)
	fakelib.Write(t, root, "back.mp3", song("Back", 1))
	fakelib.Write(t, root, "new/remastered.mp3", song("Remastered", 20))
	s.Run(t, []testkit.Scenario{
		{Name: "searched", Request: call{Path: list + "?q=gone", As: s.Admin}, Status: 200, Contains: []string{`"title":"Gone"`}, Headers: map[string]string{"X-Total-Count": "1"}},
		{Name: "members look for nothing", Request: repair(s.Member, "look", of["Back"]), Status: 403},
		{Name: "members purge nothing", Request: repair(s.Member, "purge", of["Gone"]), Status: 403},
		{Name: "looked for", Request: repair(s.Admin, "look", of["Back"], of["Gone"]), Status: 200, Contains: []string{`"done":["` + of["Back"] + `"]`, `"unchanged":["` + of["Gone"] + `"]`}},
		{Name: "a song that is there is not purged", Request: repair(s.Admin, "purge", stays), Status: 200, Contains: []string{`"done":[]`, "Nothing was deleted."}},
		{Name: "purged", Request: repair(s.Admin, "purge", of["Gone"]), Status: 200, Contains: []string{`"done":["` + of["Gone"] + `"]`}},
		{Name: "no longer listed", Request: call{Path: list, As: s.Admin}, Status: 200, Contains: []string{`"title":"Remastered"`}, Lacks: []string{"Gone", "Back"}},
	})
	scan()
	successors := "/api/admin/missing/" + of["Remastered"] + "/successors"
	found := testkit.JSON[recording](t, s.Do(t, call{Path: successors, As: s.Admin})).Tracks
	if len(found) != 1 || found[0].File.Path != "new/remastered.mp3" {
		t.Fatalf("successors: %+v", found)
	}
	s.Run(t, []testkit.Scenario{
		{Name: "not for members", Request: call{Path: successors, As: s.Member}, Status: 403},
		{Name: "none of a song that is there", Request: call{Path: "/api/admin/missing/" + stays + "/successors", As: s.Admin}, Status: 200, Contains: []string{`{"tracks":[]}`}},
		{Name: "liked before", Request: call{Method: "POST", Path: "/api/tracks/" + of["Remastered"] + "/like", As: s.Admin}, Status: 200},
		{Name: "is this one", Request: call{Method: "POST", Path: "/api/admin/duplicates/merge", As: s.Admin, Body: fmt.Sprintf(`{"keep":%q,"others":[%q],"action":"delete"}`, found[0].ID, of["Remastered"])}, Status: 200, Contains: []string{`"failed":[]`}},
		{Name: "the like moved", Request: call{Path: "/api/tracks/" + found[0].ID, As: s.Admin}, Status: 200, Contains: []string{`"liked":true`}},
		{Name: "nothing is missing", Request: call{Path: list, As: s.Admin}, Status: 200, Contains: []string{"[]"}},
		{Name: "the playlist stays", Request: call{Path: "/api/playlists/" + playlist, As: s.Admin}, Status: 200},
	})
}
