package similarity

import (
	"context"
	"math"

	"sonora/internal/music"
	"sonora/internal/sound"
)

// How far apart tracks count as whose sound is not known.
const (
	sameArtist = 300
	sameGenre  = 900
	unrelated  = 2400
)

// Groups splits tracks into up to most groups that are alike within, each in
// the order given, the group of the first track first. Ids the viewer may not
// hear are left out.
func (s *Service) Groups(ctx context.Context, v music.Viewer, ids []string, most int) ([][]string, error) {
	seeds, err := s.Store.Seeds(ctx, v, ids)
	if err != nil || len(seeds) == 0 || most <= 0 {
		return nil, err
	}
	x, err := s.ready(ctx)
	if err != nil {
		return nil, err
	}
	apart := distances(seeds, x.known(seeds))
	groups, at := [][]string{}, map[int]int{}
	for i, middle := range nearestOf(apart, medoids(apart, min(most, len(seeds)))) {
		g, known := at[middle]
		if !known {
			g = len(groups)
			at[middle], groups = g, append(groups, nil)
		}
		groups[g] = append(groups[g], seeds[i].ID)
	}
	return groups, nil
}

// distances are how far tracks are apart, each from each.
func distances(seeds []sound.Seed, hits []hit) [][]uint32 {
	apart := make([][]uint32, len(seeds))
	for i := range seeds {
		apart[i] = make([]uint32, len(seeds))
		for j := range seeds {
			if i != j {
				apart[i][j] = farness(&seeds[i], &seeds[j], &hits[i], &hits[j])
			}
		}
	}
	return apart
}

// farness is by sound where it is known of both, by tags otherwise.
func farness(a, b *sound.Seed, x, y *hit) uint32 {
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

// medoids chooses the n tracks from which all others are least far: one after
// the other at first, then each is exchanged as long as that helps.
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

// exchange replaces one of the chosen by the best there is, and reports whether
// there was a better one.
func exchange(apart [][]uint32, chosen []int, which int) (better bool) {
	best, least := chosen[which], cost(apart, chosen)
	for candidate := range apart {
		chosen[which] = candidate
		if c := cost(apart, chosen); c < least {
			best, least, better = candidate, c, true
		}
	}
	chosen[which] = best
	return better
}

// cost is how far all tracks are from their nearest medoid.
func cost(apart [][]uint32, chosen []int) (sum uint64) {
	for i := range apart {
		least := uint32(math.MaxUint32)
		for _, middle := range chosen {
			least = min(least, apart[i][middle])
		}
		sum += uint64(least)
	}
	return sum
}

// nearestOf is the medoid nearest to each track.
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
