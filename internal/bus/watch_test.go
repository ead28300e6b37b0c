package bus

import (
	"log/slog"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// freezer passes connections on to NATS until it is locked. It then behaves
// like a server that was stopped with SIGSTOP: it still accepts connections,
// but does not answer.
type freezer struct{ sync.RWMutex }

// before returns the address of a NATS server behind the freezer.
func (f *freezer) before(t *testing.T, address string) string {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			behind, err := net.Dial("tcp", address)
			if err != nil {
				client.Close()
				continue
			}
			go f.pass(client, behind)
			go f.pass(behind, client)
		}
	}()
	return "nats://" + l.Addr().String()
}

func (f *freezer) pass(from, to net.Conn) {
	defer from.Close()
	defer to.Close()
	b := make([]byte, 64<<10)
	for {
		n, err := from.Read(b)
		f.RLock()
		_, failed := to.Write(b[:n])
		f.RUnlock()
		if err != nil || failed != nil {
			return
		}
	}
}

// startNATS starts a NATS server with JetStream.
func startNATS(t *testing.T) *server.Server {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	go s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("NATS does not start")
	}
	return s
}

// TestFrozenNATSIsNoticed freezes the connection to NATS, once while only
// events use it and once while leases do.
func TestFrozenNATSIsNoticed(t *testing.T) {
	nats := startNATS(t)
	f := &freezer{}
	b, err := open(f.before(t, nats.Addr().String()), slog.New(slog.DiscardHandler), rhythm{every: time.Millisecond, patience: 500 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	until := func(answers bool) {
		for b.Answers() != answers {
			<-time.After(time.Millisecond)
		}
	}
	if !b.Answers() {
		t.Error("NATS does not answer at first")
	}
	for range 2 {
		f.Lock()
		until(false)
		f.Unlock()
		until(true)
		if _, err := b.Leases(t.Context(), "stations", time.Minute); err != nil {
			t.Fatal(err)
		}
	}
}

// TestJetStreamHasToAnswer stops JetStream, which leases need, while NATS itself
// goes on.
func TestJetStreamHasToAnswer(t *testing.T) {
	nats := startNATS(t)
	b, err := open(nats.ClientURL(), slog.New(slog.DiscardHandler), rhythm{every: time.Millisecond, patience: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	leases, err := b.Leases(t.Context(), "stations", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	if err := leases.js.DeleteStream(t.Context(), "KV_stations"); err != nil {
		t.Fatal(err)
	}
	if err := leases.answer(t.Context()); err != nil {
		t.Errorf("a bucket that the next use creates: %v", err)
	}
	if err := nats.DisableJetStream(); err != nil {
		t.Fatal(err)
	}
	for b.Answers() {
		<-time.After(time.Millisecond)
	}
	if err := b.Flush(); err != nil {
		t.Errorf("the connection: %v", err)
	}
}

// TestBusInProcessAnswers has no watch.
func TestBusInProcessAnswers(t *testing.T) {
	b, err := Open(InProcess, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if !b.Answers() {
		t.Error("the server in this process is taken for frozen")
	}
}
