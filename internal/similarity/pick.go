package similarity

import (
	"slices"

	"sonora/internal/music"
	"sonora/internal/sound"
)

const (
	window   = 10 // number of consecutive tracks with
	ofArtist = 2  // at most this many tracks by one artist, if there are others
	// sameSound is the distance up to which two tracks of one artist count as
	// the same recording in two files. Measured distances are up to 240 for
	// lossy copies, and at least 600 for unrelated tracks.
	sameSound = 250
)

// list is a sequence of tracks in playing order.
type list struct {
	before []hit // played just before, or excluded for another reason
	picked []hit
	used   map[int64]bool
}

func newList(before []hit) *list {
	l := &list{before: before, used: map[int64]bool{}}
	for _, h := range before {
		l.used[h.seq] = true
	}
	return l
}

// fill adds candidates in their order until the list has maxCount tracks. Among
// any ten consecutive tracks, it adds at most spread by one artist.
func (l *list) fill(candidates []hit, maxCount, spread int) {
	for len(l.picked) < maxCount {
		i := slices.IndexFunc(candidates, func(h hit) bool {
			return !l.used[h.seq] && l.count(h.artist) < spread
		})
		if i < 0 {
			return
		}
		h := candidates[i]
		l.used[h.seq] = true
		if !l.has(h) {
			l.picked = append(l.picked, h)
		}
	}
}

// count returns how many of the last tracks, including the next one, are by an
// artist. Tracks without an artist count as different artists.
func (l *list) count(artist uint32) int {
	if artist == 0 {
		return 0
	}
	n := 0
	for i := len(l.before) + len(l.picked) - 1; i >= 0 && i > len(l.before)+len(l.picked)-window; i-- {
		h := &l.before
		j := i
		if i >= len(l.before) {
			h, j = &l.picked, i-len(l.before)
		}
		if (*h)[j].artist == artist {
			n++
		}
	}
	return n
}

// has reports whether the list already has the sound of a track.
func (l *list) has(h hit) bool {
	same := func(o hit) bool {
		return o.sound == h.sound ||
			o.artist == h.artist && o.code != nil && h.code != nil && o.code.distance(h.code, sameSound) <= sameSound
	}
	return slices.ContainsFunc(l.before, same) || slices.ContainsFunc(l.picked, same)
}

// near fills the list with the nearest tracks by a measure. arrange reorders
// them first.
func (x *index) near(l *list, v music.Viewer, by measure, maxCount int, arrange func([]hit)) {
	for k := 4*maxCount + 100; ; k *= 4 {
		found := x.nearest(&search{viewer: v, maxCount: k, by: by, except: l.used})
		all := len(found) < k
		if arrange != nil {
			arrange(found)
		}
		l.fill(found, maxCount, ofArtist)
		for spread := ofArtist + 1; all && spread <= window; spread++ {
			l.fill(found, maxCount, spread)
		}
		if all || len(l.picked) >= maxCount {
			return
		}
	}
}

// hitOf returns a hit for a track that is not in the index.
func hitOf(s *sound.Seed) hit {
	return hit{seq: s.Seq, artist: artistHash(s.ArtistID), sound: soundHash(s.AudioKey)}
}
