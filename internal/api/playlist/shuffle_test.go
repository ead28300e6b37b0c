package playlist_test

import (
	"slices"
	"strings"
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

func TestShuffledPlaylist(t *testing.T) {
	s := testkit.Start(t, testkit.Options{Music: apitest.Songs(t, 3)})
	list := apitest.NewPlaylist(t, s, s.Member, `{"name":"Chance"}`)
	path := "/api/playlists/" + list.ID + "/tracks"
	tracks := testkit.JSON[[]struct{ ID string }](t, s.Do(t, call{Path: "/api/tracks", As: s.Member}))
	for range 3 {
		var ids []string
		for _, track := range tracks {
			ids = append(ids, `"`+track.ID+`"`)
		}
		s.Do(t, call{Method: "POST", Path: path, As: s.Member, Body: `{"trackIds":[` + strings.Join(ids, ",") + `]}`})
	}
	read := func(query string) []string {
		entries := testkit.JSON[[]struct{ EntryID string }](t, s.Do(t, call{Path: path + query, As: s.Member}))
		ids := make([]string, len(entries))
		for i, e := range entries {
			ids[i] = e.EntryID
		}
		return ids
	}
	own, first := read("?at=0"), read("?at=0&sort=random&seed=5")
	parts := slices.Concat(read("?at=0&limit=2&sort=random&seed=5"), read("?at=2&sort=random&seed=5"))
	if len(own) < 3 || !slices.Equal(first, parts) || slices.Equal(first, own) {
		t.Errorf("own %v, shuffled %v, in parts %v", own, first, parts)
	}
	slices.Sort(first)
	slices.Sort(own)
	if !slices.Equal(first, own) {
		t.Errorf("shuffling lost some: %v of %v", first, own)
	}
	s.Run(t, []testkit.Scenario{
		{Name: "past its end", Request: call{Path: path + "?at=900&sort=random&seed=5", As: s.Member}, Status: 200, Contains: []string{"[]"}},
		{Name: "no number", Request: call{Path: path + "?sort=random&seed=x", As: s.Member}, Status: 400, Contains: []string{"This has to be a whole number."}},
	})
}
