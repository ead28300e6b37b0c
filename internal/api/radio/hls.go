package radio

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/origin"
	"sonora/internal/radio"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/hls"
	"sonora/internal/radio/listen"
	"sonora/internal/station"
)

const (
	playlistType = "application/vnd.apple.mpegurl"
	segmentType  = "video/mp2t" // also without pictures
	segmentEnds  = ".ts"
)

// stationHLS sends the HLS playlists and segments of a station.
func (a *API) stationHLS(w http.ResponseWriter, r *http.Request) error {
	s, err := a.mounted(w, r, r.PathValue("mount"))
	if err != nil {
		return err
	}
	if !s.Options.HLS && s.Options.RewindHours == 0 {
		return errNoHLS
	}
	w.Header().Set("Access-Control-Allow-Origin", "*") // players on other pages
	name := r.PathValue("file")
	number, isSegment := strings.CutSuffix(name, segmentEnds)
	switch {
	case name == "live.m3u8" || name == "rewind.m3u8":
		return a.hlsPlaylist(w, r, s, name == "live.m3u8")
	case !isSegment:
		return music.ErrNotFound
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < 0 {
		return music.ErrNotFound
	}
	segment, err := a.Segments.Segment(r.Context(), s.ID, n)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", segmentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(segment)))
	w.Header().Set("Cache-Control", "private, max-age=3600") // it never changes
	_, err = w.Write(segment)
	return err
}

var (
	errNoHLS    = music.NewError(music.NotFound, "This station is not sent as HLS.")
	errNoRewind = music.NewError(music.NotFound, "This station has no rewind.")
)

func (a *API) hlsPlaylist(w http.ResponseWriter, r *http.Request, s *station.Station, live bool) error {
	list := a.Segments.Live
	if !live {
		list = a.Segments.Rewind
	}
	suffix := ""
	if q := r.URL.Query(); len(q) > 0 {
		suffix = "?" + q.Encode() // such as a ticket, which the segments need too
	}
	text, err := list(r.Context(), s.ID, suffix)
	if err != nil {
		return err
	}
	a.Radio.Sessions().Touch(listen.Session{
		StationID: s.ID, UserID: edge.Viewer(r.Context()).AccountID, Address: edge.ClientOf(r.Context()), Agent: r.UserAgent(), Country: origin.Of(r.Context()).Country, Format: "hls",
	})
	w.Header().Set("Content-Type", playlistType)
	w.Header().Set("Cache-Control", "no-cache")
	_, err = fmt.Fprint(w, text)
	return err
}

// fromPast streams a station from a time in the past, at playback speed.
func (a *API) fromPast(w http.ResponseWriter, r *http.Request, s *station.Station, codec frame.Codec) error {
	from, err := time.Parse(time.RFC3339, r.URL.Query().Get("from"))
	switch {
	case err != nil:
		wrong := music.FieldErrors{}
		wrong.Add("from", "This has to be a time such as 2026-11-21T20:00:00Z.")
		return wrong.Err()
	case s.Options.RewindHours == 0 || codec != frame.NoCodec && codec != hls.Codec:
		return errNoRewind
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(r.Context())) // the listener may stay when this returns
	h, err := a.Segments.Past(ctx, s.ID, from)
	if err != nil {
		cancel()
		return err
	}
	right, still := a.rightToHear(r, s)
	return a.Radio.Serve(w, r, radio.Tuning{
		Right: right, Still: still, Station: s, Codec: hls.Codec, Hub: h, Release: cancel, UserID: edge.Viewer(r.Context()).AccountID, Address: edge.ClientOf(r.Context()), Home: a.homeOf(r, s), Burst: hls.Burst,
	})
}

// rewindJSON is the part of a station's past that listeners can rewind to.
type rewindJSON struct {
	From   edge.TimeOrNull `json:"from" doc:"null if nothing is kept."`
	To     edge.TimeOrNull `json:"to" doc:"The latest time to which listeners can rewind; null if nothing is kept."`
	Tracks []pastTrackJSON `json:"tracks" nullable:"false" doc:"What was on air, oldest first."`
}

type pastTrackJSON struct {
	At      edge.Time `json:"at" doc:"When it began."`
	Artist  string    `json:"artist" doc:"Artist; may be empty."`
	Title   string    `json:"title" doc:"Title; may be empty."`
	TrackID *string   `json:"trackId" doc:"ID of the matching library track; null if there is none."`
}

func (a *API) stationRewind(ctx context.Context, in *edge.ItemPath) (*edge.Body[rewindJSON], error) {
	s, err := a.Store.Station(ctx, edge.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	out := &edge.Body[rewindJSON]{Body: rewindJSON{Tracks: []pastTrackJSON{}}}
	if s.Options.RewindHours == 0 {
		return out, nil
	}
	window, err := a.Segments.Window(ctx, s.ID)
	if err != nil || window.From.IsZero() {
		return out, err
	}
	plays, err := a.Store.StationPlays(ctx, s.ID, window.To.Add(time.Second), maxPastPlays)
	if err != nil {
		return nil, err
	}
	out.Body.From, out.Body.To = edge.TimeOrNull(window.From), edge.TimeOrNull(window.To)
	for _, t := range window.Titles {
		one := pastTrackJSON{At: edge.Time(t.At), Artist: t.Artist, Title: t.Title}
		for i := range plays {
			if p := &plays[i]; p.TrackID != "" && p.Title == t.Title && p.Began.Sub(t.At).Abs() < time.Minute {
				one.TrackID = &p.TrackID
				break
			}
		}
		out.Body.Tracks = append(out.Body.Tracks, one)
	}
	return out, nil
}

// maxPastPlays limits the plays that are searched for the tracks of a rewind. It
// covers a day of songs.
const maxPastPlays = 1000
