package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"

	"sonora/internal/music"
)

// queryer runs statements: a pool, or a transaction.
type queryer interface {
	query(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	exec(ctx context.Context, query string, args ...any) (int, error)
	public(err error) error // what a driver's error means
}

// A limit is written «? + 0» everywhere: SQLite plans a statement anew at each
// run when the limit is a parameter alone.

// pool is a set of connections with the statements prepared on them. The
// texts are few: they are constants, and combinations of a list's filters.
type pool struct {
	db    *sql.DB
	d     *dialect
	mu    sync.RWMutex
	stmts map[string]*sql.Stmt
}

func newPool(db *sql.DB, d *dialect) *pool {
	return &pool{db: db, d: d, stmts: map[string]*sql.Stmt{}}
}

func (p *pool) close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var errs []error
	for _, stmt := range p.stmts {
		errs = append(errs, stmt.Close())
	}
	clear(p.stmts)
	return errors.Join(append(errs, p.db.Close())...)
}

// prepare returns the statement of a text, prepared at its first use.
func (p *pool) prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	p.mu.RLock()
	stmt := p.stmts[query]
	p.mu.RUnlock()
	if stmt != nil {
		return stmt, nil
	}
	stmt, err := p.db.PrepareContext(ctx, p.d.placeholders(query))
	if err != nil {
		return nil, p.d.public(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if other := p.stmts[query]; other != nil {
		return other, stmt.Close() //nolint:sqlclosecheck // somebody else was faster; theirs stays open
	}
	p.stmts[query] = stmt
	return stmt, nil
}

func (p *pool) query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	stmt, err := p.prepare(ctx, query) //nolint:sqlclosecheck // kept for the next time
	if err != nil {
		return nil, err
	}
	rows, err := stmt.QueryContext(ctx, args...)
	return rows, p.d.public(err)
}

func (p *pool) exec(ctx context.Context, query string, args ...any) (int, error) {
	stmt, err := p.prepare(ctx, query)
	if err != nil {
		return 0, err
	}
	return affected(ctx, p.d, stmt, args)
}

func (p *pool) public(err error) error { return p.d.public(err) }

// tx is a write transaction. It uses the pool's prepared statements.
type tx struct {
	*sql.Tx
	pool  *pool
	stmts map[string]*sql.Stmt
}

// prepare binds a statement to the transaction. It is prepared on the
// transaction's own connection: the pool may have no other.
func (t *tx) prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	if stmt := t.stmts[query]; stmt != nil {
		return stmt, nil
	}
	t.pool.mu.RLock()
	shared := t.pool.stmts[query]
	t.pool.mu.RUnlock()
	var stmt *sql.Stmt
	if shared != nil {
		stmt = t.StmtContext(ctx, shared)
	} else {
		var err error
		if stmt, err = t.PrepareContext(ctx, t.pool.d.placeholders(query)); err != nil {
			return nil, t.pool.d.public(err)
		}
	}
	t.stmts[query] = stmt
	return stmt, nil
}

func (t *tx) query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	stmt, err := t.prepare(ctx, query) //nolint:sqlclosecheck // kept for the next time
	if err != nil {
		return nil, err
	}
	rows, err := stmt.QueryContext(ctx, args...)
	return rows, t.pool.d.public(err)
}

func (t *tx) exec(ctx context.Context, query string, args ...any) (int, error) {
	stmt, err := t.prepare(ctx, query)
	if err != nil {
		return 0, err
	}
	return affected(ctx, t.pool.d, stmt, args)
}

func (t *tx) public(err error) error { return t.pool.d.public(err) }

func affected(ctx context.Context, d *dialect, stmt *sql.Stmt, args []any) (int, error) {
	result, err := stmt.ExecContext(ctx, args...)
	if err != nil {
		return 0, d.public(err)
	}
	n, err := result.RowsAffected()
	return int(n), d.public(err)
}

// row is a place a result row is scanned into, again and again.
type row[T any] interface {
	dest() []any // pointers, one per column; the same at every call
	value() T    // of the row just scanned
}

// collect returns every row of a query.
func collect[T any](ctx context.Context, q queryer, r row[T], query string, args ...any) ([]T, error) {
	rows, err := q.query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	items := []T{}
	dest := r.dest()
	for rows.Next() {
		if err := rows.Scan(dest...); err != nil {
			return nil, q.public(err)
		}
		items = append(items, r.value())
	}
	return items, q.public(rows.Err())
}

// one returns the only row of a query; music.ErrNotFound when there is none.
func one[T any](ctx context.Context, q queryer, r row[T], query string, args ...any) (T, error) {
	items, err := collect(ctx, q, r, query, args...)
	if err == nil && len(items) == 0 {
		err = music.ErrNotFound
	}
	if err != nil {
		var zero T
		return zero, err
	}
	return items[0], nil
}

// pointer makes the result of one a pointer, nil after an error.
func pointer[T any](v T, err error) (*T, error) {
	if err != nil {
		return nil, err
	}
	return &v, nil
}

// cell is a row of one column.
type cell[T any] struct{ v T }

func (c *cell[T]) dest() []any { return []any{&c.v} }
func (c *cell[T]) value() T    { return c.v }

// pair is a row of two columns.
type pair[A, B any] struct {
	a A
	b B
}

func (p *pair[A, B]) dest() []any       { return []any{&p.a, &p.b} }
func (p *pair[A, B]) value() pair[A, B] { return *p }

// must is for a statement that has to change a row; ErrNotFound when it does not.
func must(n int, err error) error {
	if err == nil && n == 0 {
		return music.ErrNotFound
	}
	return err
}

// inserter writes rows with as few statements as possible.
type inserter struct {
	tx   *tx
	head string // insert into t (a, b) values
	row  string // (?, ?)
	tail string // on conflict …
	most int    // rows per statement
	args []any
	n    int
}

// insert prepares inserting into a table; columns are separated by commas.
func (t *tx) insert(table, columns string) *inserter {
	n := strings.Count(columns, ",") + 1
	return &inserter{
		tx: t, head: fmt.Sprintf("insert into %s (%s) values ", table, columns),
		row: "(" + strings.Repeat("?, ", n-1) + "?)", most: max(1, 512/n),
	}
}

// add appends a row; it is written with others, at the latest by flush.
func (i *inserter) add(ctx context.Context, values ...any) error {
	i.args = append(i.args, values...)
	if i.n++; i.n == i.most {
		return i.write(ctx, i.n)
	}
	return nil
}

func (i *inserter) flush(ctx context.Context) error {
	// Powers of two keep the number of different statements small.
	for n := i.most; i.n > 0; n /= 2 {
		for i.n >= max(n, 1) {
			if err := i.write(ctx, max(n, 1)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (i *inserter) write(ctx context.Context, n int) error {
	per := len(i.args) / i.n
	_, err := i.tx.exec(ctx, i.head+strings.Repeat(i.row+", ", n-1)+i.row+" "+i.tail, i.args[:n*per]...)
	i.args = append(i.args[:0], i.args[n*per:]...)
	i.n -= n
	return err
}
