package similarity

import (
	"slices"

	"sonora/internal/music"
	"sonora/internal/sound"
)

const (
	window   = 10 // tracks in a row of which
	ofArtist = 2  // are by one artist, where there are others
	// sameSound is the distance up to which tracks of one artist are taken for
	// one recording in two files. Lossy copies were up to 240 apart, tracks that
	// have nothing else to do with each other 600 and more.
	sameSound = 250
)

// list is music in the order it is played.
type list struct {
	before []hit // what was played just before, or is known otherwise
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

// fill picks candidates, the first ones first, until there are most. Of one
// artist it picks no more than spread among any ten in a row.
func (l *list) fill(candidates []hit, most, spread int) {
	for len(l.picked) < most {
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

// count is how many of the last ones are by an artist, the next included in
// the row. Nobody knows whether tracks without an artist are by the same one.
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

// has reports whether the sound of a track is in the list already.
func (l *list) has(h hit) bool {
	same := func(o hit) bool {
		return o.sound == h.sound ||
			o.artist == h.artist && o.code != nil && h.code != nil && o.code.distance(h.code, sameSound) <= sameSound
	}
	return slices.ContainsFunc(l.before, same) || slices.ContainsFunc(l.picked, same)
}

// near fills the list with what is nearest by a measure, first in an order that
// arrange may change.
func (x *index) near(l *list, v music.Viewer, by measure, most int, arrange func([]hit)) {
	for k := 4*most + 100; ; k *= 4 {
		found := x.nearest(&search{viewer: v, most: k, by: by, except: l.used})
		all := len(found) < k
		if arrange != nil {
			arrange(found)
		}
		l.fill(found, most, ofArtist)
		for spread := ofArtist + 1; all && spread <= window; spread++ {
			l.fill(found, most, spread)
		}
		if all || len(l.picked) >= most {
			return
		}
	}
}

// hitOf is a track that is not in the index.
func hitOf(s *sound.Seed) hit {
	return hit{seq: s.Seq, artist: artistHash(s.ArtistID), sound: soundHash(s.AudioKey)}
}
