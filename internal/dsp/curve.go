package dsp

import (
	"math"
	"slices"
)

const (
	steadyRange = 1.015 // ratio of the fastest to the slowest local tempo up to which the tempo is constant
	jumpRange   = 1.04  // ratio of two neighbouring local tempos above which the tempo jumps
	bendSpan    = 2     // blocks on each side from which a local tempo is refined
	bendReach   = 0.012 // relative range in which it is refined
	bendStep    = 0.0005
	bendRounds  = 2
	usualReach  = 0.01 // relative distance from the usual tempo
)

// tempoCurve describes how a tempo changes over the track.
type tempoCurve struct {
	bpm     float64   // the tempo of most of the track
	factors []float64 // tempo around each hop, relative to bpm
	jumps   []int     // the first hop after each jump
}

// newTempoCurve returns the curve of a path of tempos, or nil if the tempo is
// constant.
func newTempoCurve(path []float64) *tempoCurve {
	if len(path) < 2 || slices.Max(path) < steadyRange*slices.Min(path) {
		return nil
	}
	c := &tempoCurve{bpm: 1, factors: path}
	for i := 1; i < len(path); i++ {
		if r := path[i] / path[i-1]; r > jumpRange || r < 1/jumpRange {
			c.jumps = append(c.jumps, i)
		}
	}
	c.normalise()
	return c
}

// normalise scales the factors so that most of the music has factor 1.
func (c *tempoCurve) normalise() {
	most, usual := 0, 1.0
	for _, middle := range c.factors {
		n, sum := 0, 0.0
		for _, f := range c.factors {
			if math.Abs(f/middle-1) < usualReach {
				n, sum = n+1, sum+f
			}
		}
		if n > most {
			most, usual = n, sum/float64(n)
		}
	}
	for i := range c.factors {
		c.factors[i] /= usual
	}
	c.bpm *= usual
}

// jumpsAt reports whether the tempo jumps just before a hop.
func (c *tempoCurve) jumpsAt(hop int) bool { return slices.Contains(c.jumps, hop) }

// factor returns the tempo at a frame relative to the track's tempo.
func (c *tempoCurve) factor(frame int) float64 {
	x := float64(frame)/localHop - 0.5
	last := len(c.factors) - 1
	i := max(0, min(int(math.Floor(x)), last))
	next, part := min(i+1, last), max(0, min(1, x-float64(i)))
	if c.jumpsAt(next) {
		part = math.Round(part)
	}
	return c.factors[i]*(1-part) + c.factors[next]*part
}

// evened warps an envelope so that its tempo is constant. It also returns the
// frames of the warped envelope at which the tempo jumps.
func (c *tempoCurve) evened(e *Envelope) (*Envelope, []int) {
	n := len(e.Onset)
	places, at := make([]float64, n), 0.0
	for i := range places {
		places[i] = at
		at += c.factor(i)
	}
	out := &Envelope{Duration: at / EnvelopeRate, lead: e.lead}
	long := int(places[n-1]) + 1
	for _, x := range []*[]float32{&out.Onset, &out.Low, &out.Mid, &out.High} {
		*x = make([]float32, long)
	}
	i := 0
	for k := range long {
		for i+2 < n && places[i+1] <= float64(k) {
			i++
		}
		x := float64(i) + min(1, (float64(k)-places[i])/(places[min(i+1, n-1)]-places[i]))
		for _, pair := range [][2][]float32{{e.Onset, out.Onset}, {e.Low, out.Low}, {e.Mid, out.Mid}, {e.High, out.High}} {
			pair[1][k] = float32(between(pair[0], x))
		}
	}
	var borders []int
	for _, j := range c.jumps {
		borders = append(borders, int(places[min(j*localHop, n-1)]))
	}
	return out, borders
}

// between interpolates a table between its entries and returns the last entry
// beyond its end.
func between(table []float32, x float64) float64 {
	if i := int(x); i+1 < len(table) {
		f := x - float64(i)
		return float64(table[i])*(1-f) + float64(table[i+1])*f
	}
	return float64(table[len(table)-1])
}

// bend refines the curve so that the beats of the evened onsets have its tempo
// around each hop.
func (c *tempoCurve) bend(even *Envelope) {
	hz := c.bpm / 60
	var phases [fineHarmonics][]complex128
	for h := range phases {
		phases[h] = blockPhases(even.Onset, hz*float64(h+1)/EnvelopeRate)
	}
	blocks := len(phases[0])
	bends := make([]float64, blocks)
	for b := range bends {
		best := -1.0
		from, to := max(0, b-bendSpan), min(blocks, b+bendSpan+1)
		var part [fineHarmonics][]complex128
		for h := range part {
			part[h] = phases[h][from:to]
		}
		for d := -bendReach; d <= bendReach; d += bendStep {
			if s := agreement(&part, d*hz, to-from); s > best {
				best, bends[b] = s, d
			}
		}
	}
	at := 0.0
	for i, f := range c.factors {
		c.factors[i] = f * (1 + bends[min(int((at+f/2)), blocks-1)])
		at += f
	}
	c.normalise()
}
