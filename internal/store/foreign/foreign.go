// Package foreign opens SQLite databases of other programs, which people give to the
// server.
//
// Nobody vouches for such a file, so it is opened read-only, without its write-ahead log,
// and nothing in its schema is trusted: views, virtual tables and expressions
// could make a query run for as long as they like.
package foreign

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

const (
	maxValue = 1 << 20 // bytes of one value; SQLite refuses longer ones
	maxTime  = 2 * time.Minute
)

// ErrFormat is the error for a file that is not a database of the program, or is damaged.
var ErrFormat = errors.New("not a database of this program")

var errLong = fmt.Errorf("%w: it takes longer than %v to read", ErrFormat, maxTime)

// DB is an open database.
type DB struct{ db *sql.DB }

// Read opens the database at path for read. Its error wraps ErrFormat if the file is not a
// database, or takes too long to read.
func Read(ctx context.Context, path string, read func(context.Context, *DB) error) (err error) {
	ctx, stop := context.WithTimeoutCause(ctx, maxTime, errLong)
	defer stop()
	defer func() {
		if err != nil && errors.Is(context.Cause(ctx), errLong) {
			err = errors.Join(errLong, err)
		}
	}()
	whole, err := filepath.Abs(path) // in an address, the first part of another path would be a host
	if err != nil {
		return fmt.Errorf("open a database: %w", err)
	}
	// A file that somebody may change is not immutable, but this one is a copy.
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: whole}).String()+"?mode=ro&immutable=1&_pragma=trusted_schema(0)&_pragma=query_only(1)&_pragma=cell_size_check(1)&_pragma=mmap_size(0)&_pragma=cache_size(-4000)")
	if err != nil {
		return fmt.Errorf("open a database: %w", err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return read(ctx, &DB{db})
}

// Conn is a connection with limits on what a query may use.
type Conn struct{ c *sql.Conn }

// Conn returns a connection. Close it.
func (d *DB) Conn(ctx context.Context) (*Conn, error) {
	c, err := d.db.Conn(ctx)
	if err != nil {
		return nil, Refused(err)
	}
	for id, limit := range map[int]int{sqlite3.SQLITE_LIMIT_LENGTH: maxValue, sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 50, sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0, sqlite3.SQLITE_LIMIT_ATTACHED: 0} {
		if _, err := sqlite.Limit(c, id, limit); err != nil {
			return nil, errors.Join(fmt.Errorf("limit queries: %w", err), c.Close())
		}
	}
	return &Conn{c}, nil
}

// Close returns the connection.
func (c *Conn) Close() error { return c.c.Close() }

// Refused returns an error of SQLite about the file as ErrFormat. An end of the context
// stays what it is.
func Refused(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrFormat, err)
}

// Columns returns the columns of a table in lower case; nil if it is not there, or not a
// plain table: a generated column would compute a value for every row.
func (c *Conn) Columns(ctx context.Context, table string) (map[string]bool, error) {
	var columns map[string]bool
	err := c.Each(ctx, `select x.name from sqlite_master m, pragma_table_xinfo(m.name) x where m.name = '`+table+`' and m.type = 'table' and m.sql like 'create table%'
		and not exists (select 1 from pragma_table_xinfo(m.name) where hidden <> 0)`, maxColumns, func(scan func(...any) error) error {
		var name string
		if err := scan(&name); err != nil {
			return Refused(err)
		}
		if columns == nil {
			columns = map[string]bool{}
		}
		columns[strings.ToLower(name)] = true
		return nil
	})
	return columns, err
}

const maxColumns = 1000

// HasKey reports whether the rows of a table have an identifier of their own. A shared one
// would multiply rows.
func (c *Conn) HasKey(ctx context.Context, table string) (bool, error) {
	var n int
	err := c.c.QueryRowContext(ctx, "select count(*) from pragma_table_info(?) where name = 'id' and pk = 1 and lower(type) = 'integer'", table).Scan(&n)
	return n == 1, Refused(err)
}

// Each calls read for up to limit rows of a query.
func (c *Conn) Each(ctx context.Context, query string, limit int, read func(scan func(...any) error) error) (err error) {
	rows, err := c.Query(ctx, query, limit)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		if err := read(rows.Scan); err != nil {
			return err
		}
	}
	return Refused(rows.Err())
}

// Query returns up to limit rows of a query. Close them.
func (c *Conn) Query(ctx context.Context, query string, limit int) (*sql.Rows, error) {
	rows, err := c.c.QueryContext(ctx, query+" limit "+strconv.Itoa(limit))
	return rows, Refused(err)
}
