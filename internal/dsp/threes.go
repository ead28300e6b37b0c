package dsp

import "math"

// The ratios of regularities from which beats are regrouped; see regroup.
const (
	minThirds   = 1.25 // three strokes per beat, relative to two and to four
	minHemiola  = 1.3  // three strokes in two beats, relative to two
	maxShuffle  = 0.4  // one stroke per beat, relative to three: shuffles leave out the second
	maxBackbeat = 0.5  // levels that alternate from beat to beat, relative to levels that do not
)

// regroup corrects the tempo of fast music in bars of three, where people
// would rather tap bars or half bars than beats. Its beats are heard where a
// beat has three strokes rather than two or four. If three strokes fit into
// two beats better than two do, the beats are half bars. If the beats are
// alike, rather than alternating between kick and snare drum as those of 12/8
// do, they are bars.
func (r *rhythm) regroup(bpm float64) float64 {
	env := r.env
	one, thirds := regularity(env.Onset, bpm), regularity(env.Onset, 3*bpm)
	if thirds < minThirds*max(regularity(env.Onset, 2*bpm), regularity(env.Onset, 4*bpm)) {
		return bpm
	}
	if bpm*1.5 <= fastest {
		two := one + regularity(env.Low, bpm) + regularity(env.Mid, bpm)
		three := regularity(env.Onset, bpm*1.5) + regularity(env.Low, bpm*1.5) + regularity(env.Mid, bpm*1.5)
		if three > minHemiola*two {
			return bpm * 1.5
		}
	}
	if bpm*3 <= fastest && one < maxShuffle*thirds && r.backbeat(bpm) < maxBackbeat {
		return bpm * 3
	}
	return bpm
}

// backbeat returns how strongly the levels alternate from beat to beat,
// relative to how strongly they repeat with each beat. Of the changes over two
// beats it takes those within each beat, because chords alternate more slowly.
func (r *rhythm) backbeat(bpm float64) float64 {
	if len(r.env.Bands) == 0 {
		return math.Inf(1) // unknown, where the tempo changes
	}
	level := make([]float32, len(r.env.Bands))
	var alternate, repeat float64
	for band := range Bands {
		var mean float32
		for i := range level {
			level[i] = float32(r.env.Bands[i][band])
			mean += level[i] / float32(len(level))
		}
		for i := range level {
			level[i] -= mean
		}
		alternate += regularity(level, bpm*1.5)
		repeat += regularity(level, bpm)
	}
	return alternate / max(repeat, 1e-9)
}

// regularity returns how strongly onsets repeat at a rate per minute and stay
// in step for 20 s.
func regularity(onset []float32, perMinute float64) (sum float64) {
	blocks := blockPhases(onset, perMinute/60/EnvelopeRate)
	for from := 0; from < len(blocks); from += steadySpan {
		var z complex128
		for _, phase := range blocks[from:min(from+steadySpan, len(blocks))] {
			z += phase
		}
		sum += math.Hypot(real(z), imag(z))
	}
	return sum
}
