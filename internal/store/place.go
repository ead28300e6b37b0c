package store

import (
	"context"

	"sonora/internal/music"
)

// stride is how far apart the known places of a list are: a page that begins
// anywhere skips fewer rows than this.
const stride = 500

// spot is where the row at a position is: behind the cursor, so many rows on.
type spot struct {
	behind *cursor // nil: from the start
	skip   int
}

// placeOf finds a position of a list. Long lists are walked once, until the
// catalogue changes; personal ones are short.
func (s *Store) placeOf(ctx context.Context, l listing, at int) (spot, error) {
	if l.personal || at <= 2*stride {
		return spot{skip: at}, nil
	}
	q := (&query{}).add("places " + l.order.name + l.from).append(l.where)
	marks, err := remember(s.tally, tallyKey(q), func() ([]cursor, error) { return s.walk(ctx, l) })
	if err != nil {
		return spot{}, err
	}
	n := min(at/stride, len(marks))
	if n == 0 {
		return spot{skip: at}, nil
	}
	return spot{behind: &marks[n-1], skip: at - n*stride}, nil
}

// walk returns every stride-th row of a list.
func (s *Store) walk(ctx context.Context, l listing) ([]cursor, error) {
	var marks []cursor
	for {
		q := (&query{}).add("select " + l.order.keyColumn() + ", " + l.order.seq + " from " + l.from + " where ").append(l.where)
		if n := len(marks); n > 0 {
			l.order.after(q, marks[n-1])
		}
		q.add(l.order.by()+" limit 1 offset ? + 0", stride-1)
		next, err := collect(ctx, s.read, &pair[string, int64]{}, q.text.String(), q.args...)
		if err != nil || len(next) == 0 {
			return marks, err
		}
		marks = append(marks, cursor{Order: l.order.name, Key: next[0].a, Seq: next[0].b})
	}
}

// begin adds where a page starts.
func (s *Store) begin(ctx context.Context, q *query, l listing, p music.Page) (skip int, err error) {
	if p.After != "" {
		c, err := parseCursor(p.After, l.order)
		if err == nil {
			l.order.after(q, c)
		}
		return 0, err
	}
	start, err := s.placeOf(ctx, l, p.At)
	if err == nil && start.behind != nil {
		l.order.after(q, *start.behind)
	}
	return start.skip, err
}
