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
	Place    int           // 1 for the next in its lane
	Expected time.Duration // until it begins, roughly
}

// Workers is how many generations of a lane are made at once. The composer uses one
// processor, and services only have to be waited for.
var Workers = map[generation.Lane]int{generation.Composer: 2, generation.Services: 8}

// jobKinds are the kinds of the jobs that take the generations of a lane.
var jobKinds = map[generation.Lane]string{generation.Composer: "generation", generation.Services: "ai-order"}

const (
	speed     = 8               // how many times faster than it sounds a piece is composed, on a slow machine
	orderTime = 2 * time.Minute // a service usually takes
)

// Places returns where the queued generations stand in their lanes: those of people who
// were served longest ago are next. It reads nothing unless one of the list is queued.
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
	places := map[string]Waiting{}
	for lane := range jobKinds {
		s.standing(places, lane, queue, busy)
	}
	return places, nil
}

// standing adds where the generations of a lane stand.
func (s *Service) standing(places map[string]Waiting, lane generation.Lane, queue []generation.Waiting, busy []generation.Generation) {
	ahead := time.Duration(0)
	for i := range busy {
		if x := &busy[i]; generation.LaneOf(x.Provider) == lane {
			ahead += time.Duration((1 - x.Progress) * float64(lasting(lane, x.Duration)))
		}
	}
	waiting := slices.DeleteFunc(slices.Clone(queue), func(w generation.Waiting) bool { return w.Lane != lane })
	for i, w := range inTurn(waiting, s.Now()) {
		places[w.ID] = Waiting{i + 1, ahead / time.Duration(Workers[lane])}
		ahead += lasting(lane, w.Duration)
	}
}

// lasting returns how long it takes to make a piece of a length.
func lasting(lane generation.Lane, length time.Duration) time.Duration {
	if lane == generation.Services {
		return orderTime
	}
	return length / speed
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
