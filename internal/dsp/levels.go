package dsp

import "math"

// LevelSums are sums over the Levels of a LoudnessMeter, of which the mean of
// any stretch is known at once.
type LevelSums struct{ power []float64 }

// SumLevels sums up levels in LUFS.
func SumLevels(levels []float32) LevelSums {
	s := LevelSums{make([]float64, len(levels)+1)}
	for i, l := range levels {
		s.power[i+1] = s.power[i] + math.Pow(10, float64(l)/10)
	}
	return s
}

// Len returns the number of levels.
func (s LevelSums) Len() int { return len(s.power) - 1 }

// Mean returns the loudness from one level to before another, in LUFS. What is
// outside does not count.
func (s LevelSums) Mean(from, to int) float64 {
	from, to = max(from, 0), min(to, s.Len())
	if from >= to {
		return SilenceLUFS
	}
	return max(SilenceLUFS, 10*math.Log10((s.power[to]-s.power[from])/float64(to-from)))
}
