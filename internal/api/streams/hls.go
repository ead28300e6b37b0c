package streams

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/network"
	"sonora/internal/stream"
)

// segmentParameters documents the query parameters of an HLS playlist.
func segmentParameters(o *edge.Route) {
	things.ConvertParameters(o)
	o.Parameters = slices.DeleteFunc(o.Parameters, func(p *huma.Param) bool { return p.In == "query" && p.Name != "bitrate" && p.Name != "gain" })
}

// playlistHLS serves the HLS playlist of a track. Players request the segments
// with the same credentials as the playlist.
func (a *API) playlistHLS(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	bitrate, _, err := things.BitrateAndStart(q.Get("bitrate"), q.Get("start"))
	if err != nil {
		return err
	}
	gain, query := q.Get("gain"), ""
	if gain != "" {
		query = "?gain=" + url.QueryEscape(gain)
	}
	list, err := a.Streams.TrackPlaylist(r.Context(), edge.Viewer(r.Context()), r.PathValue("id"), stream.Options{Bitrate: bitrate, Gain: gain},
		func(bitrate, n int) string { return fmt.Sprintf("%d/%d.aac%s", bitrate, n, query) })
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/vnd.apple.mpegurl")
	w.Header().Set("Cache-Control", "private, no-cache")
	http.ServeContent(w, r, "", time.Time{}, strings.NewReader(list))
	return nil
}

// segmentHLS serves an HLS segment of a track.
func (a *API) segmentHLS(w http.ResponseWriter, r *http.Request) error {
	number, ok := strings.CutSuffix(r.PathValue("segment"), ".aac")
	n, err := strconv.Atoi(number)
	bitrate, bad := strconv.Atoi(r.PathValue("bitrate"))
	if !ok || err != nil || bad != nil || bitrate <= 0 || strconv.Itoa(bitrate) != r.PathValue("bitrate") {
		return music.ErrNotFound
	}
	segment, err := a.Streams.TrackSegment(r.Context(), edge.Viewer(r.Context()), r.PathValue("id"),
		stream.Options{Bitrate: bitrate, Gain: r.URL.Query().Get("gain"), Network: network.Of(edge.ClientOf(r.Context()))}, n)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", stream.SegmentMIME)
	w.Header().Set("Cache-Control", "private, max-age=3600")
	http.ServeContent(w, r, "", time.Time{}, strings.NewReader(string(segment)))
	return nil
}
