package listen

import (
	"errors"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"sonora/internal/radio/hub"
)

// Config is what a Server needs.
type Config struct {
	Sessions      *Sessions
	MaxListeners  int // of this server; 0 for no limit
	MaxPerAddress int // of one address outside this machine; 0 for no limit
	Log           *slog.Logger
	Now           func() time.Time // time.Now when nil
}

// Server sends hubs to listeners.
type Server struct {
	Config

	stop    chan struct{}
	working sync.WaitGroup // shards and followers
	bytes   atomic.Int64

	mu        sync.Mutex
	stopped   bool
	people    int
	ofStation map[string]int
	ofAddress map[string]int
	rooms     map[*hub.Hub]*room
	dropped   map[Reason]int64
	jumps     int64
	refused   int64
}

// Figures are the counters of a Server.
type Figures struct {
	Listeners int            // current connections
	Stations  map[string]int // current connections by station
	Bytes     int64          // sent
	Jumps     int64          // how often slow listeners who have left skipped sound
	Left      map[Reason]int64
	Refused   int64 // because of a limit
}

// New returns a Server.
func New(c Config) *Server {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Sessions == nil {
		c.Sessions = NewSessions(c.Now, nil)
	}
	return &Server{
		Config: c, stop: make(chan struct{}), ofStation: map[string]int{}, ofAddress: map[string]int{}, rooms: map[*hub.Hub]*room{},
		dropped: map[Reason]int64{},
	}
}

// Serve sends the stream to a listener. If it can hijack the connection, it
// returns at once and the listener goes on without the handler, its request and
// its context; Listening.Done is called when they leave. If it cannot (HTTP/2),
// it returns when they leave. If nothing was sent because of a limit, the error
// is a *music.Error and Done is not called.
func (s *Server) Serve(w http.ResponseWriter, r *http.Request, l Listening) error {
	titles := wantsTitles(r, l.Hub.Codec())
	if r.Method == http.MethodHead {
		l.describe(w.Header(), titles)
		w.WriteHeader(http.StatusOK)
		return nil
	}
	room, err := s.enter(l)
	if err != nil {
		return err
	}
	one := s.admit(room, l, titles)
	conn, _, err := http.NewResponseController(w).Hijack()
	if errors.Is(err, http.ErrNotSupported) {
		l.describe(w.Header(), titles)
		w.WriteHeader(http.StatusOK)
		defer s.working.Done()
		s.follow(room, one, shared{w, http.NewResponseController(w)}, r.Context().Done())
		return nil
	}
	if err != nil {
		one.left(Gone, s.Now())
		s.working.Done()
		return nil
	}
	l.describe(w.Header(), titles)
	one.pending = head(r, w.Header(), s.Now())
	s.takeOver(room, one, conn, l.Bitrate)
	return nil
}

// admit makes a listener whose end is counted exactly once.
func (s *Server) admit(r *room, l Listening, titles bool) *listener {
	burst := min(l.Burst, maxBurst)
	if burst == 0 {
		burst = DefaultBurst
	}
	now := s.Now()
	end := s.Sessions.Begin(l.Session)
	one := &listener{
		cursor: newCursor(r.hub.View(), burst, titles), patience: patience{burst: max(burst, time.Second), taken: now}, right: l.Right, began: now, isImmediate: burst < 0,
	}
	who, done := l.Session, l.Done
	one.leave = func(left Left) {
		end()
		s.leave(r, who, left)
		if done != nil {
			done(left)
		}
	}
	return one
}

// takeOver writes the burst at once and hands the connection to a shard, or to
// a goroutine of its own.
func (s *Server) takeOver(r *room, one *listener, conn net.Conn, bitrate int) {
	defer s.working.Done()
	one.conn = conn
	_ = conn.SetDeadline(time.Time{}) // clear the request's deadlines
	tcp := plainTCP(conn)
	if tcp != nil {
		bound(tcp, bitrate)
	}
	if raw, err := rawOf(tcp); err == nil && raw != nil {
		one.raw = raw
		first := shard{room: r, out: newRawWriter()}
		reason := first.send(one, r.hub.View(), s.Now())
		if reason != "" {
			one.left(reason, s.Now())
			return
		}
		r.join(one)
		return
	}
	s.working.Go(func() { s.follow(r, one, conn, nil) })
}

func (s *Server) isStopped() bool {
	select {
	case <-s.stop:
		return true
	default:
		return false
	}
}

// Figures returns the counters.
func (s *Server) Figures() Figures {
	s.mu.Lock()
	defer s.mu.Unlock()
	return Figures{
		Listeners: s.people, Stations: maps.Clone(s.ofStation), Bytes: s.bytes.Load(), Jumps: s.jumps, Left: maps.Clone(s.dropped),
		Refused: s.refused,
	}
}

// Close disconnects all listeners and waits until they have left.
func (s *Server) Close() {
	s.mu.Lock()
	if !s.stopped {
		s.stopped = true
		close(s.stop)
	}
	s.mu.Unlock()
	s.working.Wait()
}
