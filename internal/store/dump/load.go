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
	refs   *references
	done   func(ctx context.Context, isComplete bool) error
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
	if err := l.prepare(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("prepare a database: %w", err), db.Close())
	}
	return l, nil
}

func (l *Loader) prepare(ctx context.Context) (err error) {
	if l.Tables, err = tablesOf(ctx, l.engine, l.db); err != nil {
		return err
	}
	if l.refs, err = l.engine.references(ctx, l.db); err != nil {
		return err
	}
	l.done, err = l.engine.fill(ctx, l.db, l.Tables)
	return err
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
	width, watch := len(t.Columns), l.refs.watch(t)
	err := l.engine.add(ctx, l.db, t, func() ([]any, error) {
		row, err := next()
		if err != nil || row == nil {
			return nil, err
		}
		if len(row) != width {
			return nil, fmt.Errorf("%w: a row has %d values, not %d", ErrUnfit, len(row), width)
		}
		return row, watch(row)
	})
	if err != nil {
		return fmt.Errorf("fill %s: %w", t.Name, err)
	}
	return nil
}

// Finish makes a filled database complete: its indexes, its triggers and its
// sequences. It returns an error if the data contradicts itself.
func (l *Loader) Finish(ctx context.Context) error {
	if err := l.end(ctx, true); err != nil {
		return err
	}
	if err := l.engine.checkFile(ctx, l.db); err != nil {
		return fmt.Errorf("check a database: %w", err)
	}
	return nil
}

// Prove returns the errors of rows that Finish would return. It leaves out what
// only makes a database fast, so what is there is good for comparing and nothing else.
func (l *Loader) Prove(ctx context.Context) error { return l.end(ctx, false) }

func (l *Loader) end(ctx context.Context, isComplete bool) error {
	if err := l.done(ctx, isComplete); err != nil {
		return fmt.Errorf("complete a database: %w", err)
	}
	for _, table := range l.refs.others {
		if err := l.engine.checkReferences(ctx, l.db, table); err != nil {
			return fmt.Errorf("check a database: %w", err)
		}
	}
	return nil
}

// Close closes the database.
func (l *Loader) Close() error { return l.db.Close() }
