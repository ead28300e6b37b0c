package radio

import (
	"context"
	"time"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/station"
)

// stationPlayJSON is something that was on air.
type stationPlayJSON struct {
	PlayID   string             `json:"playId" doc:"ID of this play."`
	At       edge.Time          `json:"at" doc:"When it began."`
	Ended    edge.TimeOrNull    `json:"ended" doc:"null while it is on air."`
	Artist   string             `json:"artist" doc:"Artist as the source or the tags name it; may be empty."`
	Title    string             `json:"title" doc:"Title as the source or the tags name it; may be empty."`
	TrackID  *string            `json:"trackId" doc:"ID of the matching library track; null if there is none or you may not hear it."`
	Track    *things.MaybeTrack `json:"track" doc:"The track with this ID; null if there is none."`
	CoverURL *string            `json:"coverUrl" doc:"Path of the cover of the matching track; null if there is none."`
	Source   string             `json:"source" enum:"autodj,request,jingle,live,relay" doc:"What chose it: the AutoDJ, a listener's request, a jingle, a live source, or the remote station."`
	DJ       string             `json:"dj" doc:"The DJ on air; may be empty."`
	Liked    *bool              `json:"liked" doc:"Whether you like it; null if it does not match a library track."`
}

type stationHistoryInput struct {
	ID     string    `path:"id" maxLength:"64" doc:"ID of the station."`
	Before time.Time `query:"before" doc:"The time of the last entry on the previous page."`
	Limit  int       `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"Maximum number of entries."`
}

// stationHistory lists what was on air for everybody who may hear the station.
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
		PlayID: p.ID, At: edge.Time(p.Began), Ended: edge.TimeOrNull(p.Ended), Artist: p.Artist, Title: p.Title, TrackID: on.TrackID, Track: on.Track,
		CoverURL: on.CoverURL, Source: p.Source, DJ: p.DJ, Liked: on.Liked,
	}
}
