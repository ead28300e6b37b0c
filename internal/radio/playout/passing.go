package playout

import (
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/station"
)

const (
	// steer is the relative amount by which frames are sent faster or slower
	// than the clock, so that the buffer of a source with a different clock
	// never runs empty. Listeners do not notice, because players set their own
	// pace.
	steer = 0.002
	// relayAhead is how far a relay may be ahead of the clock. The burst of its
	// stream is the burst of its first listener.
	relayAhead = 8 * time.Second
	// relayBehind is how far a relay may fall behind before silence is sent.
	// Listeners have the burst in their buffers.
	relayBehind = 2 * time.Second
)

// passing passes the frames of a source through unchanged.
type passing struct {
	engine *Engine
	kind   station.State  // live or relay
	queues []*sourceQueue // the current source, then its successors
	heard  *sourceQueue   // the source of the last sent frame; nil before the first frame
	joined bool           // whether the current source has filled its buffer
	out    *output        // nil until the first frame
	due    time.Time      // when the next frame is due
	lost   time.Time      // since when no frames have arrived; zero while they arrive
	probe  probe
}

func (p *passing) pace() time.Duration { return tick }

func (p *passing) state() station.State {
	switch {
	case p.out == nil:
		return station.StateOff
	case !p.lost.IsZero():
		return station.StateHold
	}
	return p.kind
}

// follow appends a source that plays after the end of the current one.
func (p *passing) follow(q *sourceQueue) { p.queues = append(p.queues, q) }

// isHeard reports whether sound of the current source is still to be sent.
func (p *passing) isHeard() bool { return len(p.queues) > 0 && p.queues[0].level().length > 0 }

func (p *passing) tick(now time.Time) {
	at := p.level(now)
	p.join(now, at)
	played := false
	for speed := p.speed(at); p.joined && p.due.Before(now.Add(p.ahead())); {
		item, ok := p.queues[0].pop()
		if !ok {
			break
		}
		if p.isOther(item) {
			p.changeFormat(item)
			return
		}
		p.play(item, speed)
		played = true
	}
	switch isGone := at.ended && at.length == 0; {
	case len(p.queues) != 1: // another source follows, or a relay is connecting
	case isGone && p.out == nil: // nobody ever heard it
		p.engine.off(sourceLost)
		return
	case isGone || now.Sub(at.arrived) >= hangAfter && (at.length == 0 || !p.joined): // a buffer outlasts the waits of a source in bursts
		p.lose(now)
	case played:
		p.find()
	}
	p.sendAway(now)
	if p.out == nil {
		return
	}
	p.watch(now)
	p.bridge(now, at)
}

// sendAway disconnects a source that sends nothing, so that its DJ can connect
// again. Listeners stay connected.
func (p *passing) sendAway(now time.Time) {
	l := p.engine.live
	if p.kind != station.StateLive || l == nil {
		return
	}
	if at := l.queue.level(); !at.ended && now.Sub(at.arrived) >= maxHang {
		l.disconnect(ErrHung)
	}
}

// isOther reports whether a source continues in a format other than the one
// announced to its listeners, which they cannot play.
func (p *passing) isOther(item queued) bool {
	return p.out != nil && item.codec != frame.NoCodec && item.codec != p.out.codec
}

// changeFormat continues a source whose format has changed through the mixer. A
// relay is not mixed, so its listeners have to reconnect.
func (p *passing) changeFormat(item queued) {
	e := p.engine
	if p.kind == station.StateRelay {
		e.off(streamChanged)
		return
	}
	last := p.queues[0]
	p.queues = p.queues[1:]
	l := e.live
	if l == nil || l.queue != last {
		last.close() // another source is on air in the meantime
		p.joined = false
		return
	}
	last.putBack(item)
	last.codec = item.codec
	if err := e.playMixed(l); err != nil {
		l.disconnect(err)
		last.close()
		e.off(sentence(err))
	}
}

// watch detects silence.
func (p *passing) watch(now time.Time) {
	if !p.lost.IsZero() {
		p.probe.quiet, p.probe.measured = 0, time.Time{}
		return
	}
	p.probe.listen(p.engine, p.out, now)
	maxSilence := max(time.Duration(p.engine.Station.Options.SilenceSeconds)*time.Second, time.Second)
	switch {
	case p.probe.quiet == 0 && p.engine.problem.Is(sourceSilent):
		p.engine.problem = music.Message{}
	case p.probe.quiet >= maxSilence && !p.engine.problem.Is(sourceSilent):
		p.engine.problem = sourceSilent
		who := music.Verbatim(p.engine.Station.Name)
		if p.kind == station.StateLive && p.engine.live != nil {
			who = p.engine.live.whom()
		}
		p.engine.Keeper.Alert(KindSilence, silence(p.probe.quiet, who))
	}
}

// level describes the buffer of the current source. What is left of a source that
// hung before it ended is too old to be heard.
func (p *passing) level(now time.Time) level {
	for len(p.queues) > 0 {
		at := p.queues[0].level()
		if at.ended && !p.joined && now.Sub(at.arrived) >= hangAfter {
			at.length = 0
		}
		if at.length > 0 || !at.ended || len(p.queues) == 1 {
			return at
		}
		p.queues[0].close()
		p.queues, p.joined = p.queues[1:], false
		if p.out != nil {
			p.out.writer.SetLive(nil) // the silence until the next source belongs to nobody
		}
	}
	return level{arrived: now, ended: true}
}

// join starts to take frames once enough are buffered.
func (p *passing) join(now time.Time, at level) {
	if p.joined || len(p.queues) == 0 || at.length == 0 || at.length < p.cushion() && !at.ended && !at.full {
		return
	}
	p.joined = true
	if p.due.Before(now) {
		p.due = now
	}
}

func (p *passing) cushion() time.Duration {
	if p.kind == station.StateRelay {
		return 0
	}
	return jitter
}

func (p *passing) ahead() time.Duration {
	if p.kind == station.StateRelay {
		return relayAhead
	}
	return 0
}

// speed returns the pace that keeps the buffer of a source at its target.
func (p *passing) speed(at level) float64 {
	switch {
	case at.full || at.ended || p.kind == station.StateRelay:
		return 1
	case at.length < jitter/2:
		return 1 - steer
	case at.length > jitter*3/2:
		return 1 + steer
	}
	return 1
}

func (p *passing) play(item queued, speed float64) {
	if item.title != nil {
		p.engine.titled(*item.title, p.kind)
	}
	if len(item.Data) == 0 && item.Header == nil {
		return
	}
	q := p.queues[0]
	isFirst := p.out == nil
	if isFirst {
		p.out = p.engine.newOutput(q.codec, true)
	}
	if l := p.engine.live; isFirst || p.heard != q && l != nil && l.queue == q {
		p.lost = time.Time{}
		p.engine.onAir(p.kind)
	}
	p.heard = q
	p.out.writer.SetLive(p.engine.heard(q.id))
	p.out.write(item.Frame)
	p.due = p.due.Add(time.Duration(float64(item.Duration) / speed))
}

// bridge keeps listeners connected while nothing arrives.
func (p *passing) bridge(now time.Time, at level) {
	behind := time.Duration(0)
	if p.kind == station.StateRelay {
		behind = relayBehind
	}
	if now.Sub(p.due) <= behind || at.length > 0 && p.joined {
		return
	}
	p.joined = false // fill the buffer again
	for p.due.Before(now) {
		added := p.out.silence(now.Sub(p.due))
		if added == 0 { // a format without silence: listeners wait
			p.due = now
		}
		p.due = p.due.Add(added)
	}
	if !p.lost.IsZero() && now.Sub(p.lost) >= maxHold {
		p.engine.off(sourceGone)
	}
}

// lose is called when frames stop arriving, also before any was heard.
func (p *passing) lose(now time.Time) {
	if p.lost.IsZero() {
		p.lost = now
		if p.out != nil {
			p.out.writer.SetLive(nil)
		}
		p.engine.noteLoss(p.kind)
	}
}

func (p *passing) find() {
	if !p.lost.IsZero() {
		p.lost = time.Time{}
		p.engine.onAir(p.kind)
	}
}

func (p *passing) close() {
	for _, q := range p.queues {
		q.close()
	}
}

func (p *passing) measure(h *Health) {
	h.Source, h.Jitter, h.Level = music.Say("a remote stream"), p.cushion(), p.probe.dBFS(time.Now())
	if p.kind == station.StateLive && p.engine.live != nil {
		h.Source = p.engine.live.describe()
	}
	for _, q := range p.queues {
		h.Buffer += q.level().length
	}
}
