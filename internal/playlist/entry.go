package playlist

import (
	"context"

	"sonora/internal/music"
)

// Add adds tracks to a playlist that the viewer may edit; see store.AddEntries.
func (s *Service) Add(ctx context.Context, v music.Viewer, id string, in music.Insertion) (*music.EntryChange, error) {
	c, err := s.store.AddEntries(ctx, v, id, in, s.now())
	return s.told(ctx, v, id, c, err)
}

// Remove removes entries.
func (s *Service) Remove(ctx context.Context, v music.Viewer, id string, entryIDs []string) (*music.EntryChange, error) {
	c, err := s.store.RemoveEntries(ctx, v, id, entryIDs, s.now())
	return s.told(ctx, v, id, c, err)
}

// Restore puts entries back where Remove found them.
func (s *Service) Restore(ctx context.Context, v music.Viewer, id string, removed []music.Removed) (*music.EntryChange, error) {
	c, err := s.store.RestoreEntries(ctx, v, id, removed, s.now())
	return s.told(ctx, v, id, c, err)
}

// Move moves entries after another one.
func (s *Service) Move(ctx context.Context, v music.Viewer, id string, move music.Moved) (*music.EntryChange, error) {
	c, err := s.store.MoveEntries(ctx, v, id, move, s.now())
	return s.told(ctx, v, id, c, err)
}

// told announces a change to the playlist's people if there was one.
func (s *Service) told(ctx context.Context, v music.Viewer, id string, c *music.EntryChange, err error) (*music.EntryChange, error) {
	if err != nil {
		return nil, err
	}
	if len(c.Added)+len(c.Removed)+len(c.Undo) == 0 {
		return c, nil
	}
	p, err := s.store.Playlist(ctx, v, id)
	if err != nil {
		return c, nil //nolint:nilerr // deleted meanwhile, which its people were told
	}
	s.tell(ctx, p, music.PlaylistChange{Version: c.Version, By: v.AccountID, Added: len(c.Added)})
	return c, nil
}
