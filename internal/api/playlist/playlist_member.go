package playlist

import (
	"context"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/music"
)

type joinLinkJSON struct {
	URL string `json:"url" doc:"A path in the web app. Anyone who opens it can join."`
}

func (a *API) inviteToPlaylist(ctx context.Context, in *edge.ItemPath) (*edge.Body[joinLinkJSON], error) {
	token, err := a.Playlists.Invite(ctx, edge.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return edge.Reply(joinLinkJSON{"/playlists/join/" + token})
}

func (a *API) uninviteFromPlaylist(ctx context.Context, in *edge.ItemPath) (*struct{}, error) {
	return nil, a.Playlists.Uninvite(ctx, edge.Viewer(ctx), in.ID)
}

type joinPath struct {
	Token string `path:"token" maxLength:"64" doc:"The token, the last part of the link."`
}

type joinJSON struct {
	ID         string               `json:"id" doc:"ID of the playlist."`
	Name       string               `json:"name" doc:"Name of the playlist."`
	Owner      things.PersonRefJSON `json:"owner" doc:"The person who made it."`
	TrackCount int                  `json:"trackCount" doc:"Number of tracks."`
	Joined     bool                 `json:"joined" doc:"Whether you are already a member or the owner."`
}

func (a *API) playlistInvitation(ctx context.Context, in *joinPath) (*edge.Body[joinJSON], error) {
	p, err := a.Store.InvitedPlaylist(ctx, edge.Viewer(ctx), in.Token)
	return edge.Encoded(p, err, func(p *music.Playlist) joinJSON {
		return joinJSON{p.ID, p.Name, things.OwnerOf(ctx, p), p.Entries, p.MayEdit(edge.Viewer(ctx).AccountID)}
	})
}

func (a *API) joinPlaylist(ctx context.Context, in *joinPath) (*edge.Body[things.PlaylistJSON], error) {
	p, err := a.Playlists.Join(ctx, edge.Viewer(ctx), in.Token)
	return edge.Encoded(p, err, things.PlaylistFor(ctx))
}

type playlistMemberJSON struct {
	ID       string    `json:"id" doc:"ID of the account."`
	Name     string    `json:"name" doc:"First and last name, or a substitute."`
	ImageURL *string   `json:"imageUrl" doc:"Address of the picture; null for none."`
	JoinedAt edge.Time `json:"joinedAt" doc:"When the person joined; for the owner, when the playlist was made."`
	IsOwner  bool      `json:"isOwner" doc:"Whether the person made the playlist."`
}

func (a *API) playlistMembers(ctx context.Context, in *edge.ItemPart) (*edge.PageOf[playlistMemberJSON], error) {
	list, err := a.Store.PlaylistMembers(ctx, edge.Viewer(ctx), in.ID)
	return edge.PartOf(&in.Part, list, err, func(m *music.PlaylistMember) playlistMemberJSON {
		return playlistMemberJSON{m.ID, m.Name, edge.OrNull(m.ImageURL), edge.Time(m.JoinedAt), m.IsOwner}
	})
}

type memberPath struct {
	ID        string `path:"id" maxLength:"64" doc:"ID of the playlist."`
	AccountID string `path:"accountId" maxLength:"64" doc:"ID of the member's account."`
}

func (a *API) removePlaylistMember(ctx context.Context, in *memberPath) (*struct{}, error) {
	return nil, a.Playlists.RemoveMember(ctx, edge.Viewer(ctx), in.ID, in.AccountID)
}
