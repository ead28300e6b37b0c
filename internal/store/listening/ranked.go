package listening

import (
	"cmp"
	"slices"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// ranked adds up what was heard by a key, and returns the most heard first.
// What has no key belongs nowhere.
func ranked(sums []heardSum, most int, of func(heardSum) (string, music.Top)) []music.Top {
	at, tops := map[string]int{}, []music.Top{}
	for _, h := range sums {
		key, top := of(h)
		if key == "" {
			continue
		}
		i, known := at[key]
		if !known {
			i = len(tops)
			at[key], tops = i, append(tops, top)
		}
		tops[i].Listened += kernel.Length(h.listened)
		tops[i].Plays += h.plays
	}
	slices.SortStableFunc(tops, func(a, b music.Top) int {
		return cmp.Or(cmp.Compare(b.Listened, a.Listened), cmp.Compare(b.Plays, a.Plays), cmp.Compare(a.Name, b.Name))
	})
	return tops[:min(most, len(tops))]
}
