package analytics

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/store/kernel"
)

// StorageKinds are the kinds of data that the server keeps.
var StorageKinds = []string{"library", "mixes", "recordings", "podcasts", "database"}

// kept are the sizes of each kind of data.
var kept = map[string]string{
	"library":    "select coalesce(sum(size), 0) from track where missing_at = 0",
	"mixes":      "select coalesce(sum(size), 0) from mix",
	"recordings": "select coalesce(sum(size), 0) from recording where state = 'ready'",
	"podcasts":   "select coalesce(sum(file_size), 0) from episode where file <> ''",
}

// SampleStorage stores how many bytes the server keeps now, in place of an earlier
// sample of the same UTC day.
func (s *Store) SampleStorage(ctx context.Context, now time.Time) error {
	sizes := map[string]int64{}
	for _, kind := range StorageKinds {
		query := kept[kind]
		if query == "" {
			query = s.db.Dialect.Size
		}
		size, err := kernel.One(ctx, s.db.Read, &kernel.Cell[int64]{}, query)
		if err != nil {
			return fmt.Errorf("measure storage: %w", err)
		}
		sizes[kind] = size
	}
	at := kernel.Millis(now)
	return s.db.Update(ctx, "store sizes", func(tx *kernel.Tx) error {
		for _, kind := range StorageKinds {
			_, err := tx.Exec(ctx, `insert into storage_sample (kind, day, at, bytes) values (?, ?, ?, ?)
				on conflict (kind, day) do update set at = excluded.at, bytes = excluded.bytes where excluded.at > storage_sample.at`,
				kind, at/(24*hourMillis), at, sizes[kind])
			if err != nil {
				return err
			}
		}
		return nil
	})
}

type storageRow struct {
	kind      string
	at, bytes int64
}

func (r *storageRow) Dest() []any { return []any{&r.kind, &r.at, &r.bytes} }

func (r *storageRow) Value() storageRow { return *r }

// Storage returns for each step, as in Series, the last sample of each kind in it.
// A step without samples has nil.
func (s *Store) Storage(ctx context.Context, bounds []time.Time) ([]map[string]int64, error) {
	in := stepsOf(bounds)
	list := make([]map[string]int64, len(in)-1)
	rows, err := kernel.Collect(ctx, s.db.Read, &storageRow{}, "select kind, at, bytes from storage_sample where at >= ? and at < ? order by at", in[0], in[len(in)-1])
	if err != nil {
		return nil, fmt.Errorf("read sizes: %w", err)
	}
	for _, r := range rows {
		step := in.of(r.at)
		if list[step] == nil {
			list[step] = map[string]int64{}
		}
		list[step][r.kind] = r.bytes
	}
	return list, nil
}
