package mix

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"sonora/internal/dsp"
	"sonora/internal/media/ffmpeg"
)

// Mixer plays items one after another. Read, Events, IsShort, Steady, Pass and
// Close belong to one goroutine; all other methods may be called from anywhere.
type Mixer struct {
	ffmpeg   *ffmpeg.Runner
	measured *Measured
	log      *slog.Logger
	ask      func(ctx context.Context, n Need) *Item
	options  atomic.Pointer[Options]
	ctx      context.Context
	cancel   context.CancelFunc
	planner  sync.WaitGroup
	decoders sync.WaitGroup
	bodies   Bodies // nil for none
	pass     passing

	// Shared by Read and the planner.
	wake     chan struct{}
	failures chan Event
	unused   chan *deck // decks that Read has finished with
	current  atomic.Pointer[deck]
	next     atomic.Pointer[deck]
	voice    atomic.Pointer[deck] // spoken when next begins
	planned  atomic.Pointer[plan]
	clock    atomic.Int64 // frames read
	retryAt  atomic.Int64 // time on the clock until which there is nothing to play

	// Commands.
	skips     atomic.Int64 // number of requested skips
	reload    atomic.Bool
	prepare   atomic.Bool
	liveOrder atomic.Pointer[feed]

	underruns, limited atomic.Int64

	// Used by Read only.
	decks   []playing
	feeds   []feeding
	since   int64 // frames for which the next item has been awaited since a live source ended
	waited  int64 // frames for which the next item has been awaited since a skip
	live    *feed
	duck    float32
	events  []Event
	limiter *dsp.Limiter
	scratch [step * Channels]float32
	started bool
	short   bool // whether sound was missing in this block

	// Used by the planner only.
	spare    []*deck // taken out by a Reload, until Next tells whether they are still next
	rings    []*Ring
	ringLock sync.Mutex
	syncs    chan chan struct{}
}

const (
	maxDecks = 6
	maxFeeds = 6
	// loadAhead is how long before the end of an item the next one is
	// requested.
	loadAhead = 25 * Rate
	retryTime = Rate
)

// New starts a mixer, which stops when ctx ends or at Close.
func New(ctx context.Context, c Config) *Mixer {
	m := &Mixer{
		ffmpeg: c.FFmpeg, log: c.Log, ask: c.Next, wake: make(chan struct{}, 1), failures: make(chan Event, 8), unused: make(chan *deck, 16),
		decks: make([]playing, 0, maxDecks), feeds: make([]feeding, 0, maxFeeds), duck: 1, events: make([]Event, 0, 16), limiter: dsp.NewLimiter(ceilingDB),
		syncs: make(chan chan struct{}), measured: c.Measured, bodies: c.Bodies,
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

// Close stops all decoders. Read must not be called after it.
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

// SetOptions changes the options from the next join on.
func (m *Mixer) SetOptions(o Options) { m.options.Store(&o) }

// Skip fades to the next item in half a second, as soon as that item is ready.
func (m *Mixer) Skip() {
	m.skips.Add(1)
	m.poke()
}

// Reload requests the next item again, after a change of the plan or, together
// with Skip, for an item that must start now. The preloaded item stays loaded
// if it is still next.
func (m *Mixer) Reload() {
	m.reload.Store(true)
	m.poke()
}

// Prepare loads the next item while a source is live, so that it is ready when
// the source leaves.
func (m *Mixer) Prepare() {
	m.prepare.Store(true)
	m.poke()
}

// SetLive fades from the items, or from the previous live source, to pcm.
// Current items end, and nothing is loaded until ClearLive or Prepare.
func (m *Mixer) SetLive(pcm PCM) { m.liveOrder.Store(&feed{pcm}) }

// ClearLive fades from the live source to the next item once that is ready, or
// to silence after three seconds.
func (m *Mixer) ClearLive() {
	m.liveOrder.Store(nil)
	m.Prepare()
}

// Figures returns the counters.
func (m *Mixer) Figures() Figures {
	return Figures{Underruns: m.underruns.Load(), Limited: m.limited.Load()}
}

// Position returns what plays now.
func (m *Mixer) Position() Position {
	p := Position{}
	if next := m.next.Load(); next != nil {
		p.IsReady, p.IsWhole = true, next.body.Load() != nil
	}
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

// giveRing keeps one ring buffer for the next deck; more are never needed for
// long.
func (m *Mixer) giveRing(r *Ring) {
	m.ringLock.Lock()
	defer m.ringLock.Unlock()
	if len(m.rings) == 0 {
		m.rings = append(m.rings, r)
	}
}
