package similarity

import (
	"hash/fnv"
	"sync"

	"sonora/internal/sound"
)

// slabSize is the number of entries allocated at once.
const slabSize = 2048

// slab stores entries by column, because a search reads only the codes.
type slab struct {
	codes   [slabSize]code
	seqs    [slabSize]int64  // 0: free
	artists [slabSize]uint32 // hash of the artist, 0 for none
	hearers [slabSize]uint32
	sounds  [slabSize]uint32 // hash of the track's sound
}

// Who may hear a track. Any other number is the hash of its owner.
const (
	forAll     uint32 = iota
	forMembers        // members and admins
)

// index holds the codes of a library, at 116 bytes per track. It is safe for
// concurrent use.
type index struct {
	scale *scale

	mu    sync.RWMutex
	slabs []*slab
	used  int   // number of entries in the slabs, including free ones
	free  []int // the free entries
}

func newIndex(s *scale) *index { return &index{scale: s} }

// short returns a hash that is never 0 or 1.
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

// hearer returns who may hear a track: one of the constants above, or the hash
// of the owner.
func hearer(v *sound.TrackVector) uint32 {
	switch {
	case v.IsPublic:
		return forAll
	case v.OwnerID == "":
		return forMembers
	}
	return short(v.OwnerID)
}

// live returns the number of tracks in the index.
func (x *index) live() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.used - len(x.free)
}

// put adds or replaces tracks. It skips unusable vectors.
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

// codes returns copies of the codes of all tracks by their seqs.
func (x *index) codes() map[int64]*code {
	x.mu.RLock()
	defer x.mu.RUnlock()
	codes := make(map[int64]*code, x.used)
	for at := range x.used {
		slab, i := x.slabs[at/slabSize], at%slabSize
		if seq := slab.seqs[i]; seq != 0 {
			c := slab.codes[i]
			codes[seq] = &c
		}
	}
	return codes
}

// find fills in the positions of the tracks in places.
func (x *index) find(places map[int64]int) {
	for at := range x.used {
		seq := x.slabs[at/slabSize].seqs[at%slabSize]
		if _, wanted := places[seq]; wanted && seq != 0 {
			places[seq] = at
		}
	}
}

// place returns a free position for a new entry.
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

// sweep synchronises an index with a list of all existing tracks.
type sweep struct {
	index *index
	seen  []bool // entries
}

func (x *index) sweep() *sweep {
	x.mu.RLock()
	defer x.mu.RUnlock()
	w := &sweep{x, make([]bool, x.used)}
	for _, at := range x.free {
		w.seen[at] = true // put may reuse this entry for a new track
	}
	return w
}

// keep updates the tracks that the index has, and returns the seqs of those
// that it lacks.
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

// end removes the tracks that were not in the list.
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

// hits returns the entries of the given tracks, in that order, skipping those
// that the index lacks.
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
	c := s.codes[j] // copied, because the index may change once it is unlocked
	return hit{seq: s.seqs[j], distance: distance, artist: s.artists[j], sound: s.sounds[j], code: &c}
}
