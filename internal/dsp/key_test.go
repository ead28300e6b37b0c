package dsp_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"sonora/internal/dsp"
)

func keyOf(samples []float32) dsp.KeyEstimate {
	c := chromaOf(samples)
	return dsp.EstimateKey(&c)
}

func TestKeyFollowsTransposition(t *testing.T) {
	for semitones := range 12 {
		if k := keyOf(song(majorSong, 3, semitones-6, 0)); k.Key != (semitones+6)%12 || k.Confidence < 0.7 {
			t.Errorf("C major %d semitones up: %+v", semitones-6, k)
		}
		if k := keyOf(song(minorSong, 3, semitones-6, 0)); k.Key != 12+(semitones+3)%12 || k.Confidence < 0.7 {
			t.Errorf("A minor %d semitones up: %+v", semitones-6, k)
		}
	}
}

func TestKeyOfDetunedMusic(t *testing.T) {
	for _, cents := range []float64{-40, 40} {
		if k := keyOf(song(minorSong, 3, 0, cents)); k.Key != 21 {
			t.Errorf("%.0f cents away: %+v", cents, k)
		}
	}
}

// The same four chords are in a key or in its relative, depending on which
// comes first.
func TestKeyOfLoopIsItsFirstChord(t *testing.T) {
	am, f, c, g := [3]int{57, 60, 64}, [3]int{53, 57, 60}, [3]int{60, 64, 67}, [3]int{55, 59, 62}
	if k := keyOf(song([][3]int{am, f, c, g}, 5, 0, 0)); k.Key != 21 || k.Second != 0 {
		t.Errorf("Am F C G: %+v", k)
	}
	if k := keyOf(song([][3]int{c, g, am, f}, 5, 0, 0)); k.Key != 0 {
		t.Errorf("C G Am F: %+v", k)
	}
}

func TestNoKey(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	noise, drums, tone := make([]float32, 30*toneRate), make([]float32, 30*toneRate), make([]float32, 30*toneRate)
	for i := range noise {
		tone[i] = float32(math.Round(4096*math.Sin(2*math.Pi*1000*float64(i)/toneRate)) / 32768) // rounded, so not quite pure
		noise[i] = float32(r.NormFloat64() * 0.1)
		since := float64(i%(toneRate/2)) / toneRate
		drums[i] = float32(math.Exp(-since*20)*math.Sin(900*since) + 0.5*r.NormFloat64()*math.Exp(-since*30))
	}
	for name, samples := range map[string][]float32{"nothing": nil, "silence": make([]float32, 30*toneRate), "noise": noise, "drums": drums, "a tone": tone, "a click": {1}} {
		if k := keyOf(samples); k.Key != dsp.NoKey || k.Second != dsp.NoKey {
			t.Errorf("%s: %+v", name, k)
		}
	}
}

func FuzzKey(f *testing.F) {
	f.Add([]byte{1, 2, 3, 200, 7, 0, 9}, uint16(700))
	f.Fuzz(func(t *testing.T, data []byte, repeat uint16) {
		c := dsp.NewChromagram(toneRate)
		o := dsp.NewOnsets(toneRate)
		chunk := make([]float32, len(data)/4)
		for i := range chunk {
			bits := uint32(data[4*i]) | uint32(data[4*i+1])<<8 | uint32(data[4*i+2])<<16 | uint32(data[4*i+3])<<24
			chunk[i] = math.Float32frombits(bits)
		}
		for range min(int(repeat), 200_000/max(len(chunk), 1)) {
			c.Write(chunk)
			o.Write(chunk)
		}
		chroma := c.Chroma()
		k := dsp.EstimateKey(&chroma)
		if k.Key < dsp.NoKey || k.Key > 23 || !(k.Confidence >= 0 && k.Confidence <= 1) || !(math.Abs(chroma.Tuning) <= 50) {
			t.Fatalf("%+v, tuning %v", k, chroma.Tuning)
		}
		for _, x := range dsp.SimilarityVector(o.Envelope(), &chroma) {
			if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
				t.Fatal("not a number in the vector")
			}
		}
	})
}

func BenchmarkEstimateKey(b *testing.B) {
	c := chromaOf(song(minorSong, 10, 0, 0))
	for b.Loop() {
		dsp.EstimateKey(&c)
	}
}
