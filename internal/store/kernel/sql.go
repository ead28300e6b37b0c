package kernel

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"
	"sync"
	"time"

	"sonora/internal/store/kernel/slow"
)

// Seqs reads many seqs. It reads them as one joined text, which is far faster
// than one row each.
func (db *DB) Seqs(ctx context.Context, from *Query) ([]int64, error) {
	text, err := One(ctx, db.Read, &Cell[*string]{}, "select "+from.Text.String(), from.Args...)
	if err != nil || text == nil {
		return nil, err
	}
	seqs := make([]int64, 0, strings.Count(*text, ",")+1)
	for part := range strings.SplitSeq(*text, ",") {
		seq, err := strconv.ParseInt(part, 10, 64)
		if err != nil {
			return nil, err
		}
		seqs = append(seqs, seq)
	}
	return seqs, nil
}

// Queryer executes statements: a Pool or a Tx.
type Queryer interface {
	Query(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	Exec(ctx context.Context, query string, args ...any) (int, error)
	Public(err error) error // converts a driver's error

	pool() *Pool
}

// All limits are written "? + 0": with a bare parameter, SQLite would plan the
// statement again at each execution.

// Pool is a set of connections with prepared statements. There are few
// different statements: constants, and combinations of a list's filters.
type Pool struct {
	db    *sql.DB
	D     *Dialect
	file  *file  // nil on PostgreSQL
	pulse *pulse // nil on SQLite
	Slow  *slow.Log
	mu    sync.RWMutex
	stmts map[string]*sql.Stmt
	once  map[string]bool // statements that one transaction has used so far
}

func newPool(db *sql.DB, d *Dialect) *Pool {
	return &Pool{db: db, D: d, stmts: map[string]*sql.Stmt{}, once: map[string]bool{}, Slow: slow.NewLog()}
}

func (p *Pool) pool() *Pool { return p }

func (p *Pool) close() error {
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
func (p *Pool) prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	p.mu.RLock()
	stmt := p.stmts[query]
	p.mu.RUnlock()
	if stmt != nil {
		return stmt, nil
	}
	stmt, err := p.db.PrepareContext(ctx, p.D.placeholders(query))
	if err != nil {
		return nil, p.Public(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if other := p.stmts[query]; other != nil {
		return other, stmt.Close() //nolint:sqlclosecheck // another goroutine prepared it first; that one stays open
	}
	p.stmts[query] = stmt
	return stmt, nil
}

// maxFromTransactions limits the statements that transactions prepared and that are
// kept.
const maxFromTransactions = 1000

// keep prepares the statements of a transaction for those that follow, from the second
// transaction on that uses them: the others may be rare.
func (p *Pool) keep(ctx context.Context, queries []string) {
	for _, query := range queries {
		if p.isUsedAgain(query) {
			_, _ = p.prepare(ctx, query) //nolint:sqlclosecheck // kept; after an error, the next transaction prepares it
		}
	}
}

func (p *Pool) isUsedAgain(query string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.once[query] {
		return true
	}
	if len(p.once) < maxFromTransactions {
		p.once[query] = true
	}
	return false
}

// uninterrupted returns the context for executing a statement. On SQLite, one that
// has begun continues to its first row even if ctx ends, and Collect stops there.
// Otherwise, the driver and database/sql would each start a goroutine that waits for
// ctx, which takes longer than reading a few rows.
func (p *Pool) uninterrupted(ctx context.Context) (context.Context, error) {
	if p.D != &sqliteDialect {
		return ctx, nil
	}
	return context.WithoutCancel(ctx), ctx.Err()
}

// Query implements Queryer.
func (p *Pool) Query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	stmt, err := p.prepare(ctx, query)
	if err != nil {
		return nil, err
	}
	return p.query(ctx, stmt, args)
}

func (p *Pool) query(ctx context.Context, stmt *sql.Stmt, args []any) (*sql.Rows, error) {
	ctx, err := p.uninterrupted(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := stmt.QueryContext(ctx, args...)
	return rows, p.Public(err)
}

// Exec implements Queryer.
func (p *Pool) Exec(ctx context.Context, query string, args ...any) (int, error) {
	if err := p.file.check(); err != nil {
		return 0, err
	}
	stmt, err := p.prepare(ctx, query)
	if err != nil {
		return 0, err
	}
	return affected(ctx, p, query, stmt, args)
}

// Public implements Queryer.
func (p *Pool) Public(err error) error {
	p.file.note(err)
	p.pulse.note(err)
	return p.D.Public(err)
}

// Tx is a write transaction. It uses the pool's prepared statements.
type Tx struct {
	sql   *sql.Tx
	Pool  *Pool
	stmts map[string]*sql.Stmt
	own   []string // statements that the pool has not prepared
}

func (t *Tx) pool() *Pool { return t.Pool }

// OneAtATime waits until no other transaction that called it is running. Transactions
// call it before a decision that no two may make at the same time.
func (t *Tx) OneAtATime(ctx context.Context) error {
	if t.Pool.D.oneAtATime == "" { // there is only one write transaction at a time
		return nil
	}
	_, err := t.Exec(ctx, t.Pool.D.oneAtATime)
	return err
}

// prepare binds a statement to the transaction. If the pool has not prepared it, it
// prepares it on the transaction's own connection, because the pool may have no other.
func (t *Tx) prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	if stmt := t.stmts[query]; stmt != nil {
		return stmt, nil
	}
	t.Pool.mu.RLock()
	shared := t.Pool.stmts[query]
	t.Pool.mu.RUnlock()
	var stmt *sql.Stmt
	if shared != nil {
		stmt = t.sql.StmtContext(ctx, shared)
	} else {
		var err error
		if stmt, err = t.sql.PrepareContext(ctx, t.Pool.D.placeholders(query)); err != nil {
			return nil, t.Pool.Public(err)
		}
		t.own = append(t.own, query)
	}
	t.stmts[query] = stmt
	return stmt, nil
}

// Query implements Queryer.
func (t *Tx) Query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	stmt, err := t.prepare(ctx, query)
	if err != nil {
		return nil, err
	}
	return t.Pool.query(ctx, stmt, args)
}

// Exec implements Queryer.
func (t *Tx) Exec(ctx context.Context, query string, args ...any) (int, error) {
	stmt, err := t.prepare(ctx, query)
	if err != nil {
		return 0, err
	}
	return affected(ctx, t.Pool, query, stmt, args)
}

// Public implements Queryer.
func (t *Tx) Public(err error) error { return t.Pool.Public(err) }

func affected(ctx context.Context, p *Pool, query string, stmt *sql.Stmt, args []any) (int, error) {
	defer p.Slow.Note(query, time.Now())
	ctx, err := p.uninterrupted(ctx)
	if err != nil {
		return 0, err
	}
	result, err := stmt.ExecContext(ctx, args...)
	if err != nil {
		return 0, p.Public(err)
	}
	n, err := result.RowsAffected()
	return int(n), p.Public(err)
}
