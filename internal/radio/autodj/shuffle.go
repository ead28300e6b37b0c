package autodj

import (
	"encoding/binary"
	"hash/fnv"
	"math/bits"
	"slices"
	"strconv"

	"sonora/internal/station"
)

// Pool is the content of a station's playlist.
type Pool struct {
	Name string  // name of its playlist
	Mark string  // identifies exactly these tracks
	Seqs []int64 // ascending, without duplicates
}

// NewPool returns a pool of tracks by their seqs, which it sorts.
func NewPool(name string, seqs []int64) Pool {
	slices.Sort(seqs)
	seqs = slices.Compact(seqs)
	h := fnv.New64a()
	var b [8]byte
	for _, seq := range seqs {
		binary.LittleEndian.PutUint64(b[:], uint64(seq))
		h.Write(b[:])
	}
	return Pool{Name: name, Mark: strconv.FormatUint(h.Sum64(), 36) + " " + strconv.Itoa(len(seqs)), Seqs: seqs}
}

// Bag is the position in a playlist's shuffle. Every track plays once before
// any track repeats, in an order derived from the station and the playlist.
type Bag struct {
	Mark  string  `json:"mark"`  // of the pool
	Round int64   `json:"round"` // increases with every new pool
	Next  int64   `json:"next"`  // first place that was not taken yet
	Owed  []int64 `json:"owed"`  // postponed earlier places
}

// maxOwed limits the number of postponed tracks; the oldest ones wait for the
// next round.
const maxOwed = 256

// take marks a place of the shuffle as played.
func (b *Bag) take(place int64) {
	if i, found := slices.BinarySearch(b.Owed, place); found {
		b.Owed = slices.Delete(b.Owed, i, i+1)
		return
	}
	for ; b.Next < place; b.Next++ {
		b.Owed = append(b.Owed, b.Next)
	}
	b.Next = max(b.Next, place+1)
	if n := len(b.Owed) - maxOwed; n > 0 {
		b.Owed = slices.Delete(b.Owed, 0, n)
	}
}

// source is a playlist from which songs can be chosen now.
type source struct {
	list *station.Playlist
	pool Pool
	bag  *Bag
	seed uint64
}

// seqAt returns the seq of the track at a place of the shuffle.
func (s *source) seqAt(place int64) int64 {
	n := int64(len(s.pool.Seqs))
	return s.pool.Seqs[permuted(uint64(place%n), uint64(n), mixed(s.seed, uint64(place/n)))]
}

// slotID returns the slot ID of a place, which edits refer to.
func (s *source) slotID(place int64) string {
	return strconv.FormatUint(mixed(s.seed, uint64(place)+1<<40), 36)
}

// seedOf returns the random seed of a playlist's round.
func seedOf(stationID, listID string, round int64) uint64 {
	h := fnv.New64a()
	h.Write([]byte(stationID + " " + listID))
	return mixed(h.Sum64(), uint64(round))
}

// mixed hashes two numbers to 64 bits with the finalizer of SplitMix64 (Steele
// et al., OOPSLA 2014).
func mixed(a, b uint64) uint64 {
	x := a + (b+1)*0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// permuted returns the position of i in a shuffle of n elements: a Feistel
// network over the next even power of two, cycle-walked until the result is
// less than n (Black and Rogaway, "Ciphers with Arbitrary Finite Domains",
// 2002). It needs no memory.
func permuted(i, n, seed uint64) uint64 {
	if n < 2 {
		return 0
	}
	half := uint(bits.Len64(n-1)+1) / 2
	mask := uint64(1)<<half - 1
	for {
		left, right := i>>half, i&mask
		for round := range uint64(4) {
			left, right = right, left^mixed(seed+round, right)&mask
		}
		if i = left<<half | right; i < n {
			return i
		}
	}
}
