package kernel

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"strings"
)

// DB is the database. It is safe for concurrent use.
type DB struct {
	Dialect *Dialect
	Read    *Pool
	Write   *Pool // on PostgreSQL the same as Read; on SQLite a single connection
	Tally   *Tally
	// Folded caches the names that searches compare.
	Folded   *Tally
	file     *file  // nil on PostgreSQL
	pulse    *pulse // nil on SQLite
	identity string
}

// Options configure a DB. The zero value suits a server.
type Options struct {
	Readers int // read connections; 0 chooses by the number of CPUs
	// New is called before a database is created. If it returns an error, the
	// database is not created; nil means no check.
	New func() error

	rhythm rhythm // usualRhythm, unless a test uses a shorter one
}

// Open opens the database at url, which is "sqlite:PATH" or "postgres://…". It
// creates the database or migrates it forward. It returns a *NewerError
// (errors.Is ErrNewer) for the database of a newer version, and ErrForeign for
// data of another program; it changes neither.
//
// A completed write has reached the operating system, so it survives the death
// of the process. On SQLite, a power failure may undo the last seconds but
// never corrupts the database. On PostgreSQL, durability depends on the
// server's synchronous_commit.
func Open(ctx context.Context, url string, o Options) (*DB, error) {
	version, err := Inspect(ctx, url)
	if err == nil && version == 0 && o.New != nil {
		err = o.New()
	}
	if err != nil {
		return nil, err
	}
	if o.Readers == 0 {
		o.Readers = min(4, runtime.GOMAXPROCS(0)+1)
	}
	s, err := connect(url, o)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	if err := s.migrate(ctx, version); err != nil {
		return nil, errors.Join(fmt.Errorf("migrate database: %w", err), s.Close())
	}
	if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
		if s.file, err = watchFile(path); err != nil {
			return nil, errors.Join(err, s.Close())
		}
		s.Read.file, s.Write.file = s.file, s.file
	}
	for _, prepare := range []func(context.Context) error{s.identify, s.foldNames, s.beginChanges} {
		if err := prepare(ctx); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	return s, nil
}

// connect opens the pools without accessing the database.
func connect(url string, o Options) (*DB, error) {
	if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
		write, err := sqliteWriter(path)
		if err != nil {
			return nil, err
		}
		read, err := sqliteReaders(path, o.Readers)
		if err != nil {
			return nil, errors.Join(err, write.Close())
		}
		reads, writes := newPool(read, &sqliteDialect), newPool(write, &sqliteDialect)
		reads.Slow = writes.Slow
		return &DB{Dialect: &sqliteDialect, Read: reads, Write: writes, Tally: newTally(&sqliteDialect), Folded: newTally(&sqliteDialect)}, nil
	}
	if o.rhythm == (rhythm{}) {
		o.rhythm = usualRhythm
	}
	db, pulse, err := postgresPool(url, o.Readers, o.rhythm)
	if err != nil {
		return nil, err
	}
	p := newPool(db, &postgresDialect)
	p.pulse = pulse
	return &DB{Dialect: &postgresDialect, pulse: pulse, Read: p, Write: p, Tally: newTally(&postgresDialect), Folded: newTally(&postgresDialect)}, nil
}

// Close closes all connections. The DB must not be used afterwards.
func (db *DB) Close() error {
	defer db.pulse.stop()
	if db.Read == db.Write {
		return db.Write.close()
	}
	// Close the writer last: SQLite truncates its log when the last connection
	// closes.
	return errors.Join(db.Read.close(), db.Write.close(), db.file.close())
}

// Ping returns an error if the database does not respond or is another one, or
// if its file is missing or damaged.
func (db *DB) Ping(ctx context.Context) error {
	if err := db.file.checkHeader(); err != nil {
		return fmt.Errorf("ping database: %w", err)
	}
	if err := db.CheckIdentity(ctx, db.Read); err != nil {
		return fmt.Errorf("ping database: %w", err)
	}
	return nil
}

// Engine returns "sqlite" or "postgres".
func (db *DB) Engine() string { return db.Dialect.name }

// Update runs f in a write transaction, which commits if f returns nil. Errors
// start with what.
func (db *DB) Update(ctx context.Context, what string, f func(tx *Tx) error) error {
	err := db.transact(ctx, f)
	for range 3 {
		if !db.Dialect.retry(err) {
			break
		}
		err = db.transact(ctx, f)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

func (db *DB) transact(ctx context.Context, f func(tx *Tx) error) error {
	if err := db.file.check(); err != nil {
		return err
	}
	t, err := db.Write.db.BeginTx(ctx, nil)
	if err != nil {
		return db.Write.Public(err)
	}
	tx := &Tx{sql: t, Pool: db.Write, stmts: map[string]*sql.Stmt{}}
	if err := f(tx); err != nil {
		if undo := t.Rollback(); undo != nil && !errors.Is(undo, sql.ErrTxDone) {
			return errors.Join(err, undo)
		}
		return err
	}
	if err := t.Commit(); err != nil {
		return db.Write.Public(err)
	}
	db.Write.keep(context.WithoutCancel(ctx), tx.own)
	return nil
}

// UpdateNames is Update for texts that searches compare; see FoldedLines.
func (db *DB) UpdateNames(ctx context.Context, what string, f func(tx *Tx) error) error {
	err := db.Update(ctx, what, f)
	db.Folded.Forget()
	return err
}

// UpdateCatalogue is Update for data that lists, counts and searches depend on.
func (db *DB) UpdateCatalogue(ctx context.Context, what string, f func(tx *Tx) error) error {
	err := db.Update(ctx, what, f)
	db.Tally.Forget() // also after an error, because the commit may have succeeded
	return err
}
