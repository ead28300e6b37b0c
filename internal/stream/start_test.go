package stream

import (
	"context"
	"log/slog"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"sonora/internal/bus"
	"sonora/internal/music"
	"sonora/internal/premium"
)

// allowed lets everybody play on so many devices.
type allowed int64

func (allowed) Allows(context.Context, music.Viewer, premium.Entitlement) error { return nil }

func (n allowed) Within(_ context.Context, _ music.Viewer, _ premium.Entitlement, used, wanted int64) error {
	if used+wanted > int64(n) {
		return music.NewError(music.Forbidden, "too many").Coded(premium.CodePlanLimit)
	}
	return nil
}

// admitAtOnce has devices that did not play before ask servers at the same moment, and
// returns how many are admitted.
func admitAtOnce(t *testing.T, on ...*Service) (admitted int) {
	t.Helper()
	const perServer = 20
	begin, answers := make(chan struct{}), make(chan error, perServer*len(on))
	var wait sync.WaitGroup
	for i := range cap(answers) {
		wait.Go(func() {
			<-begin
			answers <- on[i%len(on)].admitDevice(t.Context(), onDevice(strconv.Itoa(i)), "song")
		})
	}
	close(begin)
	wait.Wait()
	for range cap(answers) {
		switch err := <-answers; {
		case err == nil:
			admitted++
		case !isRefused(err):
			t.Error(err)
		}
	}
	return admitted
}

func TestDevicesThatStartAtOnce(t *testing.T) {
	s, _, _ := opened(t)
	s.plans = allowed(2)
	if n := admitAtOnce(t, s); n != 2 {
		t.Errorf("%d devices play, 2 are allowed", n)
	}
}

// startNATS starts a NATS server with JetStream.
func startNATS(t *testing.T) (address string, stop func()) {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true})
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

// member returns a server of a cluster.
func member(t *testing.T, address string, plans Plans) *Service {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	b, err := bus.Open(address, log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	starts, err := b.Register(t.Context(), "devices", StartLife)
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(Config{Media: t.TempDir(), Log: log, Plans: plans, Bus: b, Starts: starts, Tracks: &shelf{}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func TestDevicesThatStartAtOnceOnTwoServers(t *testing.T) {
	address, _ := startNATS(t)
	one, two := member(t, address, allowed(2)), member(t, address, allowed(2))
	if n := admitAtOnce(t, one, two); n != 2 {
		t.Errorf("%d devices play, 2 are allowed", n)
	}
}

// TestDevicesStartWithoutTheOtherServers stops NATS: nobody is locked out, and each server
// still counts the devices that it knows.
func TestDevicesStartWithoutTheOtherServers(t *testing.T) {
	address, stop := startNATS(t)
	s := member(t, address, allowed(1))
	stop()
	if err := s.admitDevice(t.Context(), onDevice("phone"), "song"); err != nil {
		t.Error(err)
	}
	if err := s.admitDevice(t.Context(), onDevice("laptop"), "song"); !isRefused(err) {
		t.Errorf("a second device: %v", err)
	}
}
