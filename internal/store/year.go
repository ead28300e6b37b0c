package store

import (
	"context"
	"fmt"

	"sonora/internal/music"
)

type yearRow struct{ y music.Year }

func (r *yearRow) dest() []any       { return []any{&r.y.Year, &r.y.Tracks, &r.y.Albums} }
func (r *yearRow) value() music.Year { return r.y }

// Years returns the years of which the viewer may see a track, latest first.
func (s *Store) Years(ctx context.Context, v music.Viewer) ([]music.Year, error) {
	q := (&query{}).add("select t.year, count(*), count(distinct t.album) from track t where t.year > 0 and ").canList(v).
		add(" group by t.year order by t.year desc")
	years, err := remember(s.tally, tallyKey(q), func() ([]music.Year, error) {
		return collect(ctx, s.read, &yearRow{}, q.text.String(), q.args...)
	})
	if err != nil {
		return nil, fmt.Errorf("list years: %w", err)
	}
	return years, nil
}
