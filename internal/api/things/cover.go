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

// generatedHeader marks a picture that was drawn for an item without one.
const generatedHeader = "X-Generated-Cover"

// GeneratedParameters documents the parameters for items without a picture.
func GeneratedParameters(o *edge.Route) {
	o.Parameters = append(o.Parameters, &huma.Param{
		Name: "generated", In: "query",
		Description: "For an item without a picture: true returns one drawn from its name, with the header " + generatedHeader + ": true; false returns 404.",
		Schema:      &huma.Schema{Type: huma.TypeBoolean, Default: true},
	}, &huma.Param{
		Name: "theme", In: "query",
		Description: "The theme that a drawn picture is for: light gives it a light background.",
		Schema:      &huma.Schema{Type: huma.TypeString, Enum: []any{"dark", "light"}, Default: "dark"},
	})
}

// Cache-Control of pictures.
const (
	CoverCaching = "private, max-age=300"
	HashCaching  = "private, max-age=31536000, immutable" // a hash always has the same picture
)

// PictureOf opens the picture of the item with an ID, if the viewer may see it.
type PictureOf func(ctx context.Context, v music.Viewer, id string, o library.PictureOptions) (*library.CoverImage, error)

// SendPictureOf serves the picture of an item.
func SendPictureOf(w http.ResponseWriter, r *http.Request, v music.Viewer, id string, open PictureOf) error {
	return SendPicture(w, r, CoverCaching, func(o library.PictureOptions) (*library.CoverImage, error) { return open(r.Context(), v, id, o) })
}

// SendPicture serves a picture in the requested size and format.
func SendPicture(w http.ResponseWriter, r *http.Request, caching string, open func(o library.PictureOptions) (*library.CoverImage, error)) error {
	size, err := CoverSize(r)
	if err != nil {
		return err
	}
	q := r.URL.Query()
	image, err := open(library.PictureOptions{
		Size: size, WebP: strings.Contains(r.Header.Get("Accept"), "image/webp"),
		NoDrawn: q.Get("generated") == "false", OnLight: q.Get("theme") == "light",
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

// CoverSize returns the requested size.
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
