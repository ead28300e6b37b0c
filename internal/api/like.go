package api

import (
	"context"
	"time"

	"sonora/internal/edge"
	"sonora/internal/music"
)

type likedJSON struct {
	Liked bool `json:"liked"`
}

// like adds the track to the viewer's liked ones; liking twice changes nothing.
func (a *API) like(ctx context.Context, in *edge.ItemPath) (*edge.Body[likedJSON], error) {
	changed, err := a.store.Like(ctx, edge.Viewer(ctx), in.ID, time.Now())
	if err != nil {
		return nil, err
	}
	a.tellLike(ctx, in.ID, true, changed)
	return edge.Reply(likedJSON{true})
}

func (a *API) unlike(ctx context.Context, in *edge.ItemPath) (*edge.Body[likedJSON], error) {
	changed, err := a.store.Unlike(ctx, edge.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	a.tellLike(ctx, in.ID, false, changed)
	return edge.Reply(likedJSON{false})
}

func (a *API) tellLike(ctx context.Context, trackID string, liked, changed bool) {
	if changed {
		a.events.Publish(music.Event{Type: music.EventLike, Account: edge.Viewer(ctx).AccountID, Data: music.LikeChange{TrackID: trackID, Liked: liked}})
	}
}

type likedTracksInput struct {
	edge.Paging
	TrackQuery
}

// likedTracks lists them in the order asked for, else the newest like first.
func (a *API) likedTracks(ctx context.Context, in *likedTracksInput) (*edge.PageOf[TrackJSON], error) {
	filter, err := in.filter()
	if err != nil {
		return nil, err
	}
	filter.Liked = true
	return a.trackPage(ctx, &in.Paging, filter)
}
