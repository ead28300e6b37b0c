package playlist

import (
	"context"

	"sonora/internal/music"
	"sonora/internal/store/playlists"
)

// Edit is a change of the text and the entries of a playlist at once.
type Edit = playlists.Edit

// Edit edits a playlist; see store.EditPlaylist. After an error, nothing has changed.
func (s *Service) Edit(ctx context.Context, v music.Viewer, id string, e Edit) error {
	p, added, err := s.store.EditPlaylist(ctx, v, id, e, s.now())
	if err != nil {
		return err
	}
	s.tell(ctx, p, music.PlaylistChange{Version: p.Version, By: v.AccountID, Added: added})
	return nil
}
