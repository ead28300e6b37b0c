package sound

import "math"

// TempoRatio returns how much faster the second tempo has to be played to match
// the first, or double or half of it, whichever is nearest.
func TempoRatio(first, second float64) float64 {
	best := first / second
	for _, times := range []float64{2, 0.5} {
		if ratio := first * times / second; math.Abs(math.Log(ratio)) < math.Abs(math.Log(best)) {
			best = ratio
		}
	}
	return best
}
