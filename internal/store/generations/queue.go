package generations

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/generation"
	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// servedAt is when a job last took a generation of the owner of x in its lane.
const servedAt = `(select coalesce(max(s.started_at), 0) from generation s
	where s.account = x.account and (s.provider = 'built-in') = (x.provider = 'built-in'))`

// TakeGeneration gives a job the generation that it works on: the one that it took
// before it was interrupted, otherwise the next in a lane. Next is the person who
// was served longest ago; nobody has two generations of a lane in the making, except
// brief ones by the composer. It returns NotFound if there is nothing to do.
func (s *Store) TakeGeneration(ctx context.Context, job string, lane generation.Lane, at time.Time) (x *generation.Generation, err error) {
	err = s.db.Update(ctx, "take generation", func(tx *kernel.Tx) error {
		if err := tx.OneAtATime(ctx); err != nil {
			return err
		}
		id, err := kernel.One(ctx, tx, &kernel.Cell[string]{}, "select x.id from generation x where x.job = ? and "+isBusy, job)
		if music.CodeOf(err) == music.NotFound {
			id, err = kernel.One(ctx, tx, &kernel.Cell[string]{}, `select x.id from generation x where x.state = 'queued' and (x.provider = 'built-in') = ?
				and not exists (select 1 from generation y where y.account = x.account and y.state in ('composing', 'submitted', 'fetching', 'finishing')
					and (y.provider = 'built-in') = (x.provider = 'built-in') and (x.provider <> 'built-in' or x.duration > ? or y.duration > ?))
				order by `+servedAt+`, x.seq limit 1`, lane == generation.Composer, generation.Brief.Milliseconds(), generation.Brief.Milliseconds())
			if err == nil {
				_, err = tx.Exec(ctx, `update generation set state = case when provider = ? then 'composing' else 'submitted' end, job = ?, started_at = ?, updated_at = ? where id = ?`,
					generation.BuiltIn, job, kernel.Millis(at), kernel.Millis(at), id)
			}
		}
		if err != nil {
			return err
		}
		x, err = kernel.Pointer(kernel.One(ctx, tx, &row{}, "select "+columns+" from "+from+" where x.id = ?", id))
		return err
	})
	return x, err
}

type waitingRow struct {
	w              generation.Waiting
	provider       string
	length, served int64
}

func (r *waitingRow) Dest() []any {
	return []any{&r.w.ID, &r.w.OwnerID, &r.provider, &r.length, &r.served}
}

func (r *waitingRow) Value() generation.Waiting {
	w := r.w
	w.Lane, w.Duration, w.ServedAt = generation.LaneOf(r.provider), kernel.Length(r.length), kernel.Moment(r.served)
	return w
}

// QueuedGenerations returns all queued generations, oldest first.
func (s *Store) QueuedGenerations(ctx context.Context) ([]generation.Waiting, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &waitingRow{}, "select x.id, a.id, x.provider, x.duration, "+servedAt+` from generation x join account a on a.seq = x.account
		where x.state = 'queued' order by x.seq`)
	if err != nil {
		return nil, fmt.Errorf("list queued generations: %w", err)
	}
	return list, nil
}
