package plan

import (
	"cmp"
	"math"

	"sonora/internal/music"
	"sonora/internal/sound"
)

const (
	maxPairLocked = 0.08 // maximum relative difference between two tempos; each track takes half of it
	maxPairBent   = 0.05 // the same if pitch changes with speed
	minBlendBars  = 4
	clashBars     = 8 // maximum length of a blend between clashing keys
	minAlone      = 4 // minimum number of bars that a track plays alone between two blends
	fadeSeconds   = 6.0
	clashSeconds  = 2.0 // s for which unmatched beats may overlap
	echoBeats     = 4
	fadeShare     = 4    // a fade takes at most 1/fadeShare of a track
	pickup        = 0.01 // s before a downbeat, where its attack begins
	late          = 0.1  // s by which the first sound of a track may come after the downbeat it belongs to
)

// draftJoin is a join while it is planned.
type draftJoin struct {
	kind    Kind
	seconds float64
	bars    int
	meter   int
	bpm     float64
	keys    Relation
	reasons []music.Message
}

func (j *draftJoin) say(m music.Message) { j.reasons = append(j.reasons, m) }

// join plans the join between piece i and the next.
func (b *builder) join(i int) draftJoin {
	p, next := &b.pieces[i], &b.pieces[i+1]
	choice := b.options.Joins[i]
	j := draftJoin{}
	j.compareTempos(p.Track, next.Track)
	j.compareKeys(p.Track, next.Track)
	j.compareEnergies(p.Track, next.Track)
	switch {
	case choice.allows(Gapless) && isNext(p.Track, next.Track):
		j.gapless(p, next)
	case choice.allows(Blend) && b.blend(&j, p, next, choice):
	case choice.allows(Cut) && b.isNear(p.Track, next.Track):
		j.cut(p, next, choice.Out)
	case choice.allows(Echo) && p.isSteady() && (!next.isSteady() || choice.Kind == Echo):
		j.echo(p, next, choice.Out)
	default:
		if choice.Kind != "" && choice.Kind != Fade {
			j.say(music.Coded("unfit", "These tracks cannot be joined in the way you chose."))
		}
		j.fade(p, next, choice.Out)
	}
	return j
}

// allows reports whether a person chose the kind k or left the kind open.
func (c Choice) allows(k Kind) bool { return c.Kind == "" || c.Kind == k }

// isNear reports whether the tempos of two tracks are close enough to be
// matched.
func (b *builder) isNear(p, next *Track) bool {
	if !p.isSteady() || !next.isSteady() {
		return false
	}
	limit := maxPairBent
	if b.options.KeyLock {
		limit = maxPairLocked
	}
	return math.Abs(math.Log(sound.TempoRatio(p.bpm(), next.bpm()))) <= math.Log(1+limit)
}

// gapless plays all of one track and then all of the next, without a gap.
func (j *draftJoin) gapless(p, next *piece) {
	j.kind = Gapless
	p.out, p.end = p.Duration, p.Duration
	next.from, next.inEnd = 0, 0
	j.reasons = []music.Message{music.Coded("album", "They follow each other on the album.")}
}

// blend plans a blend of the chosen number of bars, or of as many as fit. It
// reports whether a blend is possible.
func (b *builder) blend(j *draftJoin, p, next *piece, choice Choice) bool {
	if !b.isNear(p.Track, next.Track) || p.Sound.Meter != next.Sound.Meter {
		return false
	}
	limit := cmp.Or(b.options.Bars, MaxBars)
	if clash(p.key(), next.key()) {
		limit = min(limit, clashBars)
	}
	limit = cmp.Or(choice.Bars, limit)
	for n := MaxBars; n >= minBlendBars; n /= 2 {
		if n <= limit && j.align(p, next, n, choice.Out) {
			return true
		}
	}
	j.say(music.Coded("short", "There are not enough bars for a blend."))
	return false
}

// align plans a blend of n bars. The bass swap is where the last full section
// of p ends and the first full section of next begins, or, if wanted is not 0,
// the blend begins near wanted, in seconds of p. align reports whether both
// have enough bars.
func (j *draftJoin) align(p, next *piece, n int, wanted float64) bool {
	ratio := sound.TempoRatio(p.bpm(), next.bpm())
	rate, nextRate := 1/math.Sqrt(ratio), math.Sqrt(ratio)
	ours, theirs := p.barGrid(), next.barGrid()
	length := float64(n) * ours.length / rate // s of the mix
	theirN := int(math.Round(length * nextRate / theirs.length))
	_, to := p.full()
	from, _ := next.full()
	out := ours.near(to) - n/2
	if wanted > 0 {
		out = ours.near(wanted)
	}
	for out+n > ours.last {
		out -= 4
	}
	in := max(0, theirs.near(from)-theirN/2)
	_, theirEnd := next.heard()
	if length > maxBlend || theirN < 2 || out < 0 || ours.at(out) < p.inEnd+minAlone*ours.length ||
		theirs.at(in+theirN+minAlone)+theirs.length*minAlone > theirEnd || theirs.at(in)+length*nextRate > next.out {
		return false
	}
	p.out, p.outRate = ours.at(out), rate
	p.end = ours.at(out + n)
	next.from, next.inRate = theirs.at(in), nextRate
	next.inEnd = next.from + length*nextRate
	j.kind, j.seconds, j.bars, j.meter, j.bpm = Blend, length, n, p.Sound.Meter, p.bpm()*rate
	j.say(music.Coded("phrase", "%v bars, around the end of the last full section of one track and the beginning of the first full section of the other.", n))
	return true
}

// endOnDownbeat ends a piece on the downbeat nearest to wanted, in seconds of
// the track; 0 for the end of its last full section. length is that of the join.
func (p *piece) endOnDownbeat(wanted, length float64) {
	bars := p.barGrid()
	_, to := p.heard()
	_, full := p.full()
	n := bars.near(cmp.Or(wanted, full))
	for n > 0 && bars.at(n)+length > to {
		n--
	}
	for n < bars.last && bars.at(n) < p.inEnd {
		n++
	}
	p.endAt(bars.at(n), length)
}

// endAt begins the join after a piece at a time of its track, but not before
// the end of the previous join, and so early that sound is left for its length.
func (p *piece) endAt(at, length float64) {
	_, to := p.heard()
	p.out = max(p.inEnd, min(at, to-length))
	p.end = max(p.out, to)
}

// beginOnDownbeat begins a piece just before the downbeat nearest to the
// beginning of its first full section, so that the attack of the beat is heard.
// It skips a downbeat before the first sound, which would be silence.
func (p *piece) beginOnDownbeat() {
	start, _ := p.heard()
	from, _ := p.full()
	bars := p.barGrid()
	n := bars.near(from)
	if bars.at(n) < start-late && n < bars.last {
		n++
	}
	p.beginAt(max(0, bars.at(n)-pickup))
}

// fadeIn begins a piece for a fade. A piece with a steady beat begins on a
// downbeat, any other begins the given number of seconds before its first full
// section, so that it has faded in when that section begins.
func (p *piece) fadeIn(before float64) {
	if p.isSteady() {
		p.beginOnDownbeat()
		return
	}
	start, _ := p.heard()
	from, _ := p.full()
	p.beginAt(max(start, from-before))
}

func (p *piece) beginAt(at float64) { p.from, p.inEnd = at, at }

// cut plans a cut: one piece ends and the next begins on a downbeat.
func (j *draftJoin) cut(p, next *piece, wanted float64) {
	j.kind = Cut
	p.endOnDownbeat(wanted, pickup)
	p.endAt(p.out-pickup, pickup)
	next.beginOnDownbeat()
	j.overlap(p, next, pickup)
	j.say(music.Coded("cut", "The next track begins on a downbeat."))
}

// echo plans an echo: the last beat of one piece echoes while the next fades in.
func (j *draftJoin) echo(p, next *piece, wanted float64) {
	j.kind, j.bpm = Echo, p.bpm()
	length := echoBeats * 60 / p.bpm()
	p.endOnDownbeat(wanted, length)
	next.fadeIn(length / 2)
	j.overlap(p, next, length)
	if next.isSteady() {
		j.say(music.Coded("echo-chosen", "The last beat echoes, because you chose an echo."))
		return
	}
	j.say(music.Coded("echo", "The last beat echoes, because the next track has no steady beat."))
}

// fade plans a fade. It is short if two steady beats would overlap.
func (j *draftJoin) fade(p, next *piece, wanted float64) {
	j.kind = Fade
	if p.isSteady() && next.isSteady() {
		p.endOnDownbeat(wanted, clashSeconds)
		next.beginOnDownbeat()
		j.overlap(p, next, clashSeconds)
		j.say(music.Coded("clash", "A fade of %v seconds, so that two beats hardly run against each other.", round(j.seconds)))
		return
	}
	length := min(fadeSeconds, p.Duration/fadeShare)
	_, full := p.full()
	p.endAt(cmp.Or(wanted, full-length/2), length)
	next.fadeIn(length / 2)
	j.overlap(p, next, length)
	j.say(music.Coded("fade", "A fade of %v seconds.", round(j.seconds)))
}

// overlap sets the length, in seconds, of a join without a common tempo. It
// shortens the join if one of the pieces is short.
func (j *draftJoin) overlap(p, next *piece, length float64) {
	_, end := next.heard()
	j.seconds = max(0, min(length, p.end-p.out, (end-next.from)/fadeShare))
	next.inEnd = next.from + j.seconds
}

// compareTempos adds a reason about the tempos of two tracks.
func (j *draftJoin) compareTempos(a, b *Track) {
	switch {
	case !a.isSteady() || !b.isSteady():
		j.say(music.Coded("no-beat", "Not both tracks have a steady beat."))
	case a.Sound.Meter != b.Sound.Meter:
		j.say(music.Coded("meter", "One track has %v beats per bar, the other %v.", a.Sound.Meter, b.Sound.Meter))
	default:
		apart := 100 * math.Abs(sound.TempoRatio(a.bpm(), b.bpm())-1)
		j.say(music.Coded("tempo", "From %v to %v BPM: %v %% apart.", round(a.bpm()), round(b.bpm()), round(apart)))
	}
}

// compareKeys adds a reason about the keys of two tracks.
func (j *draftJoin) compareKeys(a, b *Track) {
	from, to := a.key(), b.key()
	switch {
	case !from.Valid() || !to.Valid():
		j.keys = UnknownKeys
		j.say(music.Coded("key-unknown", "The key of a track is uncertain."))
	case clash(from, to):
		j.keys = Clash
		j.say(music.Coded("key-clash", "The keys %s and %s clash.", from.Camelot(), to.Camelot()))
	case from == to:
		j.keys = SameKey
		j.say(music.Coded("key", "Both tracks are in the key %s.", from.Camelot()))
	default:
		j.keys = Compatible
		j.say(music.Coded("key", "The keys %s and %s go together.", from.Camelot(), to.Camelot()))
	}
}

// compareEnergies adds a reason about the energies of two tracks.
func (j *draftJoin) compareEnergies(a, b *Track) {
	j.say(music.Coded("energy", "Energy goes from %v to %v.", round(a.energy()), round(b.energy())))
}

// round rounds a number to hundredths for display.
func round(v float64) float64 { return math.Round(v*100) / 100 }
