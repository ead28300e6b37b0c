package playout

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
	"sonora/internal/station"
)

const (
	// tick is the interval at which a playing station checks its clock. It
	// makes several blocks of 20 ms per tick, because waking up costs more than
	// mixing.
	tick = 100 * time.Millisecond
	// listTick is the tick while only the AutoDJ plays: latency does not
	// matter, so it is as long as a chunk.
	listTick = hub.Tick
	// maxCatchUp is how much lost time a station makes up for. If it lost more,
	// for example because the machine slept, it continues at the current time.
	maxCatchUp = 10 * time.Second

	hangAfter  = 3 * time.Second  // time without a frame until a source counts as lost
	jitter     = 2 * time.Second  // sound of a source that is buffered before it goes on air
	maxHold    = 5 * time.Minute  // time of silence until listeners are disconnected
	firstFrame = 10 * time.Second // time until a source must have sent a playable frame
	relayIdle  = time.Minute      // time after the last listener until a relay is stopped
	maxHang    = 30 * time.Second // time without a frame until a source is disconnected
	formatIdle = time.Minute      // time after the last listener until a format is no longer made
	openWait   = 15 * time.Second // how long a listener waits for the sound of a relay
	soundRetry = 15 * time.Second // time until an AutoDJ that could not start without ffmpeg tries again
)

// The errors that people see.
var (
	ErrOff           = music.NewError(music.Unavailable, "This station is not on air.").Coded(music.CodeOffAir)
	ErrFormat        = music.NewError(music.NotFound, "This station is not available in this format.")
	ErrInUse         = music.NewError(music.Conflict, "Somebody else is on air.")
	ErrNoLiveSources = music.NewError(music.Forbidden, "Nobody can go on air on this station: it plays by itself.")
	ErrDisconnected  = music.NewError(music.Conflict, "Somebody ended the broadcast by hand.")
	ErrReplaced      = music.NewError(music.Conflict, "A newer connection took over.")
	ErrNothing       = music.NewError(music.Invalid, "The source sent no audio that can be played.")
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
	last         *live          // the last source that was put on air, also while live is nil; nil before the first
	pendingTitle *pendingTitle  // a title that arrived before its source
	now          *station.OnAir // what is on air
	onDJ         string         // the DJ whose play it is; "" for none
	marked       *hub.Live      // the last source that was audible
	problem      music.Message  // why nothing is on air
	idleSince    time.Time      // when the last listener left
	failed       time.Time      // when the remote stream of a relay last failed to answer
	show         string         // the current show, as the calendar was last read
	shown        time.Time      // the minute for which it was read
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
func (e *Engine) Close() {
	e.stop(ErrClosed)
	<-e.ended
}

// Status returns what the station does now.
func (e *Engine) Status() station.Status { return *e.status.Load() }

func (e *Engine) run() {
	defer close(e.ended)
	defer e.probes.Wait()
	defer e.letGo()
	e.begin()
	for {
		e.wake()
		var ticks <-chan time.Time
		if e.ticker != nil {
			ticks = e.ticker.C
		}
		select {
		case <-e.ctx.Done():
			return
		case command := <-e.commands:
			command()
		case <-ticks:
			e.advance(time.Now())
		}
	}
}

// do runs a function on the station's goroutine.
func (e *Engine) do(ctx context.Context, f func()) error {
	done := make(chan struct{})
	select {
	case e.commands <- func() { defer close(done); f() }:
		<-done
		return nil
	case <-e.ended:
		return ErrClosed
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// wake starts or stops the clock: it runs only while something plays or is
// about to start.
func (e *Engine) wake() {
	every := time.Duration(0)
	switch {
	case e.path != nil:
		every = e.path.pace()
	case e.Station.Mode.PlaysLists():
		every = soundRetry
	}
	if every == e.every {
		return
	}
	if e.ticker != nil {
		e.ticker.Stop()
		e.ticker = nil
	}
	if e.every = every; every > 0 {
		e.ticker = time.NewTicker(every)
	}
}

// begin starts the AutoDJ, which needs no source.
func (e *Engine) begin() {
	if e.Station.Mode.PlaysLists() {
		e.openSound()
	}
	e.publish()
}

func (e *Engine) advance(now time.Time) {
	if e.path != nil {
		e.path.tick(now)
	} else if e.Station.Mode.PlaysLists() {
		e.openSound()
	}
	e.stopUnheard(now)
	e.answerWaiting()
	e.publish()
}

// off stops the sound. Listeners are disconnected when their hubs close.
func (e *Engine) off(why music.Message) {
	if e.path != nil {
		e.path.close()
		e.path = nil
	}
	for codec, o := range e.outs {
		o.close()
		delete(e.outs, codec)
	}
	e.problem = why
	if e.now != nil {
		e.now = nil
		e.Keeper.Ended(time.Now())
	}
	e.publish()
}

func (e *Engine) letGo() {
	if e.ticker != nil {
		e.ticker.Stop()
	}
	if e.live != nil {
		e.live.disconnect(context.Cause(e.ctx))
		e.live = nil
	}
	e.off(music.Message{})
	e.answerWaiting()
}

// publish reports the status if it changed.
func (e *Engine) publish() {
	now := time.Now()
	next := station.Status{StationID: e.Station.ID, State: e.state(), Problem: e.problem, Now: e.now, At: now}
	if e.live != nil && (next.State == station.StateLive || !e.isLost()) {
		next.DJ, next.Since = e.live.DJ, e.live.began
	}
	last := e.status.Load()
	if e.Show != nil && next.State.IsOnAir() {
		next.Show = e.showAt(now)
	}
	e.health.Store(e.measure(now))
	if last.State == next.State && last.Problem.Equal(next.Problem) && last.Now == next.Now && last.DJ == next.DJ && last.Since.Equal(next.Since) && last.Show == next.Show {
		return
	}
	e.status.Store(&next)
	e.Keeper.Status(next)
}

// showAt returns the name of the current show. It reads the calendar once a
// minute.
func (e *Engine) showAt(now time.Time) string {
	if minute := now.Truncate(time.Minute); !minute.Equal(e.shown) {
		e.show, e.shown = e.Show(now), minute
	}
	return e.show
}

func (e *Engine) state() station.State {
	if e.path != nil {
		return e.path.state()
	}
	if e.Station.Mode == station.ModeRelay && e.problem.IsZero() {
		return station.StateIdle
	}
	return station.StateOff
}

// Listen returns the hub of a format; call release when done. frame.NoCodec
// stands for the station's main format. It starts a relay or a format that is
// made on demand, and waits until there is sound.
func (e *Engine) Listen(ctx context.Context, codec frame.Codec) (h *hub.Hub, release func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, openWait)
	defer cancel()
	for {
		var o *output
		ready := make(chan bool, 1)
		if failed := e.do(ctx, func() { o, err = e.join(codec, ready) }); failed != nil {
			return nil, nil, ErrOff.Because(failed)
		}
		if err != nil || o != nil {
			return e.joined(o, err)
		}
		select {
		case <-ready:
		case <-ctx.Done():
			return nil, nil, e.notReady(context.Cause(ctx))
		case <-e.ended:
			return nil, nil, ErrClosed
		}
	}
}

// notReady returns the error for a listener who waited in vain. For a relay it
// has no cause: the log shows causes as faults of this server, but here the
// remote stream is silent.
func (e *Engine) notReady(cause error) error {
	if state := e.Status().State; errors.Is(cause, context.DeadlineExceeded) && (state == station.StateIdle || state == station.StateRelay) {
		return ErrOff
	}
	return ErrOff.Because(cause)
}

func (e *Engine) joined(o *output, err error) (*hub.Hub, func(), error) {
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
func (e *Engine) join(codec frame.Codec, ready chan<- bool) (*output, error) {
	if e.path == nil && e.Station.Mode == station.ModeRelay && time.Since(e.failed) >= relayRetry {
		e.openRelay()
	}
	if e.path == nil {
		return nil, e.whyOff()
	}
	o, err := e.output(codec)
	if err != nil {
		return nil, err
	}
	if o == nil {
		e.waiting = append(e.waiting, ready)
		return nil, nil
	}
	o.heard.Add(1)
	e.idleSince = time.Time{}
	return o, nil
}

// whyOff returns why the station is off air; nil if that is unknown.
func (e *Engine) whyOff() error {
	if e.problem.IsZero() {
		return ErrOff
	}
	return &music.Error{Code: music.NotFound, Detail: e.problem}
}

// output returns the output of a format; nil if it is not ready yet.
func (e *Engine) output(codec frame.Codec) (*output, error) {
	if codec == frame.NoCodec {
		for _, o := range e.outs {
			if o.main {
				return o, nil
			}
		}
		return nil, nil
	}
	if o := e.outs[codec]; o != nil {
		return o, nil
	}
	if maker, ok := e.path.(interface {
		open(codec frame.Codec) (*output, error)
	}); ok {
		return maker.open(codec)
	}
	if len(e.outs) > 0 {
		return nil, ErrFormat
	}
	return nil, nil
}

func (e *Engine) answerWaiting() {
	if len(e.outs) == 0 && e.path != nil {
		return
	}
	for _, ready := range e.waiting {
		ready <- true
	}
	e.waiting = nil
}

// stopUnheard stops relays and on-demand formats that have had no listeners for
// a while.
func (e *Engine) stopUnheard(now time.Time) {
	heard := len(e.waiting) > 0
	for codec, o := range e.outs {
		switch {
		case o.heard.Load() > 0:
			o.idleSince = time.Time{}
			heard = true
		case o.idleSince.IsZero():
			o.idleSince = now
		case !o.main && now.Sub(o.idleSince) >= formatIdle:
			o.close()
			delete(e.outs, codec)
		}
	}
	switch {
	case heard || e.Station.Mode != station.ModeRelay || e.path == nil:
		e.idleSince = time.Time{}
	case e.idleSince.IsZero():
		e.idleSince = now
	case now.Sub(e.idleSince) >= relayIdle:
		e.idleSince = time.Time{}
		e.off(music.Message{})
	}
}

// Reconfigure applies a changed configuration. Most changes take effect with
// the next track or listener. Only a change of the station's mode restarts the
// sound, and even then listeners stay connected.
func (e *Engine) Reconfigure(ctx context.Context, changed station.Station) error {
	return e.do(ctx, func() { e.reconfigure(changed) })
}

func (e *Engine) reconfigure(changed station.Station) {
	before := e.Station
	e.Station = changed
	own := changed
	e.config.Store(&own)
	e.shown = time.Time{}
	if before.Mode != changed.Mode || before.StreamURL != changed.StreamURL && changed.Mode == station.ModeRelay {
		e.changeMode(before.Mode)
	}
	if m, ok := e.path.(*mixing); ok {
		m.mixer.SetOptions(e.mixOptions())
		m.remember()
		m.mixer.Reload() // the change may affect the loaded item
		if before.Bitrate != changed.Bitrate {
			m.encodeAgain()
		}
	}
	e.publish()
}

// changeMode restarts the sound of a station whose mode changed.
func (e *Engine) changeMode(before station.Mode) {
	e.Keeper.Note(KindDecision, music.Say("The station's mode changed."))
	if _, mixes := e.path.(*mixing); mixes && before.PlaysLists() && e.Station.Mode.PlaysLists() && (e.live == nil || e.Station.Mode.AcceptsSources()) {
		return // the AutoDJ continues: the current track is not cut off
	}
	if e.live != nil && !e.Station.Mode.AcceptsSources() {
		e.live.disconnect(ErrNoLiveSources)
		e.live = nil
	}
	if before == station.ModeRelay || e.Station.Mode == station.ModeRelay || e.path == nil {
		e.off(music.Message{}) // none of the sound can continue
		e.begin()
		return
	}
	on := e.live
	e.path.close()
	e.path, e.live = nil, nil
	if e.Station.Mode.PlaysLists() {
		e.openSound()
	}
	if on != nil {
		on.disconnect(ErrChanged) // the DJ's program reconnects
	}
	if e.path == nil {
		e.off(e.problem)
	}
}
