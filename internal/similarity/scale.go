package similarity

import (
	"math"

	"sonora/internal/dsp"
)

// The relative weights of the parts of a vector.
const (
	timbreWeight   = 1.0
	rhythmWeight   = 0.8
	harmonyWeight  = 0.4
	dynamicsWeight = 0.3
)

// clipped is the number of standard deviations from the mean at which values
// are clipped.
const clipped = 3

// weightOf returns the weight of number i of a vector.
func weightOf(i int) float64 {
	switch {
	case i < dsp.TimbreSize:
		return timbreWeight
	case i < dsp.TimbreSize+dsp.RhythmSize:
		return rhythmWeight
	case i < dsp.TimbreSize+dsp.RhythmSize+dsp.HarmonySize:
		return harmonyWeight
	}
	return dynamicsWeight
}

// scale normalises every number of the vectors of a library to the same spread.
type scale struct {
	mean, factor [dsp.VectorSize]float64
	fitted       int // number of vectors it was fitted to
}

// fit returns a scale fitted to a sample.
func fit(sample [][]float32) *scale {
	s := &scale{fitted: len(sample)}
	n := float64(max(len(sample), 1))
	for i := range s.mean {
		for _, v := range sample {
			s.mean[i] += float64(v[i]) / n
		}
		var square float64
		for _, v := range sample {
			d := float64(v[i]) - s.mean[i]
			square += d * d
		}
		if deviation := math.Sqrt(square / n); deviation > 1e-9 {
			s.factor[i] = weightOf(i) * levels / (2 * clipped * deviation)
		}
	}
	return s
}

// code quantises a vector. It clips outliers.
func (s *scale) code(v []float32) (c code) {
	for i := range s.mean {
		middle := weightOf(i) * levels / 2
		at := middle + s.factor[i]*(float64(v[i])-s.mean[i])
		c.set(i, uint8(math.Round(max(0, min(at, 2*middle-1)))))
	}
	return c
}

// usable reports whether a vector has the current size and finite numbers.
func usable(v []float32) bool {
	if len(v) != dsp.VectorSize {
		return false
	}
	for _, x := range v {
		if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
			return false
		}
	}
	return true
}
