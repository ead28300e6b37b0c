package store

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
)

// Like adds a track to the viewer's liked ones. It reports whether that
// changed anything; NotFound when the viewer may not see the track. A visitor
// has no likes, so nothing changes.
func (s *Store) Like(ctx context.Context, v music.Viewer, trackID string, at time.Time) (changed bool, err error) {
	q := (&query{}).add(`insert into liked (account, track, at) select a.seq, t.seq, cast(? as bigint) from account a, track t
		where a.id = ? and t.id = ? and `, millis(at), v.AccountID, trackID).canSee(v).add(" on conflict do nothing")
	return s.changeLike(ctx, v, trackID, q)
}

// Unlike is the inverse of Like.
func (s *Store) Unlike(ctx context.Context, v music.Viewer, trackID string) (changed bool, err error) {
	q := (&query{}).add(`delete from liked where account = (select seq from account where account.id = ?)
		and track = (select t.seq from track t where t.id = ? and `, v.AccountID, trackID).canSee(v).add(")")
	return s.changeLike(ctx, v, trackID, q)
}

func (s *Store) changeLike(ctx context.Context, v music.Viewer, trackID string, change *query) (bool, error) {
	n, err := s.write.exec(ctx, change.text.String(), change.args...)
	if err != nil {
		return false, fmt.Errorf("change like: %w", err)
	}
	if n > 0 {
		return true, nil
	}
	// Nothing changed: because it was so already, or because there is no such track?
	_, err = s.visibleTrack(ctx, v, trackID)
	return false, err
}

// visibleTrack returns the seq and the duration in ms of a track the viewer may see.
func (s *Store) visibleTrack(ctx context.Context, v music.Viewer, id string) (pair[int64, int64], error) {
	q := (&query{}).add("select t.seq, t.duration from track t where t.id = ? and ", id).canSee(v)
	t, err := one(ctx, s.read, &pair[int64, int64]{}, q.text.String(), q.args...)
	if err != nil {
		return t, fmt.Errorf("find track: %w", err)
	}
	return t, nil
}
