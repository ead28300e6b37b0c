package api

import (
	"cmp"
	"errors"
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

const defaultCoverSize = 600

// sizeParameter documents the edge length of a cover.
func sizeParameter(o *edge.Route) {
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

// trackCover serves the picture a track has now, else one made for its album.
func (a *API) trackCover(w http.ResponseWriter, r *http.Request) error {
	t, err := a.store.Track(r.Context(), edge.Viewer(r.Context()), r.PathValue("id"))
	if err != nil {
		return err
	}
	return a.coverOf(w, r, t.Cover, cmp.Or(t.Album, t.Title))
}

func (a *API) albumCover(w http.ResponseWriter, r *http.Request) error {
	m, err := a.store.Album(r.Context(), edge.Viewer(r.Context()), r.PathValue("id"))
	if err != nil {
		return err
	}
	return a.coverOf(w, r, m.Cover, m.Title)
}

func (a *API) artistCover(w http.ResponseWriter, r *http.Request) error {
	m, err := a.store.Artist(r.Context(), edge.Viewer(r.Context()), r.PathValue("id"))
	if err != nil {
		return err
	}
	return a.coverOf(w, r, m.Cover, m.Name)
}

// coverOf serves the picture something has now. Without one, or when it cannot
// be read, it is made from a name, of which the web app makes the same.
func (a *API) coverOf(w http.ResponseWriter, r *http.Request, hash, name string) error {
	const caching = "private, max-age=300"
	err := error(music.ErrNotFound)
	if hash != "" {
		err = a.serveCover(w, r, hash, caching)
	}
	if !errors.Is(err, music.ErrNotFound) || r.URL.Query().Get("generated") == "false" {
		return err
	}
	size, err := coverSize(r)
	if err != nil {
		return err
	}
	image, err := a.library.Covers.Generated(r.Context(), name, size, takesWebP(r))
	if err != nil {
		return err
	}
	w.Header().Set(generatedHeader, "true")
	sendCover(w, r, image, caching)
	return nil
}

func (a *API) serveCover(w http.ResponseWriter, r *http.Request, hash, caching string) error {
	size, err := coverSize(r)
	if err != nil {
		return err
	}
	image, err := a.library.Covers.Open(r.Context(), edge.Viewer(r.Context()), hash, size, takesWebP(r))
	if err != nil {
		return err
	}
	sendCover(w, r, image, caching)
	return nil
}

func takesWebP(r *http.Request) bool { return strings.Contains(r.Header.Get("Accept"), "image/webp") }

// sendCover sends a picture and closes it.
func sendCover(w http.ResponseWriter, r *http.Request, image *library.CoverImage, caching string) {
	defer image.File.Close()
	h := w.Header()
	h.Set("Content-Type", image.MIME)
	h.Set("ETag", image.ETag)
	h.Set("Cache-Control", caching)
	h.Add("Vary", "Accept")
	http.ServeContent(w, r, "", time.Time{}, image.File)
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
