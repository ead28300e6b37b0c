package dump

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"sonora/internal/store/kernel"
)

// Loader fills an empty database.
type Loader struct {
	// Tables are the tables to fill, each after those that it refers to.
	Tables []Table

	url    string
	engine engine
	db     *sql.DB
	done   func(context.Context) error
}

// Create makes an empty database with the tables of a version at url, for
// filling. A file or schema there has to be empty. It returns a *NewerError for a
// version that this program does not know.
func Create(ctx context.Context, url string, version int64) (*Loader, error) {
	if err := kernel.CreateAt(ctx, url, version); err != nil {
		return nil, err
	}
	db, err := kernel.FillAlone(url)
	if err != nil {
		return nil, err
	}
	l := &Loader{url: url, engine: engineOf(url), db: db}
	if l.Tables, err = tablesOf(ctx, l.engine, db); err == nil {
		l.done, err = l.engine.fill(ctx, db, l.Tables)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("prepare a database: %w", err), db.Close())
	}
	return l, nil
}

// ErrUnfit means that a copy has other tables or columns than its version.
var ErrUnfit = errors.New("the tables do not fit the version")

// Fits returns ErrUnfit unless a copy has exactly the tables of its version.
func (l *Loader) Fits(tables []Table) error {
	if len(tables) != len(l.Tables) {
		return fmt.Errorf("%w: %d tables, not %d", ErrUnfit, len(tables), len(l.Tables))
	}
	for _, t := range tables {
		i := slices.IndexFunc(l.Tables, func(own Table) bool { return own.Name == t.Name })
		if i < 0 {
			return fmt.Errorf("%w: table %q is unknown", ErrUnfit, t.Name)
		}
		if got, want := slices.Sorted(slices.Values(t.Columns)), slices.Sorted(slices.Values(l.Tables[i].Columns)); !slices.Equal(got, want) {
			return fmt.Errorf("%w: table %q has the columns %q, not %q", ErrUnfit, t.Name, got, want)
		}
	}
	return nil
}

// Add adds rows to a table, until next returns nil. Tables are filled in the order
// of the snapshot.
func (l *Loader) Add(ctx context.Context, t Table, next func() ([]any, error)) error {
	width := len(t.Columns)
	err := l.engine.add(ctx, l.db, t, func() ([]any, error) {
		row, err := next()
		if err == nil && row != nil && len(row) != width {
			err = fmt.Errorf("%w: a row has %d values, not %d", ErrUnfit, len(row), width)
		}
		return row, err
	})
	if err != nil {
		return fmt.Errorf("fill %s: %w", t.Name, err)
	}
	return nil
}

// Finish makes a filled database complete: its indexes, its triggers and its
// sequences. It returns an error if the data contradicts itself.
func (l *Loader) Finish(ctx context.Context) error {
	if err := l.done(ctx); err != nil {
		return fmt.Errorf("complete a database: %w", err)
	}
	if err := l.engine.check(ctx, l.db); err != nil {
		return fmt.Errorf("check a database: %w", err)
	}
	return nil
}

// Close closes the database.
func (l *Loader) Close() error { return l.db.Close() }
