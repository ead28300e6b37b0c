package playlist

import (
	"context"

	"sonora/internal/music"
)

// Shuffled returns a part of what a playlist has for the viewer, in the order
// of a seed. A smart one keeps the order its rules say.
func (s *Service) Shuffled(ctx context.Context, v music.Viewer, id string, seed int64, page music.Page) (music.EntryList, error) {
	p, err := s.store.Playlist(ctx, v, id)
	if err != nil {
		return music.EntryList{}, err
	}
	if p.Kind == music.PlaylistSmart {
		return s.Entries(ctx, v, id, page)
	}
	return s.store.ShuffledEntries(ctx, v, p, seed, page)
}
