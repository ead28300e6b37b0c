package api

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/library"
	"sonora/internal/music"
)

const defaultCoverSize = 600

// sizeParameter documents the edge length of a cover.
func sizeParameter(o *huma.Operation) {
	sizes := make([]any, len(library.CoverSizes))
	for i, s := range library.CoverSizes {
		sizes[i] = s
	}
	o.Parameters = append(o.Parameters, &huma.Param{
		Name: "size", In: "query", Description: "Edge length in pixels.",
		Schema: &huma.Schema{Type: huma.TypeInteger, Enum: sizes, Default: defaultCoverSize},
	})
}

// cover serves a picture by its hash. The same address is the same picture
// for ever.
func (a *API) cover(w http.ResponseWriter, r *http.Request) error {
	return a.serveCover(w, r, r.PathValue("hash"), "private, max-age=31536000, immutable")
}

// trackCover serves the picture a track has now.
func (a *API) trackCover(w http.ResponseWriter, r *http.Request) error {
	t, err := a.store.Track(r.Context(), viewer(r.Context()), r.PathValue("id"))
	if err != nil {
		return err
	}
	if t.Cover == "" {
		return music.ErrNotFound
	}
	return a.serveCover(w, r, t.Cover, "private, max-age=300")
}

func (a *API) serveCover(w http.ResponseWriter, r *http.Request, hash, caching string) error {
	size, err := coverSize(r)
	if err != nil {
		return err
	}
	webp := strings.Contains(r.Header.Get("Accept"), "image/webp")
	image, err := a.library.Covers.Open(r.Context(), viewer(r.Context()), hash, size, webp)
	if err != nil {
		return err
	}
	defer image.File.Close()
	h := w.Header()
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
		return defaultCoverSize, nil
	}
	size, err := strconv.Atoi(text)
	if err != nil || !slices.Contains(library.CoverSizes, size) {
		wrong := music.FieldErrors{}
		wrong.Add("size", "Choose one of 96, 300, 600, 1200.")
		return 0, wrong.Err()
	}
	return size, nil
}
