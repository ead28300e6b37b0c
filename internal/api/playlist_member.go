package api

import (
	"context"
	"time"

	"sonora/internal/music"
)

type joinLinkJSON struct {
	URL string `json:"url" doc:"A path of the web app. Whoever opens it can join."`
}

func (a *API) inviteToPlaylist(ctx context.Context, in *itemPath) (*body[joinLinkJSON], error) {
	token, err := a.lists.Invite(ctx, viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return &body[joinLinkJSON]{joinLinkJSON{"/playlists/join/" + token}}, nil
}

func (a *API) uninviteFromPlaylist(ctx context.Context, in *itemPath) (*body[detailJSON], error) {
	if err := a.lists.Uninvite(ctx, viewer(ctx), in.ID); err != nil {
		return nil, err
	}
	return &body[detailJSON]{detailJSON{"The link is no longer good."}}, nil
}

type joinPath struct {
	Token string `path:"token" maxLength:"64"`
}

type joinJSON struct {
	ID         string        `json:"id"`
	Name       string        `json:"name"`
	Owner      personRefJSON `json:"owner"`
	TrackCount int           `json:"trackCount"`
	Joined     bool          `json:"joined" doc:"Whoever asks did already, or owns it."`
}

func (a *API) playlistInvitation(ctx context.Context, in *joinPath) (*body[joinJSON], error) {
	p, err := a.store.InvitedPlaylist(ctx, viewer(ctx), in.Token)
	return encoded(p, err, func(p *music.Playlist) joinJSON {
		return joinJSON{p.ID, p.Name, ownerOf(ctx, p), p.Entries, p.MayEdit(viewer(ctx).AccountID)}
	})
}

func (a *API) joinPlaylist(ctx context.Context, in *joinPath) (*body[playlistJSON], error) {
	p, err := a.lists.Join(ctx, viewer(ctx), in.Token)
	return encoded(p, err, playlistFor(ctx))
}

type playlistMemberJSON struct {
	ID       string    `json:"id"`
	Name     string    `json:"name"`
	ImageURL *string   `json:"imageUrl"`
	JoinedAt time.Time `json:"joinedAt"`
	IsOwner  bool      `json:"isOwner"`
}

func (a *API) playlistMembers(ctx context.Context, in *itemPath) (*body[[]playlistMemberJSON], error) {
	list, err := a.store.PlaylistMembers(ctx, viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return &body[[]playlistMemberJSON]{encodeAll(list, func(m *music.PlaylistMember) playlistMemberJSON {
		return playlistMemberJSON{m.ID, m.Name, orNull(m.ImageURL), m.JoinedAt.UTC(), m.IsOwner}
	})}, nil
}

type memberPath struct {
	ID        string `path:"id" maxLength:"64"`
	AccountID string `path:"accountId" maxLength:"64"`
}

func (a *API) removePlaylistMember(ctx context.Context, in *memberPath) (*body[detailJSON], error) {
	if err := a.lists.RemoveMember(ctx, viewer(ctx), in.ID, in.AccountID); err != nil {
		return nil, err
	}
	return &body[detailJSON]{detailJSON{"Removed from the playlist."}}, nil
}
