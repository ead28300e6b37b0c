package plan

import (
	"cmp"
	"math"
	"slices"

	"sonora/internal/ai/compose/style"
)

// The last two bars of a ritardando get slower beat by beat, down to slowest percent of the tempo.
const slowingBars, slowest = 2, 68

// The part of a piece that fades out, as a share of its length and at least and at most, in s.
const (
	fadeShare            = 0.15
	minFading, maxFading = 4, 12
)

// Fading returns for how many s the end of a piece of so many s fades out; 0 for other endings.
func (p *Plan) Fading(length float64) float64 {
	if p.Ending != "fade" {
		return 0
	}
	return clamp(fadeShare*length, minFading, maxFading)
}

// ending returns how the piece ends: as asked for, or as the style does but for an ending that is not
// wanted.
func (m *maker) ending() string {
	if m.wish.Ending != "" {
		return m.wish.Ending
	}
	left := slices.DeleteFunc(slices.Clone(m.style.Ending), func(c style.Weighted) bool { return c.Value == m.wish.NotEnding })
	if len(left) == 0 {
		return "hit"
	}
	return m.pick("ending", left)
}

// ending ends the piece in another way.
func (e *editor) ending() {
	from := e.plan.Ending
	if e.wish.Ending != "" || e.wish.NotEnding == from {
		e.plan.Ending = e.maker.ending()
	}
	e.changed("ending", from, e.plan.Ending)
}

// Slowing returns the tempo of each of the last beats in percent; nil for an ending that keeps the tempo.
func (p *Plan) Slowing() []int {
	if p.Ending != "ritardando" || len(p.Sections) > 0 && p.Sections[len(p.Sections)-1].Bars < slowingBars {
		return nil
	}
	percent := make([]int, slowingBars*p.Beats)
	for i := range percent {
		percent[i] = 100 - (100-slowest)*(i+1)/len(percent)
	}
	return percent
}

// extraBars returns how many bars of the tempo longer the ending lasts than it is written.
func (p *Plan) extraBars() float64 {
	beats := 0.0
	for _, percent := range p.Slowing() {
		beats += 100/float64(percent) - 1
	}
	return beats / float64(p.Beats)
}

// Ringing returns for how long a piece may ring at most after its score of so many s: the end of a
// short piece is damped.
func Ringing(length float64) float64 { return clamp(length/12, 1, 6) }

// The time that a piece usually rings, as a share of its length and at most, in s.
const usualShare, usualRinging = 0.04, 1.5

// written returns the length of the score of a piece that people hear for so many s.
func written(heard float64) float64 {
	return clamp(heard-min(usualShare*heard, usualRinging), MinLength, MaxLength)
}

// Heard returns for how long people usually hear a piece whose score has so many s.
func Heard(written float64) float64 {
	return min(written+min(usualShare/(1-usualShare)*written, usualRinging), MaxLength)
}

// fitTempo moves the tempo within what the style allows, so that a whole number of bars has the length that
// was asked for. A tempo that was asked for stays.
func (m *maker) fitTempo() {
	w, p := &m.wish, &m.plan
	asksTempo := w.BPM != 0 || w.UsualBPM != 0 || m.like.BPM != 0 || len(m.like.Sections) > 0
	if w.Length == 0 || asksTempo {
		return
	}
	length := written(clamp(w.Length, MinLength, MaxLength))
	low, high := m.tempi()
	best, bars := p.BPM, length/p.bar()-p.extraBars()
	for _, n := range []float64{math.Floor(bars), math.Ceil(bars)} {
		bpm := clamp(math.Floor((n+p.extraBars())*float64(p.Beats)*60/length), low, high)
		if m.misses(bpm, length) < m.misses(best, length) {
			best = bpm
		}
	}
	p.BPM = best
}

// tempi returns the slowest and the fastest tempo of the style, and of the pace that was asked for.
func (m *maker) tempi() (low, high float64) {
	low, high = math.Ceil(m.style.Tempo.Low), math.Floor(m.style.Tempo.High)
	if pace := m.wish.Pace; pace != 0 || m.wish.Times != 0 || m.wish.Faster != 0 {
		low, high = math.Ceil(m.plan.BPM*0.94), math.Floor(m.plan.BPM*1.06)
	}
	return min(low, m.plan.BPM), max(high, m.plan.BPM)
}

// misses returns how far whole bars of a tempo are from a length, in s, and a little for another tempo.
func (m *maker) misses(bpm, length float64) float64 {
	p := m.plan
	p.BPM = bpm
	off := math.Abs(float64(p.barsIn(length))*p.bar() + p.extraBars()*p.bar() - length)
	return off + float64(0.02*math.Abs(bpm-m.plan.BPM))
}

// bar returns the length of a bar in s.
func (p *Plan) bar() float64 { return float64(p.Beats) * 60 / p.BPM }

// barsIn returns how many bars are nearest to a length in s, without falling below the shortest.
func (p *Plan) barsIn(length float64) int {
	bars := func(seconds float64) float64 { return seconds/p.bar() - p.extraBars() }
	return max(1, int(math.Round(bars(length))), int(math.Ceil(bars(MinLength)-1e-9)))
}

// bars returns the bars of all sections.
func (p *Plan) bars() int {
	n := 0
	for _, s := range p.Sections {
		n += s.Bars
	}
	return n
}

// seconds returns the length of all sections in s, with a slower ending.
func (p *Plan) seconds() float64 { return (float64(p.bars()) + p.extraBars()) * p.bar() }

// length repeats or drops sections until the length fits.
func (e *editor) length() {
	from := e.plan.seconds()
	var to float64
	switch {
	case e.wish.Length != 0:
		to = clamp(e.wish.Length, MinLength, MaxLength)
		if to != e.wish.Length {
			e.doubt("length", e.said("length"), "clamped")
		}
		to = written(to)
	case e.wish.LengthTimes != 0:
		wanted := 2 * from
		if e.wish.LengthTimes < 0 {
			wanted = from / 2
		}
		if to = clamp(wanted, MinLength, MaxLength); to != wanted {
			e.doubt("length", e.said("length"), "clamped")
		}
	case e.wish.By != 0:
		to = clamp(from+e.wish.By, MinLength, MaxLength)
		if to != from+e.wish.By {
			e.doubt("length", e.said("length", text(e.wish.By)), "clamped")
		}
	case e.wish.Longer != 0:
		to = longer(from, &e.wish)
	default: // another tempo must not break the limits
		to = clamp(from, MinLength, MaxLength)
		if int(math.Round(to/e.plan.bar())) == e.plan.bars() {
			to = from
		}
	}
	bars := e.plan.barsIn(to)
	if e.wish.Bars != 0 || e.wish.BarsBy != 0 {
		e.wish.Bars = cmp.Or(e.wish.Bars, e.plan.bars()+e.wish.BarsBy)
		bars = e.wholeBars()
		to = 0
	}
	if to != from && bars != e.plan.bars() {
		e.plan.Sections = fit(e.plan.Sections, bars)
		e.changed("length", text(math.Round(from)), text(math.Round(e.plan.seconds())))
	}
}
