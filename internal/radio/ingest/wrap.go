package ingest

import (
	"bufio"
	"io"
	"net"
	"net/netip"
	"slices"
	"sync"
	"syscall"
	"time"

	"sonora/internal/network"
)

// listener returns connections that inspect their first bytes on the first
// Read.
type listener struct {
	net.Listener
	s       *Server
	isMount func(target string) bool
	radio   bool // only radio is served here
}

func (s *Server) wrap(l net.Listener, isMount func(string) bool, radio bool) net.Listener {
	return &listener{l, s, isMount, radio}
}

func (l *listener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if !l.radio {
			return &conn{Conn: c, l: l, heard: func() {}}, nil
		}
		if heard := l.s.knock(c); heard != nil {
			return &conn{Conn: c, l: l, heard: heard}, nil
		}
		hangUp(c) // too many silent connections
	}
}

// knock counts a connection to a radio port that has sent nothing yet, until
// the returned function is called; nil if there are too many.
func (s *Server) knock(c net.Conn) (heard func()) {
	host := hostOf(c)
	address := network.Of(host)
	limit := maxSilentPerAddress
	if ip, err := netip.ParseAddr(host); err == nil && ip.IsLoopback() {
		limit = maxWaiting // a proxy on this machine connects for everybody
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.silent >= maxWaiting || s.silentOf[address] >= limit {
		return nil
	}
	s.silent++
	s.silentOf[address]++
	return sync.OnceFunc(func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.silent--
		if s.silentOf[address]--; s.silentOf[address] == 0 {
			delete(s.silentOf, address)
		}
	})
}

// conn is a connection whose protocol is not known yet. If it turns out to be a
// source's, it reports io.EOF to whoever accepted it and continues in the
// ingest server.
type conn struct {
	net.Conn
	l     *listener
	heard func() // called when the protocol is known or the connection ended

	once  sync.Once
	first []byte // read and not passed on yet
	err   error  // the error of reading them

	mu    sync.Mutex
	taken bool
}

// NetConn returns the underlying connection.
func (c *conn) NetConn() net.Conn { return c.Conn }

func (c *conn) Read(p []byte) (int, error) {
	c.once.Do(c.listen)
	if len(c.first) > 0 {
		n := copy(p, c.first)
		if c.first = c.first[n:]; len(c.first) == 0 {
			c.first = nil // the connection may outlive its request by hours
		}
		return n, nil
	}
	if c.err != nil {
		return 0, c.err
	}
	return c.Conn.Read(p)
}

// listen reads until the protocol is clear.
func (c *conn) listen() {
	defer c.heard()
	buffer := make([]byte, 0, usualFirst)
	for {
		if len(buffer) == cap(buffer) {
			buffer = slices.Grow(buffer, maxFirst-len(buffer))
		}
		n, err := c.Conn.Read(buffer[len(buffer):min(cap(buffer), maxFirst)])
		buffer = buffer[:len(buffer)+n]
		kind := sniff(buffer, c.l.isMount)
		switch {
		case kind == source || kind == shoutcast:
			c.err = io.EOF
			if !c.give(buffer) {
				hangUp(c.Conn)
			}
			return
		case kind == web || err != nil || len(buffer) == maxFirst:
			c.first, c.err = buffer, err
			return
		}
	}
}

// give hands the connection over to the ingest server.
func (c *conn) give(first []byte) bool {
	c.mu.Lock()
	c.taken = true
	c.mu.Unlock()
	if !c.l.s.enter(c.Conn) {
		return false
	}
	go func() {
		defer c.l.s.running.Done()
		c.l.s.talk(c.Conn, bufio.NewReaderSize(io.MultiReader(&remains{first}, c.Conn), maxFirst))
	}()
	return true
}

// remains reads bytes that were read before. Unlike a bytes.Reader, it releases
// them.
type remains struct{ b []byte }

func (r *remains) Read(p []byte) (int, error) {
	if len(r.b) == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.b)
	r.b = r.b[n:]
	return n, nil
}

func (c *conn) isTaken() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.taken
}

// Close does nothing to a connection that the ingest server took over, and
// neither do the other methods.
func (c *conn) Close() error {
	c.heard()
	if c.isTaken() {
		return nil
	}
	return c.Conn.Close()
}

func (c *conn) Write(p []byte) (int, error) {
	if c.isTaken() {
		return 0, net.ErrClosed
	}
	return c.Conn.Write(p)
}

func (c *conn) SetDeadline(t time.Time) error {
	if c.isTaken() {
		return nil
	}
	return c.Conn.SetDeadline(t)
}

func (c *conn) SetReadDeadline(t time.Time) error {
	if c.isTaken() {
		return nil
	}
	return c.Conn.SetReadDeadline(t)
}

func (c *conn) SetWriteDeadline(t time.Time) error {
	if c.isTaken() {
		return nil
	}
	return c.Conn.SetWriteDeadline(t)
}

// ReadFrom keeps sendfile working.
func (c *conn) ReadFrom(r io.Reader) (int64, error) {
	if to, ok := c.Conn.(io.ReaderFrom); ok && !c.isTaken() {
		return to.ReadFrom(r)
	}
	return io.Copy(struct{ io.Writer }{c}, r)
}

// CloseWrite shuts down the writing side.
func (c *conn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok && !c.isTaken() {
		return half.CloseWrite()
	}
	return nil
}

// SyscallConn gives access to socket options.
func (c *conn) SyscallConn() (syscall.RawConn, error) {
	if raw, ok := c.Conn.(syscall.Conn); ok {
		return raw.SyscallConn()
	}
	return nil, syscall.EINVAL
}
