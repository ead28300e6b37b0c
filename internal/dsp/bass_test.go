package dsp

import (
	"math"
	"testing"
)

// TestBassSplitsSound filters tones of several frequencies. An octave from the
// crossover, one part must be 48 dB lower; phases must not change.
func TestBassSplitsSound(t *testing.T) {
	const rate, crossover = 48_000, 200
	for hz, want := range map[float64]struct{ bass, rest float64 }{50: {0, -96}, 100: {0, -48}, 200: {-6, -6}, 400: {-48, 0}, 1600: {-130, 0}} {
		x := make([]float32, 2*rate)
		for i := range rate {
			x[2*i] = float32(math.Sin(2 * math.Pi * hz * float64(i) / rate))
			x[2*i+1] = x[2*i] / 2
		}
		bass := Bass(x, rate, crossover)
		var low, rest, side float64
		for i := rate / 4; i < rate*3/4; i++ {
			low += math.Pow(float64(bass[2*i]), 2)
			rest += math.Pow(float64(x[2*i]-bass[2*i]), 2)
			side += math.Abs(float64(bass[2*i]/2 - bass[2*i+1]))
		}
		level := func(power float64) float64 { return max(-130, 10*math.Log10(power/(rate/4)+1e-14)) }
		for name, c := range map[string][2]float64{"bass": {level(low), want.bass}, "rest": {level(rest), want.rest}} {
			if off := c[0] - c[1]; off > 0.3 || off < -0.3 && c[1] > -60 {
				t.Errorf("%s at %v Hz: %.2f dB, want %v", name, hz, c[0], c[1])
			}
		}
		if side > 1e-3*rate {
			t.Errorf("the channels at %v Hz are mixed up: %v", hz, side)
		}
	}
	if got := Bass(nil, rate, crossover); len(got) != 0 {
		t.Errorf("nothing became %v", got)
	}
}

func TestLevelSums(t *testing.T) {
	s := SumLevels([]float32{-20, -20, -10, -10})
	for _, c := range []struct {
		from, to int
		want     float64
	}{{0, 2, -20}, {2, 9, -10}, {-5, 4, -12.596}, {3, 3, SilenceLUFS}} {
		if got := s.Mean(c.from, c.to); math.Abs(got-c.want) > 0.01 || s.Len() != 4 {
			t.Errorf("%d to %d: %.2f, want %.2f", c.from, c.to, got, c.want)
		}
	}
}
