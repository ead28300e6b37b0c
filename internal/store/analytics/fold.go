package analytics

import (
	"context"
	"time"

	"sonora/internal/store/kernel"
)

// stale is a period whose sums are to be derived. mark changes whenever one of
// its hours does.
type stale struct {
	subject         subject
	level, at, mark int64
}

type staleRow struct{ stale }

func (r *staleRow) Dest() []any { return []any{&r.subject, &r.level, &r.at, &r.mark} }

func (r *staleRow) Value() stale { return r.stale }

// Fold derives the sums of days and blocks of days that are over from those of
// shorter periods, until it is done.
func (s *Store) Fold(ctx context.Context, now time.Time) error {
	hour := kernel.Millis(now) / hourMillis
	for {
		list, err := kernel.Collect(ctx, s.db.Read, &staleRow{}, `select subject, level, at, mark from rollup_stale
			where level = 1 and at < ? or level = 2 and at < ? order by level, at, subject limit 100`, hour/hoursOf[1], hour/hoursOf[2])
		if err != nil || len(list) == 0 {
			return err
		}
		for _, p := range list {
			if err := s.fold(ctx, p); err != nil {
				return err
			}
		}
	}
}

// fold derives one period. It adds up before its transaction begins, so that no
// play waits for that, and stores the result only if no hour has changed since.
func (s *Store) fold(ctx context.Context, p stale) error {
	all := sums{}
	err := eachPeriod(ctx, s.db.Read, p.subject, hours{p.at * hoursOf[p.level], (p.at + 1) * hoursOf[p.level]}, p.level-1, func(level, _ int64, data []byte) error {
		return decode(data, p.subject.isSet(), func(c cell) { all.add(p.subject.number(level, c.key), c.plays, c.listened) })
	})
	if err != nil {
		return err
	}
	return s.db.Update(ctx, "fold analytics", func(tx *kernel.Tx) error {
		if err := tx.OneAtATime(ctx); err != nil {
			return err
		}
		err := kernel.Found(tx.Exec(ctx, "delete from rollup_stale where subject = ? and level = ? and at = ? and mark = ?", string(p.subject), p.level, p.at, p.mark))
		if err != nil {
			return ignoreMissing(err) // it has changed, or another server has derived it
		}
		return put(ctx, tx, p.subject, p.level, p.at, all.list())
	})
}
