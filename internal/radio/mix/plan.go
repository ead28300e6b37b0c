package mix

// plan is how the next item is joined to the current one.
type plan struct {
	from, next *deck
	at         int64 // frame of from at which next begins
	out, in    fade  // relative to at
	join       Join
	speed      *varispeed // speed of next; nil for its own
	voice      *deck      // nil for none
	voiceAt    int64      // frame of from at which voice begins
}

const (
	fallen           = 12 // dB below the whole sound; an end this quiet counts as a fade
	quieter          = 9  // dB; with a smaller difference, an end or a beginning does not count as quiet
	jingleBlend      = Rate * 6 / 10
	planMargin       = Rate / 10 // minimum number of frames until a plan can begin
	crossfadeDivisor = 3         // a crossfade takes at most a third of an item
	clashLength      = 2 * Rate  // maximum overlap of beats that do not match
)

// plan plans the join of two decks, and of a voice over it. The first deck must
// be decoded to its end.
func (m *Mixer) plan(a, b *deck, voice *deck) *plan {
	o := m.options.Load()
	end, _ := a.end()
	earliest := a.played.Load() + planMargin
	p := beatPlan(a, b, o, earliest)
	if p == nil {
		p = levelPlan(a, b, o)
	}
	if p.at < earliest { // too late for this plan: use the rest of the sound
		p.at = min(earliest, end)
		if p.out.length > 0 {
			p.out = fade{length: max(declick, min(p.out.length, end-p.at)), falls: true}
		}
	}
	p.from, p.next = a, b
	if p.join == Beat && m.bodies != nil {
		if p.speed == nil {
			p.speed = &varispeed{rate: 1, steady: p.in.wait + p.in.length}
		}
		p.speed.clock = &m.clock
	}
	if p.voice = voice; voice != nil {
		p.voiceAt = max(earliest, p.at-min(voice.left()/2, 8*Rate))
		p.voiceAt = min(p.voiceAt, p.at)
	}
	return p
}

// levelPlan joins two decks depending on how loud one ends and the other
// begins.
func levelPlan(a, b *deck, o *Options) *plan {
	end, _ := a.end()
	maxOverlap := min(frames(o.Crossfade.Seconds()), end/crossfadeDivisor, b.length/crossfadeDivisor)
	if a.item.Kind != Music || b.item.Kind != Music {
		maxOverlap = min(maxOverlap, jingleBlend)
	}
	if maxOverlap < 2*declick {
		return &plan{at: end, in: fade{length: declick}}
	}
	a.levels.mu.Lock()
	body := a.levels.body()
	a.levels.mu.Unlock()
	falling := a.levels.falling(quieter, body)
	rising := b.levels.rising(quieter, b.levels.headBody())
	switch {
	case falling >= maxOverlap/2:
		// By then it is quiet enough for the next item to begin at its own
		// level.
		overlap := max(maxOverlap/4, min(a.levels.falling(fallen, body), maxOverlap))
		return &plan{
			at: end - overlap, join: Fade,
			out: fade{wait: overlap / 2, length: overlap - overlap/2, falls: true}, in: fade{length: declick},
		}
	case rising >= maxOverlap/2:
		overlap := min(rising, maxOverlap)
		return &plan{at: end - overlap, join: Rise, out: fade{length: overlap, falls: true}, in: fade{length: declick}}
	default:
		if isSure(a) && isSure(b) { // and not joined on the beat: keep the clash of the two rhythms short
			maxOverlap = min(maxOverlap, clashLength)
		}
		return &plan{at: end - maxOverlap, join: Blend, out: fade{length: maxOverlap, falls: true}, in: fade{length: maxOverlap}}
	}
}
