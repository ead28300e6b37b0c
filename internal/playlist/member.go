package playlist

import (
	"context"

	"sonora/internal/music"
)

// Invite returns what is in the link by which others join a playlist of the
// viewer; it stays the same until Uninvite.
func (s *Service) Invite(ctx context.Context, v music.Viewer, id string) (string, error) {
	token, err := newToken()
	if err != nil {
		return "", err
	}
	return s.store.InvitePlaylist(ctx, v, id, token, s.now())
}

// Uninvite ends the link.
func (s *Service) Uninvite(ctx context.Context, v music.Viewer, id string) error {
	return s.store.UninvitePlaylist(ctx, v, id, s.now())
}

// Join makes the viewer a member of the playlist a link is for.
func (s *Service) Join(ctx context.Context, v music.Viewer, token string) (*music.Playlist, error) {
	p, isNew, err := s.store.JoinPlaylist(ctx, v, token, s.now())
	if err != nil {
		return nil, err
	}
	if isNew {
		s.tell(ctx, p, music.PlaylistChange{Version: p.Version, By: v.AccountID, Joined: true})
	}
	return p, nil
}

// RemoveMember ends a membership: the viewer's own, or somebody's in a
// playlist of the viewer.
func (s *Service) RemoveMember(ctx context.Context, v music.Viewer, id, accountID string) error {
	p, err := s.store.RemovePlaylistMember(ctx, v, id, accountID)
	if err != nil {
		return err
	}
	s.tell(ctx, p, music.PlaylistChange{Version: p.Version, By: v.AccountID})
	// For whoever left it is as if it was deleted, unless it is public.
	s.tellPeople([]string{accountID}, music.PlaylistChange{ID: p.ID, Version: p.Version, Deleted: !p.IsPublic, By: v.AccountID})
	return nil
}
