package api

import (
	"context"
	"net/http"

	"sonora/internal/edge"
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
	size, err := coverSize(r)
	if err != nil {
		return err
	}
	ctx, v := r.Context(), edge.Viewer(r.Context())
	p, covers, err := a.lists.Covers(ctx, v, r.PathValue("id"))
	if err != nil {
		return err
	}
	if p.Cover != "" {
		image, err := a.library.Covers.Given(ctx, p.Cover, size, takesWebP(r))
		if err == nil {
			sendCover(w, r, image, playlistCaching)
			return nil
		}
		if music.CodeOf(err) != music.NotFound {
			return err
		}
	}
	return a.mosaicOf(w, r, size, covers, p.Name)
}

const playlistCaching = "private, max-age=300"

// mosaicOf serves a picture of four others, or what there is.
func (a *API) mosaicOf(w http.ResponseWriter, r *http.Request, size int, covers []string, name string) error {
	if len(covers) < 4 {
		first := ""
		if len(covers) > 0 {
			first = covers[0]
		}
		return a.coverOf(w, r, first, name)
	}
	image, err := a.library.Covers.Mosaic(r.Context(), edge.Viewer(r.Context()), [4]string(covers[:4]), size, takesWebP(r))
	if music.CodeOf(err) == music.NotFound {
		return a.coverOf(w, r, covers[0], name)
	}
	if err != nil {
		return err
	}
	sendCover(w, r, image, playlistCaching)
	return nil
}
