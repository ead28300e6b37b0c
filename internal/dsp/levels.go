package dsp

import "math"

// LevelSums holds running sums over the Levels of a LoudnessMeter, so that Mean
// takes the same time for any stretch.
type LevelSums struct{ power []float64 }

// SumLevels returns the sums of levels in LUFS.
func SumLevels(levels []float32) LevelSums {
	s := LevelSums{make([]float64, len(levels)+1)}
	for i, l := range levels {
		s.power[i+1] = s.power[i] + math.Pow(10, float64(l)/10)
	}
	return s
}

// Len returns the number of levels.
func (s LevelSums) Len() int { return len(s.power) - 1 }

// Mean returns the mean loudness of the levels [from, to) in LUFS. It ignores
// indices outside the sound.
func (s LevelSums) Mean(from, to int) float64 {
	from, to = max(from, 0), min(to, s.Len())
	if from >= to {
		return SilenceLUFS
	}
	return max(SilenceLUFS, 10*math.Log10((s.power[to]-s.power[from])/float64(to-from)))
}
