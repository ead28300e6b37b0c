// Package table has what the operator's tables have in common: they are sorted by one of
// their columns, and their pages start at a position, so that a person can turn to any.
package table

import (
	"cmp"
	"context"
	"strings"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// Column returns what columns has for the one that sort names, or for standard if sort is
// empty, and whether a minus before the name asks for descending order. It returns
// Invalid for an unknown column, and for a page that starts at a cursor.
func Column[S ~string, V any](columns map[S]V, sort, standard S, p music.Page) (column V, isDown bool, err error) {
	if p.After != "" {
		_, err := kernel.ParseCursor(p.After, kernel.Order{})
		return column, false, err
	}
	name, isDown := strings.CutPrefix(string(cmp.Or(sort, standard)), "-")
	column, ok := columns[S(name)]
	if !ok {
		return column, false, music.FieldError(music.Invalid, "sort", music.Say("Unknown sort order."))
	}
	return column, isDown, nil
}

// Page reads a page of a list and counts the list. Columns that are expensive to compute
// are computed for the rows of the page only.
func Page[T any](ctx context.Context, db kernel.Queryer, r kernel.Row[T], l kernel.Listing, p music.Page) (music.List[T], error) {
	var none music.List[T]
	direction := ""
	if l.Order.Desc {
		direction = " desc"
	}
	order := " order by " + l.Order.Key + direction + ", " + l.Order.Seq + direction
	from := " from " + l.From + " where "
	page := (&kernel.Query{}).Add("select " + l.Columns + " from " + l.From)
	if l.Joins != nil {
		page.Append(l.Joins)
	}
	page.Add(" where "+l.Order.Seq+" in (select "+l.Order.Seq+from).Append(l.Where).
		Add(order+" limit ? + 0 offset ? + 0)"+order, kernel.LimitOf(p), p.At)
	items, err := kernel.Collect(ctx, db, r, page.Text.String(), page.Args...)
	if err != nil {
		return none, err
	}
	count := (&kernel.Query{}).Add("select count(*)" + from).Append(l.Where)
	total, err := kernel.One(ctx, db, &kernel.Cell[int]{}, count.Text.String(), count.Args...)
	if err != nil {
		return none, err
	}
	return music.List[T]{Items: items, Total: total}, nil
}
