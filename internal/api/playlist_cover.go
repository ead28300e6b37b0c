package api

import (
	"context"
	"net/http"
	"strings"

	"sonora/internal/music"
)

// isPlaylistCover also knows the path with a slash at its end.
func isPlaylistCover(r *http.Request) bool {
	path := strings.TrimSuffix(r.URL.Path, "/")
	return r.Method == http.MethodPost && strings.HasPrefix(path, "/api/playlists/") && strings.HasSuffix(path, "/cover")
}

type playlistCoverInput struct {
	ID          string `path:"id" maxLength:"64"`
	ContentType string `header:"Content-Type" hidden:"true"`
	RawBody     []byte `contentType:"multipart/form-data"`
}

func (a *API) savePlaylistCover(ctx context.Context, in *playlistCoverInput) (*body[playlistJSON], error) {
	picture, err := formFile(in.ContentType, in.RawBody)
	if err != nil {
		return nil, err
	}
	p, err := a.lists.SetCover(ctx, viewer(ctx), in.ID, picture)
	return encoded(p, err, playlistFor(ctx))
}

func (a *API) removePlaylistCover(ctx context.Context, in *itemPath) (*body[playlistJSON], error) {
	p, err := a.lists.RemoveCover(ctx, viewer(ctx), in.ID)
	return encoded(p, err, playlistFor(ctx))
}

// playlistCover serves a playlist's own picture, else one of the first covers
// in it, else one made of its name.
func (a *API) playlistCover(w http.ResponseWriter, r *http.Request) error {
	size, err := coverSize(r)
	if err != nil {
		return err
	}
	ctx, v := r.Context(), viewer(r.Context())
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
	image, err := a.library.Covers.Mosaic(r.Context(), viewer(r.Context()), [4]string(covers[:4]), size, takesWebP(r))
	if music.CodeOf(err) == music.NotFound {
		return a.coverOf(w, r, covers[0], name)
	}
	if err != nil {
		return err
	}
	sendCover(w, r, image, playlistCaching)
	return nil
}
