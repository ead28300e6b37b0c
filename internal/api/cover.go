package api

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/edge"
	"sonora/internal/library"
	"sonora/internal/music"
)

// sizeParameter documents the edge length of a cover.
func sizeParameter(o *edge.Route) {
	sizes := make([]any, len(library.CoverSizes))
	for i, s := range library.CoverSizes {
		sizes[i] = s
	}
	o.Parameters = append(o.Parameters, &huma.Param{
		Name: "size", In: "query", Description: "Edge length in pixels.",
		Schema: &huma.Schema{Type: huma.TypeInteger, Enum: sizes, Default: library.DefaultCoverSize},
	})
}

// generatedHeader marks a picture that was made for what has none.
const generatedHeader = "X-Generated-Cover"

// generatedParameter lets clients draw for themselves.
func generatedParameter(o *edge.Route) {
	o.Parameters = append(o.Parameters, &huma.Param{
		Name: "generated", In: "query",
		Description: "What has no picture gets one made of its name, marked by the header " + generatedHeader + ": true; with false it is not found.",
		Schema:      &huma.Schema{Type: huma.TypeBoolean, Default: true},
	})
}

// How long browsers keep pictures without asking again.
const (
	coverCaching = "private, max-age=300"
	hashCaching  = "private, max-age=31536000, immutable" // the same hash is the same picture for ever
)

// cover serves a picture by its hash.
func (a *API) cover(w http.ResponseWriter, r *http.Request) error {
	return sendPicture(w, r, hashCaching, func(o library.PictureOptions) (*library.CoverImage, error) {
		return a.library.Covers.Open(r.Context(), edge.Viewer(r.Context()), r.PathValue("hash"), o.Size, o.WebP)
	})
}

// trackCover serves the picture a track has now, else one made for its album.
func (a *API) trackCover(w http.ResponseWriter, r *http.Request) error {
	return sendPictureOf(w, r, edge.Viewer(r.Context()), r.PathValue("id"), a.library.Covers.OfTrack)
}

func (a *API) albumCover(w http.ResponseWriter, r *http.Request) error {
	return sendPictureOf(w, r, edge.Viewer(r.Context()), r.PathValue("id"), a.library.Covers.OfAlbum)
}

func (a *API) artistCover(w http.ResponseWriter, r *http.Request) error {
	return sendPictureOf(w, r, edge.Viewer(r.Context()), r.PathValue("id"), a.library.Covers.OfArtist)
}

// pictureOf opens the picture of a thing with an id as a viewer may see it.
type pictureOf func(ctx context.Context, v music.Viewer, id string, o library.PictureOptions) (*library.CoverImage, error)

// sendPictureOf serves the picture of a thing.
func sendPictureOf(w http.ResponseWriter, r *http.Request, v music.Viewer, id string, open pictureOf) error {
	return sendPicture(w, r, coverCaching, func(o library.PictureOptions) (*library.CoverImage, error) { return open(r.Context(), v, id, o) })
}

// sendPicture serves a picture in the form that is asked for.
func sendPicture(w http.ResponseWriter, r *http.Request, caching string, open func(o library.PictureOptions) (*library.CoverImage, error)) error {
	size, err := coverSize(r)
	if err != nil {
		return err
	}
	image, err := open(library.PictureOptions{
		Size: size, WebP: strings.Contains(r.Header.Get("Accept"), "image/webp"), NoDrawn: r.URL.Query().Get("generated") == "false",
	})
	if err != nil {
		return err
	}
	defer image.File.Close()
	h := w.Header()
	if image.Drawn {
		h.Set(generatedHeader, "true")
	}
	h.Set("Content-Type", image.MIME)
	h.Set("ETag", image.ETag)
	h.Set("Cache-Control", caching)
	h.Add("Vary", "Accept")
	http.ServeContent(w, r, "", time.Time{}, image.File)
	return nil
}

func coverSize(r *http.Request) (int, error) {
	text := r.URL.Query().Get("size")
	if text == "" {
		return library.DefaultCoverSize, nil
	}
	size, err := strconv.Atoi(text)
	if err != nil || !slices.Contains(library.CoverSizes, size) {
		return 0, library.ErrCoverSize
	}
	return size, nil
}
