package operations

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

type adminStatsRow struct{ s music.AdminStats }

func (r *adminStatsRow) Dest() []any {
	s := &r.s
	return []any{&s.Stations, &s.Playlists, &s.Mixes, &s.ActiveMixes, &s.Users, &s.ActiveToday, &s.StreamsToday, &s.StreamsWeek, &s.StreamsWeekAgo}
}

func (r *adminStatsRow) Value() music.AdminStats { return r.s }

const week = 7 * 24 * time.Hour

// AdminStats returns the operator's figures. today is when the current day
// began.
func (s *Store) AdminStats(ctx context.Context, today, now time.Time) (music.AdminStats, error) {
	since, lastWeek := kernel.Millis(now.Add(-2*week)), kernel.Millis(now.Add(-week))
	stats, err := kernel.One(ctx, s.db.Read, &adminStatsRow{}, `select
			(select count(*) from station), (select count(*) from playlist),
			(select count(*) from mix), (select count(*) from mix where is_active),
			(select count(*) from account),
			(select count(distinct account) from (
				select account from session where last_used_at >= ? union all
				select account from app_password where last_used_at >= ?) used),
			count(*) filter (where p.started_at >= ?), count(*) filter (where p.started_at >= ?), count(*) filter (where p.started_at < ?)
		from play p join track t on t.seq = p.track
		where p.started_at >= ? and (p.listened >= ? or t.duration > 0 and p.listened * 2 >= t.duration)`,
		kernel.Millis(today), kernel.Millis(today), kernel.Millis(today), lastWeek, lastWeek, since, music.PlayCounts.Milliseconds())
	if err != nil {
		return stats, fmt.Errorf("count operator's figures: %w", err)
	}
	library, err := s.catalogue.LibraryStats(ctx)
	if err != nil {
		return stats, err
	}
	stats.Songs = library.Tracks
	stats.Generated, err = kernel.Remember(s.db.Tally, "generated", func() (int, error) {
		return kernel.One(ctx, s.db.Read, &kernel.Cell[int]{}, "select count(*) from track where is_ai_generated and missing_at = 0")
	})
	if err != nil {
		return stats, fmt.Errorf("count generated tracks: %w", err)
	}
	return stats, nil
}
