package plan

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

const (
	maxExact  = 12   // number of units up to which the cheapest order is found
	refinings = 4000 // number of random changes tried on the order of more units
)

// unit holds the indices of tracks that stay together: one track, or
// consecutive tracks of an album.
type unit []int

// orders finds the cheapest order of units.
type orders struct {
	units  []unit
	pair   [][]float64 // cost of playing one unit after another, by indices of units
	energy []float64   // of each unit, 0 to 1
	curve  Curve
	first  int // the unit to begin with, and
	last   int // the one to end with; -1 for any
}

// unpinned is the cost of a pinned unit at the wrong place, higher than the
// cost of any order.
const unpinned = 1e6

// newOrders groups tracks into units.
func newOrders(tracks []Track, options *Options) *orders {
	o := &orders{curve: options.Curve, first: -1, last: -1}
	for i := range tracks {
		if i > 0 && isNext(&tracks[i-1], &tracks[i]) && i+1 != options.First && i != options.Last {
			last := &o.units[len(o.units)-1]
			*last = append(*last, i)
			continue
		}
		o.units = append(o.units, unit{i})
	}
	for n, u := range o.units {
		if u[0]+1 == options.First {
			o.first = n
		}
		if u[len(u)-1]+1 == options.Last {
			o.last = n
		}
	}
	energy := energies(tracks)
	for _, u := range o.units {
		row, sum := make([]float64, len(o.units)), 0.0
		for j, v := range o.units {
			row[j] = pairCost(&tracks[u[len(u)-1]], &tracks[v[0]])
		}
		for _, t := range u {
			sum += energy[t]
		}
		o.pair, o.energy = append(o.pair, row), append(o.energy, sum/float64(len(u)))
	}
	return o
}

// maxPause is the longest silence between two tracks of an album that run into
// each other, in seconds. A mix may have none that is longer.
const maxPause = 0.2

// isNext reports whether b follows a on their album, without silence between
// them.
func isNext(a, b *Track) bool {
	if a.AlbumID == "" || a.AlbumID != b.AlbumID || a.Disc != b.Disc || a.Number <= 0 || b.Number != a.Number+1 {
		return false
	}
	_, end := a.heard()
	start, _ := b.heard()
	return a.Duration-end+start <= maxPause
}

// place returns the cost of unit u at index at of the order: the distance of
// its energy from the curve.
func (o *orders) place(u, at int) float64 {
	n := len(o.units)
	if o.first >= 0 && (u == o.first) != (at == 0) || o.last >= 0 && (u == o.last) != (at == n-1) {
		return unpinned
	}
	if o.curve == Flat {
		return 0
	}
	share := 0.5
	if n > 1 {
		share = float64(at) / float64(n-1)
	}
	return curveWeight * math.Abs(o.energy[u]-o.curve.energy(share))
}

// follow returns the cost of unit to after unit from, at index at of the order.
func (o *orders) follow(from, to, at int) float64 {
	cost := o.pair[from][to] + o.place(to, at)
	if o.curve == Flat {
		cost += energyWeight * math.Abs(o.energy[from]-o.energy[to])
	}
	return cost
}

func (o *orders) total(order []int) float64 {
	cost := 0.0
	for i, u := range order {
		if i == 0 {
			cost += o.place(u, 0)
			continue
		}
		cost += o.follow(order[i-1], u, i)
	}
	return cost
}

// best returns the best order of the units that it finds.
func (o *orders) best(seed uint64) []int {
	if len(o.units) <= maxExact {
		return o.exact()
	}
	return o.refined(rand.New(rand.NewPCG(seed, seed)))
}

// exact finds the cheapest order by dynamic programming over sets of units
// (M. Held, R. Karp, 1962).
func (o *orders) exact() []int {
	n := len(o.units)
	if n == 0 {
		return nil
	}
	cost, before := make([]float64, n<<n), make([]int8, n<<n)
	for i := range cost {
		cost[i] = math.Inf(1)
	}
	for u := range n {
		cost[1<<u*n+u] = o.place(u, 0)
	}
	for set := 1; set < 1<<n; set++ {
		at := bits.OnesCount(uint(set))
		for from := range n {
			so := cost[set*n+from]
			for to := 0; to < n && !math.IsInf(so, 1); to++ {
				if i := (set|1<<to)*n + to; set>>to&1 == 0 && so+o.follow(from, to, at) < cost[i] {
					cost[i], before[i] = so+o.follow(from, to, at), int8(from)
				}
			}
		}
	}
	set, last := 1<<n-1, 0
	for u := range n {
		if cost[set*n+u] < cost[set*n+last] {
			last = u
		}
	}
	order := make([]int, n)
	for i := n - 1; i >= 0; i-- {
		order[i] = last
		set, last = set&^(1<<last), int(before[set*n+last])
	}
	return order
}

// refined starts with the order of greedy, then moves units and reverses runs
// at random, and keeps the changes that make the order cheaper.
func (o *orders) refined(random *rand.Rand) []int {
	order := o.greedy()
	cost := o.total(order)
	next := make([]int, len(order))
	for range refinings {
		copy(next, order)
		i, j := random.IntN(len(order)), random.IntN(len(order))
		if i > j {
			i, j = j, i
		}
		if random.IntN(2) == 0 {
			slices.Reverse(next[i : j+1])
		} else {
			moved := next[i]
			copy(next[i:j], next[i+1:j+1])
			next[j] = moved
		}
		if so := o.total(next); so < cost {
			cost = so
			order, next = next, order
		}
	}
	return order
}

// greedy begins with the cheapest unit and then always adds the one that costs
// least as the next.
func (o *orders) greedy() []int {
	var order []int
	taken := make([]bool, len(o.units))
	for at := range o.units {
		best, lowest := -1, math.Inf(1)
		for u := range o.units {
			cost := o.place(u, at)
			if at > 0 {
				cost = o.follow(order[at-1], u, at)
			}
			if !taken[u] && cost < lowest {
				best, lowest = u, cost
			}
		}
		order, taken[best] = append(order, best), true
	}
	return order
}
