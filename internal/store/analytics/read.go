package analytics

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

func ignoreMissing(err error) error {
	if errors.Is(err, music.ErrNotFound) {
		return nil
	}
	return err
}

// number returns the number of an item, person or source of a key.
func (s subject) number(level, key int64) int64 {
	if level == 0 {
		return key / s.slots()
	}
	return key
}

// hours is a range of hours since 1970, without its end.
type hours struct{ from, to int64 }

// eachPeriod calls f for stored lists that cover a range of hours together: for
// the longest periods up to a level that there are, and for shorter ones where
// those are missing.
func eachPeriod(ctx context.Context, q kernel.Queryer, s subject, in hours, level int64, f func(level, at int64, data []byte) error) error {
	gaps := []hours{in}
	for ; level >= 0; level-- {
		var left []hours
		for _, gap := range gaps {
			size := hoursOf[level]
			periods := hours{(gap.from + size - 1) / size, gap.to / size}
			if periods.from >= periods.to {
				left = append(left, gap)
				continue
			}
			next := gap.from
			err := eachRow(ctx, q, s, level, periods, func(at int64, data []byte) error {
				if next < at*size {
					left = append(left, hours{next, at * size})
				}
				next = (at + 1) * size
				return f(level, at, data)
			})
			if err != nil {
				return err
			}
			if next < gap.to {
				left = append(left, hours{next, gap.to})
			}
		}
		gaps = left
	}
	return nil
}

// eachRow calls f for the lists of the periods of one level, in order. They are
// read one by one, because all of them may be large. data is valid until f returns.
func eachRow(ctx context.Context, q kernel.Queryer, s subject, level int64, periods hours, f func(at int64, data []byte) error) error {
	rows, err := q.Query(ctx, "select at, data from rollup where subject = ? and level = ? and at >= ? and at < ? order by at", string(s), level, periods.from, periods.to)
	if err != nil {
		return err
	}
	defer rows.Close()
	var at int64
	var data sql.RawBytes
	for rows.Next() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := rows.Scan(&at, &data); err != nil {
			return q.Public(err)
		}
		if err := f(at, data); err != nil {
			return err
		}
	}
	return q.Public(rows.Err())
}

// Span is a time range, without its end. Both ends are multiples of Slot.
type Span struct{ From, To time.Time }

// each calls f for all sums of a subject in a time range, which may contain
// several of the same number.
func (s *Store) each(ctx context.Context, of subject, in Span, f func(number, plays, listened int64)) error {
	from, to := kernel.Millis(in.From), kernel.Millis(in.To)
	whole := hours{(from + hourMillis - 1) / hourMillis, to / hourMillis}
	// part reads the slots of an hour of which only a part is in the range.
	part := func(hour int64) error {
		return eachRow(ctx, s.db.Read, of, 0, hours{hour, hour + 1}, func(_ int64, data []byte) error {
			return decode(data, of.isSet(), func(c cell) {
				at := hour*hourMillis + c.key%of.slots()*(hourMillis/of.slots())
				if at >= from && at < to {
					f(c.key/of.slots(), c.plays, c.listened)
				}
			})
		})
	}
	if from%hourMillis != 0 {
		if err := part(from / hourMillis); err != nil {
			return err
		}
	}
	if to%hourMillis != 0 && to/hourMillis >= whole.from {
		if err := part(to / hourMillis); err != nil {
			return err
		}
	}
	if whole.from >= whole.to {
		return nil
	}
	return eachPeriod(ctx, s.db.Read, of, whole, topLevel, func(level, _ int64, data []byte) error {
		return decode(data, of.isSet(), func(c cell) { f(of.number(level, c.key), c.plays, c.listened) })
	})
}
