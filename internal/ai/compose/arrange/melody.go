package arrange

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strconv"

	"sonora/internal/ai/compose/instrument"
	"sonora/internal/ai/compose/score"
)

// singer gives motifs their pitches over the chords of a section.
type singer struct {
	*section
	beats     int
	scale     string // as style.Melody.Scale
	low, high int    // MIDI keys
	ceiling   int    // of all notes but the climax
	middle    int    // where degree 0 lies

	last, leap, degree int // of the note before: MIDI key, interval to it, degree in its motif; last is 0 at the start
}

const melodyRange = 14 // semitones that a melody has at least

// newSinger returns a singer on an instrument whose melody lies between two MIDI keys.
func (w *writer) newSinger(s *section, on instrument.Instrument, low, high int) singer {
	low, high = max(low, int(on.Low)), min(high, int(on.High))
	if high-low < melodyRange {
		high = min(low+melodyRange, int(on.High))
		low = max(high-melodyRange, int(on.Low))
	}
	ceiling := high - 4
	switch s.Name {
	case "chorus", "drop", "solo":
	case "verse", "intro", "outro":
		ceiling -= 3
	default:
		ceiling -= 2
	}
	middle := max((low+ceiling)/2, ceiling-8)
	return singer{section: s, beats: w.plan.Beats, scale: w.style.Melody.Scale, low: low, high: high, middle: middle, ceiling: ceiling}
}

func (w *writer) leadSinger(s *section, on instrument.Instrument) singer {
	low, high := int(w.style.Melody.Low), int(w.style.Melody.High)
	if low == 0 || high <= low {
		low, high = 60, 81
	}
	return w.newSinger(s, on, low, high)
}

// hooks are the sections that are built on the idea of the whole piece.
var hooks = []string{"chorus", "drop", "intro", "outro"}

// moreNotes is by how many percent a section's motif is denser than the style's melodies.
var moreNotes = map[string]int{"verse": -10, "chorus": 0, "solo": 60, "bridge": -20, "break": -45, "intro": -40, "outro": -40, "build": -20}

// writeLead writes periods of four motifs: A A' B A”. Choruses repeat the period, others
// vary it, and a verse that comes again varies it in another way. Where the counter
// answers, all but the last motif are calls.
func (w *writer) writeLead(on instrument.Instrument, s *section) []score.Note {
	r := w.dice(s, score.Lead)
	idea := w.newMotif(r, moreNotes[s.Name])
	borrows := r.IntN(3) == 0
	if s.Take == 0 && (slices.Contains(hooks, s.Name) || borrows) {
		idea = w.idea
	}
	if s.Name == "verse" && s.again > 0 {
		r = w.plan.Dice(score.Lead, s.Letter, strconv.Itoa(s.Take), "verse", strconv.Itoa(s.again))
	}
	units := int((s.end - s.start) / idea.length)
	climax := climaxOf(units)
	sing := w.leadSinger(s, on)
	exact := s.Name == "chorus" || s.Name == "drop"
	period := drawPeriod(r, idea)
	var notes []score.Note
	for unit := range max(units, 1) {
		if unit > 0 && unit%4 == 0 && !exact {
			period = drawPeriod(r, idea)
		}
		m := period[unit%4]
		switch {
		case unit == units-1:
			m = period[3]
		case unit%4 != 3 && w.answered(s):
			m = m.call()
		}
		notes = append(notes, sing.sing(m, s.start+score.Tick(unit)*idea.length, unit == climax)...)
	}
	if !s.accompanied(score.Lead) {
		for i := range notes {
			notes[i].Length = w.bar // until the next one
		}
	}
	return trim(notes, s.end)
}

// answered reports whether the counter responds to the lead of a section.
func (w *writer) answered(s *section) bool {
	return w.style.Melody.Answers && s.plays(score.Lead) && s.plays(score.Counter)
}

// climaxOf returns which of the motifs of a section has its highest note: the third of the last period.
func climaxOf(units int) int {
	if units < 4 {
		return units - 1
	}
	return units/4*4 - 2
}

// drawPeriod returns A, A', B and A”. It always draws the same numbers.
func drawPeriod(r *rand.Rand, a motif) [4]motif {
	second, third, fourth, steps := r.IntN(4), r.IntN(5), r.IntN(3), 1+r.IntN(2)
	period := [4]motif{a, a, a, a}
	switch second {
	case 0:
		period[1] = a.sequence(steps)
	case 1:
		period[1] = a.sequence(-steps)
	default:
		period[1] = a.tail(steps * (2*second - 5))
	}
	switch third {
	case 0:
		period[2] = a.invert().sequence(2)
	case 1:
		period[2] = a.displace(score.Quarter / 2).sequence(2)
	case 2:
		period[2] = a.fragment(steps).sequence(1)
	default:
		period[2] = a.sequence(2 + steps)
	}
	if fourth == 0 {
		period[3] = a.ornament()
	}
	period[3] = period[3].cadence()
	return period
}

// sing gives a motif its pitches. With climax, one of its notes rises above the
// ceiling: the highest on a strong beat, rather not the first.
func (g *singer) sing(m motif, start score.Tick, climax bool) []score.Note {
	peak := -1
	for i, n := range m.notes {
		if climax && (peak < 0 || g.prefers(start, n, m.notes[peak]) || peak == 0 && g.strong(start+n.at)) {
			peak = i
		}
	}
	var notes []score.Note
	for i, n := range m.notes {
		at := start + n.at
		if at >= g.end {
			break
		}
		length := min(n.length, g.end-at)
		c := g.heard(at, length)
		pitch := g.choose(c, n, at, i == peak)
		after := g.chordAfter(at)
		if at+length > after.Start && after.Start > at && !slices.Contains(after.Scale, pitch%12) {
			length = after.Start - at
		}
		notes = append(notes, score.Note{Start: at, Length: length, Pitch: uint8(pitch), Velocity: 92})
	}
	return notes
}

// prefers reports whether a note makes a better climax than another.
func (g *singer) prefers(start score.Tick, n, to motifNote) bool {
	strong := g.strong(start + n.at)
	return strong && (n.degree > to.degree || !g.strong(start+to.at))
}

// heard returns the chord that a note belongs to: the next one if the note comes up to an eighth early and is held into it.
func (g *singer) heard(at, length score.Tick) score.Chord {
	c, next := g.chordAt(at), g.chordAfter(at)
	if early := next.Start - at; early > 0 && early <= score.Quarter/2 && length > early && !g.strong(at) {
		return next
	}
	return c
}

// strong reports whether a tick is on the first beat of a bar, or the third of four.
func (g *singer) strong(at score.Tick) bool {
	in := (at - g.start) % (score.Tick(g.beats) * score.Quarter)
	return in == 0 || g.beats == 4 && in == 2*score.Quarter
}

// choose returns the pitch nearest to what the motif wants that makes a good line: chord
// tones on strong beats and for long notes, steps after leaps, no wide or harsh intervals.
func (g *singer) choose(c score.Chord, n motifNote, at score.Tick, peak bool) int {
	ladder := g.ladder(c)
	want := g.want(ladder, n.degree)
	from, to := g.low, g.ceiling
	if peak {
		from, to, want = g.ceiling+1, g.high, g.ceiling+2
	}
	tones := consonances(c)
	best, bestCost := want, 1<<20
	for pitch := from; pitch <= to; pitch++ {
		inChord := slices.Contains(tones, pitch%12)
		if !inChord && (peak || g.strong(at) || n.rests || n.length >= score.Quarter || !slices.Contains(ladder, pitch)) {
			continue
		}
		cost := 3*distance(pitch, want) + g.roughness(pitch)
		if g.last > 0 && sign(pitch-g.last) != sign(n.degree-g.degree) {
			cost += 9
		}
		if n.rests && pitch%12 != g.key.Tonic {
			cost += 5
		}
		if cost < bestCost {
			best, bestCost = pitch, cost
		}
	}
	if g.last > 0 {
		g.leap = best - g.last
	}
	g.last, g.degree = best, n.degree
	return best
}

// consonances returns the tones of a chord, with the third of the scale for power chords, which have none.
func consonances(c score.Chord) []int {
	if len(c.Tones) > 2 {
		return c.Tones
	}
	for _, third := range []int{(c.Root + 3) % 12, (c.Root + 4) % 12} {
		if slices.Contains(c.Scale, third) {
			return append(slices.Clone(c.Tones), third)
		}
	}
	return c.Tones
}

// want returns the pitch of a degree. What would rise above the ceiling or fall below the range turns back.
func (g *singer) want(ladder []int, degree int) int {
	top := nearest(ladder, g.ceiling)
	if ladder[top] > g.ceiling {
		top--
	}
	octave := 0 // notes of the ladder in an octave, where degrees count seven
	for octave < len(ladder) && ladder[octave] < g.low+12 {
		octave++
	}
	i := nearest(ladder, g.middle) + (2*degree*octave+7*sign(degree))/14
	if i > top {
		i = 2*top - i
	}
	if i < 0 {
		i = -i
	}
	return ladder[max(0, min(i, top))]
}

func sign(n int) int { return cmp.Compare(n, 0) }

// roughness returns what going to a pitch costs: wide leaps, tritones and sevenths, and
// leaps that are not answered by a step back.
func (g *singer) roughness(pitch int) int {
	if g.last == 0 {
		return 0
	}
	move := pitch - g.last
	size := distance(move, 0)
	cost := 0
	switch {
	case size == 6 || size == 10 || size == 11:
		cost += 15
	case size > 12:
		cost += 60
	case size > 7:
		cost += 12
	case size == 0:
		cost += 3
	}
	if distance(g.leap, 0) > 4 {
		if move*g.leap > 0 {
			cost += 20
		}
		if size > 2 {
			cost += 8
		}
	}
	return cost
}

// ladder returns the pitches of a melody over a chord from low to high.
func (g *singer) ladder(c score.Chord) []int {
	fits := g.pitchClasses(c)
	var ladder []int
	for pitch := g.low; pitch <= g.high; pitch++ {
		if fits[pitch%12] {
			ladder = append(ladder, pitch)
		}
	}
	return ladder
}

func (g *singer) pitchClasses(c score.Chord) (fits [12]bool) {
	kept := []int{0, 1, 2, 3, 4, 5, 6}
	pentatonic := []int{0, 1, 2, 4, 5}
	if g.key.Minorish() {
		pentatonic = []int{0, 2, 3, 4, 6}
	}
	switch g.scale {
	case "pentatonic":
		kept = pentatonic
	case "blues":
		kept = []int{0, 3, 4}
		for _, interval := range []int{3, 6, 10} {
			fits[(g.key.Tonic+interval)%12] = true
		}
	}
	for _, degree := range kept {
		fits[c.Scale[degree]] = true
	}
	for _, tone := range c.Tones {
		fits[tone] = true
	}
	return fits
}

// nearest returns the index of the pitch that is nearest to another.
func nearest(ladder []int, pitch int) int {
	best := 0
	for i, p := range ladder {
		if distance(p, pitch) < distance(ladder[best], pitch) {
			best = i
		}
	}
	return best
}

func distance(a, b int) int { return max(a-b, b-a) }

// trim ends every note of a line where the next one starts, and all of them at the end.
func trim(notes []score.Note, end score.Tick) []score.Note {
	for i := range notes {
		until := end
		if i+1 < len(notes) {
			until = notes[i+1].Start
		}
		notes[i].Length = max(1, min(notes[i].Length, until-notes[i].Start))
	}
	return notes
}
