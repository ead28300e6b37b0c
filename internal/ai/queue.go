package ai

import (
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
	f := newForecast(lane, queue, busy, s.Now())
	for place := 1; len(f.queue) > 0; place++ {
		id, at := f.next()
		places[id] = Waiting{place, at}
	}
}

// lasting returns how long it takes to make a piece of a length.
func lasting(lane generation.Lane, length time.Duration) time.Duration {
	if lane == generation.Services {
		return orderTime
	}
	return length / speed
}

// left returns how much longer it takes to make a piece. One that is overdue is expected
// to be late twice as long as it is now.
func left(lane generation.Lane, x *generation.Generation, now time.Time) time.Duration {
	whole := lasting(lane, x.Duration)
	rest := time.Duration((1 - x.Progress) * float64(whole))
	if x.StartedAt.IsZero() {
		return rest
	}
	return max(rest, now.Sub(x.StartedAt)-whole)
}

// forecast foretells in which order the generations of a lane are taken, and when, as
// TakeGeneration does it: the next is that of the person who was served longest ago, and
// nobody has two in the making, except brief ones by the composer. Times count from now.
type forecast struct {
	lane    generation.Lane
	now     time.Time
	queue   []generation.Waiting     // oldest first
	workers []time.Duration          // when each is free
	owners  map[string]time.Duration // when people have nothing in the making any more
	longs   map[string]time.Duration // when people have nothing but brief pieces in the making
	served  map[string]time.Time     // when people were served last
}

func newForecast(lane generation.Lane, queue []generation.Waiting, busy []generation.Generation, now time.Time) *forecast {
	f := &forecast{lane: lane, now: now, owners: map[string]time.Duration{}, longs: map[string]time.Duration{}, served: map[string]time.Time{}}
	for _, w := range queue {
		if w.Lane == lane {
			f.queue = append(f.queue, w)
			f.served[w.OwnerID] = w.ServedAt
		}
	}
	for i := range busy {
		if x := &busy[i]; generation.LaneOf(x.Provider) == lane {
			end := left(lane, x, now)
			f.workers = append(f.workers, end)
			f.occupy(x.OwnerID, x.Duration, end)
		}
	}
	for len(f.workers) < Workers[lane] {
		f.workers = append(f.workers, 0)
	}
	return f
}

// next takes the next generation from the queue, and returns when it begins.
func (f *forecast) next() (id string, at time.Duration) {
	at = max(slices.Min(f.workers), f.earliest())
	chosen := -1
	for i, w := range f.queue {
		if f.ready(w) <= at && (chosen < 0 || f.served[w.OwnerID].Before(f.served[f.queue[chosen].OwnerID])) {
			chosen = i
		}
	}
	w := f.queue[chosen]
	end := at + lasting(f.lane, w.Duration)
	f.workers[slices.Index(f.workers, slices.Min(f.workers))] = end
	f.occupy(w.OwnerID, w.Duration, end)
	f.served[w.OwnerID] = f.now.Add(at)
	f.queue = slices.Delete(f.queue, chosen, chosen+1)
	return w.ID, at
}

// occupy notes that a person has a piece of a length in the making until a time.
func (f *forecast) occupy(ownerID string, length, end time.Duration) {
	f.owners[ownerID] = max(f.owners[ownerID], end)
	if !f.isBrief(length) {
		f.longs[ownerID] = max(f.longs[ownerID], end)
	}
}

func (f *forecast) isBrief(length time.Duration) bool {
	return f.lane == generation.Composer && length <= generation.Brief
}

// ready returns when nothing that a person has in the making is in the way of a piece.
func (f *forecast) ready(w generation.Waiting) time.Duration {
	if f.isBrief(w.Duration) {
		return f.longs[w.OwnerID]
	}
	return f.owners[w.OwnerID]
}

// earliest returns when nothing is in the way of the first piece that waits.
func (f *forecast) earliest() time.Duration {
	first := f.ready(f.queue[0])
	for _, w := range f.queue {
		first = min(first, f.ready(w))
	}
	return first
}
