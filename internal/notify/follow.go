package notify

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/people"
)

const maxDJName = 200

var errFollowSelf = music.NewError(music.Invalid, "You cannot follow yourself.")

// Follow makes the viewer follow an item and returns the new state. It returns
// NotFound for an item that the viewer may not see, such as a private person.
func (s *Service) Follow(ctx context.Context, v music.Viewer, kind people.FollowKind, item string) (people.FollowState, error) {
	if err := s.canFollow(ctx, v, kind, item); err != nil {
		return people.FollowState{}, err
	}
	added, err := s.Store.Follow(ctx, v.AccountID, kind, item, s.now())
	if err != nil {
		return people.FollowState{}, err
	}
	if added && kind == people.FollowPerson {
		if err := s.tellFollowed(ctx, v, item); err != nil {
			return people.FollowState{}, err
		}
	}
	return s.Store.FollowState(ctx, v.AccountID, kind, item)
}

// Unfollow is the inverse of Follow. It also works for deleted items.
func (s *Service) Unfollow(ctx context.Context, v music.Viewer, kind people.FollowKind, item string) error {
	if err := checkFollow(kind, item); err != nil {
		return err
	}
	if err := s.Store.Unfollow(ctx, v.AccountID, kind, item); err != nil {
		return fmt.Errorf("unfollow: %w", err)
	}
	return nil
}

// Following returns whether the viewer follows an item.
func (s *Service) Following(ctx context.Context, v music.Viewer, kind people.FollowKind, item string) (people.FollowState, error) {
	if err := checkFollow(kind, item); err != nil {
		return people.FollowState{}, err
	}
	return s.Store.FollowState(ctx, v.AccountID, kind, item)
}

func checkFollow(kind people.FollowKind, item string) error {
	if !slices.Contains(people.FollowKinds, kind) || item == "" || len(item) > maxDJName || strings.ContainsRune(item, 0) {
		return music.ErrNotFound
	}
	return nil
}

// canFollow returns NotFound if the item does not exist or the viewer may not
// see it.
func (s *Service) canFollow(ctx context.Context, v music.Viewer, kind people.FollowKind, item string) error {
	if err := checkFollow(kind, item); err != nil {
		return err
	}
	var err error
	switch kind {
	case people.FollowArtist:
		_, err = s.Store.Artist(ctx, v, item)
	case people.FollowStation:
		_, err = s.Store.Station(ctx, v, item)
	case people.FollowPerson:
		err = s.canFollowPerson(ctx, v, item)
	case people.FollowDJ:
		var known bool
		if known, err = s.Store.HasDJ(ctx, v, item); err == nil && !known {
			err = music.ErrNotFound
		}
	}
	return err
}

func (s *Service) canFollowPerson(ctx context.Context, v music.Viewer, id string) error {
	if id == v.AccountID {
		return errFollowSelf
	}
	account, err := s.Store.AccountByID(ctx, id)
	if err != nil {
		return err
	}
	if account.IsPrivate || !account.DisabledAt.IsZero() || !account.DeleteAt.IsZero() {
		return music.ErrNotFound
	}
	return nil
}

// tellFollowed notifies a person of a new follower, unless the follower is
// private.
func (s *Service) tellFollowed(ctx context.Context, v music.Viewer, followed string) error {
	follower, err := s.Store.AccountByID(ctx, v.AccountID)
	if err != nil || follower.IsPrivate {
		return err
	}
	return s.Notify(ctx, notice.Notification{
		AccountID: followed, Kind: notice.NoticeNewFollower, Topic: string(notice.NoticeNewFollower) + ":" + follower.ID, Actor: follower.ID,
		Data: notice.Data{Who: follower.FullName(), Image: follower.ProfileImageURL}, Link: "/users/" + follower.ID,
	})
}
