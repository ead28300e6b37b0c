package app

import (
	"bufio"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"sonora/internal/diagnostics"
)

func TestCapacityLeavesFilesForServer(t *testing.T) {
	for _, files := range []int{64, 256, 1024, 20_000, 1 << 20} {
		c := newCapacity(files)
		if c.connections+c.reserved > max(files, c.reserved+1) || c.reserved < minReserved || c.streams+c.listeners > max(c.connections*9/10, 2) || c.perAddress < 1 ||
			c.listenersPerAddress < 1 || c.listenersPerAddress > max(c.listeners/4, 1) {
			t.Errorf("%d files: %+v", files, c)
		}
	}
	if check := checkCapacity(newCapacity(1024)); check.State != diagnostics.Off || !strings.Contains(check.Says.String(), "204 for the server itself, 820 for connections") {
		t.Errorf("%+v", check)
	}
}

// TestOneAddressDoesNotTakeAllConnections counts by network.
func TestOneAddressDoesNotTakeAllConnections(t *testing.T) {
	d := newConnLimiter(capacity{connections: 4, perAddress: 2}, nil, slog.New(slog.DiscardHandler))
	for i, c := range []struct {
		network string
		want    bool
	}{{"192.0.2.1", true}, {"192.0.2.1", true}, {"192.0.2.1", false}, {"192.0.2.2", true}, {"", true}, {"", false}, {"192.0.2.3", false}} {
		if got := d.enter(c.network); got != c.want {
			t.Errorf("connection %d from %q: %v", i, c.network, got)
		}
	}
	d.leave(&countedConn{network: "192.0.2.1"})
	if !d.enter("192.0.2.1") || d.enter("192.0.2.4") {
		t.Errorf("after one left: %+v", d.of)
	}
}

// TestRefusedAddressTakesNoPlace lets an address that has all it may have connect once
// more while all places are taken.
func TestRefusedAddressTakesNoPlace(t *testing.T) {
	d := newConnLimiter(capacity{connections: 2, perAddress: 1}, nil, slog.New(slog.DiscardHandler))
	for _, network := range []string{"192.0.2.1", "192.0.2.2"} {
		if !d.enter(network) {
			t.Fatalf("%s was refused", network)
		}
	}
	idle := d.counted(new(net.TCPConn), "192.0.2.2")
	d.follow(idle, http.StateIdle)
	if d.enter("192.0.2.1") || d.open != 2 || d.idle.Len() != 1 {
		t.Errorf("a refused address took a place: %d connections, %d idle", d.open, d.idle.Len())
	}
	if !d.enter("192.0.2.3") || d.open != 2 || d.idle.Len() != 0 {
		t.Errorf("another address got no place: %d connections, %d idle", d.open, d.idle.Len())
	}
}

// TestAddressReplacesItsOwnIdleConnection lets an address that has all it may have
// connect again, while another one was idle for longer.
func TestAddressReplacesItsOwnIdleConnection(t *testing.T) {
	d := newConnLimiter(capacity{connections: 10, perAddress: 2}, nil, slog.New(slog.DiscardHandler))
	enter := func(network string) *countedConn {
		t.Helper()
		if !d.enter(network) {
			t.Fatalf("%s was refused: %v", network, d.of)
		}
		return d.counted(new(net.TCPConn), network)
	}
	other, first, second := enter("192.0.2.2"), enter("192.0.2.1"), enter("192.0.2.1")
	for _, conn := range []*countedConn{other, second, first} {
		d.follow(conn, http.StateIdle)
	}
	third := enter("192.0.2.1")
	if second.idle != nil || first.idle == nil || other.idle == nil || d.of["192.0.2.1"] != 2 || d.open != 3 {
		t.Errorf("%d of %d connections, idle: other %v, first %v, second %v", d.of["192.0.2.1"], d.open, other.idle, first.idle, second.idle)
	}
	d.follow(first, http.StateActive)
	d.follow(third, http.StateActive)
	if d.enter("192.0.2.1") || other.idle == nil {
		t.Error("an address without an idle connection got another one")
	}
}

// TestConnectionsOverLimitAreRefused connects for real.
func TestConnectionsOverLimitAreRefused(t *testing.T) {
	below, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	d := newConnLimiter(capacity{connections: 1, perAddress: 1}, nil, slog.New(slog.DiscardHandler))
	l := d.limit(below)
	defer l.Close()
	accepted := make(chan net.Conn, 2)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			accepted <- conn
		}
	}()
	dial := func() net.Conn {
		t.Helper()
		conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		return conn
	}
	dial()
	first := <-accepted
	if n, err := dial().Read(make([]byte, 1)); n != 0 || err == nil {
		t.Errorf("a connection over the limit: %d, %v", n, err)
	}
	first.Close()
	first.Close() // counts once
	third := dial()
	if _, err := (<-accepted).Write([]byte("x")); err != nil {
		t.Fatal(err)
	}
	if b, err := io.ReadAll(io.LimitReader(third, 1)); string(b) != "x" || err != nil {
		t.Errorf("%q, %v", b, err)
	}
}

// TestIdleConnectionMakesRoom fills all places with connections that send nothing or
// wait for their next request, and with one that is being answered.
func TestIdleConnectionMakesRoom(t *testing.T) {
	below, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	d := newConnLimiter(capacity{connections: 3, perAddress: 3}, nil, slog.New(slog.DiscardHandler))
	started, finish := make(chan struct{}), make(chan struct{})
	idle := make(chan struct{}, 10)
	server := &http.Server{
		Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/long" {
				close(started)
				<-finish
			}
		}),
		ReadHeaderTimeout: time.Minute,
		ConnState: func(c net.Conn, state http.ConnState) {
			d.follow(c, state)
			if state == http.StateIdle {
				idle <- struct{}{}
			}
		},
	}
	go server.Serve(d.limit(below))
	t.Cleanup(func() { server.Close() })
	dial := func() net.Conn {
		t.Helper()
		conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", below.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		return conn
	}
	ask := func(path string) net.Conn {
		t.Helper()
		conn := dial()
		if _, err := io.WriteString(conn, "GET "+path+" HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		return conn
	}
	answered := func(conn net.Conn) error {
		_, err := http.ReadResponse(bufio.NewReader(conn), nil)
		return err
	}
	long := ask("/long")
	<-started
	for range 4 { // the last two take the places of the first two
		dial()
	}
	var waiting []net.Conn
	for range 3 { // the first two take the places of those, the third that of the first
		conn := ask("/")
		if err := answered(conn); err != nil {
			t.Fatal(err)
		}
		<-idle
		waiting = append(waiting, conn)
	}
	if n, err := waiting[0].Read(make([]byte, 1)); n != 0 || err == nil {
		t.Errorf("the connection idle longest is still open: %d, %v", n, err)
	}
	if _, err := io.WriteString(waiting[1], "GET / HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil || answered(waiting[1]) != nil {
		t.Error("a connection idle for less time was closed")
	}
	close(finish)
	if err := answered(long); err != nil {
		t.Errorf("a request being answered was cut off: %v", err)
	}
}

// TestNetworkIsWhatOneSubscriberHas also checks that proxies are not counted.
func TestNetworkIsWhatOneSubscriberHas(t *testing.T) {
	d := newConnLimiter(capacity{}, []netip.Prefix{netip.MustParsePrefix("10.0.0.0/24")}, slog.New(slog.DiscardHandler))
	for address, want := range map[string]string{
		"192.0.2.1:80": "192.0.2.1", "[::ffff:192.0.2.1]:80": "192.0.2.1", "[2001:db8:1:2:3::4]:80": "2001:db8:1:2::/64",
		"[fe80::1%eth0]:80": "fe80::/64", "127.0.0.1:80": "", "[::1]:80": "",
		"10.0.0.7:80": "", "[::ffff:10.0.0.7]:80": "", "10.0.1.7:80": "10.0.1.7",
	} {
		tcp := net.TCPAddrFromAddrPort(netip.MustParseAddrPort(address))
		if got := d.networkOf(tcp); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}
