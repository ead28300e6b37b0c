package dump

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

type postgresEngine struct{}

func (postgresEngine) name() string { return "postgres" }

func (postgresEngine) tables(ctx context.Context, q querier) ([]Table, error) {
	pairs, err := texts(ctx, q, 2, `select c.table_name, c.column_name from information_schema.columns c
		join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
		where c.table_schema = current_schema()
		order by c.table_name, c.ordinal_position`)
	return withColumns(pairs), err
}

func (postgresEngine) parents(ctx context.Context, q querier) (pairs [][2]string, err error) {
	found, err := texts(ctx, q, 2, `select t.relname, p.relname from pg_constraint f join pg_class t on t.oid = f.conrelid join pg_class p on p.oid = f.confrelid
		join pg_namespace n on n.oid = t.relnamespace where f.contype = 'f' and n.nspname = current_schema()`)
	for _, f := range found {
		pairs = append(pairs, [2]string{f[0], f[1]})
	}
	return pairs, err
}

func (postgresEngine) whole(table string) string { return quoted(table) }

func (postgresEngine) begin(ctx context.Context, db *sql.DB) (*sql.Tx, error) {
	return db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
}

// fill turns off triggers until the rows are there, because they have no work to
// do, and then sets the sequences behind the highest seqs.
func (postgresEngine) fill(ctx context.Context, db *sql.DB, tables []Table) (func(context.Context, bool) error, error) {
	for _, t := range tables {
		if _, err := db.ExecContext(ctx, "alter table "+quoted(t.Name)+" disable trigger user"); err != nil {
			return nil, err
		}
	}
	return func(ctx context.Context, _ bool) error {
		for _, t := range tables {
			if _, err := db.ExecContext(ctx, "alter table "+quoted(t.Name)+" enable trigger user"); err != nil {
				return err
			}
		}
		counted, err := texts(ctx, db, 2, "select table_name, column_name from information_schema.columns where table_schema = current_schema() and is_identity = 'YES'")
		if err != nil {
			return err
		}
		for _, c := range counted {
			set := fmt.Sprintf(`select setval(pg_get_serial_sequence('%[1]s', '%[2]s'), max(%[2]s)) from %[1]s having max(%[2]s) is not null`, quoted(c[0]), c[1])
			if _, err := db.ExecContext(ctx, set); err != nil {
				return err
			}
		}
		_, err = db.ExecContext(ctx, "analyze")
		return err
	}, nil
}

func (postgresEngine) add(ctx context.Context, db *sql.DB, t Table, next func() ([]any, error)) (err error) {
	kinds, err := texts(ctx, db, 2, "select column_name, data_type from information_schema.columns where table_schema = current_schema() and table_name = $1", t.Name)
	if err != nil {
		return err
	}
	truths := make([]bool, len(t.Columns))
	for i, c := range t.Columns {
		for _, k := range kinds {
			truths[i] = truths[i] || k[0] == c && k[1] == "boolean"
		}
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	return conn.Raw(func(driver any) error {
		raw, ok := driver.(*stdlib.Conn)
		if !ok {
			return fmt.Errorf("the driver is a %T", driver)
		}
		_, err := raw.Conn().CopyFrom(ctx, pgx.Identifier{t.Name}, t.Columns, pgx.CopyFromFunc(func() ([]any, error) {
			row, err := next()
			if err != nil || row == nil {
				return nil, err
			}
			return withTruths(row, truths)
		}))
		return err
	})
}

// withTruths turns 0 and 1 into the truth values of PostgreSQL.
func withTruths(row []any, truths []bool) ([]any, error) {
	for i, is := range truths {
		if !is || row[i] == nil {
			continue
		}
		n, ok := row[i].(int64)
		if !ok || n != 0 && n != 1 {
			return nil, fmt.Errorf("%w: %v is no truth value", ErrUnfit, row[i])
		}
		row[i] = n == 1
	}
	return row, nil
}

// The checks have nothing to do: PostgreSQL checked every row.

func (postgresEngine) references(context.Context, querier) (*references, error) {
	return &references{}, nil
}

func (postgresEngine) checkReferences(context.Context, *sql.DB, string) error { return nil }

func (postgresEngine) checkFile(context.Context, *sql.DB) error { return nil }
