package listening

import (
	"context"

	"sonora/internal/edge"
)

type ratingInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the track."`
	Body struct {
		Stars int `json:"stars" minimum:"0" maximum:"5" doc:"0 removes the rating."`
	}
}

type ratingJSON struct {
	TrackID string `json:"trackId" doc:"ID of the track."`
	Stars   int    `json:"stars" doc:"Your rating, 1 to 5 stars; 0 for none."`
}

// rate sets the viewer's rating of a track. Repeating it changes nothing.
func (a *API) rate(ctx context.Context, in *ratingInput) (*edge.Body[ratingJSON], error) {
	if err := a.Listening.Rate(ctx, edge.Viewer(ctx), in.ID, in.Body.Stars); err != nil {
		return nil, err
	}
	return edge.Reply(ratingJSON{in.ID, in.Body.Stars})
}
