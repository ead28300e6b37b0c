package ai

import (
	"cmp"
	"slices"
	"time"

	"sonora/internal/generation"
)

// inTurn sorts queued generations, given the oldest first, into the order in which
// they are taken: the next is always that of the person who was served longest ago.
func inTurn(queue []generation.Waiting) []generation.Waiting {
	served := map[string]time.Time{}
	for _, w := range queue {
		served[w.OwnerID] = w.ServedAt
	}
	rest, out := slices.Clone(queue), make([]generation.Waiting, 0, len(queue))
	for turn := time.Now(); len(rest) > 0; turn = turn.Add(time.Second) {
		next := slices.IndexFunc(rest, func(w generation.Waiting) bool {
			return !slices.ContainsFunc(rest, func(o generation.Waiting) bool {
				return cmp.Compare(served[o.OwnerID].UnixNano(), served[w.OwnerID].UnixNano()) < 0
			})
		})
		out = append(out, rest[next])
		served[rest[next].OwnerID] = turn
		rest = slices.Delete(rest, next, next+1)
	}
	return out
}
