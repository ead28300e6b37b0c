package dsp

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"strconv"
	"testing"
)

func noise(n int, seed uint64) []float32 {
	r := rand.New(rand.NewPCG(seed, 1))
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(r.NormFloat64())
	}
	return x
}

func naiveDFT(src []float32) []complex128 {
	n := len(src)
	out := make([]complex128, n/2+1)
	for k := range out {
		for i, v := range src {
			out[k] += complex(float64(v), 0) * cmplx.Rect(1, -2*math.Pi*float64(i*k%n)/float64(n))
		}
	}
	return out
}

func transform(src []float32) []complex64 {
	dst := make([]complex64, len(src)/2+1)
	NewRealFFT(len(src)).Transform(dst, src)
	return dst
}

func TestRealFFTAgreesWithTheDefinition(t *testing.T) {
	for n := 16; n <= 2048; n *= 2 {
		src := noise(n, uint64(n))
		got, want := transform(src), naiveDFT(src)
		for k := range want {
			if d := cmplx.Abs(complex128(got[k]) - want[k]); d > 1e-5*float64(n) {
				t.Fatalf("n=%d, bin %d: %v, want %v", n, k, got[k], want[k])
			}
		}
	}
}

func TestRealFFTKeepsEnergy(t *testing.T) {
	for n := 16; n <= 16384; n *= 2 {
		src := noise(n, 3)
		var in, out float64
		for _, v := range src {
			in += float64(v) * float64(v)
		}
		for k, v := range transform(src) {
			e := float64(real(v))*float64(real(v)) + float64(imag(v))*float64(imag(v))
			if k > 0 && k < n/2 {
				e *= 2
			}
			out += e / float64(n)
		}
		if math.Abs(out/in-1) > 1e-5 {
			t.Errorf("n=%d: energy %v became %v", n, in, out)
		}
	}
}

func TestRealFFTIsLinear(t *testing.T) {
	const n = 512
	a, b, mix := noise(n, 1), noise(n, 2), make([]float32, n)
	for i := range mix {
		mix[i] = 2*a[i] - 3*b[i]
	}
	fa, fb, fm := transform(a), transform(b), transform(mix)
	for k := range fm {
		if d := cmplx.Abs(complex128(fm[k] - (2*fa[k] - 3*fb[k]))); d > 1e-3 {
			t.Fatalf("bin %d is off by %v", k, d)
		}
	}
}

func TestRealFFTTurnsWithAShift(t *testing.T) {
	const n, shift = 1024, 37
	a, b := noise(n, 5), make([]float32, n)
	for i := range b {
		b[(i+shift)%n] = a[i]
	}
	fa, fb := transform(a), transform(b)
	for k := range fa {
		want := complex128(fa[k]) * cmplx.Rect(1, -2*math.Pi*float64(k*shift%n)/n)
		if d := cmplx.Abs(complex128(fb[k]) - want); d > 1e-3 {
			t.Fatalf("bin %d is off by %v", k, d)
		}
	}
}

func BenchmarkRealFFT(b *testing.B) {
	for _, n := range []int{1024, 2048, 8192} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			f, src, dst := NewRealFFT(n), noise(n, 1), make([]complex64, n/2+1)
			b.ReportAllocs()
			for b.Loop() {
				f.Transform(dst, src)
			}
		})
	}
}
