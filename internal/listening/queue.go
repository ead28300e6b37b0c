package listening

import (
	"context"
	"time"

	"sonora/internal/music"
	"sonora/internal/player"
)

// SaveQueue stores what a person wants to hear next; without tracks, nothing.
func (s *Service) SaveQueue(ctx context.Context, v music.Viewer, q *player.Queue) error {
	q.ChangedAt = s.now()
	return s.Store.SaveQueue(ctx, v.AccountID, q)
}

// Queue returns what the viewer wants to hear next, with the tracks that they may
// still hear. It returns NotFound if they saved no queue.
func (s *Service) Queue(ctx context.Context, v music.Viewer) (*player.Queue, []music.Track, error) {
	q, err := s.Store.Queue(ctx, v.AccountID)
	if err != nil {
		return nil, nil, err
	}
	found, err := s.Store.TracksByID(ctx, v, q.TrackIDs)
	if err != nil {
		return nil, nil, err
	}
	byID := make(map[string]*music.Track, len(found))
	for i := range found {
		byID[found[i].ID] = &found[i]
	}
	tracks, current := make([]music.Track, 0, len(q.TrackIDs)), 0
	for i, id := range q.TrackIDs {
		if i == q.Current {
			current = len(tracks)
		}
		if t := byID[id]; t != nil {
			tracks = append(tracks, *t)
		} else if i == q.Current {
			q.Position = 0 // of a track that is gone
		}
	}
	q.Current = min(current, max(0, len(tracks)-1))
	return q, tracks, nil
}

// SaveBookmark keeps a place in a track.
func (s *Service) SaveBookmark(ctx context.Context, v music.Viewer, trackID string, position time.Duration, comment string) error {
	return s.Store.SaveBookmark(ctx, v, trackID, position, comment, s.now())
}
