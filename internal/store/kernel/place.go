package kernel

import (
	"context"

	"sonora/internal/music"
)

// Stride is the distance between the known positions of a list. A page skips
// fewer rows than this, wherever it begins.
const Stride = 500

// spot locates the row at a position: skip rows after the cursor.
type spot struct {
	behind *Cursor // nil for the start
	skip   int
}

// placeOf finds a position of a list. It caches the positions of long lists
// until the catalogue changes. Personal lists are short and not cached.
func (db *DB) placeOf(ctx context.Context, l Listing, at int) (spot, error) {
	if l.Personal || at <= 2*Stride {
		return spot{skip: at}, nil
	}
	q := (&Query{}).Add("places " + l.Order.Name + l.From).Append(l.Where)
	marks, err := Remember(db.Tally, TallyKey(q), func() ([]Cursor, error) { return db.walk(ctx, l) })
	if err != nil {
		return spot{}, err
	}
	n := min(at/Stride, len(marks))
	if n == 0 {
		return spot{skip: at}, nil
	}
	return spot{behind: &marks[n-1], skip: at - n*Stride}, nil
}

// walk returns the cursor of every Stride-th row of a list.
func (db *DB) walk(ctx context.Context, l Listing) ([]Cursor, error) {
	var marks []Cursor
	for {
		q := (&Query{}).Add("select " + l.Order.KeyColumn() + ", " + l.Order.Seq + " from " + l.From + " where ").Append(l.Where)
		if n := len(marks); n > 0 {
			l.Order.After(q, marks[n-1])
		}
		q.Add(l.Order.By()+" limit 1 offset ? + 0", Stride-1)
		next, err := Collect(ctx, db.Read, &Pair[string, int64]{}, q.Text.String(), q.Args...)
		if err != nil || len(next) == 0 {
			return marks, err
		}
		marks = append(marks, Cursor{Order: l.Order.Name, Key: next[0].A, Seq: next[0].B})
	}
}

// begin adds the condition for the start of a page, and returns how many rows
// to skip.
func (db *DB) begin(ctx context.Context, q *Query, l Listing, p music.Page) (skip int, err error) {
	if p.After != "" {
		c, err := ParseCursor(p.After, l.Order)
		if err == nil {
			l.Order.After(q, c)
		}
		return 0, err
	}
	start, err := db.placeOf(ctx, l, p.At)
	if err == nil && start.behind != nil {
		l.Order.After(q, *start.behind)
	}
	return start.skip, err
}
