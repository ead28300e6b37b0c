package playlist

import (
	"context"

	"sonora/internal/music"
)

// Shuffled returns a page of a playlist's tracks for the viewer, in an order
// that depends on seed. A smart playlist with its own order keeps it.
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
