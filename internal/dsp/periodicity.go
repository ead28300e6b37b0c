package dsp

import "math"

const (
	periodBlock = 4096 // frames (41 s) of one autocorrelation
	periodLags  = 1300 // frames, longest period
)

// periodicity returns how similar a signal is to itself after a given number of
// frames; it is 1 at lag 0. It is a generalised autocorrelation whose spectrum
// is compressed to make the peaks narrow (T. Tolonen, M. Karjalainen, "A
// computationally efficient multipitch analysis model", 2000), averaged over
// the track.
func periodicity(x []float32) []float32 {
	fft := NewRealFFT(2 * periodBlock)
	in, out := make([]float32, 2*periodBlock), make([]complex64, periodBlock+1)
	sum := make([]float64, periodBlock+1)
	length := min(len(x), periodBlock)
	for from := 0; from == 0 || from+periodBlock/2 < len(x); from += periodBlock / 2 {
		start := max(0, min(from, len(x)-periodBlock))
		clear(in)
		copy(in[:periodBlock], x[start:])
		fft.Transform(out, in)
		for k, z := range out {
			sum[k] += math.Sqrt(math.Hypot(float64(real(z)), float64(imag(z))))
		}
	}
	// The spectrum is real and even, so its inverse transform equals its
	// transform.
	for k, v := range sum {
		in[k] = float32(v)
		in[(2*periodBlock-k)%(2*periodBlock)] = float32(v)
	}
	in[0] = 0
	fft.Transform(out, in)
	acf := make([]float32, periodLags)
	if real(out[0]) <= 0 {
		return acf
	}
	for lag := range acf {
		overlap := max(0.3, 1-float32(lag)/float32(max(length, 1)))
		acf[lag] = real(out[lag]) / real(out[0]) / overlap
	}
	return blurred(acf)
}

// blurred widens the sharp peaks of a table, so that reading slightly beside a
// peak still finds it.
func blurred(x []float32) []float32 {
	out := make([]float32, len(x))
	for i := range x {
		before, after := x[max(i-1, 0)], x[min(i+1, len(x)-1)]
		out[i] = (before + 2*x[i] + after) / 4
	}
	return out
}

// at interpolates a table between its entries. It is 0 outside.
func at(table []float32, x float64) float64 {
	if !(x >= 0 && x < float64(len(table)-1)) { // also false for NaN
		return 0
	}
	i := int(x)
	f := x - float64(i)
	return float64(table[i])*(1-f) + float64(table[i+1])*f
}
