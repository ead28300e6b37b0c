package listening

import (
	"context"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
)

// LikeItems likes albums or artists, or no longer likes them. It returns NotFound if
// the viewer may see none of them.
func (s *Service) LikeItems(ctx context.Context, v music.Viewer, kind people.Liked, ids []string, like bool) error {
	var at time.Time
	if like {
		at = s.now()
	}
	return s.Store.LikeItems(ctx, v, kind, ids, at)
}

// RateItem rates an album or an artist with 1 to 5 stars, or removes the rating
// with 0.
func (s *Service) RateItem(ctx context.Context, v music.Viewer, kind people.Liked, id string, stars int) error {
	return s.Store.RateItem(ctx, v, kind, id, stars)
}

// LikeAll likes tracks, or no longer likes them. It leaves out those that the viewer
// may not see, and returns NotFound for a single one.
func (s *Service) LikeAll(ctx context.Context, v music.Viewer, trackIDs []string, like bool) error {
	switch {
	case len(trackIDs) == 1 && like:
		return s.Like(ctx, v, trackIDs[0])
	case len(trackIDs) == 1:
		return s.Unlike(ctx, v, trackIDs[0])
	}
	changed, err := s.Store.LikeAll(ctx, v, trackIDs, like, s.now())
	for _, id := range changed {
		s.tellLike(v, id, like)
	}
	return err
}
