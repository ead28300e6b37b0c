package mix

import (
	"sync"
	"sync/atomic"

	"sonora/internal/dsp"
)

// Bodies keeps items that were encoded as a whole.
type Bodies interface {
	// Of returns the encoded sound of an item, or nil if the item is never
	// encoded. The sound may become available later. Of does not block.
	Of(r *Rendering) Encoded
}

// Encoded is an item that is or will be encoded as a whole.
type Encoded interface {
	// Body returns the sound; nil until it is available.
	Body() Body
	Close()
}

// Body is the encoded sound of a whole item: frames of FrameGrid samples. The
// first frame begins with the item.
type Body interface {
	Outline() *Outline
	// Frame returns a frame; nil while it is still being read. An error means
	// that it cannot be read. Frame never blocks and belongs to one goroutine.
	Frame(n int64) ([]byte, error)
	// Print returns the print of a frame that Frame has returned.
	Print(n int64) Print
	// Err returns why a frame of the next few seconds cannot be read; nil if
	// all can be read.
	Err() error
}

// FrameGrid is the length of an encoded frame, in frames of sound. Items begin
// at multiples of it on the mixer's clock, so that the encoded frames of one
// item continue those of the previous one.
const FrameGrid = 1152

const (
	minPass = 15 * Rate // a shorter stretch is not worth starting a decoder and an encoder again
	// passLead is how long before the next join the mixer makes the sound of an
	// item again. This is enough to start a decoder and an encoder, and for the
	// encoder's output to become independent of its start.
	passLead = 6 * Rate
	// maxShadow limits how long joins and commands wait for Free.
	maxShadow = 4 * Rate
	// minAgain is how much must be decoded before the mixer makes the sound of
	// an item again.
	minAgain = Rate
	minWhole = 40 * Rate
	maxWhole = 15 * 60 * Rate
	// wakeTime is how long a mixer makes sound after Wake.
	wakeTime = 10 * Rate
)

// passing is the state of a mixer that passes over its sound, because it is
// available in encoded form.
type passing struct {
	// The planner holds exchange while it replaces a decoder, and Read while it
	// takes the new one. Read only tries to lock it.
	exchange sync.Mutex
	isOn     atomic.Bool  // whether no sound is made
	shadow   atomic.Int64 // time on the clock until which sound is made, but nothing changes
	awake    atomic.Int64 // time on the clock until which sound is needed
	wanted   int64        // time on the clock at which sound became needed; 0 if it is not
	cut      int64        // length in frames of the fade with which the next item begins; 0 for the usual one
}

// Steady describes sound that consists of a single item at its usual level.
type Steady struct {
	Body  Body
	Began int64 // beginning of the item, on the mixer's clock
}

// Steady returns the sound that the mixer could pass over. ok is false if the
// item blends with others or soon will, or if it is not encoded as a whole.
// Steady belongs to the goroutine of Read.
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

// needsSound reports whether a command or a caller of Wake needs sound.
func (m *Mixer) needsSound() bool {
	return m.skips.Load() > 0 || m.liveOrder.Load() != m.live || m.live != nil || m.pass.awake.Load() > m.clock.Load()
}

// Pass passes over the sound of the current item, which must be steady: Read
// does not fill its block until the sound is needed. Pass belongs to the
// goroutine of Read.
func (m *Mixer) Pass() {
	d := m.decks[0].deck
	d.spool.Load().cancel()
	m.pass.isOn.Store(true)
}

// IsPassing reports whether the last Read did not fill its block.
func (m *Mixer) IsPassing() bool { return m.pass.isOn.Load() }

// IsShadow reports whether the mixer is in a shadow: Read makes the sound of an
// item that was passed over, but nothing changes, so that an encoder can get
// ready to take over.
func (m *Mixer) IsShadow() bool { return m.pass.shadow.Load() > m.clock.Load() }

// maxLate is how long needed sound may be missing before a caller that can wait
// should wait.
const maxLate = 2 * Rate

// isLate reports whether passed-over sound is needed although its decoder is
// not ready.
func (m *Mixer) isLate() bool {
	clock := m.clock.Load()
	return m.pass.wanted > 0 && clock-m.pass.wanted > maxLate || m.change(m.decks[0].deck) < passLead-maxLate
}

// Free ends the shadow: joins and commands may happen again.
func (m *Mixer) Free() { m.pass.shadow.Store(0) }

// Wake has the mixer make sound for the next seconds, because it is about to
// change. It may be called from anywhere.
func (m *Mixer) Wake() {
	m.pass.awake.Store(m.clock.Load() + wakeTime)
	m.poke()
}

// passOver is Read for sound that is passed over. It reports whether it did so.
func (m *Mixer) passOver() bool {
	if !m.pass.isOn.Load() {
		return false
	}
	p := &m.decks[0]
	if m.resume(p) {
		return false
	}
	if end, _ := p.deck.end(); p.deck.played.Load() >= end {
		m.pass.isOn.Store(false) // the decoder did not start in time
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

// resume continues with a deck's new decoder once enough is decoded, and
// reports whether it did.
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

// behind returns how many samples of a new decoder have been passed over in the
// meantime.
func (d *deck) behind(s *spool) int { return int(d.played.Load()-s.from) * Channels }

// followPass releases the decoder of an item that is passed over, and starts a
// new one before the sound is needed. The planner calls it.
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
	isOrdered := m.skips.Load() > 0 || m.liveOrder.Load() != nil || m.pass.awake.Load() > m.clock.Load()
	if isOrdered || m.change(d) < passLead {
		m.hearAgain(d)
	}
}

// hearAgain starts a new decoder for an item from its current position.
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

// adopt takes an item's outline and encoded sound once they are available. The
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

// encodedOf returns the encoded sound of a song, or nil for an item that is too
// short or too long to be encoded as a whole.
func (m *Mixer) encodedOf(d *deck, end float64) Encoded {
	bitrate := m.options.Load().Bitrate
	if m.bodies == nil || bitrate == 0 || d.item.Kind != Music || d.length < minWhole || d.length > maxWhole {
		return nil
	}
	return m.bodies.Of(&Rendering{Path: d.path, Sound: d.sound, Item: d.item, Start: d.start, End: end, Gain: d.gain, Bitrate: bitrate})
}
