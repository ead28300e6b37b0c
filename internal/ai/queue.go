package ai

import (
	"cmp"
	"context"
	"slices"
	"time"

	"sonora/internal/generation"
)

// Waiting is where a queued generation stands.
type Waiting struct {
	Place    int           // 1 for the next
	Expected time.Duration // until it begins, roughly
}

// speed is how many times faster than it sounds a piece is made, on a slow machine.
const speed = 8

// Places returns where the queued generations stand: those of people who were
// served longest ago are next. It reads nothing unless one of the list is queued.
func (s *Service) Places(ctx context.Context, list ...generation.Generation) (map[string]Waiting, error) {
	if !slices.ContainsFunc(list, func(x generation.Generation) bool { return x.State == generation.Queued }) {
		return nil, nil
	}
	queue, err := s.Store.QueuedGenerations(ctx)
	if err != nil {
		return nil, err
	}
	busy, err := s.Store.BusyGenerations(ctx)
	if err != nil {
		return nil, err
	}
	ahead := time.Duration(0)
	for i := range busy {
		ahead += time.Duration((1 - busy[i].Progress) * float64(busy[i].Duration))
	}
	places := map[string]Waiting{}
	for i, w := range inTurn(queue, s.Now()) {
		places[w.ID] = Waiting{i + 1, ahead / speed}
		ahead += w.Duration
	}
	return places, nil
}

// inTurn sorts queued generations, given the oldest first, into the order in which
// they are taken from now on: the next is always that of the person who was served
// longest ago.
func inTurn(queue []generation.Waiting, now time.Time) []generation.Waiting {
	served := map[string]time.Time{}
	for _, w := range queue {
		served[w.OwnerID] = w.ServedAt
	}
	rest, out := slices.Clone(queue), make([]generation.Waiting, 0, len(queue))
	for turn := now; len(rest) > 0; turn = turn.Add(time.Second) {
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
