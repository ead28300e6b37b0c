package dsp

import (
	"math"
	"testing"
)

func TestBetween(t *testing.T) {
	at := func(frame float64) float64 { return math.Sin(2 * math.Pi * 5000 / 48_000 * frame) }
	window := make([]float32, 2*SincTaps)
	for i := range SincTaps {
		v := at(float64(i))
		window[2*i], window[2*i+1] = float32(v), float32(-v)
	}
	for place := 0.0; place <= 1; place += 1.0 / 1000 {
		left, right := Between(window, place)
		if want := at(SincTaps/2 - 1 + place); math.Abs(float64(left)-want) > 1e-3 || right != -left {
			t.Errorf("at %.3f: %.5f and %.5f, want %.5f", place, left, right, want)
		}
	}
}
