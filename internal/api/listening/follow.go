package listening

import (
	"context"

	"sonora/internal/edge"
	"sonora/internal/people"
)

type followPath struct {
	Kind string `path:"kind" maxLength:"64" doc:"artist, person, station or dj."`
	ID   string `path:"id" maxLength:"300" doc:"For a DJ, the name."`
}

type followStateJSON struct {
	Following bool `json:"following" doc:"Whether you follow it."`
	Followers int  `json:"followers" doc:"Number of people who follow it."`
}

func followState(s people.FollowState, err error) (*edge.Body[followStateJSON], error) {
	if err != nil {
		return nil, err
	}
	return edge.Reply(followStateJSON{s.Following, s.Followers})
}

func (a *API) following(ctx context.Context, in *followPath) (*edge.Body[followStateJSON], error) {
	return followState(a.Notify.Following(ctx, edge.Viewer(ctx), people.FollowKind(in.Kind), in.ID))
}

func (a *API) follow(ctx context.Context, in *followPath) (*edge.Body[followStateJSON], error) {
	return followState(a.Notify.Follow(ctx, edge.Viewer(ctx), people.FollowKind(in.Kind), in.ID))
}

func (a *API) unfollow(ctx context.Context, in *followPath) (*struct{}, error) {
	return nil, a.Notify.Unfollow(ctx, edge.Viewer(ctx), people.FollowKind(in.Kind), in.ID)
}

type followJSON struct {
	Kind       string    `json:"kind" enum:"artist,person,station,dj" doc:"What it is."`
	ID         string    `json:"id" doc:"ID of the artist, person or station; the name of a DJ."`
	Name       string    `json:"name" doc:"Its name."`
	ImageURL   *string   `json:"imageUrl" doc:"Address of its picture; null for none."`
	FollowedAt edge.Time `json:"followedAt" doc:"When you began to follow it."`
}

func encodeFollow(f *people.Follow) followJSON {
	return followJSON{Kind: string(f.Kind), ID: f.Item, Name: f.Name, ImageURL: edge.OrNull(f.ImageURL), FollowedAt: edge.Time(f.FollowedAt)}
}

type followsInput struct {
	edge.Paging
	Kind string `query:"kind" enum:"artist,person,station,dj" doc:"All kinds if omitted."`
}

func (a *API) follows(ctx context.Context, in *followsInput) (*edge.PageOf[followJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.Store.Follows(ctx, edge.Viewer(ctx).AccountID, people.FollowKind(in.Kind), page)
	if err != nil {
		return nil, err
	}
	return edge.Answer(&in.Paging, list, encodeFollow), nil
}
