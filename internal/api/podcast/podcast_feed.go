package podcast

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"sonora/internal/edge"
	"sonora/internal/feed"
	"sonora/internal/music"
	"sonora/internal/podcast"
)

// feedCaching lets apps and directories cache feeds for five minutes.
const feedCaching = "public, max-age=300"

// publicly adapts a handler outside /api, for apps that send no credentials.
func (a *API) publicly(h edge.RawHandler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := h(w, r); err != nil {
			a.edge.WriteProblem(w, r, err)
		}
	}
}

// podcastFeed serves the feed of a podcast published here.
func (a *API) podcastFeed(w http.ResponseWriter, r *http.Request) error {
	feed, p, err := a.Podcasts.Feed(r.Context(), edge.Viewer(r.Context()), r.PathValue("id"))
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "application/rss+xml; charset=utf-8")
	h.Set("Cache-Control", "private, no-cache")
	if p.IsPublic {
		h.Set("Cache-Control", feedCaching)
		h.Set("Access-Control-Allow-Origin", "*")
	}
	return a.sendText(w, r, feed)
}

// sendText sends a small file with an ETag derived from its bytes.
func (a *API) sendText(w http.ResponseWriter, r *http.Request, text []byte) error {
	etag := podcast.ETag(text)
	w.Header().Set("ETag", etag)
	if r.Header.Get("If-None-Match") == etag {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	if r.Method != http.MethodHead {
		_, _ = w.Write(text) // the client may be gone
	}
	return nil
}

// podcastPicture serves the picture that a feed refers to.
func (a *API) podcastPicture(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	query.Set("size", "1200")
	r.URL.RawQuery = query.Encode()
	r.Header.Del("Accept") // send JPEG, the only format that every directory reads
	return a.podcastCover(w, r)
}

// podcastMedia serves the files that a feed refers to: the audio of an episode,
// such as EPISODE.mp3, its chapters and its transcript.
func (a *API) podcastMedia(w http.ResponseWriter, r *http.Request) error {
	id, ending, _ := strings.Cut(r.PathValue("name"), ".")
	v := edge.Viewer(r.Context())
	e, err := a.Store.Episode(r.Context(), v, id, time.Now())
	if err == nil && (e.PodcastID != r.PathValue("id") || e.AudioURL != "") {
		err = music.ErrNotFound
	}
	if err != nil {
		return err
	}
	switch ending {
	case "json":
		return a.chapterFile(w, r, e)
	case "vtt":
		lines, err := a.Podcasts.Transcript(r.Context(), v, id)
		if err != nil {
			return err
		}
		w.Header().Set("Content-Type", "text/vtt; charset=utf-8")
		w.Header().Set("Access-Control-Allow-Origin", "*")
		return a.sendText(w, r, []byte(podcast.WebVTT(lines)))
	case podcast.Ending(e):
		w.Header().Set("Access-Control-Allow-Origin", "*")
		return a.soundOf(a.meter(w, r, e), r, e)
	}
	return music.ErrNotFound
}

// chapterFile writes chapters in the format of podcast:chapters.
func (a *API) chapterFile(w http.ResponseWriter, r *http.Request, e *feed.Episode) error {
	type part struct {
		Start float64 `json:"startTime"`
		End   float64 `json:"endTime,omitempty"`
		Title string  `json:"title,omitempty"`
		URL   string  `json:"url,omitempty"`
	}
	file := struct {
		Version  string `json:"version"`
		Title    string `json:"title"`
		Chapters []part `json:"chapters"`
	}{"1.2.0", e.Title, edge.EncodeAll(e.Chapters.List, func(c *feed.Chapter) part { return part{c.Start, c.End, c.Title, c.URL} })}
	text, err := json.Marshal(file)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json+chapters")
	w.Header().Set("Access-Control-Allow-Origin", "*")
	return a.sendText(w, r, text)
}
