package bus_test

import (
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats-server/v2/server"

	"sonora/internal/bus"
	"sonora/internal/music"
)

func open(t *testing.T, url string) *bus.Bus {
	t.Helper()
	b, err := bus.Open(url, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

func receive(t *testing.T, events <-chan music.Event) music.Event {
	t.Helper()
	select {
	case e := <-events:
		return e
	case <-time.After(5 * time.Second):
		t.Fatal("no event arrived")
		return music.Event{}
	}
}

func TestEventsArriveInOrder(t *testing.T) {
	b := open(t, bus.InProcess)
	events := make(chan music.Event, 10)
	unsubscribe, err := b.Subscribe(func(e music.Event) { events <- e })
	if err != nil {
		t.Fatal(err)
	}
	b.Publish(music.Event{Type: music.EventLike, Account: "a", Data: music.LikeChange{TrackID: "t", Liked: true}})
	b.Publish(music.Event{Type: music.EventLibrary})

	want := music.Event{Type: music.EventLike, Account: "a", Data: map[string]any{"trackId": "t", "liked": true}}
	if diff := cmp.Diff(want, receive(t, events)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(music.Event{Type: music.EventLibrary}, receive(t, events)); diff != "" {
		t.Error(diff)
	}

	unsubscribe()
	b.Publish(music.Event{Type: music.EventScan})
	if err := b.Flush(); err != nil {
		t.Fatal(err)
	}
	select {
	case e := <-events:
		t.Errorf("an event after unsubscribing: %v", e)
	default:
	}
}

func TestTwoServersShareACluster(t *testing.T) {
	cluster, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	go cluster.Start()
	t.Cleanup(func() { cluster.Shutdown(); cluster.WaitForShutdown() })
	if !cluster.ReadyForConnections(5 * time.Second) {
		t.Fatal("the cluster did not start")
	}
	one, two := open(t, cluster.ClientURL()), open(t, cluster.ClientURL())
	events := make(chan music.Event, 1)
	if _, err := two.Subscribe(func(e music.Event) { events <- e }); err != nil {
		t.Fatal(err)
	}
	if err := two.Flush(); err != nil {
		t.Fatal(err)
	}
	one.Publish(music.Event{Type: music.EventPlay, Account: "a"})
	if got := receive(t, events); got.Type != music.EventPlay {
		t.Errorf("got %v", got)
	}
}

// TestReconnectIsAGap checks that a subscriber gets a gap event after the
// connection was interrupted.
func TestReconnectIsAGap(t *testing.T) {
	address, stop := startNATS(t, 0)
	b := open(t, address)
	events := make(chan music.Event, 10)
	unsubscribe, err := b.Subscribe(func(e music.Event) { events <- e })
	if err != nil {
		t.Fatal(err)
	}
	restartNATS(t, address, stop)
	if got := receive(t, events); got.Type != music.EventGap {
		t.Errorf("after the restart: %v", got)
	}
	b.Publish(music.Event{Type: music.EventLibrary}) // the subscription is in force again
	if got := receive(t, events); got.Type != music.EventLibrary {
		t.Errorf("after the gap: %v", got)
	}
	unsubscribe()
}

// TestSlowSubscriberLearnsOfLostEvents floods a subscriber whose handler is
// stuck.
func TestSlowSubscriberLearnsOfLostEvents(t *testing.T) {
	b := open(t, bus.InProcess)
	const flood = 40_000
	stuck, freed := make(chan struct{}), make(chan struct{})
	types := make(chan string, flood+10)
	var first sync.Once
	if _, err := b.Subscribe(func(e music.Event) {
		first.Do(func() {
			close(stuck)
			<-freed
		})
		types <- e.Type
	}); err != nil {
		t.Fatal(err)
	}
	b.Publish(music.Event{Type: music.EventLibrary})
	<-stuck
	for range flood {
		b.Publish(music.Event{Type: music.EventLibrary})
	}
	if err := b.Flush(); err != nil { // all events have arrived or were dropped
		t.Fatal(err)
	}
	close(freed)
	for received := 0; ; received++ {
		select {
		case got := <-types:
			if got == music.EventGap {
				if received >= flood {
					t.Errorf("a gap after %d of %d events", received, flood)
				}
				return
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("no gap after %d of %d events", received, flood)
		}
	}
}

func TestUnreachableClusterIsAnError(t *testing.T) {
	if _, err := bus.Open("nats://127.0.0.1:1", slog.New(slog.DiscardHandler)); err == nil {
		t.Error("no error for an address nobody listens on")
	}
}
