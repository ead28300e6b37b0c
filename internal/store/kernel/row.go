package kernel

import (
	"context"
	"time"

	"sonora/internal/music"
	"sonora/internal/store/kernel/direct"
)

// Row is a reusable destination for scanning result rows.
type Row[T any] interface {
	Dest() []any // pointers, one per column; the same in every call
	Value() T    // value of the last scanned row
}

// Collect returns all rows of a query.
func Collect[T any](ctx context.Context, q Queryer, r Row[T], query string, args ...any) ([]T, error) {
	defer q.pool().Slow.Note(query, time.Now())
	rows, err := q.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	items := []T{}
	dest := direct.Integers(r.Dest())
	for rows.Next() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := rows.Scan(dest...); err != nil {
			return nil, q.Public(err)
		}
		items = append(items, r.Value())
	}
	return items, q.Public(rows.Err())
}

// One returns the only row of a query, or music.ErrNotFound if there is none.
func One[T any](ctx context.Context, q Queryer, r Row[T], query string, args ...any) (T, error) {
	items, err := Collect(ctx, q, r, query, args...)
	if err == nil && len(items) == 0 {
		err = music.ErrNotFound
	}
	if err != nil {
		var zero T
		return zero, err
	}
	return items[0], nil
}

// Pointer converts the result of One to a pointer, which is nil after an error.
func Pointer[T any](v T, err error) (*T, error) {
	if err != nil {
		return nil, err
	}
	return &v, nil
}

// Cell is a row with one column.
type Cell[T any] struct{ v T }

// Dest implements Row.
func (c *Cell[T]) Dest() []any { return []any{&c.v} }

// Value implements Row.
func (c *Cell[T]) Value() T { return c.v }

// Pair is a row with two columns.
type Pair[A, B any] struct {
	A A
	B B
}

// Dest implements Row.
func (p *Pair[A, B]) Dest() []any { return []any{&p.A, &p.B} }

// Value implements Row.
func (p *Pair[A, B]) Value() Pair[A, B] { return *p }

// Found returns ErrNotFound if a statement changed no row.
func Found(n int, err error) error {
	if err == nil && n == 0 {
		return music.ErrNotFound
	}
	return err
}
