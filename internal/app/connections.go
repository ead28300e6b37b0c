package app

import (
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"sync"
	"syscall"

	"sonora/internal/edge/proxy"
	"sonora/internal/network"
)

const (
	minReserved, maxReserved = 128, 2048
	// fewFiles is the limit of open files below which the operator is told.
	fewFiles = 4096
	maxFiles = 10_000_000
	// usualFiles is assumed where the limit is unknown.
	usualFiles = 1024
)

// capacity is how the files that this process may have open are divided. Every
// connection is one.
type capacity struct {
	files       int // the limit
	reserved    int // for the database, music, ffmpeg and outgoing connections
	connections int // of clients
	perAddress  int // of those, from one address outside this machine
	streams     int // of those, event streams
	listeners   int // of those, listeners of stations
}

// newCapacity divides a limit of open files.
func newCapacity(files int) capacity {
	reserved := min(max(files/5, minReserved), maxReserved)
	connections := max(files-reserved, 1)
	return capacity{
		files: files, reserved: reserved, connections: connections, perAddress: max(connections/2, 1),
		streams: max(connections/4, 1), listeners: max(connections*3/4, 1),
	}
}

// ownCapacity is newCapacity with the limit of this process. The Go runtime has
// raised it as far as the system allows.
func ownCapacity() capacity {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return newCapacity(usualFiles)
	}
	return newCapacity(int(min(limit.Cur, maxFiles)))
}

func (c capacity) String() string {
	return fmt.Sprintf("%d files may be open: %d for the server itself, %d for connections; of these up to %d listeners of stations and %d open apps.",
		c.files, c.reserved, c.connections, c.listeners, c.streams)
}

// checkCapacity reports what the limit of open files allows. The limit of a
// service may differ from that of a shell.
func checkCapacity(c capacity) Check {
	if c.files < fewFiles {
		return Check{"files", CheckOff, c.String(), "Raise the limit, with LimitNOFILE=65536 in a systemd unit or ulimit -n 65536 in a shell."}
	}
	return Check{"files", CheckOK, c.String(), ""}
}

// connLimiter counts the connections of clients on all ports and hangs up on those
// over the limit, so that the server can always open its own files.
type connLimiter struct {
	capacity
	proxies proxy.Trusted // each carries the connections of many
	log     *slog.Logger

	mu     sync.Mutex
	open   int
	of     map[string]int // by network; without this machine, which may be a proxy, and proxies
	isFull bool           // logged
}

func newConnLimiter(c capacity, proxies proxy.Trusted, log *slog.Logger) *connLimiter {
	return &connLimiter{capacity: c, proxies: proxies, log: log, of: map[string]int{}}
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
			return &countedConn{tcp, sync.OnceFunc(func() { l.limiter.leave(network) })}, nil
		}
		_ = conn.Close() // nobody to report an error to
	}
}

func (c *connLimiter) enter(network string) bool {
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
	if network != "" {
		if c.of[network] >= c.perAddress {
			return false
		}
		c.of[network]++
	}
	c.open++
	return true
}

func (c *connLimiter) leave(network string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open--
	if network == "" {
		return
	}
	if c.of[network]--; c.of[network] == 0 {
		delete(c.of, network)
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
	leave func()
}

// NetConn returns the connection itself, like those of crypto/tls.
func (c *countedConn) NetConn() net.Conn { return c.TCPConn }

// Close implements net.Conn.
func (c *countedConn) Close() error {
	c.leave()
	return c.TCPConn.Close()
}
