package dsp

import (
	"fmt"
	"math"
	"testing"
)

func decimated(factor int, x []float32, chunk int) []float32 {
	d := NewDecimator(factor)
	var out []float32
	for from := 0; from < len(x); from += chunk {
		out = d.Decimate(out, x[from:min(from+chunk, len(x))])
	}
	return d.Flush(out)
}

func sine(n int, cycles float64) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(math.Sin(2 * math.Pi * cycles * float64(i)))
	}
	return x
}

func TestDecimatorKeepsLowTonesInTime(t *testing.T) {
	for _, factor := range []int{1, 2, 3, 4, 6, 8} {
		cycles := 0.3 / float64(factor)
		x := sine(4001, cycles)
		out := decimated(factor, x, 100)
		if want := (len(x) + factor - 1) / factor; len(out) != want {
			t.Fatalf("by %d: %d samples, want %d", factor, len(out), want)
		}
		for i := 40; i < len(out)-40; i++ {
			if d := math.Abs(float64(out[i] - x[i*factor])); d > 0.003 {
				t.Fatalf("by %d: sample %d is off by %v", factor, i, d)
			}
		}
	}
}

func TestDecimatorRemovesHighTones(t *testing.T) {
	for _, factor := range []int{2, 3, 4, 8} {
		for _, above := range []float64{0.62, 0.8} {
			out := decimated(factor, sine(8000, above/float64(factor)), 333)
			for i := 40; i < len(out)-40; i++ {
				if math.Abs(float64(out[i])) > 0.002 {
					t.Fatalf("by %d: %v is left of a tone of %v of the new rate", factor, out[i], above)
				}
			}
		}
	}
}

func TestDecimatorDoesNotDependOnChunks(t *testing.T) {
	x := noise(5000, 4)
	for _, factor := range []int{2, 3, 4, 8} {
		want := decimated(factor, x, len(x))
		for _, chunk := range []int{1, 7, 64, 1023} {
			got := decimated(factor, x, chunk)
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("by %d: chunks of %d differ", factor, chunk)
			}
		}
	}
}

func TestDecimatorDoesNotAllocate(t *testing.T) {
	d, x, out := NewDecimator(4), noise(4096, 1), make([]float32, 0, 4096)
	d.Decimate(out, x)
	if n := testing.AllocsPerRun(20, func() { d.Decimate(out, x) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkDecimator(b *testing.B) { // per second of sound
	d, x, out := NewDecimator(2), noise(44100, 1), make([]float32, 0, 44100)
	b.ReportAllocs()
	for b.Loop() {
		d.Decimate(out, x)
	}
}
