package listening

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/store/catalogue"
	"sonora/internal/store/kernel"
	"sonora/internal/store/webhooks"
	"sonora/internal/webhook"
)

// Like likes a track for the viewer and reports whether that is a change. It
// returns NotFound if the viewer may not see the track. It does nothing for
// visitors.
func (s *Store) Like(ctx context.Context, v music.Viewer, trackID string, at time.Time) (changed bool, err error) {
	q := (&kernel.Query{}).Add(`insert into liked (account, track, at) select a.seq, t.seq, cast(? as bigint) from account a, track t
		where a.id = ? and t.id = ? and `, kernel.Millis(at), v.AccountID, trackID).CanSee(v).Add(" on conflict do nothing")
	return s.changeLike(ctx, v, music.LikeChange{TrackID: trackID, Liked: true}, at, q)
}

// Unlike is the inverse of Like.
func (s *Store) Unlike(ctx context.Context, v music.Viewer, trackID string, at time.Time) (changed bool, err error) {
	q := (&kernel.Query{}).Add(`delete from liked where account = (select seq from account where account.id = ?)
		and track = (select t.seq from track t where t.id = ? and `, v.AccountID, trackID).CanSee(v).Add(")")
	return s.changeLike(ctx, v, music.LikeChange{TrackID: trackID}, at, q)
}

func (s *Store) changeLike(ctx context.Context, v music.Viewer, told music.LikeChange, at time.Time, change *kernel.Query) (bool, error) {
	changed, err := webhooks.Exec(ctx, s.db, change, v.AccountID, webhook.Like, at, told)
	if err != nil {
		return false, fmt.Errorf("change like: %w", err)
	}
	if changed {
		return true, nil
	}
	// Nothing changed: either it was already so, or there is no such track.
	_, err = catalogue.VisibleTrack(ctx, s.db, v, told.TrackID)
	return false, err
}
