package playlist

import (
	"context"
	"slices"

	"sonora/internal/music"
)

// Replace makes the tracks of a playlist those with the given IDs, in that order. It
// leaves out those that the viewer may not see.
func (s *Service) Replace(ctx context.Context, v music.Viewer, id string, trackIDs []string) error {
	old, err := s.entryIDs(ctx, v, id)
	if err != nil {
		return err
	}
	if err := s.removeAll(ctx, v, id, old); err != nil {
		return err
	}
	return s.Append(ctx, v, id, trackIDs)
}

// Append adds any number of tracks to the end of a playlist.
func (s *Service) Append(ctx context.Context, v music.Viewer, id string, trackIDs []string) error {
	for batch := range slices.Chunk(trackIDs, music.MaxEntryBatch) {
		if _, err := s.Add(ctx, v, id, music.Insertion{TrackIDs: batch}); err != nil {
			return err
		}
	}
	return nil
}

// RemoveAt removes the entries at some positions, counted from 0.
func (s *Service) RemoveAt(ctx context.Context, v music.Viewer, id string, positions []int) error {
	if len(positions) == 0 {
		return nil
	}
	c, err := s.store.RemoveEntriesAt(ctx, v, id, positions, s.now())
	_, err = s.told(ctx, v, id, c, err)
	return err
}

func (s *Service) removeAll(ctx context.Context, v music.Viewer, id string, entryIDs []string) error {
	for batch := range slices.Chunk(entryIDs, music.MaxEntryBatch) {
		if _, err := s.Remove(ctx, v, id, batch); err != nil {
			return err
		}
	}
	return nil
}

// entryIDs returns the IDs of all entries that the viewer sees, in order.
func (s *Service) entryIDs(ctx context.Context, v music.Viewer, id string) ([]string, error) {
	var ids []string
	for {
		list, err := s.Entries(ctx, v, id, music.Page{Limit: music.MaxPageSize, At: len(ids)})
		if err != nil {
			return nil, err
		}
		for i := range list.Items {
			ids = append(ids, list.Items[i].ID)
		}
		if len(list.Items) < music.MaxPageSize {
			return ids, nil
		}
	}
}
