package dsp

import (
	"math"
	"slices"
)

// Bass returns the part of stereo sound below a frequency in Hz, without delay.
// Subtract it from the sound to get the rest. A Butterworth filter of fourth
// order runs forwards and backwards (a Linkwitz–Riley crossover without its
// phase): the bass is 48 dB lower an octave above the frequency, and the rest
// is 48 dB lower an octave below it.
func Bass(interleaved []float32, rate int, hz float64) []float32 {
	bass := append([]float32(nil), interleaved...)
	for range 2 {
		for c := range 2 {
			lowPass(bass[min(c, len(bass)):], rate, hz, 0.5411961) // the two halves of the filter
			lowPass(bass[min(c, len(bass)):], rate, hz, 1.3065630)
		}
		slices.Reverse(bass) // swaps the channels; the second reversal swaps them back
	}
	return bass
}

// lowPass filters every second sample in place (R. Bristow-Johnson, "Cookbook
// formulae for audio EQ biquad filter coefficients"). The filter starts as if
// the first sample had lasted forever.
func lowPass(samples []float32, rate int, hz, q float64) {
	sin, cos := math.Sincos(2 * math.Pi * hz / float64(rate))
	alpha := sin / (2 * q)
	b, a0 := (1-cos)/2, 1+alpha
	b0, b1, a1, a2 := b/a0, 2*b/a0, -2*cos/a0, (1-alpha)/a0
	if len(samples) == 0 {
		return
	}
	x1 := float64(samples[0])
	x2, y1, y2 := x1, x1, x1
	for i := 0; i < len(samples); i += 2 {
		x := float64(samples[i])
		y := b0*(x+x2) + b1*x1 - a1*y1 - a2*y2
		x1, x2, y1, y2 = x, x1, flush(y), y1
		samples[i] = float32(y)
	}
}
