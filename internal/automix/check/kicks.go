package check

import (
	"math"
	"slices"

	"sonora/internal/automix/plan"
)

const (
	kickHz     = 160  // the highest frequency of a kick that counts
	kickFrames = 48   // length of one level: 1 ms
	kickRise   = 6    // ms over which a kick begins
	kickReach  = 60   // ms before and after a planned beat in which its kick is searched
	kickShare  = 0.25 // share of the strongest kick's strength below which an onset is ignored
	minKicks   = 6    // of each track, for a measurement
	kickPerSec = plan.Rate / kickFrames
)

// kicks measures the level of the bass in each millisecond.
type kicks struct {
	levels []float32 // amplitudes, one per ms
	slow   [3]float64
	sum    float64
	count  int
}

func newKicks() kicks { return kicks{levels: make([]float32, 0, 60*kickPerSec)} }

func (k *kicks) hear(samples []float32) {
	const part = 2 * math.Pi * kickHz / plan.Rate
	for i := 0; i+1 < len(samples); i += 2 {
		v := float64(samples[i]+samples[i+1]) / 2
		for n := range k.slow {
			k.slow[n] += part * (v - k.slow[n])
			v = k.slow[n]
		}
		k.sum += v * v
		if k.count++; k.count == kickFrames {
			k.levels = append(k.levels, float32(math.Sqrt(k.sum/kickFrames)))
			k.sum, k.count = 0, 0
		}
	}
	for n := range k.slow {
		if math.Abs(k.slow[n]) < 1e-20 {
			k.slow[n] = 0
		}
	}
}

// rise returns how much the bass rises at a millisecond of the mix, as a
// difference of summed amplitudes.
func (k *kicks) rise(at int) float64 {
	if at < kickRise || at+kickRise > len(k.levels) {
		return 0
	}
	var before, after float64
	for i := range kickRise {
		before += float64(k.levels[at-1-i])
		after += float64(k.levels[at+i])
	}
	return max(0, after-before)
}

// onset is a kick: the number of its beat, its distance from the planned time
// in seconds, and its strength.
type onset struct{ beat, off, strength float64 }

// near finds the kick of a planned beat at a time in seconds.
func (k *kicks) near(beat, at float64) onset {
	centre := int(math.Round(at * kickPerSec))
	best, most := 0, 0.0
	for i := centre - kickReach; i <= centre+kickReach; i++ {
		if r := k.rise(i); r > most {
			best, most = i, r
		}
	}
	// Interpolate: the vertex of a parabola through the highest value and its
	// neighbours.
	a, c := k.rise(best-1), k.rise(best+1)
	shift := 0.0
	if bend := a - 2*most + c; bend < 0 {
		shift = (a - c) / (2 * bend)
	}
	return onset{beat, (float64(best)+shift)/kickPerSec - at, most}
}

// blend compares the kicks of a blend with its plan. Kicks before the bass swap
// belong to the first track, those after it to the second.
func (k *kicks) blend(j *plan.Join) BlendCheck {
	b := BlendCheck{At: float64(j.At) / plan.Rate}
	beat, swap := 60/j.BPM, j.Bars/2*j.Meter
	ours := k.between(j, beat, 0, swap-1) // in the last beat before the swap, both tracks have bass
	theirs := k.between(j, beat, swap, j.Bars*j.Meter)
	b.Kicks = [2]int{len(ours), len(theirs)}
	if min(len(ours), len(theirs)) < minKicks {
		b.Spread = 1
		return b
	}
	b.Flam = math.Abs(median(ours) - median(theirs))
	for _, of := range [][]onset{ours, theirs} {
		drift := slope(of)
		b.Spread = max(b.Spread, spread(of, drift))
		b.TempoOff = max(b.TempoOff, 100*math.Abs(drift)/beat)
	}
	return b
}

// between returns the kicks of the beats from up to, but not including, to,
// without those that are much weaker than the strongest. beat is the length of
// a beat in seconds.
func (k *kicks) between(j *plan.Join, beat float64, from, to int) []onset {
	var found []onset
	strongest := 0.0
	for n := from; n < to; n++ {
		o := k.near(float64(n), float64(j.At)/plan.Rate+float64(n)*beat)
		strongest = max(strongest, o.strength)
		found = append(found, o)
	}
	return slices.DeleteFunc(found, func(o onset) bool {
		return o.strength <= kickShare*strongest || math.Abs(o.off)*kickPerSec > kickReach-1
	})
}

func offs(of []onset) []float64 {
	values := make([]float64, len(of))
	for i, o := range of {
		values[i] = o.off
	}
	slices.Sort(values)
	return values
}

func median(of []onset) float64 { return offs(of)[len(of)/2] }

// spread returns the 90th percentile of the kicks' distance from a line with
// the slope drift, in seconds.
func spread(of []onset, drift float64) float64 {
	level := make([]onset, len(of))
	for i, o := range of {
		level[i] = onset{beat: o.beat, off: o.off - drift*o.beat}
	}
	middle := median(level)
	for i := range level {
		level[i].off = math.Abs(level[i].off - middle)
	}
	return offs(level)[len(level)*9/10]
}

// slope returns the drift of kicks from the plan, in seconds per beat: the
// median over all pairs of kicks (H. Theil, P. Sen).
func slope(of []onset) float64 {
	var slopes []float64
	for i := range of {
		for k := range i {
			slopes = append(slopes, (of[i].off-of[k].off)/(of[i].beat-of[k].beat))
		}
	}
	slices.Sort(slopes)
	return slopes[len(slopes)/2]
}
