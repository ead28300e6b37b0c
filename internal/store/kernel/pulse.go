package kernel

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// errFrozen is the error of all connections while the server does not answer.
var errFrozen = errors.New("PostgreSQL does not answer")

// rhythm holds the intervals of a pulse. A caller waits for at most after +
// 2·every + patience.
type rhythm struct {
	after    time.Duration // if an answer takes longer, the pulse tries the server
	every    time.Duration // interval between two looks
	patience time.Duration // how long a try may take
}

var usualRhythm = rhythm{after: time.Second, every: 500 * time.Millisecond, patience: 2 * time.Second}

// pulse notices that a PostgreSQL server is frozen or unreachable, which TCP
// does not report. A slow query is no sign of that, so if an answer takes long,
// the pulse opens a new connection. If that fails, it closes the waiting
// connections and refuses new ones until the server answers again.
//
// It also notices that there is another database in the place of the one that
// was opened: every new connection checks it. While it is there, the pulse
// refuses all connections.
type pulse struct {
	rhythm
	try      func(ctx context.Context) error // opens a new connection
	identity atomic.Pointer[string]          // of the database; nil until it is known
	fault    atomic.Pointer[error]           // errFrozen or errLost; nil for none
	isDoubt  atomic.Bool                     // whether to try before any answer takes long
	cancel   context.CancelFunc
	done     chan struct{}

	mu    sync.Mutex
	conns map[*beating]struct{}
}

// takePulse adds a pulse to the connections of a configuration. Stop it with
// stop.
func takePulse(config *pgx.ConnConfig, r rhythm) *pulse {
	ctx, cancel := context.WithCancel(context.Background())
	p := &pulse{rhythm: r, cancel: cancel, done: make(chan struct{}), conns: map[*beating]struct{}{}}
	config.AfterConnect = p.recognise
	probe := config.Config.Copy()
	p.try = func(ctx context.Context) error {
		conn, err := pgconn.ConnectConfig(ctx, probe)
		if err != nil {
			return err
		}
		_ = conn.Close(ctx) // the server answered
		return nil
	}
	dial := config.DialFunc
	config.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		if err := p.err(); err != nil {
			return nil, err
		}
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return p.add(conn), nil
	}
	go p.run(ctx)
	return p
}

func (p *pulse) stop() {
	if p != nil {
		p.cancel()
		<-p.done
	}
}

func (p *pulse) run(ctx context.Context) {
	defer close(p.done)
	ticker := time.NewTicker(p.every)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
		if p.isDoubt.Swap(false) || p.err() != nil || len(p.waiting(p.after)) > 0 {
			p.look(ctx)
		}
	}
}

// look tries the server.
func (p *pulse) look(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, p.patience)
	defer cancel()
	err := p.try(ctx)
	var answer *pgconn.PgError // such as too many connections
	switch {
	case errors.Is(err, errLost): // recognise has set the fault
	case err == nil, errors.As(err, &answer):
		p.fault.Store(nil)
		return
	default:
		p.fault.Store(&errFrozen)
	}
	for _, c := range p.waiting(0) {
		_ = c.Close() // its query gets an error
	}
}

// err returns why connections are refused; nil while they are not.
func (p *pulse) err() error {
	if fault := p.fault.Load(); fault != nil {
		return *fault
	}
	return nil
}

// expect sets the identity of the database. From now on, connections to others
// are refused.
func (p *pulse) expect(identity string) {
	if p != nil {
		p.identity.Store(&identity)
	}
}

// recognise returns errLost for a connection to another database.
func (p *pulse) recognise(ctx context.Context, conn *pgconn.PgConn) error {
	want := p.identity.Load()
	if want == nil {
		return nil
	}
	found := conn.ExecParams(ctx, selectIdentity, nil, nil, nil, []int16{pgx.BinaryFormatCode}).Read()
	if answer, ok := errors.AsType[*pgconn.PgError](found.Err); found.Err != nil && (!ok || !isAbsent(answer)) {
		return found.Err
	}
	if len(found.Rows) == 1 && string(found.Rows[0][0]) == *want {
		return nil
	}
	p.fault.Store(&errLost)
	return errLost
}

// doubt makes the pulse look whether the database is still the right one.
func (p *pulse) doubt() {
	if p != nil {
		p.isDoubt.Store(true)
	}
}

// note begins to doubt if an error says that tables are gone.
func (p *pulse) note(err error) {
	if answer, ok := errors.AsType[*pgconn.PgError](err); ok && isAbsent(answer) {
		p.doubt()
	}
}

// waiting returns the connections that have waited for at least this time.
func (p *pulse) waiting(atLeast time.Duration) (list []*beating) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.conns {
		if since := c.since.Load(); since != 0 && time.Since(time.Unix(0, since)) >= atLeast {
			list = append(list, c)
		}
	}
	return list
}

func (p *pulse) add(conn net.Conn) net.Conn {
	c := &beating{Conn: conn, pulse: p}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.conns[c] = struct{}{}
	return c
}

// beating is a connection that a pulse watches.
type beating struct {
	net.Conn
	pulse *pulse
	since atomic.Int64 // Unix nanoseconds when it began to wait; 0 while it does not
}

// Read implements net.Conn.
func (c *beating) Read(b []byte) (int, error) { return c.wait(c.Conn.Read, b) }

// Write implements net.Conn.
func (c *beating) Write(b []byte) (int, error) { return c.wait(c.Conn.Write, b) }

func (c *beating) wait(transfer func([]byte) (int, error), b []byte) (int, error) {
	if err := c.pulse.err(); err != nil {
		return 0, err
	}
	c.since.Store(time.Now().UnixNano())
	defer c.since.Store(0)
	n, err := transfer(b)
	if fault := c.pulse.err(); err != nil && fault != nil {
		err = fmt.Errorf("%w: %w", fault, err)
	}
	return n, err
}

// Close implements net.Conn.
func (c *beating) Close() error {
	c.pulse.mu.Lock()
	delete(c.pulse.conns, c)
	c.pulse.mu.Unlock()
	return c.Conn.Close()
}
