package listening

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/store/catalogue"
	"sonora/internal/store/kernel"
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
	n, err := s.db.Write.Exec(ctx, "delete from rating where ? = 0 and account = (select seq from account where account.id = ?) and track = (select seq from track where track.id = ?)",
		stars, v.AccountID, trackID)
	if stars > 0 && err == nil {
		q := (&kernel.Query{}).Add(`insert into rating (account, track, stars, at) select a.seq, t.seq, cast(? as bigint), cast(? as bigint) from account a, track t
			where a.id = ? and t.id = ? and `, stars, kernel.Millis(at), v.AccountID, trackID).CanSee(v).
			Add(" on conflict (account, track) do update set stars = excluded.stars, at = excluded.at where rating.stars <> excluded.stars")
		n, err = s.db.Write.Exec(ctx, q.Text.String(), q.Args...)
	}
	if err != nil {
		return false, fmt.Errorf("rate: %w", err)
	}
	if n > 0 {
		return true, nil
	}
	_, err = catalogue.VisibleTrack(ctx, s.db, v, trackID)
	return false, err
}
