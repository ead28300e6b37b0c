// Package bus carries events between the parts of one server and between the
// servers of a cluster, over NATS. Without the address of a cluster, a NATS
// server runs inside the process and listens on no port.
package bus

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
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
)

// Bus is a connection to the NATS server in this process or to a cluster.
type Bus struct {
	server *server.Server // nil when connected to a cluster
	conn   *nats.Conn
	log    *slog.Logger
}

// Open connects to the NATS cluster at url, such as nats://10.0.0.1:4222, or
// starts a server inside the process for InProcess.
func Open(url string, log *slog.Logger) (*Bus, error) {
	b := &Bus{log: log}
	options := []nats.Option{nats.Name("sonora"), nats.MaxReconnects(-1), nats.ReconnectWait(reconnectEvery)}
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
// function is called. Event data arrives as generic JSON.
func (b *Bus) Subscribe(handle func(music.Event)) (unsubscribe func(), err error) {
	sub, err := b.conn.Subscribe(eventSubject, func(m *nats.Msg) {
		var e music.Event
		if err := json.Unmarshal(m.Data, &e); err != nil {
			b.log.Warn("decode event failed", "error", err)
			return
		}
		handle(e)
	})
	if err != nil {
		return nil, fmt.Errorf("subscribe to events: %w", err)
	}
	return func() {
		if err := sub.Unsubscribe(); err != nil && !errors.Is(err, nats.ErrConnectionClosed) {
			b.log.Warn("unsubscribe from events failed", "error", err)
		}
	}, nil
}

// Flush waits until the server has received everything published so far.
func (b *Bus) Flush() error { return b.conn.FlushTimeout(5 * time.Second) }

// Close ends the connection and stops the server inside the process.
func (b *Bus) Close() {
	if b.conn != nil {
		b.conn.Close()
	}
	if b.server != nil {
		b.server.Shutdown()
		b.server.WaitForShutdown()
	}
}
