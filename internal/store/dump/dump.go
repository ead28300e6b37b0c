// Package dump reads whole databases and fills new ones, whichever engine they
// are on: a copy of one engine can be loaded into the other. It knows no table by
// name, except those that kernel.Derived leaves out.
package dump

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"sonora/internal/store/kernel"
)

// Table is a table with the columns of a copy.
type Table struct {
	Name    string   `json:"name"`
	Columns []string `json:"columns"`
}

// A row has one value per column: nil, int64, float64, string or []byte. Truth
// values are 0 and 1.

// engine is what differs between the engines.
type engine interface {
	name() string
	// tables returns all tables with their columns in order.
	tables(ctx context.Context, q querier) ([]Table, error)
	// parents returns pairs of a table and a table that it refers to.
	parents(ctx context.Context, q querier) ([][2]string, error)
	// whole is how a statement names a table of which it reads everything.
	whole(table string) string
	// begin starts a transaction that sees the database of one moment.
	begin(ctx context.Context, db *sql.DB) (*sql.Tx, error)
	// fill prepares tables for many rows, and returns what ends that: with all that
	// belongs to the tables, or only with what decides which rows are possible.
	fill(ctx context.Context, db *sql.DB, tables []Table) (done func(ctx context.Context, isComplete bool) error, err error)
	// add adds rows to a table until next returns nil.
	add(ctx context.Context, db *sql.DB, t Table, next func() ([]any, error)) error
	// references returns what rows refer to; nothing if the engine checks every row
	// that is added.
	references(ctx context.Context, q querier) (*references, error)
	// checkReferences returns an error if rows of a table refer to rows that are missing.
	checkReferences(ctx context.Context, db *sql.DB, table string) error
	// checkFile returns an error if the engine finds damage.
	checkFile(ctx context.Context, db *sql.DB) error
}

type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

func engineOf(url string) engine {
	if _, ok := kernel.IsSQLite(url); ok {
		return sqliteEngine{}
	}
	return postgresEngine{}
}

// tablesOf returns the tables of a copy in an order in which each comes after
// those that it refers to.
func tablesOf(ctx context.Context, e engine, q querier) ([]Table, error) {
	all, err := e.tables(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("list tables: %w", err)
	}
	all = slices.DeleteFunc(all, func(t Table) bool { return slices.Contains(kernel.Derived, t.Name) })
	pairs, err := e.parents(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("list references of tables: %w", err)
	}
	return inOrder(all, pairs)
}

// inOrder sorts tables by name, but after those that they refer to.
func inOrder(all []Table, pairs [][2]string) ([]Table, error) {
	slices.SortFunc(all, func(a, b Table) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	placed, sorted := map[string]bool{}, make([]Table, 0, len(all))
	waits := func(t Table) bool {
		return slices.ContainsFunc(pairs, func(p [2]string) bool { return p[0] == t.Name && p[1] != t.Name && !placed[p[1]] })
	}
	for len(sorted) < len(all) {
		i := slices.IndexFunc(all, func(t Table) bool { return !placed[t.Name] && !waits(t) })
		if i < 0 {
			return nil, errors.New("tables refer to each other in a circle")
		}
		placed[all[i].Name] = true
		sorted = append(sorted, all[i])
	}
	return sorted, nil
}

// texts returns rows of texts.
func texts(ctx context.Context, q querier, columns int, query string, args ...any) (_ [][]string, err error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	var all [][]string
	for rows.Next() {
		line := make([]string, columns)
		dest := make([]any, columns)
		for i := range line {
			dest[i] = &line[i]
		}
		if err := rows.Scan(dest...); err != nil {
			return nil, err
		}
		all = append(all, line)
	}
	return all, rows.Err()
}

// withColumns groups pairs of a table and a column.
func withColumns(pairs [][]string) []Table {
	var all []Table
	for _, p := range pairs {
		if len(all) == 0 || all[len(all)-1].Name != p[0] {
			all = append(all, Table{Name: p[0]})
		}
		t := &all[len(all)-1]
		t.Columns = append(t.Columns, p[1])
	}
	return all
}
