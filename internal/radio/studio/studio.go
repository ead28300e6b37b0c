// Package studio lets people go on air from the browser. Its WebSocket takes
// encoded sound packet by packet, survives a lost connection without losing a
// packet, and tells the browser what is on air.
package studio

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/ingest"
	"sonora/internal/station"
	"sonora/internal/words"
)

const (
	helloTime     = 10 * time.Second // until the first message
	statusEvery   = 500 * time.Millisecond
	patience      = 60 * time.Second // for a browser that lost its connection
	recheck       = 15 * time.Second // whether a DJ's show is over
	writeTime     = 10 * time.Second
	maxSessions   = 4 // per person
	maxTitleRunes = 500
)

var errTaken = music.NewError(music.Conflict, "Somebody is on air on this station already. You can go live once they are off air.")

// Config is what a Studio needs.
type Config struct {
	Stations ingest.Stations
	Still    func(ctx context.Context, p ingest.Pass) error // whether somebody on air still may be
	Status   func(stationID string) station.Status
	Level    func(stationID string) (dBFS float64, known bool) // of the station's output
	Log      *slog.Logger
}

// Studio holds the sessions of people who are on air from the browser.
type Studio struct {
	Config
	mu       sync.Mutex
	sessions map[string]*session
	closed   bool
	running  sync.WaitGroup
}

// New returns a Studio. Close it at the end.
func New(c Config) *Studio { return &Studio{Config: c, sessions: map[string]*session{}} }

// Close takes everybody off air and waits until they are.
func (s *Studio) Close() {
	s.mu.Lock()
	s.closed = true
	for _, one := range s.sessions {
		one.stop(errClosing)
	}
	s.mu.Unlock()
	s.running.Wait()
}

var (
	errClosing = errors.New("the server stops")
	errLeft    = errors.New("the browser did not come back")
	errEnded   = errors.New("went off air")
)

// session is one person's time on air, over any number of connections.
type session struct {
	id     string
	pass   ingest.Pass
	hello  BrowserMessage
	in     *intake
	cancel context.CancelCauseFunc
	done   chan struct{} // closed when it is off air
	reason error         // why, after done

	mu    sync.Mutex
	conn  *connection // nil while it waits for the browser to reconnect
	timer *time.Timer // until it counts as ended
}

// connection is the current connection of a session.
type connection struct{ leave func() }

func (one *session) stop(why error) {
	one.in.end()
	one.cancel(why)
}

// Serve talks to a browser until the connection ends. ctx belongs to the
// request.
func (s *Studio) Serve(ctx context.Context, conn *websocket.Conn, pass ingest.Pass, client, address string) error {
	conn.SetReadLimit(maxPacket)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	hello, err := readHello(ctx, conn)
	if err != nil {
		return conn.Close(websocket.StatusPolicyViolation, "say hello first")
	}
	mine := &connection{leave: cancel}
	one, err := s.join(ctx, pass, hello, client, address, mine)
	if err != nil {
		return s.refuse(ctx, conn, err)
	}
	defer one.part(mine)
	go func() {
		defer cancel()
		s.report(ctx, conn, one)
	}()
	return s.listen(ctx, conn, one)
}

func readHello(ctx context.Context, conn *websocket.Conn) (BrowserMessage, error) {
	ctx, cancel := context.WithTimeout(ctx, helloTime)
	defer cancel()
	var m BrowserMessage
	if err := wsjson.Read(ctx, conn, &m); err != nil {
		return m, err
	}
	if m.Type != typeHello {
		return m, errPacket
	}
	return m, nil
}

// join finds the session that a browser returns to, or starts one.
func (s *Studio) join(ctx context.Context, pass ingest.Pass, hello BrowserMessage, client, address string, conn *connection) (*session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, music.NewError(music.Unavailable, "The server is being restarted.")
	}
	if one := s.sessions[hello.Session]; one != nil && one.pass.AccountID == pass.AccountID && one.pass.Station.ID == pass.Station.ID {
		one.attach(conn)
		return one, nil
	}
	if err := s.admit(ctx, pass, hello); err != nil {
		return nil, err
	}
	return s.begin(pass, hello, client, address, conn), nil
}

func (s *Studio) admit(ctx context.Context, pass ingest.Pass, hello BrowserMessage) error {
	if codecOf(hello) == frame.NoCodec {
		return music.NewError(music.Invalid, "This browser encodes sound in a way Sonora does not take.")
	}
	mine := 0
	for _, one := range s.sessions {
		if one.pass.AccountID == pass.AccountID {
			mine++
		}
	}
	if mine >= maxSessions {
		return music.NewError(music.Conflict, "You are on air in too many places. Go off air in one of them first.")
	}
	err := s.Stations.Admit(ctx, pass)
	if err != nil && err.Error() == ingest.ErrInUse.Error() { // perhaps of another server
		err = errTaken.Because(err)
	}
	return err
}

func codecOf(hello BrowserMessage) frame.Codec {
	switch {
	case hello.Codec == "opus" && (hello.Channels == 1 || hello.Channels == 2):
		return frame.Opus
	case hello.Codec == "ogg":
		return frame.Opus
	case hello.Codec == "webm":
		return frame.WebM
	default:
		return frame.NoCodec
	}
}

// begin starts a session. The caller holds the lock.
func (s *Studio) begin(pass ingest.Pass, hello BrowserMessage, client, address string, conn *connection) *session {
	ctx, cancel := context.WithCancelCause(context.Background()) // it outlives the connection
	one := &session{id: music.NewID(), pass: pass, hello: hello, in: newIntake(), cancel: cancel, done: make(chan struct{}), conn: conn}
	s.sessions[one.id] = one
	source := ingest.Source{
		Frames: one.frames(), Codec: codecOf(hello), Bitrate: hello.Bitrate / 1000, Client: client, Address: address, Browser: true,
	}
	s.running.Go(func() {
		defer cancel(nil)
		s.play(ctx, one, source)
	})
	s.running.Go(func() { s.watch(ctx, one) })
	return one
}

// watch ends a session when the DJ's show is over.
func (s *Studio) watch(ctx context.Context, one *session) {
	ticker := time.NewTicker(recheck)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if err := s.Still(ctx, one.pass); err != nil {
				one.stop(err)
			}
		}
	}
}

func (one *session) frames() ingest.Frames {
	if one.hello.Codec == "opus" {
		return &opusFrames{in: one.in, ogg: newOggOpus(one.hello.Channels)}
	}
	return frame.NewReader(&intakeReader{in: one.in}, codecOf(one.hello).ContentType())
}

// play keeps a session on air until the station ends it.
func (s *Studio) play(ctx context.Context, one *session, source ingest.Source) {
	one.reason = s.Stations.GoOnAir(ctx, one.pass, source)
	if cause := context.Cause(ctx); cause != nil {
		one.reason = cause
	}
	one.in.end()
	one.stopTimer()
	s.mu.Lock()
	delete(s.sessions, one.id)
	s.mu.Unlock()
	close(one.done)
	s.Log.Info("source off air", "station", one.pass.Station.Mount, "dj", one.pass.DJ, "reason", one.reason)
}

// attach gives a session the connection over which it returned.
func (one *session) attach(conn *connection) {
	one.mu.Lock()
	defer one.mu.Unlock()
	if one.conn != nil {
		one.conn.leave()
	}
	one.conn = conn
	if one.timer != nil {
		one.timer.Stop()
		one.timer = nil
	}
}

// part starts waiting for a browser whose connection ended, unless it has
// reconnected already.
func (one *session) part(conn *connection) {
	one.mu.Lock()
	defer one.mu.Unlock()
	if one.conn != conn {
		return
	}
	one.conn = nil
	one.timer = time.AfterFunc(patience, func() { one.stop(errLeft) })
}

// stopTimer stops the timer of a session that is over.
func (one *session) stopTimer() {
	one.mu.Lock()
	defer one.mu.Unlock()
	if one.timer != nil {
		one.timer.Stop()
	}
}

// listen reads what the browser sends.
func (s *Studio) listen(ctx context.Context, conn *websocket.Conn, one *session) error {
	for {
		kind, message, err := conn.Read(ctx)
		if err != nil {
			return err
		}
		if kind == websocket.MessageBinary {
			err = one.receive(ctx, message)
		} else {
			err = s.obey(ctx, message, one)
		}
		if err != nil {
			return conn.Close(websocket.StatusPolicyViolation, "not understood")
		}
	}
}

// receive waits while too much is queued, which makes the browser wait.
func (one *session) receive(ctx context.Context, message []byte) error {
	p, err := parsePacket(message)
	if err != nil {
		return err
	}
	for !one.in.put(p) {
		_, _, changed := one.in.state()
		select {
		case <-changed:
		case <-ctx.Done():
			return nil // the browser sends it again
		}
	}
	return nil
}

func (s *Studio) obey(ctx context.Context, message []byte, one *session) error {
	m, err := parseText(message)
	if err != nil {
		return err
	}
	switch m.Type {
	case typeTitle:
		title := station.StreamTitle{Artist: line(m.Artist), Title: line(m.Title)}
		if err := s.Stations.SetTitle(ctx, one.pass, title); err != nil {
			s.Log.Warn("set title failed", "station", one.pass.Station.Mount, "error", err)
		}
	case typeEnd:
		one.stop(errEnded)
	default:
		return errPacket
	}
	return nil
}

// report tells the browser what is on air until it is off air.
func (s *Studio) report(ctx context.Context, conn *websocket.Conn, one *session) {
	if s.send(ctx, conn, s.statusOf(one, typeReady)) != nil {
		return
	}
	ticker := time.NewTicker(statusEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-one.done:
			_ = s.send(ctx, conn, off(one.reason)) // the connection may be gone too
			_ = conn.Close(websocket.StatusNormalClosure, "off air")
			return
		case <-ticker.C:
			if s.send(ctx, conn, s.statusOf(one, typeStatus)) != nil {
				return
			}
		}
	}
}

func (s *Studio) statusOf(one *session, kind string) ServerMessage {
	next, buffered, _ := one.in.state()
	station := s.Status(one.pass.Station.ID)
	m := ServerMessage{Type: kind, Session: one.id, Next: next, Buffered: buffered.Seconds(), State: station.State, Listeners: station.Listeners}
	if level, known := s.Level(one.pass.Station.ID); known {
		m.Level = new(math.Round(level*10) / 10)
	}
	return m
}

// off is the message that says why somebody is off air. Our own errors, which
// are not sentences for people, are replaced with sentences.
func off(reason error) ServerMessage {
	m := ServerMessage{Type: typeOff}
	var told *music.Error
	switch {
	case reason == nil, errors.Is(reason, errEnded):
	case errors.Is(reason, errClosing):
		m.why, m.Retry = music.Say("The server is being restarted."), true
	case errors.Is(reason, errLeft):
		m.why, m.Retry = music.Say("The connection was lost for too long."), true
	case errors.As(reason, &told):
		m.why, m.Retry = told.Detail, told.Code == music.Unavailable
	default:
		m.why, m.Retry = music.Say("The sound could not be played."), true
	}
	return m
}

func (s *Studio) refuse(ctx context.Context, conn *websocket.Conn, why error) error {
	if err := s.send(ctx, conn, off(why)); err != nil {
		return err
	}
	return conn.Close(websocket.StatusNormalClosure, "off air")
}

func (s *Studio) send(ctx context.Context, conn *websocket.Conn, m ServerMessage) error {
	ctx, cancel := context.WithTimeout(ctx, writeTime)
	defer cancel()
	m.Reason = words.Render(music.LanguageOf(ctx), m.why)
	return wsjson.Write(ctx, conn, m)
}
