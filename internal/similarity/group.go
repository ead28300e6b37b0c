package similarity

import (
	"context"
	"math"

	"sonora/internal/music"
	"sonora/internal/sound"
)

// The distances between tracks whose sound is unknown, by what their tags have
// in common.
const (
	sameArtist = 300
	sameGenre  = 900
	unrelated  = 2400
)

// Groups divides tracks into up to maxCount groups of similar tracks
// (k-medoids). Each group keeps the given order, and the group of the first
// track comes first. Groups leaves out IDs that the viewer may not hear.
func (s *Service) Groups(ctx context.Context, v music.Viewer, ids []string, maxCount int) ([][]string, error) {
	seeds, err := s.Store.Seeds(ctx, v, ids)
	if err != nil || len(seeds) == 0 || maxCount <= 0 {
		return nil, err
	}
	x, err := s.ready(ctx)
	if err != nil {
		return nil, err
	}
	apart := distances(seeds, x.known(seeds))
	groups, at := [][]string{}, map[int]int{}
	for i, middle := range nearestOf(apart, medoids(apart, min(maxCount, len(seeds)))) {
		g, known := at[middle]
		if !known {
			g = len(groups)
			at[middle], groups = g, append(groups, nil)
		}
		groups[g] = append(groups[g], seeds[i].ID)
	}
	return groups, nil
}

// distances returns the distances between all pairs of tracks.
func distances(seeds []sound.Seed, hits []hit) [][]uint32 {
	apart := make([][]uint32, len(seeds))
	for i := range seeds {
		apart[i] = make([]uint32, len(seeds))
		for j := range seeds {
			if i != j {
				apart[i][j] = difference(&seeds[i], &seeds[j], &hits[i], &hits[j])
			}
		}
	}
	return apart
}

// difference compares two tracks by sound if both sounds are known, otherwise by
// tags.
func difference(a, b *sound.Seed, x, y *hit) uint32 {
	switch {
	case x.code != nil && y.code != nil:
		return x.code.distance(y.code, math.MaxUint32)
	case a.ArtistID != "" && a.ArtistID == b.ArtistID:
		return sameArtist
	case a.Genre != "" && a.Genre == b.Genre:
		return sameGenre
	}
	return unrelated
}

// medoids chooses the n tracks with the smallest total distance to all others:
// it adds one track after another, then exchanges single tracks as long as that
// improves the result.
func medoids(apart [][]uint32, n int) []int {
	var chosen []int
	for range n {
		chosen = append(chosen, 0)
		exchange(apart, chosen, len(chosen)-1)
	}
	for better := true; better; {
		better = false
		for i := range chosen {
			better = exchange(apart, chosen, i) || better
		}
	}
	return chosen
}

// exchange replaces one of the chosen tracks by the best alternative and
// reports whether there was a better one.
func exchange(apart [][]uint32, chosen []int, which int) (better bool) {
	best, lowest := chosen[which], cost(apart, chosen)
	for candidate := range apart {
		chosen[which] = candidate
		if c := cost(apart, chosen); c < lowest {
			best, lowest, better = candidate, c, true
		}
	}
	chosen[which] = best
	return better
}

// cost returns the total distance of all tracks to their nearest medoid.
func cost(apart [][]uint32, chosen []int) (sum uint64) {
	for i := range apart {
		nearest := uint32(math.MaxUint32)
		for _, middle := range chosen {
			nearest = min(nearest, apart[i][middle])
		}
		sum += uint64(nearest)
	}
	return sum
}

// nearestOf returns the index of the nearest medoid for each track.
func nearestOf(apart [][]uint32, chosen []int) []int {
	out := make([]int, len(apart))
	for i := range apart {
		out[i] = chosen[0]
		for _, middle := range chosen {
			if apart[i][middle] < apart[i][out[i]] {
				out[i] = middle
			}
		}
	}
	return out
}
