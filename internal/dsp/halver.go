package dsp

import "math"

// halver halves the rate of a stream: it applies a half-band filter, then takes
// every second sample. In such a filter every second tap except the middle one
// is zero.
type halver struct {
	taps []float32 // at 1, 3, 5… samples from the middle
	kept []float32 // samples that are needed again
	out  []float32
}

// newHalver returns a halver whose filter has n pairs of taps: about -60 dB
// outside a transition of 1.8/n of the input rate around a quarter of it.
func newHalver(n int) *halver {
	h := &halver{taps: make([]float32, n), kept: make([]float32, 2*n-1)}
	sum := 0.0
	taps := make([]float64, n)
	for j := range taps {
		at := float64(2*j + 1)
		x := at / float64(2*n)
		taps[j] = math.Sin(math.Pi*at/2) / (math.Pi * at) * (0.42 + 0.5*math.Cos(math.Pi*x) + 0.08*math.Cos(2*math.Pi*x))
		sum += 2 * taps[j]
	}
	for j := range taps {
		h.taps[j] = float32(taps[j] * 0.5 / sum)
	}
	return h
}

// run consumes samples and returns those at half the rate. The result is valid
// until the next call.
func (h *halver) run(src []float32) []float32 {
	h.kept = append(h.kept, src...)
	h.out = halve(h.out[:0], h.kept, h.taps, 0.5)
	h.kept = append(h.kept[:0], h.kept[2*len(h.out):]...)
	return h.out
}
