package listening

import (
	"context"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/edge/delta"
)

type likedJSON struct {
	Liked bool `json:"liked" doc:"Whether you like it now."`
}

// like adds a track to the viewer's liked tracks. Liking it twice changes
// nothing.
func (a *API) like(ctx context.Context, in *edge.ItemPath) (*edge.Body[likedJSON], error) {
	if err := a.Listening.Like(ctx, edge.Viewer(ctx), in.ID); err != nil {
		return nil, err
	}
	return edge.Reply(likedJSON{true})
}

func (a *API) unlike(ctx context.Context, in *edge.ItemPath) (*edge.Body[likedJSON], error) {
	if err := a.Listening.Unlike(ctx, edge.Viewer(ctx), in.ID); err != nil {
		return nil, err
	}
	return edge.Reply(likedJSON{false})
}

type likedTracksInput struct {
	delta.Paging
	things.TrackQuery
}

// likedTracks lists liked tracks in the requested order, by default the newest
// like first.
func (a *API) likedTracks(ctx context.Context, in *likedTracksInput) (*delta.PageOf[things.TrackJSON], error) {
	filter, err := in.Filter()
	if err != nil {
		return nil, err
	}
	filter.Liked = true
	return a.TrackPage(ctx, &in.Paging, filter)
}
