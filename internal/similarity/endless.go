package similarity

import (
	"context"

	"sonora/internal/music"
	"sonora/internal/sound"
)

// recent is the number of recently played tracks that serve as seeds if the
// caller gives none.
const recent = 10

// Endless returns up to maxCount tracks to continue with, similar to the seeds.
// The last of playedIDs was played last. It repeats nothing until the viewer
// has heard everything, then continues with what they heard longest ago. It
// ignores IDs of deleted tracks and of other people's private tracks. It returns
// NotFound if no other seeds are left and at least one was private.
func (s *Service) Endless(ctx context.Context, v music.Viewer, seedIDs, playedIDs []string, maxCount int) (*sound.Selection, error) {
	seeds, err := s.Store.Seeds(ctx, v, seedIDs)
	if err != nil {
		return nil, err
	}
	if len(seeds) == 0 {
		if hidden, err := s.Store.AreHidden(ctx, v, seedIDs); err != nil {
			return nil, err
		} else if hidden {
			return nil, music.ErrNotFound
		}
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
		next, err := s.choose(ctx, request{viewer: v, seeds: seeds, before: before, maxCount: maxCount})
		if err != nil || len(next.Tracks) > 0 || len(before) == 0 {
			return next, err
		}
		before = before[(len(before)+1)/2:]
	}
}

// without returns the seeds that others does not contain.
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
