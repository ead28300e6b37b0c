package api

import (
	"context"
	"net/http"

	"sonora/internal/edge"
	"sonora/internal/library"
	"sonora/internal/music"
)

type playlistCoverInput struct {
	ID          string `path:"id" maxLength:"64"`
	ContentType string `header:"Content-Type" hidden:"true"`
	RawBody     []byte `contentType:"multipart/form-data"`
}

func (a *API) savePlaylistCover(ctx context.Context, in *playlistCoverInput) (*edge.Body[playlistJSON], error) {
	picture, err := edge.FormFile(in.ContentType, in.RawBody)
	if err != nil {
		return nil, err
	}
	p, err := a.lists.SetCover(ctx, edge.Viewer(ctx), in.ID, picture)
	return edge.Encoded(p, err, playlistFor(ctx))
}

func (a *API) removePlaylistCover(ctx context.Context, in *edge.ItemPath) (*edge.Body[playlistJSON], error) {
	p, err := a.lists.RemoveCover(ctx, edge.Viewer(ctx), in.ID)
	return edge.Encoded(p, err, playlistFor(ctx))
}

// playlistCover serves a playlist's own picture, else one of the first covers
// in it, else one made of its name.
func (a *API) playlistCover(w http.ResponseWriter, r *http.Request) error {
	return sendPictureOf(w, r, edge.Viewer(r.Context()), r.PathValue("id"), a.pictureOfPlaylist)
}

func (a *API) pictureOfPlaylist(ctx context.Context, v music.Viewer, id string, o library.PictureOptions) (*library.CoverImage, error) {
	p, covers, err := a.lists.Covers(ctx, v, id)
	if err != nil {
		return nil, err
	}
	return a.library.Covers.OfList(ctx, v, p.Cover, covers, p.Name, o)
}
