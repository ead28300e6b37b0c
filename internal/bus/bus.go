// Package bus carries events between the parts of one server and between the
// servers of a cluster, over NATS. Without the address of a cluster, a NATS
// server runs inside the process and listens on no port.
package bus

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"sonora/internal/music"
)

// InProcess is the address of a bus inside the process.
const InProcess = "in-process"

const (
	eventSubject = "sonora.event"
	// reconnectEvery is well below the lifetime of a lease, so that a restart
	// of NATS need not silence a station.
	reconnectEvery = 500 * time.Millisecond
	// maxBehind is the number of events that a subscriber may fall behind
	// before it loses some.
	maxBehind = 1 << 14
)

const (
	flushTimeout = 5 * time.Second
	noLimit      = -1 // of bytes
)

// Bus is a connection to the NATS server in this process or to a cluster.
type Bus struct {
	server *server.Server // nil when connected to a cluster
	conn   *nats.Conn
	log    *slog.Logger
	watch  *watch // nil for a server in this process

	mu          sync.Mutex
	subscribers map[*subscriber]struct{}
}

// subscriber receives events one at a time.
type subscriber struct {
	log *slog.Logger

	mu     sync.Mutex // held while handle runs
	handle func(music.Event)
	lost   int // number of lost events that were reported to handle
}

// Open connects to the NATS cluster at url, such as nats://10.0.0.1:4222, or
// starts a server inside the process for InProcess.
func Open(url string, log *slog.Logger) (*Bus, error) { return open(url, log, usualRhythm) }

func open(url string, log *slog.Logger, r rhythm) (*Bus, error) {
	b := &Bus{log: log, subscribers: map[*subscriber]struct{}{}}
	options := []nats.Option{
		nats.Name("sonora"), nats.MaxReconnects(-1), nats.ReconnectWait(reconnectEvery),
		nats.DisconnectErrHandler(b.disconnected), nats.ReconnectHandler(b.reconnected), nats.ErrorHandler(b.failed),
	}
	if url == InProcess {
		embedded, err := startServer()
		if err != nil {
			return nil, err
		}
		b.server = embedded
		options = append(options, nats.InProcessServer(embedded))
	}
	conn, err := nats.Connect(url, options...)
	if err != nil {
		b.Close()
		return nil, fmt.Errorf("connect to the bus at %s: %w", url, err)
	}
	b.conn = conn
	if url != InProcess {
		b.watch = watchNATS(conn, log, r)
	}
	return b, nil
}

func startServer() (*server.Server, error) {
	s, err := server.NewServer(&server.Options{ServerName: "sonora", DontListen: true, NoSigs: true, NoLog: true})
	if err != nil {
		return nil, fmt.Errorf("start the bus: %w", err)
	}
	go s.Start() // returns once the server is up; Shutdown ends its goroutines
	if !s.ReadyForConnections(10 * time.Second) {
		s.Shutdown()
		return nil, errors.New("start the bus: not ready after 10 seconds")
	}
	return s, nil
}

// Publish sends an event to every subscriber in the cluster. Events are hints,
// not data: an event that cannot be sent is logged and lost.
func (b *Bus) Publish(e music.Event) {
	data, err := json.Marshal(e)
	if err == nil {
		err = b.conn.Publish(eventSubject, data)
	}
	if err != nil {
		b.log.Warn("publish event failed", "type", e.Type, "error", err)
	}
}

// Subscribe calls handle for every new event, one at a time, until the returned
// function is called. Event data arrives as generic JSON. An event of the type
// music.EventGap takes the place of lost events. Events are lost when the
// connection is interrupted and when handle falls too far behind.
func (b *Bus) Subscribe(handle func(music.Event)) (unsubscribe func(), err error) {
	s := &subscriber{log: b.log, handle: handle}
	sub, err := b.conn.Subscribe(eventSubject, s.take)
	if err == nil {
		err = sub.SetPendingLimits(maxBehind, noLimit)
	}
	if err != nil {
		return nil, fmt.Errorf("subscribe to events: %w", err)
	}
	b.mu.Lock()
	b.subscribers[s] = struct{}{}
	b.mu.Unlock()
	return func() {
		b.mu.Lock()
		delete(b.subscribers, s)
		b.mu.Unlock()
		if err := sub.Unsubscribe(); err != nil && !errors.Is(err, nats.ErrConnectionClosed) {
			b.log.Warn("unsubscribe from events failed", "error", err)
		}
	}, nil
}

// take handles a message. After the last waiting message, it reports dropped
// messages.
func (s *subscriber) take(m *nats.Msg) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var e music.Event
	if err := json.Unmarshal(m.Data, &e); err != nil {
		s.log.Warn("decode event failed", "subject", m.Subject, "error", err)
	} else {
		s.handle(e)
	}
	waiting, _, err := m.Sub.Pending()
	if err != nil || waiting > 1 { // waiting includes m; an error means that the subscriber has unsubscribed
		return
	}
	if lost, err := m.Sub.Dropped(); err == nil && lost > s.lost {
		s.log.Warn("events lost because a subscriber is too slow", "events", lost-s.lost)
		s.lost = lost
		s.handle(music.Event{Type: music.EventGap})
	}
}

func (s *subscriber) tellGap() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.handle(music.Event{Type: music.EventGap})
}

func (b *Bus) disconnected(_ *nats.Conn, err error) {
	if err != nil { // nil for Close
		b.log.Warn("connection to the bus lost", "error", err)
	}
}

// reconnected tells every subscriber that it may have missed events.
func (b *Bus) reconnected(conn *nats.Conn) {
	// After the answer, the subscriptions are in force again.
	if err := conn.FlushTimeout(flushTimeout); err != nil {
		b.log.Warn("connection to the bus lost again", "error", err)
	} else {
		b.log.Info("connected to the bus again")
	}
	b.mu.Lock()
	subscribers := slices.Collect(maps.Keys(b.subscribers))
	b.mu.Unlock()
	for _, s := range subscribers {
		s.tellGap()
	}
}

// failed logs an error that no call returns, such as lost messages of a
// subscription.
func (b *Bus) failed(_ *nats.Conn, sub *nats.Subscription, err error) {
	subject := ""
	if sub != nil {
		subject = sub.Subject
	}
	b.log.Warn("connection to the bus reported an error", "subject", subject, "error", err)
}

// Flush waits until the server has received everything published so far.
func (b *Bus) Flush() error { return b.conn.FlushTimeout(flushTimeout) }

// Close ends the connection and stops the server inside the process.
func (b *Bus) Close() {
	defer b.watch.stop()
	if b.conn != nil {
		b.conn.Close()
	}
	if b.server != nil {
		b.server.Shutdown()
		b.server.WaitForShutdown()
	}
}
