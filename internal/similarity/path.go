package similarity

import (
	"cmp"
	"context"
	"math"
	"slices"

	"sonora/internal/dsp"
	"sonora/internal/music"
	"sonora/internal/sound"
)

const (
	waypoints = 16 // maximum number of points between the ends; candidates are taken around each
	around    = 24 // minimum number of candidates at each point
	sameAgain = 2  // factor on the distance between neighbours by the same artist
)

// Path returns a sequence of length tracks from one track to another. Each
// track is proportionally nearer to the goal and farther from the start than
// the previous one, and no track appears twice. The result is shorter only if
// the viewer has fewer tracks. Path returns NotFound if the viewer may not hear
// one of the ends, and Invalid if both are the same.
func (s *Service) Path(ctx context.Context, v music.Viewer, from, to string, length int) (*sound.Selection, error) {
	if from == to {
		return nil, music.NewError(music.Invalid, "Choose two different tracks.")
	}
	ends, err := s.Store.Seeds(ctx, v, []string{from, to})
	if err != nil {
		return nil, err
	}
	if len(ends) != 2 {
		return nil, music.ErrNotFound
	}
	x, err := s.ready(ctx)
	if err != nil {
		return nil, err
	}
	l, basis := newList(x.known(ends)), sound.BasisTags
	if l.before[0].code != nil && l.before[1].code != nil {
		basis = sound.BasisSound
		l.picked = x.path(v, &l.before[0], &l.before[1], length-2)
		for _, h := range l.picked {
			l.used[h.seq] = true
		}
	}
	if missing := length - 2 - len(l.picked); missing > 0 {
		if err := s.relate(ctx, l, request{viewer: v, seeds: ends, maxCount: length - 2}); err != nil {
			return nil, err
		}
	}
	return s.selection(ctx, request{viewer: v}, slices.Concat(l.before[:1], l.picked, l.before[1:]), basis)
}

// stop is a track that a path may lead through.
type stop struct {
	hit
	progress float64 // from 0 at the start to 1 at the goal
}

// path chooses n stops between two tracks with the smallest sum of squared
// steps, which makes the steps even.
func (x *index) path(v music.Viewer, from, to *hit, n int) []hit {
	stops := x.stops(v, from, to, n)
	n = min(n, len(stops))
	if n == 0 {
		return nil
	}
	steps := stepsBetween(stops)
	// costs[i] is the lowest cost of a path that ends at stop i and has as many
	// steps as back has rows.
	costs := make([]float64, len(stops))
	for i := range stops {
		costs[i] = step(from, &stops[i].hit)
	}
	back := make([][]int, n)
	for row := 1; row < n; row++ {
		costs, back[row] = onwards(costs, steps)
	}
	best := 0
	for i := range stops {
		if costs[i] += step(&stops[i].hit, to); costs[i] < costs[best] {
			best = i
		}
	}
	path := make([]hit, n)
	for row := n - 1; row >= 0; row-- {
		path[row] = stops[best].hit
		if row > 0 {
			best = back[row][best]
		}
	}
	return path
}

// onwards extends every path by one step.
func onwards(costs []float64, steps [][]float64) (next []float64, back []int) {
	next, back = make([]float64, len(costs)), make([]int, len(costs))
	for i := range next {
		next[i] = math.Inf(1)
		for j, c := range costs[:i] {
			if c += steps[i][j]; c < next[i] {
				next[i], back[i] = c, j
			}
		}
	}
	return next, back
}

func stepsBetween(stops []stop) [][]float64 {
	steps := make([][]float64, len(stops))
	for i := range stops {
		steps[i] = make([]float64, i)
		for j := range i {
			steps[i][j] = step(&stops[j].hit, &stops[i].hit)
		}
	}
	return steps
}

func step(a, b *hit) float64 {
	d := float64(a.code.distance(b.code, math.MaxUint32))
	if a.artist == b.artist && a.artist != 0 {
		d *= sameAgain
	}
	return d * d
}

// stops returns the tracks around the straight line between two, sorted by
// progress.
func (x *index) stops(v music.Viewer, from, to *hit, n int) []stop {
	l := newList([]hit{*from, *to})
	var stops []stop
	points := min(n, waypoints)
	for p := 1; p <= points; p++ {
		c := between(from.code, to.code, float64(p)/float64(points+1))
		for _, h := range x.nearest(&search{viewer: v, maxCount: max(around, 4*n/points), by: c.distance, except: l.used}) {
			l.used[h.seq] = true
			if l.has(h) {
				continue
			}
			l.picked = append(l.picked, h)
			a, b := float64(from.code.distance(h.code, math.MaxUint32)), float64(to.code.distance(h.code, math.MaxUint32))
			stops = append(stops, stop{h, a / max(a+b, 1)})
		}
	}
	slices.SortFunc(stops, func(a, b stop) int { return cmp.Or(cmp.Compare(a.progress, b.progress), cmp.Compare(a.seq, b.seq)) })
	return stops
}

// between returns the code at a share of the way from a to b, 0 to 1.
func between(a, b *code, share float64) *code {
	c := &code{}
	for i := range dsp.VectorSize {
		from, to := float64(a.at(i)), float64(b.at(i))
		c.set(i, uint8(math.Round(from+share*(to-from))))
	}
	return c
}
