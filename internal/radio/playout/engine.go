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
	// in blocks of 20 ms, several at a time: waking up costs more than mixing.
	tick = 100 * time.Millisecond
	// listTick is the same while only lists play, which nobody hears themselves in:
	// as long as a chunk.
	listTick = hub.Tick
	// maxCatchUp is how much time a station may lose, such as when the machine sleeps,
	// until it no longer makes up for it.
	maxCatchUp = 10 * time.Second

	hangAfter  = 3 * time.Second  // without a frame a source is lost
	jitter     = 2 * time.Second  // of a source are here before it is on air
	maxHold    = 5 * time.Minute  // of silence until listeners are let go
	firstFrame = 10 * time.Second // until a source must have sent something that can be played
	relayIdle  = time.Minute      // after the last listener a relay ends
	maxHang    = 30 * time.Second // without a frame a source is sent away
	formatIdle = time.Minute      // after the last listener a format is no longer made
	openWait   = 15 * time.Second // a listener waits so long for the sound of a relay
	soundRetry = 15 * time.Second // until lists that could not begin, for want of ffmpeg, begin again
)

// Errors people see.
var (
	ErrOff      = music.NewError(music.Unavailable, "This station is not on air.")
	ErrFormat   = music.NewError(music.NotFound, "This station is not to be had in this format.")
	ErrInUse    = music.NewError(music.Conflict, "Somebody else is on air.")
	ErrNoPeople = music.NewError(music.Forbidden, "Nobody can go on air on this station: it plays by itself.")
	ErrPutOff   = music.NewError(music.Conflict, "You were put off the air.")
	ErrNothing  = music.NewError(music.Invalid, "Nothing came that could be played.")
	ErrHung     = music.NewError(music.Unavailable, "Nothing came for half a minute.")
	ErrChanged  = music.NewError(music.Unavailable, "The station was changed. Connect again.")
	ErrClosed   = music.NewError(music.Unavailable, "The station is closed.")
)

// Engine is one that this server plays. It is safe for concurrent use.
type Engine struct {
	Config
	id       string
	config   atomic.Pointer[station.Station] // as Config.Station, for other goroutines
	commands chan func()
	ended    chan struct{}
	stop     context.CancelCauseFunc
	status   atomic.Pointer[station.Status]
	health   atomic.Pointer[Health]
	trouble  atomic.Pointer[trouble]
	probes   sync.WaitGroup

	// What follows belongs to the goroutine of run.
	ctx          context.Context
	ticker       *time.Ticker // nil while nothing plays
	every        time.Duration
	outs         map[frame.Codec]*output
	path         path           // where the sound comes from now; nil while it is off
	live         *live          // who is on air, or was a moment ago
	pendingTitle *pendingTitle  // a title that came before its source
	now          *station.OnAir // what is on air
	problem      string         // why nothing is
	idleSince    time.Time      // since when nobody listens
	failed       time.Time      // when the stream of a relay last did not answer
	shown        time.Time      // the minute the calendar was asked for
	waiting      []chan<- bool  // listeners who wait for sound
}

// path makes sound.
type path interface {
	tick(now time.Time)
	pace() time.Duration // between two ticks
	state() station.State
	measure(h *Health)
	close()
}

// pendingTitle is a title that came before its source.
type pendingTitle struct {
	dj    string
	title station.StreamTitle
	at    time.Time
}

// Start makes a station play until Close, or ctx ends.
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

// Close ends the station and lets its listeners go.
func (s *Engine) Close() {
	s.stop(ErrClosed)
	<-s.ended
}

// Status is what it does now.
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

// do has something done by the station's goroutine.
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

// wake keeps the clock running only while something plays, or is to begin.
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

// off ends the sound. Listeners end with their hubs.
func (s *Engine) off(why string) {
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
	s.off("")
	s.answerWaiting()
}

// publish tells what the station does when that is something else than before.
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
	if last.State == next.State && last.Problem == next.Problem && last.Now == next.Now && last.DJ == next.DJ && last.Show == next.Show {
		return
	}
	s.status.Store(&next)
	s.Keeper.Status(next)
}

// showAt asks the calendar once a minute.
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
	if s.Station.Mode == station.ModeRelay && s.problem == "" {
		return station.StateIdle
	}
	return station.StateOff
}

// Listen returns the hub of a format, until release; "" is the format the
// station has. It starts what is made on demand and waits until it is there.
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

// join finds or starts an output; nil when it is not there yet.
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

// whyOff is the reason in words, where there is one.
func (s *Engine) whyOff() error {
	if s.problem == "" {
		return ErrOff
	}
	return music.NewError(music.NotFound, s.problem)
}

// output is the output of a format; nil when it is not there yet.
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

// stopUnheard ends a relay and formats nobody listens to any more.
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
		s.off("")
	}
}

// Reconfigure takes the station as it is now. What changed counts from the
// next track or listener on; only another kind of sound needs a new beginning,
// and even then listeners stay.
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

// changeMode finds another source of sound for a station whose kind changed.
func (s *Engine) changeMode(before station.Mode) {
	s.Keeper.Note(KindDecision, "The station plays in another way now.")
	if _, mixes := s.path.(*mixing); mixes && before.PlaysLists() && s.Station.Mode.PlaysLists() && (s.live == nil || s.Station.Mode.TakesPeople()) {
		return // its lists go on: what plays is not cut
	}
	if s.live != nil && !s.Station.Mode.TakesPeople() {
		s.live.putOff(ErrNoPeople)
		s.live = nil
	}
	if before == station.ModeRelay || s.Station.Mode == station.ModeRelay || s.path == nil {
		s.off("") // nothing of it can go on
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
		on.putOff(ErrChanged) // their program connects again
	}
	if s.path == nil {
		s.off(s.problem)
	}
}
