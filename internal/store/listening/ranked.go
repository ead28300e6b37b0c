package listening

import (
	"cmp"
	"slices"

	"sonora/internal/history"
	"sonora/internal/store/kernel"
)

// ranked adds up listening times by key and returns up to limit keys in
// descending order. It leaves out the empty key.
func ranked(sums []heardSum, limit int, of func(heardSum) (string, history.Top)) []history.Top {
	at, tops := map[string]int{}, []history.Top{}
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
	slices.SortStableFunc(tops, func(a, b history.Top) int {
		return cmp.Or(cmp.Compare(b.Listened, a.Listened), cmp.Compare(b.Plays, a.Plays), cmp.Compare(a.Name, b.Name))
	})
	return tops[:min(limit, len(tops))]
}
