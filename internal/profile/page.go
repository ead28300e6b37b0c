package profile

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
)

const (
	pageSongs     = 6  // liked songs on a person's page
	maxActivity   = 50 // entries of a person's activity
	listeningSpan = 7 * 24 * time.Hour
)

// Page is a person's public page.
type Page struct {
	ID, Name, Bio, Location, Website, ImageURL string
	JoinedAt                                   time.Time
	IsPrivate                                  bool // visible to the person and to operators only
	IsSelf                                     bool
	LikedSongs                                 []music.Track // the latest that the viewer may see
}

// Page returns what a viewer sees of a person. It returns NotFound for a
// private or disabled account, or one scheduled for deletion.
func (s *Service) Page(ctx context.Context, v music.Viewer, id string) (*Page, error) {
	account, err := s.store.AccountByID(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("find the account: %w", err)
	}
	self := v.AccountID == account.ID
	gone := !account.DisabledAt.IsZero() || !account.DeleteAt.IsZero()
	if !self && (gone || account.IsPrivate && !v.IsAdmin()) {
		return nil, music.ErrNotFound
	}
	songs, err := s.store.LikedBy(ctx, v, account.ID, pageSongs)
	if err != nil {
		return nil, err
	}
	return &Page{
		ID: account.ID, Name: account.FullName(), Bio: account.Bio, Location: account.Location,
		Website: account.Website, ImageURL: account.ProfileImageURL, JoinedAt: account.CreatedAt,
		IsPrivate: account.IsPrivate, IsSelf: self, LikedSongs: songs,
	}, nil
}

// Stats returns the viewer's statistics. Listening figures cover the last seven
// days.
func (s *Service) Stats(ctx context.Context, v music.Viewer) (people.ListenerStats, error) {
	return s.store.ListenerStats(ctx, v, s.now().Add(-listeningSpan))
}

// Activity returns the viewer's latest activity, up to limit and at most 50
// entries. Consecutive plays of a track count as one entry.
func (s *Service) Activity(ctx context.Context, v music.Viewer, limit int) ([]people.Activity, error) {
	limit = min(limit, maxActivity)
	account, err := s.account(ctx, v)
	if err != nil {
		return nil, err
	}
	all, err := s.store.Activity(ctx, v, 2*maxActivity)
	if err != nil {
		return nil, err
	}
	var list []people.Activity
	for i, a := range all {
		again := i > 0 && a.Kind == people.ActivityPlayed && all[i-1].Kind == a.Kind && all[i-1].Track.ID == a.Track.ID
		if !again && len(list) < limit {
			list = append(list, a)
		}
	}
	if len(all) < 2*maxActivity && len(list) < limit {
		list = append(list, people.Activity{Kind: people.ActivityJoined, At: account.CreatedAt})
	}
	return list, nil
}
