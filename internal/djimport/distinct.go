package djimport

import (
	"fmt"
	"slices"

	"sonora/internal/store"
)

// distinct returns the lists without those that have the name and the songs of one before.
// Others of the same name are numbered, so that each becomes a playlist: "Warm-up (2)". The
// numbers are the same whenever a file is imported.
func distinct(lists []List) []List {
	taken := map[string]bool{}
	for i := range lists {
		taken[store.Folded(lists[i].Name)] = true
	}
	kept := make([]List, 0, len(lists))
	named := map[string][]int{} // the lists of a name, in kept
	for _, list := range lists {
		name := store.Folded(list.Name)
		isKept := slices.ContainsFunc(named[name], func(i int) bool { return slices.Equal(kept[i].tracks, list.tracks) })
		if isKept {
			continue
		}
		base := list.Name
		for n := len(named[name]) + 1; n > 1 && taken[store.Folded(list.Name)]; n++ {
			list.Name = numbered(base, n)
		}
		named[name] = append(named[name], len(kept))
		taken[store.Folded(list.Name)] = true
		kept = append(kept, list)
	}
	return kept
}

// numbered returns a name with a number, and as much of the end of the name as fits.
func numbered(name string, n int) string {
	number := fmt.Sprintf(" (%d)", n)
	runes := []rune(name)
	return string(runes[max(0, len(runes)+len(number)-maxListName):]) + number
}
