package api

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/music"
	"sonora/internal/stream"
)

// piecesParameters document the query of a list of pieces.
func piecesParameters(o *huma.Operation) {
	convertParameters(o)
	o.Parameters = slices.DeleteFunc(o.Parameters, func(p *huma.Param) bool { return p.In == "query" && p.Name != "bitrate" && p.Name != "gain" })
}

// playlistHLS lists the pieces of a track for players that speak HLS. They ask
// for the pieces as they asked for this list, with the same credentials.
func (a *API) playlistHLS(w http.ResponseWriter, r *http.Request) error {
	wanted, err := wishOf(r)
	if err != nil {
		return err
	}
	wanted = wish{Format: string(music.AAC), Bitrate: wanted.Bitrate, Gain: wanted.Gain}
	request, track, err := a.conversion(r.Context(), r.PathValue("id"), wanted)
	if err != nil {
		return err
	}
	if !a.streams.Works() {
		return stream.ErrNoFFmpeg
	}
	query := ""
	if wanted.Gain != "" {
		query = "?gain=" + url.QueryEscape(wanted.Gain)
	}
	list := stream.Playlist(track.Duration, func(n int) string { return fmt.Sprintf("%d/%d.aac%s", request.Form.Bitrate, n, query) })
	w.Header().Set("Content-Type", "application/vnd.apple.mpegurl")
	w.Header().Set("Cache-Control", "private, no-cache")
	http.ServeContent(w, r, "", time.Time{}, strings.NewReader(list))
	return nil
}

// pieceHLS serves a piece of a track.
func (a *API) pieceHLS(w http.ResponseWriter, r *http.Request) error {
	number, ok := strings.CutSuffix(r.PathValue("piece"), ".aac")
	n, err := strconv.Atoi(number)
	bitrate, bad := strconv.Atoi(r.PathValue("bitrate"))
	if !ok || err != nil || bad != nil || bitrate <= 0 {
		return music.ErrNotFound
	}
	request, track, err := a.conversion(r.Context(), r.PathValue("id"), wish{Format: string(music.AAC), Bitrate: bitrate, Gain: r.URL.Query().Get("gain")})
	if err != nil {
		return err
	}
	piece, err := a.streams.Segment(r.Context(), request, n, track.Duration)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", stream.SegmentMIME)
	w.Header().Set("Cache-Control", "private, max-age=3600")
	http.ServeContent(w, r, "", time.Time{}, strings.NewReader(string(piece)))
	return nil
}
