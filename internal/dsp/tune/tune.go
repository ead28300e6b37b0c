// Package tune compares the notes of two pieces, in whatever key and tempo they are
// played. The chroma of each beat is compared with that of every beat of the other
// piece in all twelve transpositions (J. Serrà, E. Gómez, "Audio cover song
// identification based on tonal sequence alignment", ICASSP 2008). Two pieces are
// alike where beats that follow each other agree.
package tune

import (
	"math"
	"slices"

	"sonora/internal/dsp"
)

const (
	span      = 64   // beats that are compared, about half a minute
	maxBeats  = 1500 // of a piece that are compared, about twelve minutes
	noBeat    = 0.5  // s, a beat of music without one
	nearTempo = math.Sqrt2
	usualBPM  = 100 // the middle of the octave of tempos to which all beats are brought
)

// notes is the chroma of a beat without what all beats have in common, of length 1;
// or 0, where nothing is heard.
type notes [dsp.PitchClasses]float32

// Tune is the notes of a piece, beat by beat.
type Tune struct {
	starts []float64 // s, of each beat
	beats  []notes
}

// New returns the tune of a piece with these beats, in ascending seconds. Without any
// beats, half seconds take their place.
func New(c *dsp.Chroma, beats []float64) *Tune {
	t := &Tune{starts: steady(beats, c.Hop*float64(len(c.Frames)))}
	for i, from := range t.starts {
		if i+1 < len(t.starts) {
			t.beats = append(t.beats, mean(c, from, t.starts[i+1]))
		}
	}
	t.centre()
	return t
}

// steady returns beats whose tempo is within an octave around usualBPM: trackers may
// find half or double the tempo in another recording of the same music.
func steady(beats []float64, length float64) []float64 {
	if len(beats) < 2 {
		beats = nil
		for at := 0.0; at <= length; at += noBeat {
			beats = append(beats, at)
		}
	}
	for len(beats) >= 2 && bpm(beats) > usualBPM*nearTempo {
		beats = everySecond(beats)
	}
	for len(beats) >= 2 && bpm(beats) < usualBPM/nearTempo && len(beats) <= maxBeats {
		beats = halved(beats)
	}
	return beats[:min(len(beats), maxBeats+1)]
}

// bpm returns the tempo of most beats; 0 for beats that do not advance.
func bpm(beats []float64) float64 {
	var gaps []float64
	for i := 1; i < len(beats); i++ {
		gaps = append(gaps, beats[i]-beats[i-1])
	}
	slices.Sort(gaps)
	gap := gaps[len(gaps)/2]
	if gap <= 0 {
		return 0
	}
	return 60 / gap
}

func everySecond(beats []float64) []float64 {
	var half []float64
	for i := 0; i < len(beats); i += 2 {
		half = append(half, beats[i])
	}
	return half
}

func halved(beats []float64) []float64 {
	double := beats[:1:1]
	for i := 1; i < len(beats); i++ {
		double = append(double, (beats[i-1]+beats[i])/2, beats[i])
	}
	return double
}

// mean returns the mean chroma between two times.
func mean(c *dsp.Chroma, from, to float64) (n notes) {
	first := max(0, int(math.Ceil(from/c.Hop)))
	last := min(len(c.Frames)-1, max(first, int(to/c.Hop)))
	for i := first; i <= last; i++ {
		for k, v := range c.Frames[i].Notes {
			n[k] += v / float32(last-first+1)
		}
	}
	return n
}

// centre takes away the mean of all beats, which is the key and not the tune, and
// brings all beats to the same length.
func (t *Tune) centre() {
	var all notes
	for _, n := range t.beats {
		for k, v := range n {
			all[k] += v / float32(len(t.beats))
		}
	}
	for i := range t.beats {
		n := &t.beats[i]
		if *n == (notes{}) {
			continue
		}
		for k := range n {
			n[k] -= all[k]
		}
		*n = n.normal()
	}
}

// normal returns notes of length 1; 0 for notes that are next to nothing.
func (n notes) normal() notes {
	sum := float32(0)
	for _, v := range n {
		sum += v * v
	}
	length := float32(math.Sqrt(float64(sum)))
	if length < 1e-3 {
		return notes{}
	}
	for k := range n {
		n[k] /= length
	}
	return n
}

// Match is the place where two tunes are most alike.
type Match struct {
	Likeness    float64 // mean correlation of span beats, up to 1
	Start       float64 // s, in the first tune
	OtherStart  float64 // s, in the second tune
	Length      float64 // s, in the first tune
	Transposing int     // semitones from the first to the second, 0 to 11
}

// Compare returns where two tunes are most alike. The zero Match means that one of
// them is too short to be compared.
func Compare(a, b *Tune) Match {
	best := compare(a, b)
	if len(a.beats) == 0 || len(b.beats) == 0 {
		return best
	}
	// Around the borders of the octave of tempos, one of two versions has half as many beats.
	switch ratio := bpm(a.starts) / bpm(b.starts); {
	case ratio > nearTempo/tolerance:
		for phase := range 2 {
			best = better(best, compare(a.joined(phase), b))
		}
	case ratio < tolerance/nearTempo:
		for phase := range 2 {
			best = better(best, compare(a, b.joined(phase)))
		}
	}
	return best
}

// tolerance is by how much the tempos of two versions may differ.
const tolerance = 1.25

func better(a, b Match) Match {
	if b.Likeness > a.Likeness {
		return b
	}
	return a
}

// joined returns a tune whose beats are pairs of beats, from the first or the second on.
func (t *Tune) joined(phase int) *Tune {
	out := &Tune{}
	for i := phase; i+1 < len(t.beats); i += 2 {
		sum := t.beats[i]
		for k, v := range t.beats[i+1] {
			sum[k] += v
		}
		out.starts, out.beats = append(out.starts, t.starts[i]), append(out.beats, sum.normal())
	}
	if n := phase + 2*len(out.beats); n < len(t.starts) {
		out.starts = append(out.starts, t.starts[n])
	}
	return out
}

func compare(a, b *Tune) Match {
	var best Match
	n, m := len(a.beats), len(b.beats)
	if n < span || m < span {
		return best
	}
	for up := range dsp.PitchClasses {
		turned := a.transposed(up)
		for offset := span - n; offset <= m-span; offset++ {
			first := max(0, -offset)
			i, likeness := longest(turned[first:min(n, m-offset)], b.beats[first+offset:])
			if likeness > best.Likeness {
				i += first
				best = Match{likeness, a.starts[i], b.starts[i+offset], a.starts[i+span] - a.starts[i], up}
			}
		}
	}
	return best
}

func (t *Tune) transposed(up int) []notes {
	list := make([]notes, len(t.beats))
	for i, n := range t.beats {
		for k, v := range n {
			list[i][(k+up)%dsp.PitchClasses] = v
		}
	}
	return list
}

// longest returns the first of the span beats of a that are most like those of b at the
// same places, and how alike they are.
func longest(a, b []notes) (at int, likeness float64) {
	var alike [span]float64
	sum := 0.0
	for i := range a {
		product := float32(0)
		for k, v := range a[i] {
			product += v * b[i][k]
		}
		sum += float64(product) - alike[i%span]
		alike[i%span] = float64(product)
		if i+1 >= span && sum/span > likeness {
			at, likeness = i+1-span, sum/span
		}
	}
	return at, min(1, likeness) // rounding may exceed 1
}
