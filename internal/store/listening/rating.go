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

func checkStars(stars int) error {
	if stars < 0 || stars > 5 {
		return music.NewError(music.Invalid, "A rating is 0 to 5 stars.")
	}
	return nil
}

// Rate sets the viewer's rating of a track, 1 to 5 stars, or removes it with 0.
// It reports whether that is a change. It returns NotFound if the viewer may
// not see the track.
func (s *Store) Rate(ctx context.Context, v music.Viewer, trackID string, stars int, at time.Time) (changed bool, err error) {
	if err := checkStars(stars); err != nil {
		return false, err
	}
	q := (&kernel.Query{}).Add("delete from rating where account = "+kernel.AccountSeq+" and track = (select seq from track where track.id = ?)", v.AccountID, trackID)
	if stars > 0 {
		q = (&kernel.Query{}).Add(`insert into rating (account, track, stars, at) select a.seq, t.seq, cast(? as bigint), cast(? as bigint) from account a, track t
			where a.id = ? and t.id = ? and `, stars, kernel.Millis(at), v.AccountID, trackID).CanSee(v).
			Add(" on conflict (account, track) do update set stars = excluded.stars, at = excluded.at where rating.stars <> excluded.stars")
	}
	changed, err = webhooks.Exec(ctx, s.db, q, v.AccountID, webhook.Rating, at, music.RatingChange{TrackID: trackID, Stars: stars})
	if err != nil {
		return false, fmt.Errorf("rate: %w", err)
	}
	if changed {
		return true, nil
	}
	_, err = catalogue.VisibleTrack(ctx, s.db, v, trackID)
	return false, err
}
