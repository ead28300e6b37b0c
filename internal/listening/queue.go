package listening

import (
	"context"
	"time"

	"sonora/internal/music"
	"sonora/internal/player"
)

// SaveQueue stores what a person wants to hear next; without tracks, nothing. It
// leaves out tracks that the viewer may not see. It returns NotFound if no others
// remain, and then the saved queue stays.
func (s *Service) SaveQueue(ctx context.Context, v music.Viewer, q *player.Queue) error {
	if err := q.Check(); err != nil {
		return err
	}
	known, err := s.Store.TrackLengths(ctx, v, q.TrackIDs)
	if err != nil {
		return err
	}
	if len(q.TrackIDs) > 0 && len(known) == 0 {
		return music.ErrNotFound
	}
	keep(q, func(id string) bool { _, ok := known[id]; return ok })
	q.ChangedAt = s.now()
	return s.Store.SaveQueue(ctx, v.AccountID, q)
}

// keep removes the other tracks from a queue. If the current one is among them, the
// next becomes the current one, from its start.
func keep(q *player.Queue, isKept func(id string) bool) {
	kept, current := make([]string, 0, len(q.TrackIDs)), 0
	for i, id := range q.TrackIDs {
		if i == q.Current {
			current = len(kept)
		}
		if isKept(id) {
			kept = append(kept, id)
		} else if i == q.Current {
			q.Position = 0
		}
	}
	q.TrackIDs, q.Current = kept, min(current, max(0, len(kept)-1))
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
	keep(q, func(id string) bool { return byID[id] != nil })
	tracks := make([]music.Track, len(q.TrackIDs))
	for i, id := range q.TrackIDs {
		tracks[i] = *byID[id]
	}
	return q, tracks, nil
}

// SaveBookmark keeps a place in a track.
func (s *Service) SaveBookmark(ctx context.Context, v music.Viewer, trackID string, position time.Duration, comment string) error {
	return s.Store.SaveBookmark(ctx, v, trackID, position, comment, s.now())
}
