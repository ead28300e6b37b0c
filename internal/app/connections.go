package app

import (
	"container/list"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync"

	"sonora/internal/edge/proxy"
	"sonora/internal/network"
)

// connLimiter counts the connections of clients on all ports and keeps them within
// the limit, so that the server can always open its own files. A new connection over
// the limit replaces the one that has waited longest for a request. If none waits,
// the new connection is closed.
type connLimiter struct {
	capacity
	proxies proxy.Trusted // each carries the connections of many
	log     *slog.Logger

	mu     sync.Mutex
	open   int
	idle   *list.List     // of *countedConn without a request, the longest idle first
	of     map[string]int // by network; without this machine, which may be a proxy, and proxies
	isFull bool           // logged
}

func newConnLimiter(c capacity, proxies proxy.Trusted, log *slog.Logger) *connLimiter {
	return &connLimiter{capacity: c, proxies: proxies, log: log, idle: list.New(), of: map[string]int{}}
}

// limit returns a listener whose connections are counted.
func (c *connLimiter) limit(l net.Listener) net.Listener { return &limitedListener{l, c} }

type limitedListener struct {
	net.Listener
	limiter *connLimiter
}

// Accept implements net.Listener.
func (l *limitedListener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		tcp, ok := conn.(*net.TCPConn)
		if !ok {
			return conn, nil // all ports are TCP
		}
		network := l.limiter.networkOf(conn.RemoteAddr())
		if l.limiter.enter(network) {
			return l.limiter.counted(tcp, network), nil
		}
		_ = conn.Close() // nobody to report an error to
	}
}

func (c *connLimiter) counted(conn *net.TCPConn, network string) *countedConn {
	counted := &countedConn{TCPConn: conn, network: network}
	counted.leave = sync.OnceFunc(func() { c.leave(counted) })
	return counted
}

// follow is an http.Server's ConnState: it knows which connections are idle.
func (c *connLimiter) follow(conn net.Conn, state http.ConnState) {
	counted := countedBelow(conn)
	if counted == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.unlist(counted)
	if state == http.StateIdle || state == http.StateNew {
		counted.idle = c.idle.PushBack(counted)
	}
}

// unlist removes a connection from the idle ones. c.mu must be held.
func (c *connLimiter) unlist(conn *countedConn) {
	if conn.idle != nil {
		c.idle.Remove(conn.idle)
		conn.idle = nil
	}
}

// closeIdle makes room for a connection of a network, if it needs room: it closes the
// connection that has been idle longest.
func (c *connLimiter) closeIdle(network string) {
	c.mu.Lock()
	longest := c.longestIdle(network)
	if longest != nil {
		c.unlist(longest)
	}
	c.mu.Unlock()
	if longest != nil {
		_ = longest.Close() // its client connects again
	}
}

// longestIdle returns the connection that has been idle longest among those that
// take the place of a new one: those of its network if that has all it may have,
// all if all places are taken. It returns nil for none. c.mu must be held.
func (c *connLimiter) longestIdle(network string) *countedConn {
	isOwn := c.hasAll(network)
	if !isOwn && c.open < c.connections {
		return nil
	}
	for at := c.idle.Front(); at != nil; at = at.Next() {
		if conn := at.Value.(*countedConn); !isOwn || conn.network == network {
			return conn
		}
	}
	return nil
}

// hasAll reports whether a network has all connections that it may have. c.mu must be
// held.
func (c *connLimiter) hasAll(network string) bool {
	return network != "" && c.of[network] >= c.perAddress
}

func (c *connLimiter) enter(network string) bool {
	c.closeIdle(network)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open >= c.connections {
		if !c.isFull {
			c.log.Warn("too many connections; new ones are refused", "connections", c.open, "files", c.files)
		}
		c.isFull = true
		return false
	}
	c.isFull = false
	if c.hasAll(network) {
		return false
	}
	if network != "" {
		c.of[network]++
	}
	c.open++
	return true
}

func (c *connLimiter) leave(conn *countedConn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.unlist(conn)
	c.open--
	if conn.network == "" {
		return
	}
	if c.of[conn.network]--; c.of[conn.network] == 0 {
		delete(c.of, conn.network)
	}
}

// networkOf returns the network that is counted; "" for this machine and
// trusted proxies.
func (c *connLimiter) networkOf(address net.Addr) string {
	port, err := netip.ParseAddrPort(address.String())
	ip := port.Addr().Unmap().WithZone("")
	if err != nil || ip.IsLoopback() || c.proxies.Has(ip) {
		return ""
	}
	return network.Of(ip.String())
}

// countedConn is a connection that is counted until it is closed. It keeps what the
// embedded one can do, such as sendfile.
type countedConn struct {
	*net.TCPConn
	network string // as networkOf returns it
	leave   func()
	idle    *list.Element // of the limiter's list; nil during a request
}

// countedBelow returns the counted connection that others wrap; nil if there is
// none.
func countedBelow(conn net.Conn) *countedConn {
	for {
		switch c := conn.(type) {
		case *countedConn:
			return c
		case interface{ NetConn() net.Conn }:
			conn = c.NetConn()
		default:
			return nil
		}
	}
}

// NetConn returns the connection itself, like those of crypto/tls.
func (c *countedConn) NetConn() net.Conn { return c.TCPConn }

// Close implements net.Conn.
func (c *countedConn) Close() error {
	c.leave()
	return c.TCPConn.Close()
}
