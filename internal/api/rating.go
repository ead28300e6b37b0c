package api

import (
	"context"
	"time"

	"sonora/internal/edge"
	"sonora/internal/music"
)

type ratingInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Stars int `json:"stars" minimum:"0" maximum:"5" doc:"0 takes the rating back."`
	}
}

type ratingJSON struct {
	TrackID string `json:"trackId"`
	Stars   int    `json:"stars"`
}

// rate gives the track the viewer's stars; the same again changes nothing.
func (a *API) rate(ctx context.Context, in *ratingInput) (*edge.Body[ratingJSON], error) {
	changed, err := a.store.Rate(ctx, edge.Viewer(ctx), in.ID, in.Body.Stars, time.Now())
	if err != nil {
		return nil, err
	}
	if changed {
		a.events.Publish(music.Event{Type: music.EventRating, Account: edge.Viewer(ctx).AccountID, Data: music.RatingChange{TrackID: in.ID, Stars: in.Body.Stars}})
	}
	return edge.Reply(ratingJSON{in.ID, in.Body.Stars})
}
