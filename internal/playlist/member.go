package playlist

import (
	"context"

	"sonora/internal/music"
)

// Invite returns the token in the link by which others join one of the viewer's
// playlists. It stays the same until Uninvite.
func (s *Service) Invite(ctx context.Context, v music.Viewer, id string) (string, error) {
	token, err := newToken()
	if err != nil {
		return "", err
	}
	return s.store.InvitePlaylist(ctx, v, id, token, s.now())
}

// Uninvite revokes the link.
func (s *Service) Uninvite(ctx context.Context, v music.Viewer, id string) error {
	return s.store.UninvitePlaylist(ctx, v, id, s.now())
}

// Join makes the viewer a member of the playlist that a link is for.
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

// RemoveMember ends a membership: the viewer's own, or anyone's in one of the
// viewer's playlists.
func (s *Service) RemoveMember(ctx context.Context, v music.Viewer, id, accountID string) error {
	p, err := s.store.RemovePlaylistMember(ctx, v, id, accountID)
	if err != nil {
		return err
	}
	s.tell(ctx, p, music.PlaylistChange{Version: p.Version, By: v.AccountID})
	// To a person who was removed, the playlist looks deleted unless it is
	// public.
	s.tellPeople([]string{accountID}, music.PlaylistChange{ID: p.ID, Version: p.Version, Deleted: !p.IsPublic, By: v.AccountID})
	return nil
}
