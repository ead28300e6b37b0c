package dump

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

type sqliteEngine struct{}

func (sqliteEngine) name() string { return "sqlite" }

// sqliteTables excludes virtual tables and what is behind them.
const sqliteTables = `from pragma_table_list l where l.schema = 'main' and l.type = 'table' and l.name not like 'sqlite!_%' escape '!'`

func (sqliteEngine) tables(ctx context.Context, q querier) ([]Table, error) {
	pairs, err := texts(ctx, q, 2, `select t.name, c.name from (select l.name `+sqliteTables+`) t, pragma_table_info(t.name) c order by t.name, c.cid`)
	return withColumns(pairs), err
}

func (sqliteEngine) parents(ctx context.Context, q querier) (pairs [][2]string, err error) {
	found, err := texts(ctx, q, 2, `select t.name, f."table" from (select l.name `+sqliteTables+`) t, pragma_foreign_key_list(t.name) f`)
	for _, f := range found {
		pairs = append(pairs, [2]string{f[0], f[1]})
	}
	return pairs, err
}

// whole avoids indexes: counting along one may read the disk in any order.
func (sqliteEngine) whole(table string) string { return quoted(table) + " not indexed" }

func (sqliteEngine) begin(ctx context.Context, db *sql.DB) (*sql.Tx, error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	// The transaction sees the database as it is at its first statement.
	var n int
	if err := tx.QueryRowContext(ctx, "select count(*) from sqlite_master").Scan(&n); err != nil {
		return nil, errors.Join(err, tx.Rollback())
	}
	return tx, nil
}

// fill removes indexes and triggers until the rows are there: indexes are made
// faster at once, and triggers have no work to do. Only unique indexes decide which
// rows are possible.
func (sqliteEngine) fill(ctx context.Context, db *sql.DB, _ []Table) (func(context.Context, bool) error, error) {
	removed, err := texts(ctx, db, 4, `select m.type, m.name, m.sql, coalesce((select i."unique" from pragma_index_list(m.tbl_name) i where i.name = m.name), 0)
		from sqlite_master m where m.type in ('index', 'trigger') and m.sql is not null order by m.type, m.name`)
	if err != nil {
		return nil, err
	}
	for _, r := range removed {
		if _, err := db.ExecContext(ctx, "drop "+r[0]+" "+quoted(r[1])); err != nil {
			return nil, err
		}
	}
	return func(ctx context.Context, isComplete bool) error {
		for _, r := range removed {
			if !isComplete && r[3] != "1" {
				continue
			}
			if _, err := db.ExecContext(ctx, r[2]); err != nil {
				return fmt.Errorf("%s %s: %w", r[0], r[1], err)
			}
		}
		return nil
	}, nil
}

// maxParameters limits the values of one statement.
const maxParameters = 2000

func (sqliteEngine) add(ctx context.Context, db *sql.DB, t Table, next func() ([]any, error)) (err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := insertAll(ctx, tx, t, next); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

func insertAll(ctx context.Context, tx *sql.Tx, t Table, next func() ([]any, error)) (err error) {
	width := len(t.Columns)
	per := max(1, maxParameters/width)
	many, err := tx.PrepareContext(ctx, insertion(t, per))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, many.Close()) }()
	values := make([]any, 0, per*width)
	for {
		row, err := next()
		if err != nil {
			return err
		}
		if row == nil {
			break
		}
		if values = append(values, row...); len(values) == per*width {
			if _, err := many.ExecContext(ctx, values...); err != nil {
				return err
			}
			values = values[:0]
		}
	}
	if len(values) == 0 {
		return nil
	}
	_, err = tx.ExecContext(ctx, insertion(t, len(values)/width), values...)
	return err
}

func insertion(t Table, rows int) string {
	one := "(?" + strings.Repeat(", ?", len(t.Columns)-1) + ")"
	return "insert into " + quoted(t.Name) + " (" + columnList(t) + ") values " + one + strings.Repeat(", "+one, rows-1)
}

func (sqliteEngine) checkFile(ctx context.Context, db *sql.DB) error {
	found, err := texts(ctx, db, 1, "pragma integrity_check(1)")
	if err != nil {
		return err
	}
	if len(found) != 1 || found[0][0] != "ok" {
		return fmt.Errorf("the database is damaged: %v", found)
	}
	return nil
}

func (sqliteEngine) references(ctx context.Context, q querier) (*references, error) {
	return referencesOf(ctx, q)
}

func (sqliteEngine) checkReferences(ctx context.Context, db *sql.DB, table string) error {
	found, err := texts(ctx, db, 2, `select "table", parent from pragma_foreign_key_check(?) limit 1`, table)
	if err != nil {
		return err
	}
	if len(found) > 0 {
		return lost(found[0][0], found[0][1])
	}
	return nil
}
