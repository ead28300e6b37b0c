package similarity

import (
	"hash/fnv"
	"sync"

	"sonora/internal/sound"
)

// slabSize is how many entries are allocated at once.
const slabSize = 2048

// slab holds entries by columns: a search reads the codes only.
type slab struct {
	codes   [slabSize]code
	seqs    [slabSize]int64  // 0: free
	artists [slabSize]uint32 // hash of the artist, 0 for none
	hearers [slabSize]uint32
	sounds  [slabSize]uint32 // hash of the sound itself
}

// Who may hear a track. Any other number is the hash of its owner.
const (
	forAll     uint32 = iota
	forMembers        // and admins, as of all
)

// index holds the codes of a library: 116 bytes a track. It is safe for
// concurrent use.
type index struct {
	scale *scale

	mu    sync.RWMutex
	slabs []*slab
	used  int   // entries of the slabs, free ones between them included
	free  []int // those
}

func newIndex(s *scale) *index { return &index{scale: s} }

// short is a hash that is never 0 or 1.
func short(text string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(text))
	return max(h.Sum32(), 2)
}

func artistHash(id string) uint32 {
	if id == "" {
		return 0
	}
	return short(id)
}

func soundHash(key uint64) uint32 { return uint32(key ^ key>>32) }

// hearer is who may hear a track.
func hearer(v *sound.TrackVector) uint32 {
	switch {
	case v.IsPublic:
		return forAll
	case v.OwnerID == "":
		return forMembers
	}
	return short(v.OwnerID)
}

// live is how many tracks there are.
func (x *index) live() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.used - len(x.free)
}

// put adds tracks, or replaces those that are there. Vectors that are not
// usable are left out.
func (x *index) put(rows []sound.TrackVector) {
	x.mu.Lock()
	defer x.mu.Unlock()
	places := map[int64]int{}
	for _, r := range rows {
		places[r.Seq] = -1
	}
	x.find(places)
	for i := range rows {
		r := &rows[i]
		if !usable(r.Vector) {
			continue
		}
		at := places[r.Seq]
		if at < 0 {
			at = x.place()
			places[r.Seq] = at
		}
		s, j := x.slabs[at/slabSize], at%slabSize
		s.seqs[j], s.codes[j] = r.Seq, x.scale.code(r.Vector)
		s.artists[j], s.hearers[j], s.sounds[j] = artistHash(r.ArtistID), hearer(r), soundHash(r.AudioKey)
	}
}

// find fills in where the tracks are.
func (x *index) find(places map[int64]int) {
	for at := range x.used {
		seq := x.slabs[at/slabSize].seqs[at%slabSize]
		if _, wanted := places[seq]; wanted && seq != 0 {
			places[seq] = at
		}
	}
}

// place returns where a new entry goes.
func (x *index) place() int {
	if n := len(x.free); n > 0 {
		at := x.free[n-1]
		x.free = x.free[:n-1]
		return at
	}
	if x.used == len(x.slabs)*slabSize {
		x.slabs = append(x.slabs, &slab{})
	}
	x.used++
	return x.used - 1
}

// sweep brings an index in line with a list of all tracks there are.
type sweep struct {
	index *index
	seen  []bool // entries
}

func (x *index) sweep() *sweep {
	x.mu.RLock()
	defer x.mu.RUnlock()
	w := &sweep{x, make([]bool, x.used)}
	for _, at := range x.free {
		w.seen[at] = true // a new track may come to be there
	}
	return w
}

// keep notes what changed of tracks that are there, and returns those that are
// missing in the index.
func (w *sweep) keep(tracks []sound.TrackVector) (missing []int64) {
	x := w.index
	x.mu.Lock()
	defer x.mu.Unlock()
	places := map[int64]int{}
	for i := range tracks {
		places[tracks[i].Seq] = -1
	}
	x.find(places)
	for i := range tracks {
		t := &tracks[i]
		at := places[t.Seq]
		if at < 0 {
			missing = append(missing, t.Seq)
			continue
		}
		s, j := x.slabs[at/slabSize], at%slabSize
		s.artists[j], s.hearers[j], s.sounds[j] = artistHash(t.ArtistID), hearer(t), soundHash(t.AudioKey)
		if at < len(w.seen) {
			w.seen[at] = true
		}
	}
	return missing
}

// end removes what was not in the list.
func (w *sweep) end() {
	w.index.mu.Lock()
	defer w.index.mu.Unlock()
	for at, seen := range w.seen {
		s, j := w.index.slabs[at/slabSize], at%slabSize
		if !seen && s.seqs[j] != 0 {
			s.seqs[j] = 0
			w.index.free = append(w.index.free, at)
		}
	}
}

// hits returns what is known of the tracks, in the order asked for, without
// those that are not there.
func (x *index) hits(seqs []int64) []hit {
	x.mu.RLock()
	defer x.mu.RUnlock()
	places := map[int64]int{}
	for _, seq := range seqs {
		places[seq] = -1
	}
	x.find(places)
	var out []hit
	for _, seq := range seqs {
		if at := places[seq]; at >= 0 {
			places[seq] = -1
			out = append(out, x.hit(at, 0))
		}
	}
	return out
}

func (x *index) hit(at int, distance uint32) hit {
	s, j := x.slabs[at/slabSize], at%slabSize
	c := s.codes[j] // the index may change once it is unlocked
	return hit{seq: s.seqs[j], distance: distance, artist: s.artists[j], sound: s.sounds[j], code: &c}
}
