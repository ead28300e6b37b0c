package mix

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"sonora/internal/testkit/wave"
)

// printsOf returns the prints of sound that arrives in pieces of random sizes.
func printsOf(random *rand.Rand, samples []float32) (all []Print) {
	var p Printer
	for len(samples) > 0 {
		n := min(1+random.IntN(2*FrameGrid*Channels), len(samples))
		p.Hear(samples[:n], func(taken Print) { all = append(all, taken) })
		samples = samples[n:]
	}
	return all
}

// TestPrintsTellSoundsApart compares the prints of a tone with those of the
// same tone and of slightly different ones.
func TestPrintsTellSoundsApart(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	tone := wave.Stereo(1, wave.Tone(440, -12))
	want := printsOf(random, tone)
	if len(want) != wave.Rate/FrameGrid {
		t.Fatalf("%d prints", len(want))
	}
	changed := func(by func(float32) float32) []float32 {
		samples := slices.Clone(tone)
		for i := range samples {
			samples[i] = by(samples[i])
		}
		return samples
	}
	for name, c := range map[string]struct {
		samples []float32
		isLike  bool
	}{
		"in other pieces": {tone, true},
		"rounded":         {changed(func(v float32) float32 { return float32(math.Round(float64(v)*32768) / 32768) }), true},
		"0.1 dB louder":   {changed(func(v float32) float32 { return v * 1.0116 }), false},
		"a sample later":  {slices.Concat(make([]float32, Channels), tone), false},
		"another tone":    {wave.Stereo(1, wave.Tone(450, -12)), false},
	} {
		like := 0
		for i, p := range printsOf(random, c.samples) {
			if p.IsLike(&want[i]) {
				like++
			}
		}
		if c.isLike && like < len(want) || !c.isLike && like > len(want)/2 {
			t.Errorf("%s: %d of %d prints are like those of the tone", name, like, len(want))
		}
	}
}
