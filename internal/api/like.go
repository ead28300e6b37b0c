package api

import (
	"context"

	"sonora/internal/music"
)

type likedJSON struct {
	Liked bool `json:"liked"`
}

// like adds the track to the viewer's liked ones; liking twice changes nothing.
func (a *API) like(ctx context.Context, in *itemPath) (*body[likedJSON], error) {
	changed, err := a.store.Like(ctx, viewer(ctx), in.ID, a.now())
	if err != nil {
		return nil, err
	}
	a.tellLike(ctx, in.ID, true, changed)
	return &body[likedJSON]{likedJSON{true}}, nil
}

func (a *API) unlike(ctx context.Context, in *itemPath) (*body[likedJSON], error) {
	changed, err := a.store.Unlike(ctx, viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	a.tellLike(ctx, in.ID, false, changed)
	return &body[likedJSON]{likedJSON{false}}, nil
}

func (a *API) tellLike(ctx context.Context, trackID string, liked, changed bool) {
	if changed {
		a.events.Publish(music.Event{Type: music.EventLike, Account: viewer(ctx).AccountID, Data: music.LikeChange{TrackID: trackID, Liked: liked}})
	}
}

type likedTracksInput struct {
	Paging
	TrackQuery
}

// likedTracks lists them in the order asked for, else the newest like first.
func (a *API) likedTracks(ctx context.Context, in *likedTracksInput) (*pageOf[TrackJSON], error) {
	filter, err := in.filter()
	if err != nil {
		return nil, err
	}
	filter.Liked = true
	return a.trackPage(ctx, &in.Paging, filter)
}
