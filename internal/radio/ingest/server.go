package ingest

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"sonora/internal/music"
	"sonora/internal/network"
)

const (
	headTime            = 10 * time.Second // for the request head
	frameTime           = 10 * time.Second // for the next whole frame
	beginTime           = 10 * time.Second // until the first frame of a source
	recheck             = 15 * time.Second // whether a source may still be on air
	maxSources          = 1000
	maxPerAddress       = 64 // connections of one address that are not on air
	maxSilentPerAddress = 64 // connections of one address to a radio port that have sent nothing yet
	maxWaiting          = 2000
	idleTime            = time.Minute
	lingerTime          = time.Second // for a refused source to read the reason
	lingerBytes         = 256 << 10
	maxAttempts         = 6 // requests per connection
	stopListener        = 2 * time.Second
)

// Config is what a Server needs. Fields are required unless their comments say
// otherwise.
type Config struct {
	Stations Stations
	Guard    *Guard
	Log      *slog.Logger

	// Listeners serves streams on the radio port: GET and HEAD of /radio/MOUNT,
	// to which /MOUNT is rewritten.
	Listeners http.Handler

	// Account authenticates an email address with an API key, for the pages of
	// those who manage stations. Nil rejects everybody.
	Account func(ctx context.Context, email, secret string) (music.Viewer, error)

	// Address returns the client address of a request; nil for the peer's.
	Address func(*http.Request) string
	// IsSecure reports whether the client's connection is encrypted; nil if only
	// that of the peer counts.
	IsSecure func(*http.Request) bool

	// ConnState is told about connections of radio ports, as by an http.Server;
	// may be nil.
	ConnState func(net.Conn, http.ConnState)

	// Version of Sonora, for the pages.
	Version string
	// Location and Admin describe the server on status pages; may be empty.
	Location, Admin string
	// Now is the clock; nil for time.Now.
	Now func() time.Time

	recheck, headTime, frameTime time.Duration // the constants, unless a test shortens them
}

// Server accepts sources. It is safe for concurrent use.
type Server struct {
	Config
	throttle *throttle
	began    time.Time
	ctx      context.Context // of every source, until Close
	cancel   context.CancelCauseFunc
	running  sync.WaitGroup

	mu       sync.Mutex
	closed   bool
	conns    map[net.Conn]string // connections that are not on air, with their address
	ofOne    map[string]int
	starting map[string]*reservation // by station
	onAir    map[string]*reservation // by station

	silent   int            // connections to radio ports that have sent nothing yet
	silentOf map[string]int // by address
}

var (
	errStopping = errors.New("the server stops")
	errFull     = &music.Error{Code: music.Unavailable, Detail: music.Say("There are too many sources on this server."), RetryAfter: time.Minute}
)

// New returns a Server. Close it at the end.
func New(c Config) *Server {
	if c.Now == nil {
		c.Now = time.Now
	}
	c.recheck, c.headTime, c.frameTime = cmp.Or(c.recheck, recheck), cmp.Or(c.headTime, headTime), cmp.Or(c.frameTime, frameTime)
	if c.IsSecure == nil {
		c.IsSecure = func(r *http.Request) bool { return r.TLS != nil }
	}
	if c.Address == nil {
		c.Address = peer
	}
	if c.Listeners == nil {
		c.Listeners = http.NotFoundHandler()
	}
	s := &Server{
		Config: c, throttle: newThrottle(c.Now), began: c.Now(), conns: map[net.Conn]string{}, ofOne: map[string]int{}, silentOf: map[string]int{},
		starting: map[string]*reservation{}, onAir: map[string]*reservation{},
	}
	s.ctx, s.cancel = context.WithCancelCause(context.Background())
	return s
}

func peer(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// Serve serves sources, listeners and pages on a radio port until ctx ends.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler: s.radioPort(), ReadHeaderTimeout: s.headTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHead,
		ErrorLog: slog.NewLogLogger(s.Log.Handler(), slog.LevelDebug), DisableGeneralOptionsHandler: true, ConnState: s.ConnState,
	}
	stop := context.AfterFunc(ctx, func() {
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopListener)
		defer cancel()
		if server.Shutdown(ending) != nil {
			hangUp(server)
		}
	})
	defer stop()
	if err := server.Serve(s.wrap(l, anyTarget, true)); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Wrap returns a listener for the main port. It takes the connections of
// sources out and passes on all others. They have a NetConn method that returns
// the connection of l, like those of crypto/tls.
func (s *Server) Wrap(l net.Listener) net.Listener { return s.wrap(l, looksLikeMount, false) }

// Close takes everybody off air and waits until they are.
func (s *Server) Close() {
	s.mu.Lock()
	s.closed = true
	for conn := range s.conns {
		hangUp(conn)
	}
	s.mu.Unlock()
	s.cancel(errStopping)
	s.running.Wait()
}

// enter counts a connection that started to send; false if there are too many.
func (s *Server) enter(conn net.Conn) bool {
	address := network.Of(hostOf(conn))
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || len(s.conns) >= maxWaiting || s.ofOne[address] >= maxPerAddress {
		return false
	}
	s.conns[conn] = address
	s.ofOne[address]++
	s.running.Add(1)
	return true
}

// talked ends the count of enter, when the source is on air or gone.
func (s *Server) talked(conn net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	address, ok := s.conns[conn]
	if !ok {
		return
	}
	delete(s.conns, conn)
	if s.ofOne[address]--; s.ofOne[address] == 0 {
		delete(s.ofOne, address)
	}
}

func hostOf(conn net.Conn) string {
	host, _, err := net.SplitHostPort(conn.RemoteAddr().String())
	if err != nil {
		return conn.RemoteAddr().String()
	}
	return host
}
