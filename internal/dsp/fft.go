package dsp

import (
	"math"
	"math/bits"
)

// minFFT is the length of the shortest transform.
const minFFT = 16

// RealFFT is the discrete Fourier transform of real signals of one length. It
// holds scratch space, so each goroutine needs its own.
type RealFFT struct {
	n      int
	passes []fftPass
	split  []complex64 // exp(-2πi k/n), k ≤ n/4
	a, b   []complex64
}

// fftPass is a pass of four-way butterflies over sequences of 4*quarter
// elements, with stride sequences interleaved.
type fftPass struct {
	quarter, stride int
	eight           bool        // the last pass, made of eight-way butterflies
	twiddles        []complex64 // w, w², w³ for each element of a quarter
}

// NewRealFFT prepares transforms of n samples. n is a power of two and at least
// 16; other lengths are raised to the next power of two.
func NewRealFFT(n int) *RealFFT {
	n = max(n, minFFT)
	n = 1 << bits.Len(uint(n-1))
	half := n / 2
	f := &RealFFT{n: n, a: make([]complex64, half), b: make([]complex64, half), split: make([]complex64, n/4+1)}
	for k := range f.split {
		f.split[k] = unit(k, n)
	}
	length, stride := half, 1
	for ; length >= 4; length, stride = length/4, stride*4 {
		if length == 8 {
			f.passes = append(f.passes, fftPass{stride: stride, eight: true})
			break
		}
		pass := fftPass{quarter: length / 4, stride: stride, twiddles: make([]complex64, 0, 3*length/4)}
		for p := range length / 4 {
			pass.twiddles = append(pass.twiddles, unit(p, length), unit(2*p, length), unit(3*p, length))
		}
		f.passes = append(f.passes, pass)
	}
	return f
}

// unit returns exp(-2πi k/n).
func unit(k, n int) complex64 {
	sin, cos := math.Sincos(-2 * math.Pi * float64(k) / float64(n))
	return complex(float32(cos), float32(sin))
}

// Len returns the number of samples of a transform.
func (f *RealFFT) Len() int { return f.n }

// Transform sets dst[k] = Σ src[i] exp(-2πi ik/n) for k from 0 to n/2. src has
// n samples, dst n/2+1 values. It does not allocate and does not change src.
func (f *RealFFT) Transform(dst []complex64, src []float32) {
	f.unpack(dst[:f.n/2+1], f.pairs(src))
}

// Power sets dst[k] to the squared magnitude |X[k]|² of the transform. It is
// faster than Transform.
func (f *RealFFT) Power(dst, src []float32) {
	f.unpackPower(dst[:f.n/2+1], f.pairs(src))
}

// pairs returns the transform of pairs of samples taken as complex numbers.
func (f *RealFFT) pairs(src []float32) []complex64 {
	x, y := f.a, f.b
	if first := &f.passes[0]; first.eight { // n is 16
		for i := range y {
			y[i] = complex(src[2*i], src[2*i+1])
		}
		first.lastEight(x, y)
	} else {
		first.first(x, src[:f.n])
	}
	for i := range f.passes[1:] {
		pass := &f.passes[i+1]
		switch {
		case pass.eight:
			pass.lastEight(y, x)
		case pass.quarter == 1:
			pass.last(y, x)
		default:
			pass.run(y, x)
		}
		x, y = y, x
	}
	return x
}

// first is run for the first pass: the stride is 1 and the input is pairs of
// samples.
func (p *fftPass) first(y []complex64, src []float32) {
	n := p.quarter
	x0, x1, x2, x3 := src[:2*n], src[2*n:][:2*n], src[4*n:][:2*n], src[6*n:][:2*n]
	w, y := p.twiddles[:3*n], y[:4*n]
	for i := range n {
		a, b := complex(x0[2*i], x0[2*i+1]), complex(x1[2*i], x1[2*i+1])
		c, d := complex(x2[2*i], x2[2*i+1]), complex(x3[2*i], x3[2*i+1])
		t := (*[3]complex64)(w[3*i:])
		o := (*[4]complex64)(y[4*i:])
		sum, diff := a+c, a-c
		sum2, diff2 := b+d, b-d
		turned := complex(-imag(diff2), real(diff2))
		o[0] = sum + sum2
		o[1] = times(t[0], diff-turned)
		o[2] = times(t[1], sum-sum2)
		o[3] = times(t[2], diff+turned)
	}
}

// run is one radix-4 pass of Stockham's self-sorting FFT.
func (p *fftPass) run(y, x []complex64) {
	n, s := p.quarter, p.stride
	for i := range n {
		x0, x1, x2, x3 := x[s*i:][:s], x[s*(i+n):][:s], x[s*(i+2*n):][:s], x[s*(i+3*n):][:s]
		y0, y1, y2, y3 := y[s*4*i:][:s], y[s*(4*i+1):][:s], y[s*(4*i+2):][:s], y[s*(4*i+3):][:s]
		w1, w2, w3 := p.twiddles[3*i], p.twiddles[3*i+1], p.twiddles[3*i+2]
		for q := range s {
			a, b, c, d := x0[q], x1[q], x2[q], x3[q]
			sum, diff := a+c, a-c
			sum2, diff2 := b+d, b-d
			turned := complex(-imag(diff2), real(diff2))
			y0[q] = sum + sum2
			y1[q] = times(w1, diff-turned)
			y2[q] = times(w2, sum-sum2)
			y3[q] = times(w3, diff+turned)
		}
	}
}

// last is run for the last pass: sequences of 4 elements need no twiddle
// factors.
func (p *fftPass) last(y, x []complex64) {
	s := p.stride
	x0, x1, x2, x3 := x[:s], x[s:][:s], x[2*s:][:s], x[3*s:][:s]
	y0, y1, y2, y3 := y[:s], y[s:][:s], y[2*s:][:s], y[3*s:][:s]
	for q := range s {
		a, b, c, d := x0[q], x1[q], x2[q], x3[q]
		sum, diff := a+c, a-c
		sum2, diff2 := b+d, b-d
		turned := complex(-imag(diff2), real(diff2))
		y0[q] = sum + sum2
		y1[q] = diff - turned
		y2[q] = sum - sum2
		y3[q] = diff + turned
	}
}

// lastEight is run for sequences of 8 elements, which end the transform.
func (p *fftPass) lastEight(y, x []complex64) {
	s := p.stride
	x0, x1, x2, x3 := x[:s], x[s:][:s], x[2*s:][:s], x[3*s:][:s]
	x4, x5, x6, x7 := x[4*s:][:s], x[5*s:][:s], x[6*s:][:s], x[7*s:][:s]
	y0, y1, y2, y3 := y[:s], y[s:][:s], y[2*s:][:s], y[3*s:][:s]
	y4, y5, y6, y7 := y[4*s:][:s], y[5*s:][:s], y[6*s:][:s], y[7*s:][:s]
	for q := range s {
		a, b, c, d := x0[q]+x4[q], x1[q]+x5[q], x2[q]+x6[q], x3[q]+x7[q]
		sum, diff, sum2, diff2 := a+c, a-c, b+d, b-d
		turned := complex(-imag(diff2), real(diff2))
		y0[q], y4[q] = sum+sum2, sum-sum2
		y2[q], y6[q] = diff-turned, diff+turned
		a, b, c, d = x0[q]-x4[q], eighth(x1[q]-x5[q]), x2[q]-x6[q], eighth(x3[q]-x7[q])
		c, d = complex(imag(c), -real(c)), complex(imag(d), -real(d))
		sum, diff, sum2, diff2 = a+c, a-c, b+d, b-d
		turned = complex(-imag(diff2), real(diff2))
		y1[q], y5[q] = sum+sum2, sum-sum2
		y3[q], y7[q] = diff-turned, diff+turned
	}
}

// eighth rotates a number backwards by an eighth of a turn.
func eighth(z complex64) complex64 {
	const half = math.Sqrt2 / 2
	return complex(half*(real(z)+imag(z)), half*(imag(z)-real(z)))
}

// unpack computes the transform of n real samples from that of n/2 pairs.
func (f *RealFFT) unpack(dst, z []complex64) {
	half := len(z)
	dst[0] = complex(real(z[0])+imag(z[0]), 0)
	dst[half] = complex(real(z[0])-imag(z[0]), 0)
	for k := 1; k <= half/2; k++ {
		a, b := z[k], z[half-k]
		even := complex((real(a)+real(b))/2, (imag(a)-imag(b))/2)
		odd := times(f.split[k], complex((imag(a)+imag(b))/2, (real(b)-real(a))/2))
		dst[k] = even + odd
		dst[half-k] = complex(real(even)-real(odd), imag(odd)-imag(even))
	}
}

// unpackPower is unpack followed by the squared magnitude.
func (f *RealFFT) unpackPower(dst []float32, z []complex64) {
	half := len(z)
	low, high := real(z[0])+imag(z[0]), real(z[0])-imag(z[0])
	dst[0], dst[half] = low*low, high*high
	split, there := f.split[:half/2+1], dst[half/2:half+1]
	behind := z[half/2:]
	for k := 1; k < len(split); k++ {
		a, b := z[k], behind[len(split)-1-k]
		re, im := (real(a)+real(b))/2, (imag(a)-imag(b))/2
		odd := times(split[k], complex((imag(a)+imag(b))/2, (real(b)-real(a))/2))
		sumRe, sumIm, diffRe, diffIm := re+real(odd), im+imag(odd), re-real(odd), im-imag(odd)
		dst[k] = sumRe*sumRe + sumIm*sumIm
		there[len(split)-1-k] = diffRe*diffRe + diffIm*diffIm
	}
}

// times returns a*b computed in float32. The language's own product goes
// through float64.
func times(a, b complex64) complex64 {
	return complex(real(a)*real(b)-imag(a)*imag(b), real(a)*imag(b)+imag(a)*real(b))
}
