// Package store keeps everything Sonora remembers in SQLite or PostgreSQL.
//
// The same SQL serves both engines; what differs is in one dialect value.
// Every method that takes a music.Viewer answers only what that viewer may
// see, by the one rule in where.go. Failures a caller may show are
// *music.Error; ErrNotFound also stands for what the viewer may not see.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"strings"
)

// Store is the database. It is safe for concurrent use.
type Store struct {
	d     *dialect
	read  *pool
	write *pool // the same as read on PostgreSQL, one connection on SQLite
	tally *tally
	words vocabulary
	// folded remembers the names that searches compare.
	folded *tally
}

// Options tune a Store; the zero value suits a server.
type Options struct {
	Readers int // connections for reading; 0 chooses by the number of CPUs
}

// Open opens the database a URL names, "sqlite:PATH" or "postgres://…",
// creates or migrates it forward, and returns it ready. It returns a
// *NewerError (errors.Is ErrNewer) for the database of a newer version and an
// error that is ErrForeign for one of something else; neither is touched.
//
// A write that returned has reached the operating system: it survives the
// process being killed at any moment. On SQLite a loss of power may take back
// the last seconds, never the database's consistency; on PostgreSQL it is
// what the server's synchronous_commit says.
func Open(ctx context.Context, url string, o Options) (*Store, error) {
	if _, err := Inspect(ctx, url); err != nil {
		return nil, err
	}
	if o.Readers == 0 {
		o.Readers = min(4, runtime.GOMAXPROCS(0)+1)
	}
	s, err := connect(url, o)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	if err := s.migrate(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("migrate database: %w", err), s.Close())
	}
	if err := s.foldNames(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// connect opens the pools without touching the database.
func connect(url string, o Options) (*Store, error) {
	if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
		write, err := sqliteWriter(path)
		if err != nil {
			return nil, err
		}
		read, err := sqliteReaders(path, o.Readers)
		if err != nil {
			return nil, errors.Join(err, write.Close())
		}
		return &Store{d: &sqliteDialect, read: newPool(read, &sqliteDialect), write: newPool(write, &sqliteDialect), tally: newTally(&sqliteDialect), folded: newTally(&sqliteDialect)}, nil
	}
	db, err := postgresPool(url, o.Readers)
	if err != nil {
		return nil, err
	}
	p := newPool(db, &postgresDialect)
	return &Store{d: &postgresDialect, read: p, write: p, tally: newTally(&postgresDialect), folded: newTally(&postgresDialect)}, nil
}

// Close ends every connection. The Store must not be used afterwards.
func (s *Store) Close() error {
	if s.read == s.write {
		return s.write.close()
	}
	// The writer last: the last connection to go empties SQLite's log.
	return errors.Join(s.read.close(), s.write.close())
}

// Ping reports whether the database answers.
func (s *Store) Ping(ctx context.Context) error {
	if err := s.read.db.PingContext(ctx); err != nil {
		return fmt.Errorf("ping database: %w", err)
	}
	return nil
}

// Engine is "sqlite" or "postgres".
func (s *Store) Engine() string { return s.d.name }

// update runs f in one write transaction, which commits when f returns nil.
func (s *Store) update(ctx context.Context, what string, f func(tx *tx) error) error {
	err := s.transact(ctx, f)
	for range 3 {
		if !s.d.retry(err) {
			break
		}
		err = s.transact(ctx, f)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

func (s *Store) transact(ctx context.Context, f func(tx *tx) error) error {
	t, err := s.write.db.BeginTx(ctx, nil)
	if err != nil {
		return s.d.public(err)
	}
	tx := &tx{Tx: t, pool: s.write, stmts: map[string]*sql.Stmt{}}
	if err := f(tx); err != nil {
		if undo := t.Rollback(); undo != nil && !errors.Is(undo, sql.ErrTxDone) {
			return errors.Join(err, undo)
		}
		return err
	}
	return s.d.public(t.Commit())
}

// updateNames is update for what searches compare, see foldedLines.
func (s *Store) updateNames(ctx context.Context, what string, f func(tx *tx) error) error {
	err := s.update(ctx, what, f)
	s.folded.forget()
	return err
}

// updateCatalogue is update for what lists, counts and searches depend on.
func (s *Store) updateCatalogue(ctx context.Context, what string, f func(tx *tx) error) error {
	err := s.update(ctx, what, f)
	s.tally.forget() // also after an error: the commit may have arrived
	return err
}
