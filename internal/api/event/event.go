package event

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/music"
)

const (
	eventBacklog  = 64 // events that a slow browser may fall behind before its stream ends
	pingEvery     = 25 * time.Second
	eventDeadline = 10 * time.Second // for a browser to take an event
	// eventPing has no data. A browser that receives no event for some time
	// reconnects: a connection can be dead without an error.
	eventPing = "ping"
	// eventHello begins every stream. A browser has requested data before; it
	// tells from QuietMs whether something changed in between.
	eventHello = "hello"
)

// hub passes events from the bus to every open event stream.
type hub struct {
	unsubscribe func()

	mu      sync.Mutex
	streams map[chan music.Event]struct{} // nil once closed
	latest  map[string]time.Time          // when the last event of an account passed; under "" of everyone, or the start
}

// newHub subscribes to the bus. It calls before with each event, before any stream
// receives it.
func newHub(events things.Events, before func(music.Event)) (*hub, error) {
	h := &hub{streams: map[chan music.Event]struct{}{}, latest: map[string]time.Time{"": time.Now()}}
	var err error
	h.unsubscribe, err = events.Subscribe(func(e music.Event) {
		before(e)
		h.send(e)
	})
	return h, err
}

func (h *hub) send(e music.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.latest[e.Account] = time.Now()
	for stream := range h.streams {
		select {
		case stream <- e:
		default: // the browser reconnects and reloads
			delete(h.streams, stream)
			close(stream)
		}
	}
}

// open returns a stream of events, and how long ago the last event passed that
// an account may receive. The stream is already closed if the server is stopping.
func (h *hub) open(account string) (stream chan music.Event, quiet time.Duration) {
	stream = make(chan music.Event, eventBacklog)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.streams == nil {
		close(stream)
	} else {
		h.streams[stream] = struct{}{}
	}
	return stream, min(time.Since(h.latest[""]), time.Since(h.latest[account]))
}

func (h *hub) leave(stream chan music.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, open := h.streams[stream]; open {
		delete(h.streams, stream)
		close(stream)
	}
}

// close ends every stream. It may be called more than once.
func (h *hub) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.streams == nil {
		return
	}
	h.unsubscribe()
	for stream := range h.streams {
		close(stream)
	}
	h.streams = nil
}

// streamEvents sends events to a browser as server-sent events (HTML standard,
// section 9.2) until it disconnects or its session ends.
func (a *API) streamEvents(w http.ResponseWriter, r *http.Request) error {
	v, language := edge.Viewer(r.Context()), things.StreamLanguage(r)
	return a.ServeEvents(w, r, func() bool { return a.edge.Recognise(r).Viewer == v }, func(write things.WriteEvent, e music.Event) error {
		return tell(write, v, language, e)
	})
}

// noData is an event without data, which browsers would drop without the line.
const noData = "event: %s\ndata: null\n\n"

// ServeEvents writes the hello, pings and gaps, and calls tell with each other
// event, until the browser disconnects or stays returns false. It returns TooMany
// if the viewer or the address has too many streams open.
func (a *API) ServeEvents(w http.ResponseWriter, r *http.Request, stays func() bool, tell func(things.WriteEvent, music.Event) error) error {
	account := edge.Viewer(r.Context()).AccountID
	leave, err := a.watchers.enter(account, edge.ClientOf(r.Context()))
	if err != nil {
		return err
	}
	defer leave()
	stream, quiet := a.hub.open(account)
	defer a.hub.leave(stream)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no") // nginx would hold events back
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Time{}) // the request has no body
	write := func(format string, args ...any) error {
		_ = control.SetWriteDeadline(time.Now().Add(eventDeadline))
		if _, err := fmt.Fprintf(w, format, args...); err != nil {
			return err
		}
		return control.Flush()
	}
	pass := func(e music.Event) error {
		if e.Type == music.EventGap {
			return write(noData, e.Type)
		}
		return tell(write, e)
	}
	if write("retry: 2000\n\nevent: %s\ndata: {\"quietMs\":%d}\n\n", eventHello, quiet.Milliseconds()) != nil {
		return nil
	}
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	for {
		select {
		case <-r.Context().Done():
			return nil
		case <-ping.C:
			if !stays() || write(noData, eventPing) != nil {
				return nil
			}
		case e, open := <-stream:
			if !open || pass(e) != nil {
				return nil
			}
		}
	}
}

// tell writes an event in a language if the viewer may receive it.
func tell(write things.WriteEvent, v music.Viewer, language string, e music.Event) error {
	if e.Account != "" && e.Account != v.AccountID || e.ForOperators && !v.IsAdmin() {
		return nil
	}
	if scan, ok := things.ScanStatus(e); ok {
		e.Data = things.EncodeScan(language, v, scan)
	}
	if status, ok := things.StationStatus(e); ok {
		e.Data = things.EncodeStatus(language, &status)
	}
	if e.Type == music.EventStations {
		e.Data = nil
	}
	data, err := json.Marshal(e.Data)
	if err != nil {
		return err
	}
	return write("event: %s\ndata: %s\n\n", e.Type, data)
}
