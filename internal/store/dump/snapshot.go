package dump

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"sonora/internal/store/kernel"
)

// Snapshot is a database as it was at one moment. Others may write meanwhile.
type Snapshot struct {
	Engine  string  // sqlite or postgres
	Version int64   // of the schema
	Tables  []Table // each after those that it refers to

	engine engine
	db     *sql.DB
	tx     *sql.Tx
}

// ErrEmpty means that there is no database, or that it has no tables.
var ErrEmpty = errors.New("the database is missing or empty")

// Open takes a snapshot of the database at url, and changes nothing. The errors
// for other databases are those of kernel.Open. Close the snapshot soon: it keeps
// the engine from tidying up.
func Open(ctx context.Context, url string) (*Snapshot, error) {
	version, err := kernel.Inspect(ctx, url)
	if err == nil && version == 0 {
		err = ErrEmpty
	}
	if err != nil {
		return nil, err
	}
	db, err := kernel.ReadAlone(url)
	if err != nil {
		return nil, err
	}
	e := engineOf(url)
	s := &Snapshot{Engine: e.name(), Version: version, engine: e, db: db}
	if err := s.begin(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("read the database: %w", err), s.Close())
	}
	return s, nil
}

func (s *Snapshot) begin(ctx context.Context) (err error) {
	if s.tx, err = s.engine.begin(ctx, s.db); err != nil {
		return err
	}
	s.Tables, err = tablesOf(ctx, s.engine, s.tx)
	return err
}

// Close ends the snapshot.
func (s *Snapshot) Close() error {
	if s.tx == nil {
		return s.db.Close()
	}
	return errors.Join(s.tx.Rollback(), s.db.Close())
}

// Count returns the number of all rows, for showing progress.
func (s *Snapshot) Count(ctx context.Context) (total int64, err error) {
	for _, t := range s.Tables {
		var n int64
		if err := s.tx.QueryRowContext(ctx, "select count(*) from "+s.engine.whole(t.Name)).Scan(&n); err != nil {
			return 0, fmt.Errorf("count the rows of %s: %w", t.Name, err)
		}
		total += n
	}
	return total, nil
}

// Rows calls each with every row of a table. The row is valid until each returns.
func (s *Snapshot) Rows(ctx context.Context, t Table, each func(row []any) error) (err error) {
	rows, err := s.tx.QueryContext(ctx, "select "+columnList(t)+" from "+s.engine.whole(t.Name)) //nolint:gosec // names of the schema
	if err != nil {
		return fmt.Errorf("read %s: %w", t.Name, err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	row, dest := make([]any, len(t.Columns)), make([]any, len(t.Columns))
	for i := range row {
		dest[i] = &row[i]
	}
	for rows.Next() {
		if err := rows.Scan(dest...); err != nil {
			return fmt.Errorf("read %s: %w", t.Name, err)
		}
		if err := neutral(row); err != nil {
			return fmt.Errorf("read %s: %w", t.Name, err)
		}
		if err := each(row); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read %s: %w", t.Name, err)
	}
	return nil
}

// neutral turns the values of a driver into those of a copy.
func neutral(row []any) error {
	for i, v := range row {
		switch v := v.(type) {
		case nil, int64, float64, string:
		case bool:
			row[i] = int64(0)
			if v {
				row[i] = int64(1)
			}
		case []byte:
			if v == nil { // no bytes, which is not the same as no value
				row[i] = []byte{}
			}
		default:
			return fmt.Errorf("a value of the kind %T has no place in a copy", v)
		}
	}
	return nil
}

func quoted(name string) string { return `"` + name + `"` }

func columnList(t Table) string {
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = quoted(c)
	}
	return strings.Join(names, ", ")
}
