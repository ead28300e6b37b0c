package api

import (
	"context"
	"time"

	"sonora/internal/people"
)

type followPath struct {
	Kind string `path:"kind" maxLength:"64" doc:"artist, person, station or dj."`
	ID   string `path:"id" maxLength:"300" doc:"The name of a dj."`
}

type followStateJSON struct {
	Following bool `json:"following"`
	Followers int  `json:"followers"`
}

func followState(s people.FollowState, err error) (*body[followStateJSON], error) {
	if err != nil {
		return nil, err
	}
	return &body[followStateJSON]{followStateJSON{s.Following, s.Followers}}, nil
}

func (a *API) following(ctx context.Context, in *followPath) (*body[followStateJSON], error) {
	return followState(a.notify.Following(ctx, viewer(ctx), people.FollowKind(in.Kind), in.ID))
}

func (a *API) follow(ctx context.Context, in *followPath) (*body[followStateJSON], error) {
	return followState(a.notify.Follow(ctx, viewer(ctx), people.FollowKind(in.Kind), in.ID))
}

func (a *API) unfollow(ctx context.Context, in *followPath) (*body[followStateJSON], error) {
	return followState(a.notify.Unfollow(ctx, viewer(ctx), people.FollowKind(in.Kind), in.ID))
}

type followJSON struct {
	Kind       string    `json:"kind" enum:"artist,person,station,dj"`
	ID         string    `json:"id"`
	Name       string    `json:"name"`
	ImageURL   *string   `json:"imageUrl"`
	FollowedAt time.Time `json:"followedAt"`
}

func encodeFollow(f *people.Follow) followJSON {
	return followJSON{Kind: string(f.Kind), ID: f.Item, Name: f.Name, ImageURL: orNull(f.ImageURL), FollowedAt: f.FollowedAt.UTC()}
}

type followsInput struct {
	Paging
	Kind string `query:"kind" enum:"artist,person,station,dj," doc:"All kinds when left out."`
}

func (a *API) follows(ctx context.Context, in *followsInput) (*pageOf[followJSON], error) {
	page, err := in.page()
	if err != nil {
		return nil, err
	}
	list, err := a.store.Follows(ctx, viewer(ctx).AccountID, people.FollowKind(in.Kind), page)
	if err != nil {
		return nil, err
	}
	return answer(&in.Paging, list, encodeFollow), nil
}
