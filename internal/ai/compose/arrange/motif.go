package arrange

import (
	"math/rand/v2"
	"slices"
	"strings"

	"sonora/internal/ai/compose/dice"
	"sonora/internal/ai/compose/score"
)

// motif is an idea of one or two bars that a melody is made of.
type motif struct {
	length score.Tick
	notes  []motifNote
}

type motifNote struct {
	at, length score.Tick // from the start of the motif
	degree     int        // steps of the scale above the melody's middle
	rests      bool       // ends a phrase: on the tonic, or a tone of the chord
}

// newMotif draws a motif. It has so many percent more notes than the style's density.
func (w *writer) newMotif(r *rand.Rand, more int) motif {
	melody := w.style.Melody
	bars := min(max(melody.Motif, 1), 2)
	cells, step := rhythms()["straight"], score.Quarter/4
	if w.style.Grid == 12 && w.plan.Beats == 4 {
		cells, step = rhythms()["triplet"], score.Quarter/3
	}
	beats := bars * w.plan.Beats
	wanted := float64(melody.Density*float64(100+more)) / float64(100*w.plan.Beats)
	var line strings.Builder
	for beat := range beats {
		drawn := dice.Pick(r, cells, func(c rhythmCell) float64 { return w.likely(c, wanted, beat == 0, beat == beats-1) })
		line.WriteString(drawn.Steps)
	}
	m := motif{length: score.Tick(beats) * score.Quarter, notes: onsets(line.String(), step)}
	if len(m.notes) < 2 {
		m.notes = onsets("x-------x-------", step)
	}
	anchor(m.notes)
	for range 4 {
		drawContour(r, m.notes, melody.Leaps)
		if varied(m.notes) {
			break
		}
	}
	return m
}

// anchor moves the first note to the first beat if no note is on the half of a bar.
func anchor(notes []motifNote) {
	if slices.ContainsFunc(notes, func(n motifNote) bool { return n.at%(2*score.Quarter) == 0 }) {
		return
	}
	notes[0].length += notes[0].at
	notes[0].at = 0
}

// likely returns the weight of a cell where so many notes per beat are wanted. Motifs begin with a
// note more often than not, and breathe at their end.
func (w *writer) likely(c rhythmCell, wanted float64, first, last bool) float64 {
	notes, rests := 0.0, false
	for _, mark := range c.Steps {
		if mark == 'x' {
			notes++
		}
		rests = rests || mark == '.'
	}
	weight := c.Weight
	off := max(notes-wanted, wanted-notes)
	weight /= 0.12 + float64(off*off)
	if rests {
		weight *= 0.2 + float64(3*w.style.Melody.Rests)
	}
	switch {
	case first && c.Steps[0] != 'x':
		weight /= 4
	case last && notes > 1:
		weight /= 5
	}
	return weight
}

// onsets reads the notes of a line.
func onsets(line string, step score.Tick) []motifNote {
	var notes []motifNote
	sounding := false
	for i, mark := range line {
		switch {
		case mark == 'x':
			notes = append(notes, motifNote{at: score.Tick(i) * step, length: step})
		case mark == '-' && sounding:
			notes[len(notes)-1].length += step
		}
		sounding = mark == 'x' || mark == '-' && sounding
	}
	return notes
}

// shapes are the directions of a contour in the four quarters of a motif.
var shapes = [][4]int{{1, 1, -1, -1}, {-1, -1, 1, 1}, {1, 1, 1, -1}, {-1, -1, -1, 1}, {1, -1, 1, -1}, {-1, 1, -1, 1}, {1, -1, -1, 1}, {1, 1, -1, 1}}

// drawContour gives the notes of a motif their degrees: steps for the most part, with a share of leaps.
func drawContour(r *rand.Rand, notes []motifNote, leaps float64) {
	shape := shapes[r.IntN(len(shapes))]
	degree := r.IntN(5) - 2
	for i := range notes {
		leap, size, still := r.IntN(100) < int(leaps*100), 2+r.IntN(3), r.IntN(7) == 0
		if i > 0 {
			direction := shape[i*4/len(notes)]
			switch {
			case leap:
				degree += direction * size
			case !still:
				degree += direction
			}
		}
		degree = max(-4, min(degree, 5))
		notes[i].degree = degree
	}
}

// varied reports whether no degree takes up more than half of a motif.
func varied(notes []motifNote) bool {
	counts := map[int]int{}
	for _, n := range notes {
		counts[n.degree]++
		if counts[n.degree]*2 > max(len(notes), 2) {
			return false
		}
	}
	return len(counts) > 2 || len(notes) < 4
}

// sequence repeats a motif some degrees higher.
func (m motif) sequence(degrees int) motif {
	m.notes = slices.Clone(m.notes)
	for i := range m.notes {
		m.notes[i].degree += degrees
	}
	return m
}

// invert turns the contour upside down around its first note.
func (m motif) invert() motif {
	m.notes = slices.Clone(m.notes)
	for i := range m.notes {
		m.notes[i].degree = 2*m.notes[0].degree - m.notes[i].degree
	}
	return m
}

// tail moves the last third of the notes.
func (m motif) tail(degrees int) motif {
	m.notes = slices.Clone(m.notes)
	for i := len(m.notes) - max(1, len(m.notes)/3); i < len(m.notes); i++ {
		m.notes[i].degree += degrees
	}
	return m
}

// displace plays a motif later. What does not fit is cut.
func (m motif) displace(by score.Tick) motif {
	var notes []motifNote
	for _, n := range m.notes {
		if n.at += by; n.at < m.length {
			n.length = min(n.length, m.length-n.at)
			notes = append(notes, n)
		}
	}
	m.notes = notes
	return m
}

// call leaves out the second half, in which somebody may answer. A motif of which
// nothing would be left stays whole.
func (m motif) call() motif {
	var notes []motifNote
	for _, n := range m.notes {
		if n.at < m.length/2 {
			n.length = min(n.length, m.length/2-n.at)
			notes = append(notes, n)
		}
	}
	if len(notes) > 0 {
		m.notes = notes
	}
	return m
}

// fragment plays the first half twice, the second time some degrees higher.
func (m motif) fragment(degrees int) motif {
	var notes []motifNote
	half := m.length / 2
	for _, n := range m.notes {
		if n.at < half {
			n.length = min(n.length, half-n.at)
			notes = append(notes, n)
		}
	}
	for _, n := range slices.Clone(notes) {
		n.at, n.degree = n.at+half, n.degree+degrees
		notes = append(notes, n)
	}
	m.notes = notes
	return m
}

// ornament ends long notes with a turn around their upper neighbour.
func (m motif) ornament() motif {
	const sixteenth = score.Quarter / 4
	var notes []motifNote
	for _, n := range m.notes {
		if n.length < score.Quarter {
			notes = append(notes, n)
			continue
		}
		end := n.at + n.length
		notes = append(notes,
			motifNote{at: n.at, length: n.length - 2*sixteenth, degree: n.degree},
			motifNote{at: end - 2*sixteenth, length: sixteenth, degree: n.degree + 1},
			motifNote{at: end - sixteenth, length: sixteenth, degree: n.degree})
	}
	m.notes = notes
	return m
}

// cadence ends a motif on a long note that starts in its last third, or with its last note.
func (m motif) cadence() motif {
	m.notes = slices.Clone(m.notes)
	i := slices.IndexFunc(m.notes, func(n motifNote) bool { return n.at >= m.length*5/8 && n.at%score.Quarter == 0 })
	if i < 0 {
		i = len(m.notes) - 1
	}
	if i < 0 {
		return m
	}
	m.notes = m.notes[:i+1]
	last := &m.notes[i]
	last.rests = true
	last.length = max(last.length, min(m.length-last.at, 2*score.Quarter))
	return m
}
