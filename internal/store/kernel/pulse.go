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
type pulse struct {
	rhythm
	try      func(ctx context.Context) error // opens a new connection
	isFrozen atomic.Bool
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
		if p.isFrozen.Load() {
			return nil, errFrozen
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
		if p.isFrozen.Load() || len(p.waiting(p.after)) > 0 {
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
	isFrozen := err != nil && !errors.As(err, &answer)
	p.isFrozen.Store(isFrozen)
	if !isFrozen {
		return
	}
	for _, c := range p.waiting(0) {
		_ = c.Close() // its query gets an error
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
	if c.pulse.isFrozen.Load() {
		return 0, errFrozen
	}
	c.since.Store(time.Now().UnixNano())
	defer c.since.Store(0)
	n, err := transfer(b)
	if err != nil && c.pulse.isFrozen.Load() {
		err = fmt.Errorf("%w: %w", errFrozen, err)
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
