package mix

import (
	"sync"
	"sync/atomic"

	"sonora/internal/dsp"
)

// Bodies keeps items that were encoded as a whole.
type Bodies interface {
	// Of returns the encoded sound of an item, which may be made later, or nil if
	// it never will be. It returns at once.
	Of(r *Rendering) Encoded
}

// Encoded is an item that is or will be encoded as a whole.
type Encoded interface {
	// Body returns the sound, or nil while there is none.
	Body() Body
	Close()
}

// Body is the encoded sound of a whole item: frames of FrameGrid samples, the
// first of which begins with the item.
type Body interface {
	Outline() *Outline
	// Frame returns a frame; nil if it has to be read first. An error means that
	// it cannot be read. It never blocks and belongs to one goroutine.
	Frame(n int64) ([]byte, error)
	// Print returns the print of a frame that Frame has returned.
	Print(n int64) Print
	// Err returns why a frame cannot be read that will be needed in a few
	// seconds; nil if all can.
	Err() error
}

// FrameGrid is the length of an encoded frame. Items begin at a multiple of it
// on the mixer's clock, so that the frames of one continue those of another.
const FrameGrid = 1152

const (
	minPass = 15 * Rate // a shorter stretch is not worth a decoder's and an encoder's start
	// passLead is how long before the next join the sound of an item is made
	// again. It covers the start of a decoder and an encoder, and the time until
	// the encoder's output no longer depends on its start.
	passLead = 6 * Rate
	// maxShadow limits how long joins and commands wait for Free.
	maxShadow = 4 * Rate
	// minAgain is how much must be decoded before an item is heard again.
	minAgain = Rate
	minWhole = 40 * Rate
	maxWhole = 15 * 60 * Rate
	// wakeTime is how long Wake keeps a mixer from passing over its sound.
	wakeTime = 10 * Rate
)

// passing is the state of a mixer whose sound is not needed, because it is known
// in encoded form.
type passing struct {
	// exchange is held by the planner while it replaces a decoder, and by Read
	// while it takes the new one. Read only tries it.
	exchange sync.Mutex
	isOn     atomic.Bool  // no sound is made
	shadow   atomic.Int64 // clock until which sound is made, but nothing changes
	awake    atomic.Int64 // clock until which sound is needed
	wanted   int64        // clock at which sound became needed; 0 if it is not
	cut      int64        // length of the fade with which the next item begins; 0 for the usual one
}

// Steady describes sound that consists of one item only, at its usual level.
type Steady struct {
	Body  Body
	Began int64 // of the item, on the mixer's clock
}

// Steady returns what the mixer could pass over; ok is false if the item blends
// with others, or soon will, or is not encoded as a whole. It belongs to the
// goroutine of Read.
func (m *Mixer) Steady() (s Steady, ok bool) {
	if len(m.decks) != 1 || len(m.feeds) > 0 || m.duck != 1 || m.needsSound() {
		return s, false
	}
	p := &m.decks[0]
	body := p.deck.body.Load()
	if body == nil || p.isVoice || p.ends || p.deck != m.current.Load() || p.deck.speed != nil || !p.in.done(p.at) || m.change(p.deck) < minPass {
		return s, false
	}
	began := m.clock.Load() - p.deck.played.Load()
	return Steady{*body, began}, began%FrameGrid == 0
}

// change returns how many frames a deck plays until something else begins.
func (m *Mixer) change(d *deck) int64 {
	at, _ := d.end()
	if p := m.planned.Load(); p != nil && p.from == d {
		at = min(at, p.at)
		if p.voice != nil {
			at = min(at, p.voiceAt)
		}
	}
	return at - d.played.Load()
}

// needsSound reports whether a command or somebody waits for sound.
func (m *Mixer) needsSound() bool {
	return m.skips.Load() > 0 || m.liveOrder.Load() != m.live || m.live != nil || m.talkOrder.Load() != m.talk || m.talk != nil ||
		m.pass.awake.Load() > m.clock.Load()
}

// Pass passes over the sound of the current item, which must be steady: Read
// leaves its block alone until the sound is needed. It belongs to the goroutine
// of Read.
func (m *Mixer) Pass() {
	d := m.decks[0].deck
	d.spool.Load().cancel()
	m.pass.isOn.Store(true)
}

// IsPassing reports whether the last Read left its block alone.
func (m *Mixer) IsPassing() bool { return m.pass.isOn.Load() }

// IsShadow reports whether Read makes the sound of an item that was passed over,
// unchanged, so that an encoder can take over.
func (m *Mixer) IsShadow() bool { return m.pass.shadow.Load() > m.clock.Load() }

// maxLate is how long sound that is needed may stay missing before a caller that
// can wait should wait.
const maxLate = 2 * Rate

// isLate reports whether the sound that is passed over is needed, and its decoder
// is not ready.
func (m *Mixer) isLate() bool {
	clock := m.clock.Load()
	return m.pass.wanted > 0 && clock-m.pass.wanted > maxLate || m.change(m.decks[0].deck) < passLead-maxLate
}

// Free ends the shadow: joins and commands may happen.
func (m *Mixer) Free() { m.pass.shadow.Store(0) }

// Wake has the mixer make sound for the next seconds, because it is about to
// change. It may be called from anywhere.
func (m *Mixer) Wake() {
	m.pass.awake.Store(m.clock.Load() + wakeTime)
	m.poke()
}

// passOver is Read without sound. It reports whether there is none.
func (m *Mixer) passOver() bool {
	if !m.pass.isOn.Load() {
		return false
	}
	p := &m.decks[0]
	if m.resume(p) {
		return false
	}
	if end, _ := p.deck.end(); p.deck.played.Load() >= end {
		m.pass.isOn.Store(false) // its decoder did not start in time
		return false
	}
	if m.pass.wanted == 0 && m.needsSound() {
		m.pass.wanted = m.clock.Load()
		m.poke()
	}
	p.deck.played.Add(BlockFrames)
	p.at += BlockFrames
	m.clock.Add(BlockFrames)
	return true
}

// resume continues with a deck's new decoder, once enough is decoded. It reports
// whether it did.
func (m *Mixer) resume(p *playing) bool {
	d := p.deck
	if !m.canResume(d) || !m.pass.exchange.TryLock() {
		return false
	}
	defer m.pass.exchange.Unlock()
	s := d.again.Load()
	s.ring.skip(min(d.behind(s), s.ring.Len()))
	d.spool.Store(s)
	d.again.Store(nil)
	m.limiter = dsp.NewLimiter(ceilingDB)
	m.pass.wanted = 0
	m.pass.shadow.Store(m.clock.Load() + maxShadow)
	m.pass.isOn.Store(false)
	return true
}

// canResume reports whether a deck's new decoder is ready.
func (m *Mixer) canResume(d *deck) bool {
	s := d.again.Load()
	return s != nil && (s.ring.closed.Load() || s.ring.Len() >= d.behind(s)+minAgain*Channels)
}

// behind returns how many samples of a new decoder were passed over meanwhile.
func (d *deck) behind(s *spool) int { return int(d.played.Load()-s.from) * Channels }

// followPass releases the decoder of an item that is passed over, and starts
// another one when its sound will be needed. The planner calls it.
func (m *Mixer) followPass() {
	m.pass.exchange.Lock()
	defer m.pass.exchange.Unlock()
	d := m.current.Load()
	if d == nil || !m.pass.isOn.Load() || d.again.Load() != nil {
		return
	}
	if s := d.spool.Swap(nil); s != nil {
		m.decoders.Go(func() { m.endSpool(d, s) })
	}
	isOrdered := m.skips.Load() > 0 || m.liveOrder.Load() != nil || m.talkOrder.Load() != nil || m.pass.awake.Load() > m.clock.Load()
	if isOrdered || m.change(d) < passLead {
		m.hearAgain(d)
	}
}

// hearAgain decodes an item from where it is now.
func (m *Mixer) hearAgain(d *deck) {
	outline := (*d.body.Load()).Outline()
	s, ctx := m.newSpool(d.played.Load())
	s.ring.hurry()
	m.decoders.Go(func() {
		defer close(s.done)
		err := decodeFrom(ctx, m.ffmpeg, &d.sound, outline, s.from, func(samples []float32) error { return s.ring.Write(ctx, samples) })
		d.total.Store(max(1, min(d.total.Load(), s.from+s.ring.written.Load()/Channels)))
		s.end(ctx, err)
	})
	d.again.Store(s)
}

// adopt takes an item's outline and encoded sound, once they are there. The
// planner calls it.
func (d *deck) adopt() {
	if d == nil || d.encoded == nil || d.body.Load() != nil {
		return
	}
	if body := d.encoded.Body(); body != nil {
		outline := body.Outline()
		d.levels.replace(&outline.Levels)
		d.total.Store(outline.Frames)
		d.body.Store(&body)
	}
}

// encodedOf returns the encoded sound of a song, or nil for what is too short or
// too long for it.
func (m *Mixer) encodedOf(d *deck, end float64) Encoded {
	bitrate := m.options.Load().Bitrate
	if m.bodies == nil || bitrate == 0 || d.item.Kind != Music || d.length < minWhole || d.length > maxWhole {
		return nil
	}
	return m.bodies.Of(&Rendering{Path: d.path, Sound: d.sound, Item: d.item, Start: d.start, End: end, Gain: d.gain, Bitrate: bitrate})
}
