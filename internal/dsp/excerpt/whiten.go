package excerpt

import (
	"math"

	"sonora/internal/dsp"
)

const window = 512 // frames of rate, 20 s

// whiten brings every rhythm in a band to the same strength: the phase transform
// (C. Knapp, G. Carter, "The generalized correlation method for estimation of time
// delay", IEEE Trans. ASSP, 1976) of overlapping windows. Otherwise any two tracks
// with the same beat would be alike.
func whiten(band []float32, window int) []float32 {
	t := newTransform(window)
	out, x := make([]float32, len(band)), make([]complex64, window/2+1)
	shape := make([]float32, window)
	for i := range shape {
		shape[i] = float32(math.Sin(math.Pi * (float64(i) + 0.5) / float64(window)))
	}
	for at := -window / 2; at < len(band); at += window / 2 {
		from, to := max(0, -at), min(window, len(band)-at)
		clear(t.samples)
		for i := from; i < to; i++ {
			t.samples[i] = band[at+i] * shape[i]
		}
		t.forward(x)
		for k, v := range x {
			strength := 1 + math.Hypot(float64(real(v)), float64(imag(v)))
			x[k] = v * complex(float32(1/strength), 0)
		}
		t.inverse(x)
		for i := from; i < to; i++ {
			out[at+i] += t.samples[i] * shape[i]
		}
	}
	return out
}

// transform is a Fourier transform of real samples in both directions.
type transform struct {
	fft     *dsp.RealFFT
	samples []float32
	scratch []complex64
}

func newTransform(n int) *transform {
	return &transform{fft: dsp.NewRealFFT(n), samples: make([]float32, n), scratch: make([]complex64, n/2+1)}
}

// forward writes the spectrum of t.samples to x.
func (t *transform) forward(x []complex64) { t.fft.Transform(x, t.samples) }

// inverse writes the samples with the spectrum x to t.samples. It is the Hartley
// transform of the Hartley spectrum.
func (t *transform) inverse(x []complex64) {
	t.hartley(x, 1)
	t.fft.Transform(t.scratch, t.samples)
	t.hartley(t.scratch, 1/float32(len(t.samples)))
}

func (t *transform) hartley(x []complex64, gain float32) {
	last := len(x) - 1
	t.samples[0], t.samples[last] = real(x[0])*gain, real(x[last])*gain
	for k := 1; k < last; k++ {
		re, im := real(x[k])*gain, imag(x[k])*gain
		t.samples[k], t.samples[len(t.samples)-k] = re-im, re+im
	}
}
