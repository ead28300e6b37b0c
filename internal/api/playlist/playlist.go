package playlist

import (
	"context"
	"time"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/edge/delta"
	"sonora/internal/edge/scalar"
	"sonora/internal/music"
)

// returnedPlaylist has the fields of a playlist, and of one in the operator's list.
type returnedPlaylist struct {
	things.PlaylistJSON
	SongCount     int     `json:"songCount"`
	TotalDuration float64 `json:"totalDuration"`
	Genre         string  `json:"genre"`
	MayChange     bool    `json:"mayChange"`
}

// playlistForm changes a playlist. Fields that are omitted stay as they are.
type playlistForm struct {
	edge.Returned[returnedPlaylist] `json:"-"`

	Name          scalar.TextOrNull  `json:"name,omitzero" doc:"1 to 100 characters."`
	Description   scalar.TextOrNull  `json:"description,omitzero" doc:"Text about the playlist; an empty text or null removes it."`
	IsPublic      scalar.YesOrNo     `json:"isPublic,omitzero" doc:"Defaults to true for a new playlist."`
	CoverImageURL scalar.TextOrNull  `json:"coverImageUrl,omitzero" doc:"Address of a picture; an empty text or null removes it. You can also upload one."`
	Rules         things.RulesOrNull `json:"rules,omitzero" doc:"For a smart playlist."`
}

func (f *playlistForm) fill(p *music.Playlist) {
	f.Name.Set(&p.Name)
	f.Description.Set(&p.Description)
	f.IsPublic.Set(&p.IsPublic)
	f.CoverImageURL.Set(&p.CoverImageURL)
	f.Rules.Set(&p.Rules)
}

// newPlaylistForm creates a playlist. Its kind cannot be changed later.
type newPlaylistForm struct {
	edge.Returned[returnedPlaylist] `json:"-"`

	Name          scalar.TextOrNull  `json:"name,omitzero" doc:"1 to 100 characters."`
	Description   scalar.TextOrNull  `json:"description,omitzero" doc:"Text about the playlist."`
	IsPublic      scalar.YesOrNo     `json:"isPublic,omitzero" doc:"Defaults to true."`
	CoverImageURL scalar.TextOrNull  `json:"coverImageUrl,omitzero" doc:"Address of a picture. You can also upload one."`
	Kind          scalar.TextOrNull  `json:"kind,omitzero" doc:"list (default) or smart."`
	Rules         things.RulesOrNull `json:"rules,omitzero" doc:"For a smart playlist."`
}

func (f *newPlaylistForm) fill(p *music.Playlist) {
	form := playlistForm{Name: f.Name, Description: f.Description, IsPublic: f.IsPublic, CoverImageURL: f.CoverImageURL, Rules: f.Rules}
	form.fill(p)
	kind := ""
	f.Kind.Set(&kind)
	p.Kind = music.PlaylistKind(kind)
}

type playlistsInput struct{ delta.Paging }

func (a *API) playlists(ctx context.Context, in *playlistsInput) (*delta.PageOf[things.PlaylistJSON], error) {
	v := edge.Viewer(ctx)
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	changes, err := in.Asked()
	if err != nil {
		return nil, err
	}
	if changes {
		changes, err := a.Store.PlaylistChanges(ctx, v, in.Since, page.Limit)
		if err != nil {
			return nil, err
		}
		return delta.AnswerChanges(changes, things.PlaylistFor(ctx)), nil
	}
	token, err := a.Store.PlaylistsToken(ctx, v)
	if err != nil {
		return nil, err
	}
	list, err := a.Store.Playlists(ctx, v.AccountID, page)
	if err != nil {
		return nil, err
	}
	return delta.Answer(&in.Paging, token, list, things.PlaylistFor(ctx)), nil
}

type playlistsOfInput struct {
	edge.Paging
	ID string `path:"id" maxLength:"64" doc:"ID of the account."`
}

// playlistsOf lists a person's public playlists.
func (a *API) playlistsOf(ctx context.Context, in *playlistsOfInput) (*edge.PageOf[things.PlaylistJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	if _, err := a.Profile.Page(ctx, edge.Viewer(ctx), in.ID); err != nil {
		return nil, err
	}
	list, err := a.Store.PublicPlaylists(ctx, edge.Viewer(ctx), in.ID, page)
	if err != nil {
		return nil, err
	}
	return edge.Answer(&in.Paging, list, things.PlaylistFor(ctx)), nil
}

func (a *API) makePlaylist(ctx context.Context, in *edge.Body[newPlaylistForm]) (*edge.Body[things.PlaylistJSON], error) {
	p := &music.Playlist{OwnerID: edge.Viewer(ctx).AccountID, IsPublic: true, CreatedAt: time.Now()}
	in.Body.fill(p)
	made, err := a.Playlists.Create(ctx, edge.Viewer(ctx), p)
	return edge.Encoded(made, err, things.PlaylistFor(ctx))
}

// version is the response to a change that leaves nothing to send.
type version struct {
	Version int64 `header:"X-Playlist-Version" doc:"Version of the playlist, which increases with every change of its tracks."`
}

// versioned is something about a playlist, with the playlist's version.
type versioned[T any] struct {
	Version int64 `header:"X-Playlist-Version" doc:"Version of the playlist, which increases with every change of its tracks."`
	Body    T
}

func encodedPlaylist(ctx context.Context, p *music.Playlist, err error) (*versioned[things.PlaylistJSON], error) {
	if err != nil {
		return nil, err
	}
	return &versioned[things.PlaylistJSON]{p.Version, things.PlaylistFor(ctx)(p)}, nil
}

func (a *API) playlist(ctx context.Context, in *edge.ItemPath) (*versioned[things.PlaylistJSON], error) {
	p, err := a.Playlists.Open(ctx, edge.Viewer(ctx), in.ID)
	return encodedPlaylist(ctx, p, err)
}

type playlistInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the playlist."`
	Body playlistForm
}

func (a *API) savePlaylist(ctx context.Context, in *playlistInput) (*versioned[things.PlaylistJSON], error) {
	p, err := a.Playlists.Change(ctx, edge.Viewer(ctx), in.ID, in.Body.fill)
	return encodedPlaylist(ctx, p, err)
}

func (a *API) removePlaylist(ctx context.Context, in *edge.ItemPath) (*edge.Body[edge.Detail], error) {
	if err := a.Playlists.Delete(ctx, edge.Viewer(ctx), in.ID); err != nil {
		return nil, err
	}
	return edge.Say("The playlist is deleted.")
}
