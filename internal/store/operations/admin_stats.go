package operations

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/store/analytics"
	"sonora/internal/store/kernel"
)

type adminStatsRow struct{ s music.AdminStats }

func (r *adminStatsRow) Dest() []any {
	s := &r.s
	return []any{&s.Stations, &s.Playlists, &s.Mixes, &s.ActiveMixes, &s.Users, &s.ActiveToday, &s.StreamsToday}
}

func (r *adminStatsRow) Value() music.AdminStats { return r.s }

const week = 7 * 24 * time.Hour

// AdminStats returns the operator's figures. today is when the current day
// began.
func (s *Store) AdminStats(ctx context.Context, today, now time.Time) (music.AdminStats, error) {
	stats, err := kernel.One(ctx, s.db.Read, &adminStatsRow{}, `select
			(select count(*) from station), (select count(*) from playlist),
			(select count(*) from mix), (select count(*) from mix where is_active),
			(select count(*) from account),
			(select count(distinct account) from (
				select account from session where last_used_at >= ? union all
				select account from api_key where last_used_at >= ?) used),
			(select count(*) from play p join track t on t.seq = p.track
				where p.started_at >= ? and (p.listened >= ? or t.duration > 0 and p.listened * 2 >= t.duration))`,
		kernel.Millis(today), kernel.Millis(today), kernel.Millis(today), music.PlayCounts.Milliseconds())
	if err != nil {
		return stats, fmt.Errorf("count operator's figures: %w", err)
	}
	if err := s.countWeeks(ctx, &stats, now); err != nil {
		return stats, err
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

// countWeeks adds up the plays of tracks in the last two weeks from the analytics,
// which takes no longer on a server with millions of them. A play arrives there a
// moment after it was reported.
func (s *Store) countWeeks(ctx context.Context, stats *music.AdminStats, now time.Time) error {
	last, err := s.analytics.Plays(ctx, analytics.Span{From: now.Add(-week), To: now.Add(time.Millisecond)})
	if err != nil {
		return err
	}
	before, err := s.analytics.Plays(ctx, analytics.Span{From: now.Add(-2 * week), To: now.Add(-week)})
	stats.StreamsWeek = int(last.Sources[analytics.TrackSource].Plays)
	stats.StreamsWeekAgo = int(before.Sources[analytics.TrackSource].Plays)
	return err
}
