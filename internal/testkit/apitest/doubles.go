package apitest

import (
	"context"
	"encoding/json"
	"maps"
	"net"
	"net/http"
	"slices"
	"sync"

	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/radio"
	"sonora/internal/station"
)

// oneConn is a listener for a single connection.
type oneConn struct {
	mu   sync.Mutex
	conn net.Conn
}

func (l *oneConn) Accept() (net.Conn, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if conn := l.conn; conn != nil {
		l.conn = nil
		return conn, nil
	}
	return nil, net.ErrClosed
}

func (l *oneConn) Close() error   { return nil }
func (l *oneConn) Addr() net.Addr { return &net.UnixAddr{Name: "pipe", Net: "pipe"} }

// noticeBoard is a bus for one process.
type noticeBoard struct {
	mu      sync.Mutex
	readers map[*func(music.Event)]struct{}
}

// Publish tells every reader, with the data as it comes from a network.
func (b *noticeBoard) Publish(e music.Event) {
	data, err := json.Marshal(e)
	if err == nil {
		err = json.Unmarshal(data, &e)
	}
	if err != nil {
		panic(err) // events are ours
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for read := range b.readers {
		(*read)(e)
	}
}

func (b *noticeBoard) Subscribe(read func(music.Event)) (func(), error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.readers == nil {
		b.readers = map[*func(music.Event)]struct{}{}
	}
	b.readers[&read] = struct{}{}
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.readers, &read)
	}, nil
}

// postbox keeps what was sent.
type postbox struct {
	*mail.Service
	mu   sync.Mutex
	sent []mail.Message
}

func (p *postbox) Send(_ context.Context, m mail.Message) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sent = append(p.sent, m)
	return nil
}

// Sent returns how many mails were sent that nobody has taken.
func (p *postbox) Sent() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.sent)
}

func (p *postbox) Delivers() bool { return true }

// OnAir is a radio that does what a test says; it plays nothing.
type OnAir struct {
	*radio.Service

	mu       sync.Mutex
	statuses map[string]station.Status
	changed  []string
}

// Status is what Set set for a station.
func (o *OnAir) Status(id string) (station.Status, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	s, known := o.statuses[id]
	return s, known
}

// Statuses returns the statuses of all stations.
func (o *OnAir) Statuses() []station.Status {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Collect(maps.Values(o.statuses))
}

// Changed notes that a station was saved.
func (o *OnAir) Changed(id string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.changed = append(o.changed, id)
}

// Set makes this the status of its station.
func (o *OnAir) Set(s station.Status) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.statuses == nil {
		o.statuses = map[string]station.Status{}
	}
	o.statuses[s.StationID] = s
}

// noPages is a server without a web app.
type noPages struct{ http.Handler }

func (p noPages) ServeEmbed(w http.ResponseWriter, r *http.Request) { p.ServeHTTP(w, r) }

func (p noPages) ServeHead(w http.ResponseWriter, r *http.Request, _ int, _ string) {
	p.ServeHTTP(w, r)
}
