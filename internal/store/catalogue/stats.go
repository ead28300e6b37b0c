package catalogue

import (
	"context"
	"fmt"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

type statsRow struct {
	s        music.LibraryStats
	duration int64
}

func (r *statsRow) Dest() []any {
	return []any{&r.s.Tracks, &r.duration, &r.s.Bytes, &r.s.Albums, &r.s.Artists, &r.s.Genres, &r.s.Missing, &r.s.Problems}
}

func (r *statsRow) Value() music.LibraryStats {
	s := r.s
	s.Duration = kernel.Length(r.duration)
	return s
}

// LibraryStats counts the whole library, regardless of viewers.
func (s *Store) LibraryStats(ctx context.Context) (music.LibraryStats, error) {
	stats, err := kernel.Remember(s.db.Tally, "stats", func() (music.LibraryStats, error) {
		return kernel.One(ctx, s.db.Read, &statsRow{}, `select count(*), cast(coalesce(sum(duration), 0) as bigint), cast(coalesce(sum(size), 0) as bigint),
			(select count(*) from album where all_tracks > 0), (select count(*) from artist where all_tracks > 0),
			(select count(distinct key) from genre where all_tracks > 0),
			(select count(*) from track where missing_at > 0), (select count(*) from problem)
			from track where missing_at = 0`)
	})
	if err != nil {
		return stats, fmt.Errorf("count library: %w", err)
	}
	return stats, nil
}
