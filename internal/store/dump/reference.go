package dump

import (
	"context"
	"fmt"
	"slices"
)

// SQLite checks references by looking up each of them in another table. Most refer to
// the number of a row, and their tables come after those that they refer to: such
// references are checked while the rows pass, in a fraction of the time.

// references knows what rows refer to, and which rows passed.
type references struct {
	numbered []reference
	rows     map[string]*numbers // of the tables that numbered references refer to
	// others are tables with references of other kinds, which SQLite checks.
	others []string
}

// reference is a column with numbers of the rows of a table.
type reference struct{ table, column, parent, key string }

func referencesOf(ctx context.Context, q querier) (*references, error) {
	// Tables whose primary key is one column, and a whole number.
	keys, err := texts(ctx, q, 2, `select t.name, min(c.name) from (select l.name `+sqliteTables+`) t, pragma_table_info(t.name) c
		where c.pk > 0 group by t.name having count(*) = 1 and min(c.type) = 'INTEGER'`)
	if err != nil {
		return nil, err
	}
	found, err := texts(ctx, q, 5, `select t.name, f."from", f."table", coalesce(f."to", ''), count(*) over (partition by t.name, f.id)
		from (select l.name `+sqliteTables+`) t, pragma_foreign_key_list(t.name) f`)
	if err != nil {
		return nil, err
	}
	r := &references{rows: map[string]*numbers{}}
	for _, f := range found {
		i := slices.IndexFunc(keys, func(k []string) bool { return k[0] == f[2] })
		isNumbered := i >= 0 && (f[3] == "" || f[3] == keys[i][1]) && f[0] != f[2] && f[4] == "1"
		switch {
		case isNumbered:
			r.numbered = append(r.numbered, reference{f[0], f[1], f[2], keys[i][1]})
			r.rows[f[2]] = &numbers{}
		case !slices.Contains(r.others, f[0]):
			r.others = append(r.others, f[0])
		}
	}
	return r, nil
}

// watch returns a function that takes each row of a table. It returns ErrUnfit for one
// that refers to a row that did not pass.
func (r *references) watch(t Table) func(row []any) error {
	own, key := r.rows[t.Name], -1
	type column struct {
		reference
		index int
	}
	var refer []column
	for _, n := range r.numbered {
		if n.table == t.Name {
			refer = append(refer, column{n, slices.Index(t.Columns, n.column)})
		}
		if n.parent == t.Name {
			key = slices.Index(t.Columns, n.key)
		}
	}
	return func(row []any) error {
		if own != nil {
			if n, ok := row[key].(int64); ok {
				own.add(n)
			}
		}
		for _, c := range refer {
			if n, ok := row[c.index].(int64); ok && !r.rows[c.parent].has(n) { // null refers to nothing
				return lost(t.Name, c.parent)
			}
		}
		return nil
	}
}

func lost(table, parent string) error {
	return fmt.Errorf("%w: rows of %s refer to rows of %s that are missing", ErrUnfit, table, parent)
}

// numbers is a set of numbers, small if many are close to each other.
type numbers struct{ pages map[int64]*page }

// page stands for pageSize numbers that follow each other.
type page [pageSize / 64]uint64

const (
	pageBits = 12
	pageSize = 1 << pageBits
)

func (s *numbers) add(n int64) {
	if s.pages == nil {
		s.pages = map[int64]*page{}
	}
	p := s.pages[n>>pageBits]
	if p == nil {
		p = &page{}
		s.pages[n>>pageBits] = p
	}
	at := n & (pageSize - 1)
	p[at/64] |= 1 << (at % 64)
}

func (s *numbers) has(n int64) bool {
	p := s.pages[n>>pageBits]
	at := n & (pageSize - 1)
	return p != nil && p[at/64]&(1<<(at%64)) != 0
}
