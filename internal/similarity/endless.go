package similarity

import (
	"context"

	"sonora/internal/music"
	"sonora/internal/sound"
)

// recent is how many of the last played tracks stand in for seeds.
const recent = 10

// Endless returns up to most tracks to go on with after what was played, the
// last one last, in the manner of the seeds. It repeats nothing before the
// viewer has heard everything; then what they heard first comes again. Ids that
// the viewer may not hear do not count.
func (s *Service) Endless(ctx context.Context, v music.Viewer, seedIDs, playedIDs []string, most int) (*sound.Selection, error) {
	seeds, err := s.Store.Seeds(ctx, v, seedIDs)
	if err != nil {
		return nil, err
	}
	played, err := s.Store.Seeds(ctx, v, playedIDs)
	if err != nil {
		return nil, err
	}
	before := append(without(seeds, played), played...)
	if len(seeds) == 0 {
		seeds = played[max(0, len(played)-recent):]
	}
	for {
		next, err := s.choose(ctx, wish{viewer: v, seeds: seeds, before: before, most: most})
		if err != nil || len(next.Tracks) > 0 || len(before) == 0 {
			return next, err
		}
		before = before[(len(before)+1)/2:]
	}
}

// without are the seeds that are not among others.
func without(seeds, others []sound.Seed) []sound.Seed {
	known := map[int64]bool{}
	for _, o := range others {
		known[o.Seq] = true
	}
	var left []sound.Seed
	for _, s := range seeds {
		if !known[s.Seq] {
			left = append(left, s)
		}
	}
	return left
}
