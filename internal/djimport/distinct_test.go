package djimport

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sonora/internal/music"
)

// TestDistinct names lists with other songs apart, and keeps those with the same songs once.
func TestDistinct(t *testing.T) {
	long := strings.Repeat("ñ", maxListName)
	list := func(name string, tracks ...string) List { return List{Name: name, Found: len(tracks), tracks: tracks} }
	for name, test := range map[string]struct {
		lists []List
		want  []string
	}{
		"none":                             {nil, nil},
		"the same songs":                   {[]List{list("Warm-up", "a", "b"), list("Warm-up", "a", "b"), list("Warm-up", "a", "b")}, []string{"Warm-up"}},
		"the same songs in another case":   {[]List{list("Warm-up", "a"), list("WARM-UP", "a")}, []string{"Warm-up"}},
		"other songs":                      {[]List{list("Warm-up", "a"), list("Warm-up", "b"), list("Warm-up", "a"), list("Warm-up", "b"), list("Warm-up", "c")}, []string{"Warm-up", "Warm-up (2)", "Warm-up (3)"}},
		"another order":                    {[]List{list("Warm-up", "a", "b"), list("Warm-up", "b", "a")}, []string{"Warm-up", "Warm-up (2)"}},
		"the same songs, another name":     {[]List{list("Warm-up", "a"), list("Peak", "a")}, []string{"Warm-up", "Peak"}},
		"a number that another list has":   {[]List{list("Warm-up", "a"), list("Warm-up", "b"), list("Warm-up (2)", "c")}, []string{"Warm-up", "Warm-up (3)", "Warm-up (2)"}},
		"a number beside the same songs":   {[]List{list("Warm-up (2)", "b"), list("Warm-up", "a"), list("Warm-up", "b")}, []string{"Warm-up (2)", "Warm-up", "Warm-up (3)"}},
		"a name without room for a number": {[]List{list(long, "a"), list(long, "b")}, []string{long, long[len(" (2)")*len("ñ"):] + " (2)"}},
	} {
		var got []string
		for _, l := range distinct(test.lists) {
			got = append(got, l.Name)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// TestListsPerImport imports the same files until all playlists are made.
func TestListsPerImport(t *testing.T) {
	lists := make([]List, 2*maxLists+10)
	for i := range lists {
		lists[i] = List{Name: fmt.Sprint("List ", i), Found: 1}
	}
	lists[0].Found, lists[1].Exists = 0, true // these take no room
	for _, want := range []struct{ kept, leftOut int }{{maxLists + 2, maxLists + 8}, {2*maxLists + 2, 8}, {2*maxLists + 10, 0}} {
		kept, leftOut := withinLimit(lists)
		if len(kept) != want.kept || leftOut != want.leftOut {
			t.Errorf("%d kept and %d left out, want %d and %d", len(kept), leftOut, want.kept, want.leftOut)
		}
		for i := range kept {
			lists[i].Exists = lists[i].Found > 0
		}
	}
}

// TestTracksPerList reports the tracks for which a playlist has no room.
func TestTracksPerList(t *testing.T) {
	tracks := make([]string, music.MaxEntries+3)
	kept, _ := withinLimit([]List{
		{Name: "All", Found: len(tracks), tracks: tracks},
		{Name: "Full", Found: music.MaxEntries, tracks: tracks[3:]},
		{Name: "Own", Found: len(tracks), Exists: true, tracks: tracks},
	})
	for i, want := range []int{3, 0, 0} {
		if got := kept[i].LeftOut; got != want {
			t.Errorf("%s: %d tracks left out, want %d", kept[i].Name, got, want)
		}
	}
}
