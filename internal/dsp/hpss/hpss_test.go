package hpss

import (
	"math"
	"math/rand/v2"
	"testing"
)

const rate = 44_100

// split returns the drums and the melody of stereo sound that arrives in pieces
// of so many samples.
func split(t testing.TB, sound []float32, piece int) (drums, melody []float32) {
	t.Helper()
	s := New(func(d, m []float32) error {
		drums, melody = append(drums, d...), append(melody, m...)
		return nil
	})
	for i := 0; i < len(sound); i += piece {
		if err := s.Write(sound[i:min(i+piece, len(sound))]); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return drums, melody
}

// clicks returns bursts of noise, two a second, and tones three held notes.
func clicks(seconds float64) []float32 {
	noise := rand.New(rand.NewPCG(1, 2))
	out := make([]float32, 2*int(seconds*rate))
	for at := rate / 4; at < len(out)/2; at += rate / 2 {
		for i := range min(300, len(out)/2-at) {
			v := float32((2*noise.Float64() - 1) * 0.8 * math.Exp(-float64(i)/60))
			out[2*(at+i)], out[2*(at+i)+1] = v, 0.7*v
		}
	}
	return out
}

func tones(seconds float64) []float32 {
	out := make([]float32, 2*int(seconds*rate))
	for i := range out {
		at := float64(i/2) / rate
		for _, hz := range []float64{220, 554.37, 1318.5} {
			out[i] += float32(0.1 * math.Sin(2*math.Pi*hz*at+float64(i%2)))
		}
	}
	return out
}

func sum(a, b []float32) []float32 {
	out := make([]float32, len(a))
	for i := range a {
		out[i] = a[i] + b[i]
	}
	return out
}

func energy(x []float32) (e float64) {
	for _, v := range x {
		e += float64(v) * float64(v)
	}
	return e
}

// apart returns the level in dB of the difference of two sounds below the
// first.
func apart(want, got []float32) float64 {
	var off float64
	for i := range want {
		d := float64(got[i]) - float64(want[i])
		off += d * d
	}
	return 10 * math.Log10(energy(want)/(off+1e-30))
}

// level returns how far a sound is below another, in dB.
func level(of, below []float32) float64 { return 10 * math.Log10(energy(below)/(energy(of)+1e-30)) }

// Drums and melody are the sound, whatever the sound is and however it arrives.
func TestSumIsTheSound(t *testing.T) {
	noise := rand.New(rand.NewPCG(3, 4))
	for _, frames := range []int{0, 1, 700, hop, size, size + 1, 5*size + 17, 3 * rate} {
		sound := make([]float32, 2*frames)
		for i := range sound {
			sound[i] = float32(noise.Float64()*2 - 1)
		}
		drums, melody := split(t, sound, 1234)
		if len(drums) != len(sound) || len(melody) != len(sound) {
			t.Fatalf("%d frames became %d and %d", frames, len(drums)/2, len(melody)/2)
		}
		if off := apart(sound, sum(drums, melody)); frames > 0 && off < 60 {
			t.Errorf("%d frames: the sum differs by −%.0f dB", frames, off)
		}
	}
}

// The split does not depend on the pieces in which the sound arrives.
func TestPieces(t *testing.T) {
	sound := sum(clicks(2), tones(2))
	drums, _ := split(t, sound, 2*rate*4)
	again, _ := split(t, sound, 2)
	for i := range drums {
		if drums[i] != again[i] {
			t.Fatalf("sample %d is %g or %g", i, drums[i], again[i])
		}
	}
}

func TestSeparation(t *testing.T) {
	hits, notes := clicks(6), tones(6)
	drums, melody := split(t, sum(hits, notes), 8192)
	middle := func(x []float32) []float32 { return x[2*rate/2 : len(x)-2*rate/2] }
	_, leftOfHits := split(t, hits, 8192)
	leftOfNotes, _ := split(t, notes, 8192)
	inMelody, inDrums := level(middle(leftOfHits), middle(hits)), level(middle(leftOfNotes), middle(notes))
	t.Logf("clicks in the melody −%.1f dB, tones in the drums −%.1f dB", inMelody, inDrums)
	if inMelody < 20 || inDrums < 20 {
		t.Errorf("clicks in the melody −%.1f dB, tones in the drums −%.1f dB", inMelody, inDrums)
	}
	forDrums, forMelody := apart(middle(hits), middle(drums)), apart(middle(notes), middle(melody))
	t.Logf("together: drums %.1f dB, melody %.1f dB", forDrums, forMelody)
	if forMelody < 20 || forDrums < 15 {
		t.Errorf("together: drums differ by −%.1f dB, the melody by −%.1f dB", forDrums, forMelody)
	}
}

func BenchmarkMinute(b *testing.B) {
	sound := sum(clicks(60), tones(60))
	noise := rand.New(rand.NewPCG(5, 6))
	for i := range sound {
		sound[i] += float32(noise.Float64()-0.5) * 0.05
	}
	for b.Loop() {
		s := New(func(_, _ []float32) error { return nil })
		for i := 0; i < len(sound); i += 16384 {
			if err := s.Write(sound[i:min(i+16384, len(sound))]); err != nil {
				b.Fatal(err)
			}
		}
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
