package similarity

import (
	"cmp"
	"container/heap"
	"runtime"
	"slices"
	"sync"

	"sonora/internal/music"
)

// hit is a track that was found.
type hit struct {
	seq           int64
	distance      uint32
	artist, sound uint32
	code          *code
}

// sharedFrom is the number of tracks from which on two goroutines share a
// search.
const sharedFrom = 16 << 10

// search describes a search.
type search struct {
	viewer   music.Viewer
	maxCount int
	except   map[int64]bool
	by       measure
}

// nearest returns the tracks with the smallest distance that the viewer may
// hear, nearest first.
func (x *index) nearest(q *search) []hit {
	if q.maxCount <= 0 {
		return nil
	}
	x.mu.RLock()
	defer x.mu.RUnlock()
	parts := 1
	if x.used >= sharedFrom && runtime.GOMAXPROCS(0) > 1 {
		parts = 2
	}
	found := make([]worst, parts)
	var work sync.WaitGroup
	for p := 1; p < parts; p++ {
		work.Go(func() { found[p] = x.scan(q, p, parts) })
	}
	found[0] = x.scan(q, 0, parts)
	work.Wait()
	all := slices.Concat(found...)
	slices.SortFunc(all, func(a, b place) int { return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.seq, b.seq)) })
	hits := make([]hit, min(len(all), q.maxCount))
	for i := range hits {
		hits[i] = x.hit(all[i].at, all[i].distance)
	}
	return hits
}

// scan searches every parts-th slab.
func (x *index) scan(q *search, part, parts int) worst {
	found := make(worst, 0, min(q.maxCount, x.used))
	limit := ^uint32(0)
	me := uint32(0)
	if q.viewer.SignedIn() {
		me = short(q.viewer.AccountID)
	}
	for at := part; at < len(x.slabs); at += parts {
		s := x.slabs[at]
		for j := range min(slabSize, x.used-at*slabSize) {
			d := q.by(&s.codes[j], limit)
			if d > limit || s.seqs[j] == 0 || !mayHear(q.viewer, me, s.hearers[j]) || q.except[s.seqs[j]] {
				continue
			}
			limit = found.offer(place{at*slabSize + j, s.seqs[j], d}, q.maxCount)
		}
	}
	return found
}

// mayHear reports, approximately but quickly, whether a viewer may hear a
// track. The store makes the final decision.
func mayHear(v music.Viewer, me, hearer uint32) bool {
	switch {
	case hearer == forAll || v.IsAdmin():
		return true
	case hearer == forMembers:
		return v.SignedIn()
	}
	return hearer == me
}

// place is the position of a hit in the index.
type place struct {
	at       int
	seq      int64
	distance uint32
}

// worst is a heap of places with the farthest on top.
type worst []place

func (w worst) Len() int { return len(w) }
func (w worst) Less(i, j int) bool {
	return w[i].distance > w[j].distance || w[i].distance == w[j].distance && w[i].seq > w[j].seq
}
func (w worst) Swap(i, j int) { w[i], w[j] = w[j], w[i] }

// Push implements heap.Interface.
func (w *worst) Push(p any) { *w = append(*w, p.(place)) }

// Pop implements heap.Interface.
func (w *worst) Pop() any {
	last := (*w)[len(*w)-1]
	*w = (*w)[:len(*w)-1]
	return last
}

// offer adds a place if it is among the nearest. It returns the distance above
// which further places cannot be among them.
func (w *worst) offer(p place, maxCount int) (limit uint32) {
	switch {
	case len(*w) < maxCount:
		heap.Push(w, p)
	case p.distance < (*w)[0].distance || p.distance == (*w)[0].distance && p.seq < (*w)[0].seq:
		(*w)[0] = p
		heap.Fix(w, 0)
	}
	if len(*w) < maxCount {
		return ^uint32(0)
	}
	return (*w)[0].distance
}
