package bus_test

import (
	"errors"
	"net/url"
	"strconv"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"sonora/internal/bus"
)

// startNATS starts a NATS server with JetStream; port 0 chooses a free port.
// stop may be called more than once.
func startNATS(t *testing.T, port int) (address string, stop func()) {
	t.Helper()
	if port == 0 {
		port = server.RANDOM_PORT
	}
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: port, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	go s.Start()
	stop = func() { s.Shutdown(); s.WaitForShutdown() }
	t.Cleanup(stop)
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("NATS does not start")
	}
	return s.ClientURL(), stop
}

// restartNATS stops a server that startNATS started, and starts an empty one at
// the same address.
func restartNATS(t *testing.T, address string, stop func()) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.Atoi(u.Port())
	if err != nil {
		t.Fatal(err)
	}
	stop()
	startNATS(t, port)
}

// TestLeasesSurviveRestartOfNATS restarts NATS, which deletes the bucket
// because it is in memory.
func TestLeasesSurviveRestartOfNATS(t *testing.T) {
	address, stop := startNATS(t, 0)
	one, err := open(t, address).Leases(t.Context(), "stations", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	two, err := open(t, address).Leases(t.Context(), "stations", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	mine, ok, err := one.Take(t.Context(), "a", "one")
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	before, ok, err := one.Take(t.Context(), "b", "one")
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	restartNATS(t, address, stop)

	renewed, err := one.Renew(t.Context(), "a", "one", mine)
	if err != nil {
		t.Fatalf("renew: %v", err)
	}
	if _, ok, err := two.Take(t.Context(), "a", "two"); ok || err != nil {
		t.Errorf("a renewed lease was taken: %v %v", ok, err)
	}
	after, ok, err := two.Take(t.Context(), "b", "two")
	if err != nil || !ok {
		t.Fatalf("take: %v %v", ok, err)
	}
	if after <= before {
		t.Errorf("revision %d after %d", after, before)
	}
	if _, err := one.Renew(t.Context(), "b", "one", before); !errors.Is(err, bus.ErrLost) {
		t.Errorf("renewed the lease of another server: %v", err)
	}
	if held, err := one.Held(t.Context()); err != nil || !held["a"] || !held["b"] {
		t.Errorf("held: %v %v", held, err)
	}
	if err := one.Give(t.Context(), "a", renewed); err != nil {
		t.Errorf("give: %v", err)
	}
}

func TestHeldCreatesTheBucketAgain(t *testing.T) {
	address, stop := startNATS(t, 0)
	leases, err := open(t, address).Leases(t.Context(), "stations", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	restartNATS(t, address, stop)
	if held, err := leases.Held(t.Context()); err != nil || len(held) != 0 {
		t.Errorf("held: %v %v", held, err)
	}
}
