package station

import (
	"context"
	"time"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/words"
)

// stationPlayJSON is something that was on air.
type stationPlayJSON struct {
	PlayID   string             `json:"playId"`
	At       time.Time          `json:"at"`
	Ended    *time.Time         `json:"ended" doc:"null while it is on air."`
	Artist   string             `json:"artist"`
	Title    string             `json:"title"`
	TrackID  *string            `json:"trackId" doc:"Of the library, when it matches and whoever asks may hear it."`
	Track    *things.MaybeTrack `json:"track" doc:"The same."`
	CoverURL *string            `json:"coverUrl"`
	Source   string             `json:"source" enum:"autodj,request,jingle,live,relay"`
	DJ       string             `json:"dj" doc:"Who was on air; may be empty."`
	Liked    *bool              `json:"liked" doc:"By whoever asks; null when it is nothing of the library."`
}

type stationHistoryInput struct {
	ID     string    `path:"id" maxLength:"64"`
	Before time.Time `query:"before" doc:"The time of the last one of the page before."`
	Limit  int       `query:"limit" minimum:"1" maximum:"100" default:"20"`
}

// stationHistory is what was on air, for everybody who hears the station.
func (a *API) stationHistory(ctx context.Context, in *stationHistoryInput) (*edge.Body[[]stationPlayJSON], error) {
	if _, err := a.Store.Station(ctx, edge.Viewer(ctx), in.ID); err != nil {
		return nil, err
	}
	plays, err := a.Store.StationPlays(ctx, in.ID, in.Before, in.Limit)
	if err != nil {
		return nil, err
	}
	tracks, err := a.tracksOfPlays(ctx, plays)
	if err != nil {
		return nil, err
	}
	v := edge.Viewer(ctx)
	return edge.Reply(edge.EncodeAll(plays, func(p *station.Play) stationPlayJSON {
		return encodeStationPlay(p, tracks[p.TrackID], v)
	}))
}

func (a *API) tracksOfPlays(ctx context.Context, plays []station.Play) (map[string]*music.Track, error) {
	var ids []string
	for _, p := range plays {
		if p.TrackID != "" {
			ids = append(ids, p.TrackID)
		}
	}
	return a.tracksByID(ctx, edge.Viewer(ctx), ids)
}

func encodeStationPlay(p *station.Play, track *music.Track, v music.Viewer) stationPlayJSON {
	on := things.EncodeOnAir(&station.OnAir{PlayID: p.ID, Artist: p.Artist, Title: p.Title, Began: p.Began, Source: p.Source}, track, v)
	return stationPlayJSON{
		PlayID: p.ID, At: p.Began.UTC(), Ended: edge.OrNull(p.Ended.UTC()), Artist: p.Artist, Title: p.Title, TrackID: on.TrackID, Track: on.Track,
		CoverURL: on.CoverURL, Source: p.Source, DJ: p.DJ, Liked: on.Liked,
	}
}

// stationEventJSON is an entry in the log of a station.
type stationEventJSON struct {
	Seq  int64     `json:"seq"`
	At   time.Time `json:"at"`
	Kind string    `json:"kind" enum:"decision,source,encoder,silence,relay,schedule,error"`
	Text string    `json:"text" doc:"What happened, in words."`
}

type stationLogInput struct {
	ID     string `path:"id" maxLength:"64"`
	Kind   string `query:"kind" enum:"decision,source,encoder,silence,relay,schedule,error"`
	Before int64  `query:"before" minimum:"0" doc:"The seq of the last one of the page before."`
	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
}

// stationLog is what happened to a station, for who manages it.
func (a *API) stationLog(ctx context.Context, in *stationLogInput) (*edge.Body[[]stationEventJSON], error) {
	if err := a.mayManage(ctx, in.ID); err != nil {
		return nil, err
	}
	events, err := a.Store.StationEvents(ctx, in.ID, in.Kind, in.Before, in.Limit)
	if err != nil {
		return nil, err
	}
	language := music.LanguageOf(ctx)
	return edge.Reply(edge.EncodeAll(events, func(e *station.LogEntry) stationEventJSON {
		return stationEventJSON{e.Seq, e.At.UTC(), e.Kind, words.In(language, e.Text)}
	}))
}
