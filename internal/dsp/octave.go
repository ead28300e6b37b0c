package dsp

import (
	"math"
	"slices"
)

const (
	eventLevel    = 0.7  // height from which a peak counts as an event, in deviations of the onsets
	eventsPerBeat = 1.95 // events per beat in most music
	eventOctaves  = 0.4  // standard deviation of that, octaves
	tapTempo      = 119  // BPM that people tap most readily
	tapOctaves    = 0.44 // standard deviation of that, octaves

	// The weights of the evidence from the periods, in log likelihood.
	metreWeight  = 2.9 // periods explained by the beats and bars
	barWeight    = 1.1 // bass drum that repeats every bar rather than every other
	accentWeight = 1.9 // middle register that moves with every beat rather than every other
	crossWeight  = 5.5 // penalty for periods of two thirds of a beat
	minMetre     = 0.05
	tinyPeriod   = 1e-6
)

// readings holds the ratios of the tempos at which listeners may hear the same
// pulse.
var readings = []float64{1, 2, 1. / 2, 3, 1. / 3, 4, 1. / 4}

// choose decides between the readings of a pulse. A beat is near the tempo that
// people tap most readily (L. van Noorden, D. Moelants, "Resonance in the
// perception of musical pulse", 1999), carries about two events (a kick or
// snare drum on it and something in between; A. Elowsson, A. Friberg, "Modeling
// the perception of tempo", 2015) and explains the bars as well as the beats.
func (r *rhythm) choose(pulse float64) (bpm, alt float64) {
	type reading struct{ bpm, score float64 }
	var list []reading
	events := r.events()
	factors := readings
	if l := frames(pulse); at(r.all, l*2/3) > at(r.all, l) {
		factors = append(slices.Clone(readings), 1.5) // of fast bars of three, the pulse may be half a bar
	}
	for _, f := range factors {
		t := pulse * f
		if t < slowest || t > fastest {
			continue
		}
		tap, busy := math.Log2(t/tapTempo)/tapOctaves, math.Log2(events*60/t/eventsPerBeat)/eventOctaves
		list = append(list, reading{t, r.metre(t) - (tap*tap+busy*busy)/2})
	}
	if len(list) == 0 {
		return pulse, 0
	}
	slices.SortStableFunc(list, func(a, b reading) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return 0
	})
	if len(list) > 1 {
		alt = list[1].bpm
	}
	return list[0].bpm, alt
}

// metre returns how well the beats and bars of a tempo explain the periods.
// Strong periods of two thirds of a beat or of one and a half beats count
// against it. So does a half beat as strong as the beat: then the half beats
// are the beats.
func (r *rhythm) metre(bpm float64) float64 {
	l := frames(bpm)
	beat, two, four := at(r.all, l), at(r.all, 2*l), at(r.all, 4*l)
	bars := max(two+four, at(r.all, 3*l)+at(r.all, 6*l))
	score := beat + bars - max(0, at(r.all, 1.5*l))
	even := at(r.all, l/2) / max(1e-9, beat, two, four)
	score = max(minMetre, score) * (1 - max(0, min(0.9, 2*even-1)))
	return metreWeight*math.Log(score) +
		barWeight*gain(r.low, 4*l, 8*l, 2*l) +
		accentWeight*gain(r.mid, l, 2*l, 4*l) -
		crossWeight*max(0, at(r.all, l*2/3)-max(0, at(r.all, l/3)))/max(tinyPeriod, beat, two, four)
}

// gain returns how much stronger period a is than period b, relative to the
// strongest of a, b and c.
func gain(table []float32, a, b, c float64) float64 {
	x, y := at(table, a), at(table, b)
	return (max(0, x) - max(0, y)) / max(tinyPeriod, x, y, at(table, c))
}

// events returns the number of clear onsets per second.
func (r *rhythm) events() float64 {
	x, n := smoothed(r.env.Onset, 1), 0
	for i := 1; i+1 < len(x); i++ {
		if x[i] > eventLevel && x[i] > x[i-1] && x[i] >= x[i+1] {
			n++
		}
	}
	return float64(max(n, 1)) * EnvelopeRate / float64(max(len(x), 1))
}
