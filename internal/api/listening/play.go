package listening

import (
	"context"
	"time"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/origin"
)

type playInput struct {
	Body struct {
		ID        string    `json:"id" pattern:"^[0-9A-Za-z-]{10,64}$" doc:"A ULID or UUID chosen by the client. Reporting it again counts once."`
		TrackID   string    `json:"trackId" pattern:"^[0-9A-Za-z]{1,64}$" doc:"ID of the track."`
		StartedAt time.Time `json:"startedAt" doc:"When the track began."`
		Listened  float64   `json:"listened" minimum:"0" maximum:"172800" doc:"Seconds heard, without pauses."`
	}
}

type playJSON struct {
	Counted bool `json:"counted" doc:"Whether it counts as a play: at least 30 seconds or half of the track."`
}

func (a *API) reportPlay(ctx context.Context, in *playInput) (*edge.Body[playJSON], error) {
	v, from := edge.Viewer(ctx), origin.Of(ctx)
	counted, err := a.Listening.ReportPlay(ctx, v, music.Play{
		ID: in.Body.ID, AccountID: v.AccountID, TrackID: in.Body.TrackID, StartedAt: in.Body.StartedAt,
		Listened: time.Duration(in.Body.Listened * float64(time.Second)), UserAgent: from.UserAgent, Country: from.Country,
	})
	if err != nil {
		return nil, err
	}
	return edge.Reply(playJSON{counted})
}

type recentInput struct {
	Limit int `query:"limit" minimum:"1" maximum:"500" default:"50" doc:"Maximum number of tracks."`
}

func (a *API) recentlyPlayed(ctx context.Context, in *recentInput) (*edge.Body[[]things.TrackJSON], error) {
	list, err := a.Store.RecentlyPlayed(ctx, edge.Viewer(ctx), in.Limit)
	if err != nil {
		return nil, err
	}
	return edge.Reply(edge.EncodeAll(list, things.EncodeTrack))
}
