package exchange

import (
	"fmt"

	"sonora/internal/store"
)

// distinct returns the names of some lists of one source, each with a name of its own: the
// second “Mix” becomes “Mix (2)”. Empty lists keep their names, and take none from others,
// because no playlist is made of them. The names depend on the source alone, so that they
// are the same whenever it is imported.
func distinct(names []string, isEmpty func(i int) bool) []string {
	there, given, next := map[string]bool{}, map[string]bool{}, map[string]int{}
	for i, name := range names {
		if !isEmpty(i) {
			there[store.Folded(name)] = true
		}
	}
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = name
		if isEmpty(i) {
			continue
		}
		base := store.Folded(name)
		for n := max(2, next[base]); given[base] && (there[store.Folded(out[i])] || given[store.Folded(out[i])]); n++ {
			out[i], next[base] = numbered(name, n), n+1
		}
		given[store.Folded(out[i])] = true
	}
	return out
}

// numbered returns a name with a number, and as much of its beginning as fits.
func numbered(name string, n int) string {
	number := fmt.Sprintf(" (%d)", n)
	runes := []rune(name)
	return string(runes[:min(len(runes), maxListName-len(number))]) + number
}
