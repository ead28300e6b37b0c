package sound

import (
	"math"
	"testing"
)

func TestTempoRatio(t *testing.T) {
	for _, c := range [][3]float64{{120, 120, 1}, {126, 120, 1.05}, {140, 70, 1}, {70, 140, 1}, {174, 90, 0.9667}, {100, 150, 1.3333}} {
		if got := TempoRatio(c[0], c[1]); math.Abs(got-c[2]) > 0.0001 {
			t.Errorf("%v after %v: %.4f, want %.4f", c[1], c[0], got, c[2])
		}
	}
}
