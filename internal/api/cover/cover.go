package cover

import (
	"net/http"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/library"
)

// cover serves a picture by its hash.
func (a *API) cover(w http.ResponseWriter, r *http.Request) error {
	return things.SendPicture(w, r, things.HashCaching, func(o library.PictureOptions) (*library.CoverImage, error) {
		return a.Library.Covers.Open(r.Context(), edge.Viewer(r.Context()), r.PathValue("hash"), o.Size, o.WebP)
	})
}

// TrackCover serves the current cover of a track, otherwise one drawn from its
// album.
func (a *API) TrackCover(w http.ResponseWriter, r *http.Request) error {
	return things.SendPictureOf(w, r, edge.Viewer(r.Context()), r.PathValue("id"), a.Library.Covers.OfTrack)
}

// AlbumCover serves the cover of an album, otherwise one drawn from its title.
func (a *API) AlbumCover(w http.ResponseWriter, r *http.Request) error {
	return things.SendPictureOf(w, r, edge.Viewer(r.Context()), r.PathValue("id"), a.Library.Covers.OfAlbum)
}

func (a *API) artistCover(w http.ResponseWriter, r *http.Request) error {
	return things.SendPictureOf(w, r, edge.Viewer(r.Context()), r.PathValue("id"), a.Library.Covers.OfArtist)
}
