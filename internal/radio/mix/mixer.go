package mix

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"sonora/internal/media/ffmpeg"
)

// Mixer plays items one after another. Read, Events and Close belong to one
// goroutine; all other methods may be called from anywhere.
type Mixer struct {
	ffmpeg   *ffmpeg.Runner
	measured *Measured
	log      *slog.Logger
	ask      func(ctx context.Context) *Item
	options  atomic.Pointer[Options]
	ctx      context.Context
	cancel   context.CancelFunc
	planner  sync.WaitGroup
	decoders sync.WaitGroup

	// Between Read and the planner.
	wake     chan struct{}
	failures chan Event
	unused   chan *deck // by Read
	current  atomic.Pointer[deck]
	next     atomic.Pointer[deck]
	voice    atomic.Pointer[deck] // spoken when next begins
	planned  atomic.Pointer[plan]
	clock    atomic.Int64 // frames read
	retryAt  atomic.Int64 // of the clock; until then there is nothing to play

	// Orders.
	skips     atomic.Int64 // asked for
	reload    atomic.Bool
	prepare   atomic.Bool
	liveOrder atomic.Pointer[feed]
	talkOrder atomic.Pointer[feed]

	underruns, limited atomic.Int64

	// Read's own.
	decks   []playing
	feeds   []feeding
	since   int64 // frames that the end of a live one waits for the next item
	waited  int64 // the same for a skip
	live    *feed
	talk    *feed
	duck    float32
	events  []Event
	limiter *limiter
	scratch [step * Channels]float32
	started bool
	short   bool // something was missing in this block

	// The planner's own.
	rings    []*Ring
	ringLock sync.Mutex
	syncs    chan chan struct{}
}

const (
	maxDecks = 6
	maxFeeds = 6
	// loadAhead is how long before the end of an item the next is asked for.
	loadAhead = 25 * Rate
	retryTime = Rate
)

// New starts a mixer that ends with ctx or Close.
func New(ctx context.Context, c Config) *Mixer {
	m := &Mixer{
		ffmpeg: c.FFmpeg, log: c.Log, ask: c.Next, wake: make(chan struct{}, 1), failures: make(chan Event, 8), unused: make(chan *deck, 16),
		decks: make([]playing, 0, maxDecks), feeds: make([]feeding, 0, maxFeeds), duck: 1, events: make([]Event, 0, 16), limiter: newLimiter(),
		syncs: make(chan chan struct{}), measured: c.Measured,
	}
	if m.measured == nil {
		m.measured = NewMeasured()
	}
	m.options.Store(&c.Options)
	m.ctx, m.cancel = context.WithCancel(ctx)
	m.planner.Go(m.run)
	m.poke()
	return m
}

// Close ends all decoders. Read must not be called any more.
func (m *Mixer) Close() {
	m.cancel()
	m.planner.Wait()
	for _, p := range m.decks {
		m.drop(p.deck)
	}
	for _, d := range []*deck{m.next.Swap(nil), m.voice.Swap(nil)} {
		if d != nil {
			m.drop(d)
		}
	}
	m.dropUnused()
	m.decoders.Wait()
}

// SetOptions changes what the owner of the station sets; it counts from the
// next join on.
func (m *Mixer) SetOptions(o Options) { m.options.Store(&o) }

// Skip fades to the next item in half a second, as soon as that is ready.
func (m *Mixer) Skip() {
	m.skips.Add(1)
	m.poke()
}

// Reload drops the item that was loaded ahead and asks for the next again:
// after a change of the queue, or before a Skip for what has to begin now.
func (m *Mixer) Reload() {
	m.reload.Store(true)
	m.poke()
}

// Prepare loads the next item although somebody is live, so that it is there
// when they go.
func (m *Mixer) Prepare() {
	m.prepare.Store(true)
	m.poke()
}

// SetLive fades from the items, or from whoever was live, to sound that comes
// in. What plays ends, and nothing is loaded until ClearLive or Prepare.
func (m *Mixer) SetLive(pcm PCM) { m.liveOrder.Store(&feed{pcm}) }

// ClearLive fades from whoever is live to the next item once that is ready,
// or after three seconds at most to silence.
func (m *Mixer) ClearLive() {
	m.liveOrder.Store(nil)
	m.Prepare()
}

// TalkOver puts a voice that comes in over everything and lowers that by
// Options.Duck; nil ends it.
func (m *Mixer) TalkOver(pcm PCM) {
	if pcm == nil {
		m.talkOrder.Store(nil)
		return
	}
	m.talkOrder.Store(&feed{pcm})
}

// Figures counts what happened so far.
func (m *Mixer) Figures() Figures {
	return Figures{Underruns: m.underruns.Load(), Limited: m.limited.Load()}
}

// Position says what plays now.
func (m *Mixer) Position() Position {
	p := Position{IsReady: m.next.Load() != nil}
	d := m.current.Load()
	if d == nil {
		return p
	}
	played := d.played.Load()
	left := d.left()
	if plan := m.planned.Load(); plan != nil && plan.from == d {
		left = max(0, plan.at-played)
	}
	p.Item, p.Played, p.Left = d.item, timeOf(played), timeOf(left)
	return p
}

func timeOf(frames int64) time.Duration { return time.Duration(frames) * time.Second / Rate }

// poke wakes the planner.
func (m *Mixer) poke() {
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

func (m *Mixer) takeRing() *Ring {
	m.ringLock.Lock()
	defer m.ringLock.Unlock()
	if n := len(m.rings); n > 0 {
		r := m.rings[n-1]
		m.rings = m.rings[:n-1]
		r.reset()
		return r
	}
	return NewRing(deckBuffer)
}

// giveRing keeps a ring for the next deck; more than one is never needed long.
func (m *Mixer) giveRing(r *Ring) {
	m.ringLock.Lock()
	defer m.ringLock.Unlock()
	if len(m.rings) == 0 {
		m.rings = append(m.rings, r)
	}
}
