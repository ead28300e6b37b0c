package catalogue

import (
	"context"
	"fmt"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

type yearRow struct{ y music.Year }

func (r *yearRow) Dest() []any { return []any{&r.y.Year, &r.y.Tracks, &r.y.Albums} }

func (r *yearRow) Value() music.Year { return r.y }

// Years returns the years with a track that the viewer may see, latest first.
func (s *Store) Years(ctx context.Context, v music.Viewer) ([]music.Year, error) {
	q := (&kernel.Query{}).Add("select t.year, count(*), count(distinct t.album) from track t where t.year > 0 and ").CanList(v).
		Add(" group by t.year order by t.year desc")
	years, err := kernel.Remember(s.db.Tally, kernel.TallyKey(q), func() ([]music.Year, error) {
		return kernel.Collect(ctx, s.db.Read, &yearRow{}, q.Text.String(), q.Args...)
	})
	if err != nil {
		return nil, fmt.Errorf("list years: %w", err)
	}
	return years, nil
}
