package mix

// playing is a deck that is audible.
type playing struct {
	deck    *deck
	at      int64 // frames since it began
	delay   int   // frames of this step before it begins
	in, out fade  // fades, measured by at
	isVoice bool
	ends    bool // whether it ends after the fade-out
}

// feed is a live source.
type feed struct{ pcm PCM }

// feeding is a feed that is audible.
type feeding struct {
	feed    *feed
	at      int64
	in, out fade
	leaving bool
}

const (
	skipFade = Rate / 2
	liveFade = Rate
	// maxWait is how long a skip or a live source that left waits for the next deck.
	maxWait = 3 * Rate
)

// Read fills a block of BlockSamples. It never blocks; missing sound is
// silence.
func (m *Mixer) Read(block []float32) {
	m.events = m.events[:0]
	m.short = false
	m.reports()
	if m.passOver() {
		m.wakePlanner()
		return
	}
	if !m.IsShadow() {
		m.orders()
	}
	for at := 0; at+step*Channels <= len(block); at += step * Channels {
		m.step(block[at : at+step*Channels])
	}
	if m.limiter.Limit(block) {
		m.limited.Add(1)
	}
	if m.short {
		m.underruns.Add(1)
	}
	m.wakePlanner()
}

// wakePlanner wakes the planner once per second.
func (m *Mixer) wakePlanner() {
	if m.clock.Load()%Rate < BlockFrames {
		m.poke()
	}
}

// minAhead is the number of samples of a deck that a block may need, at any
// speed.
const minAhead = 2 * BlockSamples

// IsShort reports whether a playing deck waits for its decoder. A caller that
// can wait before its next Read avoids a gap. IsShort belongs to the goroutine
// of Read.
func (m *Mixer) IsShort() bool {
	if m.pass.isOn.Load() {
		return m.isLate() && !m.canResume(m.decks[0].deck)
	}
	for i := range m.decks {
		if ring := m.decks[i].deck.ring(); ring.Len() < minAhead && !ring.closed.Load() {
			return true
		}
	}
	return false
}

// Events returns the events of the last Read. The slice is reused by the next
// Read.
func (m *Mixer) Events() []Event { return m.events }

// reports takes over the planner's events.
func (m *Mixer) reports() {
	for {
		select {
		case e := <-m.failures:
			e.Frame = m.clock.Load()
			m.events = append(m.events, e)
		default:
			return
		}
	}
}

func (m *Mixer) step(out []float32) {
	clear(out)
	m.begin()
	duck := m.ducked()
	for i := range m.decks {
		m.playDeck(&m.decks[i], out, duck)
	}
	for i := range m.feeds {
		m.playFeed(&m.feeds[i], out, duck)
	}
	m.duck = duck
	m.clock.Add(step)
	m.clear()
}

// main returns the deck that plays and is not being faded out; nil for none.
func (m *Mixer) main() *playing {
	for i := range m.decks {
		if p := &m.decks[i]; !p.isVoice && p.deck == m.current.Load() {
			return p
		}
	}
	return nil
}

// begin starts the next item and its voice, if they are due in this step.
func (m *Mixer) begin() {
	main := m.main()
	if main == nil {
		m.beginAfterSilence()
		return
	}
	p := m.planned.Load()
	if p == nil || p.from != main.deck || m.IsShadow() {
		return
	}
	played := main.deck.played.Load()
	if p.voice != nil && p.voiceAt < played+step && !p.voice.isEarly(false) && m.voice.CompareAndSwap(p.voice, nil) {
		m.start(playing{deck: p.voice, isVoice: true, delay: delayTo(p.voiceAt, played), in: fade{length: declick}}, NoJoin)
	}
	reach := int64(step)
	if p.join != Beat && m.bodies != nil {
		reach = FrameGrid
	}
	if p.at >= played+reach || reach > step && !m.isOnGrid() || p.next.isEarly(false) || !m.next.CompareAndSwap(p.next, nil) {
		return
	}
	delay := delayTo(p.at, played)
	if reach > step {
		delay = 0
	}
	if p.out.length > 0 {
		main.fadeOut(p.out, int64(delay))
	}
	p.next.speed = p.speed
	p.next.isBent.Store(p.speed != nil)
	m.start(playing{deck: p.next, delay: delay, in: p.in}, p.join)
}

func delayTo(frame, now int64) int { return int(max(0, frame-now)) }

// beginAfterSilence starts the next item, if it is ready, when nothing plays
// and no source is live.
func (m *Mixer) beginAfterSilence() {
	if m.live != nil {
		return
	}
	if m.next.Load() == nil {
		m.short = m.short || m.started && m.retryIsNear()
		return
	}
	if m.pass.cut > 0 {
		m.startNext(fade{length: m.pass.cut}, Cut)
		return
	}
	m.startNext(fade{length: declick}, NoJoin)
}

// startNext starts the next item, and the voice that is spoken over it, if they
// are loaded and may begin. If they are to continue encoded sound, they begin
// with its next frame.
func (m *Mixer) startNext(in fade, join Join) {
	next := m.next.Load()
	if next == nil || next.isEarly(true) {
		return
	}
	if !m.isOnGrid() {
		if join == Cut {
			m.pass.cut = in.length
		}
		return
	}
	m.pass.cut = 0
	if voice := m.voice.Swap(nil); voice != nil {
		m.start(playing{deck: voice, isVoice: true, in: fade{length: declick}}, NoJoin)
	}
	if m.next.CompareAndSwap(next, nil) {
		m.start(playing{deck: next, in: in}, join)
	}
}

// isOnGrid reports whether the encoded frames of an item that begins now
// continue those of the previous item.
func (m *Mixer) isOnGrid() bool { return m.bodies == nil || m.clock.Load()%FrameGrid == 0 }

// retryIsNear reports whether the planner is at work and not waiting because it
// has no items.
func (m *Mixer) retryIsNear() bool { return m.clock.Load() >= m.retryAt.Load() }

func (m *Mixer) start(p playing, join Join) {
	if len(m.decks) == cap(m.decks) {
		m.end(0)
	}
	m.decks = append(m.decks, p)
	m.started = true
	seconds := 0.0
	if end, exact := p.deck.end(); exact || p.deck.item.Sound != nil {
		seconds = float64(end) / Rate
	}
	m.events = append(m.events, Event{
		Kind: Started, Item: p.deck.item, Frame: m.clock.Load() + int64(p.delay), Seconds: seconds, Join: join,
	})
	if !p.isVoice {
		m.current.Store(p.deck)
		m.planned.Store(nil)
	}
	m.poke()
}

// fadeOut starts a fade a number of frames from now.
func (p *playing) fadeOut(f fade, in int64) {
	if p.out.length > 0 && p.out.wait+p.out.length <= p.at+in+f.wait+f.length {
		return // it is already being faded out
	}
	f.wait += p.at + in
	p.out, p.ends = f, true
}

// playDeck adds a step of a deck.
func (m *Mixer) playDeck(p *playing, out []float32, duck float32) {
	out = out[p.delay*Channels:]
	part := m.scratch[:len(out)]
	n := p.deck.take(part)
	if n < len(part) && !p.deck.ended() {
		m.short = true
		if n == 0 {
			return // the deck waits at its position
		}
	}
	to := p.at + int64(n/Channels)
	before, after := m.duck, duck
	if p.isVoice {
		before, after = 1, 1
	}
	from, until := p.level(p.at)*before, p.level(to)*after
	if p.deck.ended() {
		until = 0
	}
	add(out, part[:n], from, until)
	p.at, p.delay = to, 0
}

// level returns the gain of a deck at a frame.
func (p *playing) level(at int64) float32 { return p.deck.gain * p.in.gain(at) * p.out.gain(at) }

// playFeed adds a step of a feed.
func (m *Mixer) playFeed(f *feeding, out []float32, duck float32) {
	n := f.feed.pcm.Read(m.scratch[:len(out)])
	if n < len(out) && !f.leaving {
		m.short = true
	}
	to := f.at + step
	add(out, m.scratch[:n], f.in.gain(f.at)*f.out.gain(f.at)*m.duck, f.in.gain(to)*f.out.gain(to)*duck)
	f.at = to
}

// add mixes stereo samples in, with a gain that changes linearly.
func add(out, samples []float32, from, to float32) {
	if len(samples) < Channels {
		return
	}
	slope := (to - from) / float32(len(samples)/Channels)
	out = out[:len(samples)]
	for i := 0; i+1 < len(samples); i += 2 {
		out[i] += samples[i] * from
		out[i+1] += samples[i+1] * from
		from += slope
	}
}

// ducked returns the gain of the music at the end of this step. It takes about
// a third of a second to go down, and a second to come back.
func (m *Mixer) ducked() float32 {
	target := float32(1)
	if m.speaks() {
		target = linear(-m.options.Load().Duck)
	}
	const down, up = 0.35, 1.0 // s
	low := linear(-max(1, m.options.Load().Duck))
	switch {
	case m.duck > target:
		return max(target, m.duck-(1-low)*step/(down*Rate))
	case m.duck < target:
		return min(target, m.duck+(1-low)*step/(up*Rate))
	}
	return target
}

func (m *Mixer) speaks() bool {
	for i := range m.decks {
		if p := &m.decks[i]; p.isVoice && len(m.decks) > 1 {
			return true
		}
	}
	return false
}

// clear removes decks and feeds that have ended.
func (m *Mixer) clear() {
	for i := 0; i < len(m.decks); {
		if p := &m.decks[i]; p.deck.ended() || p.ends && p.out.done(p.at) {
			m.end(i)
			continue
		}
		i++
	}
	for i := 0; i < len(m.feeds); {
		if f := &m.feeds[i]; f.leaving && f.out.done(f.at) {
			m.feeds = append(m.feeds[:i], m.feeds[i+1:]...)
			continue
		}
		i++
	}
}

// end removes a deck.
func (m *Mixer) end(i int) {
	p := m.decks[i]
	m.decks = append(m.decks[:i], m.decks[i+1:]...)
	m.events = append(m.events, Event{Kind: Ended, Item: p.deck.item, Frame: m.clock.Load(), Seconds: float64(p.at) / Rate})
	m.current.CompareAndSwap(p.deck, nil)
	select {
	case m.unused <- p.deck:
	default:
		p.deck.stop()
	}
	m.poke()
}
