package dsp_test

import (
	"math"
	"testing"

	"sonora/internal/dsp"
)

// TestHeldNotesHaveNoBeat plays notes that begin once or twice and ring. Even
// if they are periodic, they must not count as a beat.
func TestHeldNotesHaveNoBeat(t *testing.T) {
	const rate, seconds = 22050, 20
	tone := func(hz, from, decay float64) []float32 {
		x := make([]float32, rate*seconds)
		for i := range x {
			if at := float64(i)/rate - from; at >= 0 {
				x[i] = float32(0.5 * math.Exp(-at*decay) * math.Sin(2*math.Pi*hz*at))
			}
		}
		return x
	}
	two := tone(440, 0.5, 0.3)
	for i, v := range tone(554, 3, 0.3) {
		two[i] += v
	}
	for name, sound := range map[string][]float32{"held": tone(440, 0, 0), "begins late": tone(220, 5, 0), "two that ring": two} {
		o := dsp.NewOnsets(rate)
		o.Write(sound)
		if tempo := dsp.EstimateTempo(o.Envelope()); tempo.Confidence >= dsp.SteadyBeat {
			t.Errorf("%s: %.1f BPM with confidence %.2f", name, tempo.BPM, tempo.Confidence)
		}
	}
}
