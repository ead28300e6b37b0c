package playout

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
	"sonora/internal/radio/mix"
	"sonora/internal/station"
)

const (
	// tick is how often a station that plays looks at its clock. Sound is made
	// in blocks of 20 ms, several per tick, because waking up costs more than
	// mixing.
	tick = 100 * time.Millisecond
	// listTick is the tick while only the AutoDJ plays and latency does not
	// matter: as long as a chunk.
	listTick = hub.Tick
	// maxCatchUp is how much lost time a station makes up for. After more, for
	// example when the machine slept, it continues with the current time.
	maxCatchUp = 10 * time.Second

	hangAfter  = 3 * time.Second  // without a frame, until a source counts as lost
	jitter     = 2 * time.Second  // of a source buffered before it goes on air
	maxHold    = 5 * time.Minute  // of silence, until listeners are disconnected
	firstFrame = 10 * time.Second // until a source must have sent a playable frame
	relayIdle  = time.Minute      // after the last listener, until a relay is stopped
	maxHang    = 30 * time.Second // without a frame, until a source is disconnected
	formatIdle = time.Minute      // after the last listener, until a format is no longer made
	openWait   = 15 * time.Second // how long a listener waits for the sound of a relay
	soundRetry = 15 * time.Second // until an AutoDJ that could not start without ffmpeg tries again
)

// Errors people see.
var (
	ErrOff           = music.NewError(music.Unavailable, "This station is not on air.")
	ErrFormat        = music.NewError(music.NotFound, "This station is not to be had in this format.")
	ErrInUse         = music.NewError(music.Conflict, "Somebody else is on air.")
	ErrNoLiveSources = music.NewError(music.Forbidden, "Nobody can go on air on this station: it plays by itself.")
	ErrPutOff        = music.NewError(music.Conflict, "You were put off the air.")
	ErrNothing       = music.NewError(music.Invalid, "Nothing came that could be played.")
	ErrHung          = music.NewError(music.Unavailable, "Nothing came for half a minute.")
	ErrChanged       = music.NewError(music.Unavailable, "The station was changed. Connect again.")
	ErrClosed        = music.NewError(music.Unavailable, "The station is closed.")
)

// Engine is the runtime of one station on this server. It is safe for
// concurrent use.
type Engine struct {
	Config
	id       string
	config   atomic.Pointer[station.Station] // a copy of Config.Station for other goroutines
	commands chan func()
	ended    chan struct{}
	stop     context.CancelCauseFunc
	status   atomic.Pointer[station.Status]
	health   atomic.Pointer[Health]
	trouble  atomic.Pointer[trouble]
	probes   sync.WaitGroup

	// The fields below belong to the goroutine of run.
	ctx          context.Context
	ticker       *time.Ticker // nil while nothing plays
	every        time.Duration
	outs         map[frame.Codec]*output
	path         path           // the current source of sound; nil while off air
	live         *live          // the source on air, or the last one
	pendingTitle *pendingTitle  // a title that arrived before its source
	now          *station.OnAir // what is on air
	problem      music.Message  // why nothing is on air
	idleSince    time.Time      // when the last listener left
	failed       time.Time      // when the remote stream of a relay last failed to answer
	shown        time.Time      // the minute for which the calendar was last asked
	waiting      []chan<- bool  // listeners who wait for sound
}

// path is a source of sound: passing, mixing or relayed.
type path interface {
	tick(now time.Time)
	pace() time.Duration // time between two ticks
	state() station.State
	measure(h *Health)
	close()
}

// pendingTitle is a title that arrived before its source.
type pendingTitle struct {
	dj    string
	title station.StreamTitle
	at    time.Time
}

// Start plays a station until Close is called or ctx ends.
func Start(ctx context.Context, c Config) *Engine {
	s := &Engine{Config: c, id: c.Station.ID, commands: make(chan func()), ended: make(chan struct{}), outs: map[frame.Codec]*output{}}
	s.ctx, s.stop = context.WithCancelCause(ctx)
	s.status.Store(&station.Status{StationID: c.Station.ID, State: station.StateOff, At: time.Now()})
	s.health.Store(&Health{})
	own := c.Station
	s.config.Store(&own)
	go s.run()
	return s
}

// Close stops the station and disconnects its listeners.
func (s *Engine) Close() {
	s.stop(ErrClosed)
	<-s.ended
}

// Status returns what the station does now.
func (s *Engine) Status() station.Status { return *s.status.Load() }

func (s *Engine) run() {
	defer close(s.ended)
	defer s.probes.Wait()
	defer s.letGo()
	s.begin()
	for {
		s.wake()
		var ticks <-chan time.Time
		if s.ticker != nil {
			ticks = s.ticker.C
		}
		select {
		case <-s.ctx.Done():
			return
		case command := <-s.commands:
			command()
		case <-ticks:
			s.advance(time.Now())
		}
	}
}

// do runs a function on the station's goroutine.
func (s *Engine) do(ctx context.Context, f func()) error {
	done := make(chan struct{})
	select {
	case s.commands <- func() { defer close(done); f() }:
		<-done
		return nil
	case <-s.ended:
		return ErrClosed
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// wake runs the clock only while something plays or is about to start.
func (s *Engine) wake() {
	every := time.Duration(0)
	switch {
	case s.path != nil:
		every = s.path.pace()
	case s.Station.Mode.PlaysLists():
		every = soundRetry
	}
	if every == s.every {
		return
	}
	if s.ticker != nil {
		s.ticker.Stop()
		s.ticker = nil
	}
	if s.every = every; every > 0 {
		s.ticker = time.NewTicker(every)
	}
}

// begin starts what plays by itself.
func (s *Engine) begin() {
	if s.Station.Mode.PlaysLists() {
		s.openSound()
	}
	s.publish()
}

func (s *Engine) advance(now time.Time) {
	if s.path != nil {
		s.path.tick(now)
	} else if s.Station.Mode.PlaysLists() {
		s.openSound()
	}
	s.stopUnheard(now)
	s.answerWaiting()
	s.publish()
}

// off stops the sound. Listeners are disconnected when their hubs close.
func (s *Engine) off(why music.Message) {
	if s.path != nil {
		s.path.close()
		s.path = nil
	}
	for codec, o := range s.outs {
		o.close()
		delete(s.outs, codec)
	}
	s.problem = why
	if s.now != nil {
		s.now = nil
		s.Keeper.Ended(time.Now())
	}
	s.publish()
}

func (s *Engine) letGo() {
	if s.ticker != nil {
		s.ticker.Stop()
	}
	if s.live != nil {
		s.live.putOff(context.Cause(s.ctx))
		s.live = nil
	}
	s.off(music.Message{})
	s.answerWaiting()
}

// publish reports the status if it changed.
func (s *Engine) publish() {
	now := time.Now()
	next := station.Status{StationID: s.Station.ID, State: s.state(), Problem: s.problem, Now: s.now, At: now}
	if s.live != nil && !s.live.isLost() {
		next.DJ = s.live.DJ
	}
	last := s.status.Load()
	if s.Show != nil && next.State.IsOnAir() {
		next.Show = s.showAt(now, last)
	}
	s.health.Store(s.measure(now))
	if last.State == next.State && last.Problem.Equal(next.Problem) && last.Now == next.Now && last.DJ == next.DJ && last.Show == next.Show {
		return
	}
	s.status.Store(&next)
	s.Keeper.Status(next)
}

// showAt returns the current show. It asks the calendar once a minute.
func (s *Engine) showAt(now time.Time, last *station.Status) string {
	if now.Truncate(time.Minute).Equal(s.shown) {
		return last.Show
	}
	s.shown = now.Truncate(time.Minute)
	return s.Show(now)
}

func (s *Engine) state() station.State {
	if s.path != nil {
		return s.path.state()
	}
	if s.Station.Mode == station.ModeRelay && s.problem.IsZero() {
		return station.StateIdle
	}
	return station.StateOff
}

// Listen returns the hub of a format; call release when done. frame.NoCodec
// stands for the station's main format. It starts what is made on demand and
// waits until it is there.
func (s *Engine) Listen(ctx context.Context, codec frame.Codec) (h *hub.Hub, release func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, openWait)
	defer cancel()
	for {
		var o *output
		ready := make(chan bool, 1)
		if failed := s.do(ctx, func() { o, err = s.join(codec, ready) }); failed != nil {
			return nil, nil, ErrOff.Because(failed)
		}
		if err != nil || o != nil {
			return s.joined(o, err)
		}
		select {
		case <-ready:
		case <-ctx.Done():
			return nil, nil, ErrOff.Because(context.Cause(ctx))
		case <-s.ended:
			return nil, nil, ErrClosed
		}
	}
}

func (s *Engine) joined(o *output, err error) (*hub.Hub, func(), error) {
	if err != nil {
		return nil, nil, err
	}
	var once atomic.Bool
	return o.hub, func() {
		if once.CompareAndSwap(false, true) {
			o.heard.Add(-1)
		}
	}, nil
}

// join finds or starts an output; nil if it is not ready yet.
func (s *Engine) join(codec frame.Codec, ready chan<- bool) (*output, error) {
	if s.path == nil && s.Station.Mode == station.ModeRelay && time.Since(s.failed) >= relayRetry {
		s.openRelay()
	}
	if s.path == nil {
		return nil, s.whyOff()
	}
	o, err := s.output(codec)
	if err != nil {
		return nil, err
	}
	if o == nil {
		s.waiting = append(s.waiting, ready)
		return nil, nil
	}
	o.heard.Add(1)
	s.idleSince = time.Time{}
	return o, nil
}

// whyOff returns why the station is off air, if that is known.
func (s *Engine) whyOff() error {
	if s.problem.IsZero() {
		return ErrOff
	}
	return &music.Error{Code: music.NotFound, Detail: s.problem}
}

// output returns the output of a format; nil if it is not ready yet.
func (s *Engine) output(codec frame.Codec) (*output, error) {
	if codec == frame.NoCodec {
		for _, o := range s.outs {
			if o.main {
				return o, nil
			}
		}
		return nil, nil
	}
	if o := s.outs[codec]; o != nil {
		return o, nil
	}
	if maker, ok := s.path.(interface {
		open(codec frame.Codec) (*output, error)
	}); ok {
		return maker.open(codec)
	}
	if len(s.outs) > 0 {
		return nil, ErrFormat
	}
	return nil, nil
}

func (s *Engine) answerWaiting() {
	if len(s.outs) == 0 && s.path != nil {
		return
	}
	for _, ready := range s.waiting {
		ready <- true
	}
	s.waiting = nil
}

// stopUnheard stops relays and on-demand formats that nobody listens to any
// more.
func (s *Engine) stopUnheard(now time.Time) {
	heard := len(s.waiting) > 0
	for codec, o := range s.outs {
		switch {
		case o.heard.Load() > 0:
			o.idleSince = time.Time{}
			heard = true
		case o.idleSince.IsZero():
			o.idleSince = now
		case !o.main && now.Sub(o.idleSince) >= formatIdle:
			o.close()
			delete(s.outs, codec)
		}
	}
	switch {
	case heard || s.Station.Mode != station.ModeRelay || s.path == nil:
		s.idleSince = time.Time{}
	case s.idleSince.IsZero():
		s.idleSince = now
	case now.Sub(s.idleSince) >= relayIdle:
		s.idleSince = time.Time{}
		s.off(music.Message{})
	}
}

// Reconfigure applies a changed configuration. Most changes take effect with
// the next track or listener. Only another kind of station restarts the sound,
// and even then listeners stay connected.
func (s *Engine) Reconfigure(ctx context.Context, changed station.Station) error {
	return s.do(ctx, func() { s.reconfigure(changed) })
}

func (s *Engine) reconfigure(changed station.Station) {
	before := s.Station
	s.Station = changed
	own := changed
	s.config.Store(&own)
	s.shown = time.Time{}
	if before.Mode != changed.Mode || before.StreamURL != changed.StreamURL && changed.Mode == station.ModeRelay {
		s.changeMode(before.Mode)
	}
	if m, ok := s.path.(*mixing); ok {
		m.mixer.SetOptions(mix.OptionsOf(changed.Options))
		m.remember()
		m.mixer.Reload()
		if before.Bitrate != changed.Bitrate {
			m.encodeAgain()
		}
	}
	s.publish()
}

// changeMode restarts the sound of a station whose mode changed.
func (s *Engine) changeMode(before station.Mode) {
	s.Keeper.Note(KindDecision, music.Say("The station plays in another way now."))
	if _, mixes := s.path.(*mixing); mixes && before.PlaysLists() && s.Station.Mode.PlaysLists() && (s.live == nil || s.Station.Mode.AcceptsSources()) {
		return // the AutoDJ continues: the current track is not cut off
	}
	if s.live != nil && !s.Station.Mode.AcceptsSources() {
		s.live.putOff(ErrNoLiveSources)
		s.live = nil
	}
	if before == station.ModeRelay || s.Station.Mode == station.ModeRelay || s.path == nil {
		s.off(music.Message{}) // nothing of it can continue
		s.begin()
		return
	}
	on := s.live
	s.path.close()
	s.path, s.live = nil, nil
	if s.Station.Mode.PlaysLists() {
		s.openSound()
	}
	if on != nil {
		on.putOff(ErrChanged) // their program reconnects
	}
	if s.path == nil {
		s.off(s.problem)
	}
}
