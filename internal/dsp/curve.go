package dsp

import (
	"math"
	"slices"
)

const (
	steadyRange = 1.015 // of the fastest to the slowest local tempo of music that keeps its tempo
	jumpRange   = 1.04  // of two neighbouring ones, from which the tempo jumps
	bendSpan    = 2     // blocks to both sides that a local tempo is made exact with
	bendReach   = 0.012 // how far, in parts of the tempo
	bendStep    = 0.0005
	bendRounds  = 2
	usualReach  = 0.01 // from the usual tempo, in parts
)

// curve is a tempo that changes.
type curve struct {
	bpm     float64   // what it mostly is
	factors []float64 // how much faster it is than that, around each hop
	jumps   []int     // the first hops after a jump
}

// newCurve is how a tempo changes; nil where it keeps.
func newCurve(path []float64) *curve {
	if len(path) < 2 || slices.Max(path) < steadyRange*slices.Min(path) {
		return nil
	}
	c := &curve{bpm: 1, factors: path}
	for i := 1; i < len(path); i++ {
		if r := path[i] / path[i-1]; r > jumpRange || r < 1/jumpRange {
			c.jumps = append(c.jumps, i)
		}
	}
	c.normalise()
	return c
}

// normalise makes the factor that most of the music has 1.
func (c *curve) normalise() {
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

// jumpsAt says whether the tempo jumps between two neighbouring hops.
func (c *curve) jumpsAt(hop int) bool { return slices.Contains(c.jumps, hop) }

// factor is how much faster than the track's tempo the music is at a frame.
func (c *curve) factor(frame int) float64 {
	x := float64(frame)/localHop - 0.5
	last := len(c.factors) - 1
	i := max(0, min(int(math.Floor(x)), last))
	next, part := min(i+1, last), max(0, min(1, x-float64(i)))
	if c.jumpsAt(next) {
		part = math.Round(part)
	}
	return c.factors[i]*(1-part) + c.factors[next]*part
}

// evened is an envelope on a time in which the tempo keeps, and the frames of
// that at which it jumps.
func (c *curve) evened(e *Envelope) (*Envelope, []int) {
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

// between reads a table between its entries, and its last.
func between(table []float32, x float64) float64 {
	if i := int(x); i+1 < len(table) {
		f := x - float64(i)
		return float64(table[i])*(1-f) + float64(table[i+1])*f
	}
	return float64(table[len(table)-1])
}

// bend makes the curve exact: around each hop the beats of the evened onsets
// shall have their tempo.
func (c *curve) bend(even *Envelope) {
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
