package playlist

import (
	"context"
	"net/http"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/library"
	"sonora/internal/music"
)

func (a *API) savePlaylistCover(ctx context.Context, in *things.CoverInput) (*versioned[things.PlaylistJSON], error) {
	picture, err := edge.FormFile(in.ContentType, in.RawBody)
	if err != nil {
		return nil, err
	}
	p, err := a.Playlists.SetCover(ctx, edge.Viewer(ctx), in.ID, picture)
	return encodedPlaylist(ctx, p, err)
}

func (a *API) removePlaylistCover(ctx context.Context, in *edge.ItemPath) (*version, error) {
	p, err := a.Playlists.RemoveCover(ctx, edge.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return &version{p.Version}, nil
}

// PlaylistCover serves a playlist's own picture, otherwise the cover of one of
// its first tracks, otherwise one drawn from its name.
func (a *API) PlaylistCover(w http.ResponseWriter, r *http.Request) error {
	return things.SendPictureOf(w, r, edge.Viewer(r.Context()), r.PathValue("id"), a.PictureOfPlaylist)
}

// PictureOfPlaylist opens the picture of a playlist.
func (a *API) PictureOfPlaylist(ctx context.Context, v music.Viewer, id string, o library.PictureOptions) (*library.CoverImage, error) {
	p, covers, err := a.Playlists.Covers(ctx, v, id)
	if err != nil {
		return nil, err
	}
	return a.Library.Covers.OfList(ctx, v, p.Cover, covers, p.Name, o)
}
