package things

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

// SizeParameter documents the edge length of a cover.
func SizeParameter(o *edge.Route) {
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

// GeneratedParameter lets clients draw for themselves.
func GeneratedParameter(o *edge.Route) {
	o.Parameters = append(o.Parameters, &huma.Param{
		Name: "generated", In: "query",
		Description: "What has no picture gets one made of its name, marked by the header " + generatedHeader + ": true; with false it is not found.",
		Schema:      &huma.Schema{Type: huma.TypeBoolean, Default: true},
	})
}

// How long browsers keep pictures without asking again.
const (
	CoverCaching = "private, max-age=300"
	HashCaching  = "private, max-age=31536000, immutable" // the same hash is the same picture for ever
)

// PictureOf opens the picture of a thing with an id as a viewer may see it.
type PictureOf func(ctx context.Context, v music.Viewer, id string, o library.PictureOptions) (*library.CoverImage, error)

// SendPictureOf serves the picture of a thing.
func SendPictureOf(w http.ResponseWriter, r *http.Request, v music.Viewer, id string, open PictureOf) error {
	return SendPicture(w, r, CoverCaching, func(o library.PictureOptions) (*library.CoverImage, error) { return open(r.Context(), v, id, o) })
}

// SendPicture serves a picture in the form that is asked for.
func SendPicture(w http.ResponseWriter, r *http.Request, caching string, open func(o library.PictureOptions) (*library.CoverImage, error)) error {
	size, err := CoverSize(r)
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

// CoverSize reads the size a client asks for.
func CoverSize(r *http.Request) (int, error) {
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
