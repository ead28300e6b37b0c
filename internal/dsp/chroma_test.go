package dsp_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"sonora/internal/dsp"
)

const toneRate = 24000

// song plays three-note chords with a bass, each for 1.5 seconds, tuned cents
// away from a' = 440 Hz.
func song(chords [][3]int, rounds, semitones int, cents float64) []float32 {
	const length = toneRate * 3 / 2
	out := make([]float32, 0, rounds*len(chords)*length)
	for range rounds {
		for _, chord := range chords {
			from := len(out)
			out = append(out, make([]float32, length)...)
			add := func(midi, partials int, level float64) {
				hz := 440 * math.Pow(2, (float64(midi+semitones)-69+cents/100)/12)
				for p := 1; p <= partials; p++ {
					for i := range length {
						t := float64(i) / toneRate
						fade := math.Min(1, math.Min(t*100, (1.5-t)*100))
						out[from+i] += float32(level * fade / float64(p) * math.Sin(2*math.Pi*hz*float64(p)*t))
					}
				}
			}
			add(chord[0]-12, 4, 0.2)
			for _, note := range chord {
				add(note, 6, 0.1)
			}
		}
	}
	return out
}

var (
	majorSong = [][3]int{{60, 64, 67}, {65, 69, 72}, {67, 71, 74}, {60, 64, 67}} // C F G C
	minorSong = [][3]int{{57, 60, 64}, {53, 57, 60}, {62, 65, 69}, {64, 68, 71}} // Am F Dm E
)

func chromaOf(samples []float32) dsp.Chroma {
	c := dsp.NewChromagram(toneRate)
	c.Write(samples)
	return c.Chroma()
}

func TestChromaOfNote(t *testing.T) {
	for class := range dsp.PitchClasses {
		c := chromaOf(song([][3]int{{60, 60, 60}}, 2, class, 0))
		f := c.Frames[len(c.Frames)/2]
		if f.Notes[class] != 1 || f.Bass[class] != 1 {
			t.Errorf("%d: the note is not the strongest: %v, bass %v", class, f.Notes, f.Bass)
		}
		for other, v := range f.Notes {
			if d := (other - class + 12) % 12; d != 0 && d != 7 && v > 0.6 { // the third partial is a fifth above
				t.Errorf("%d: %.2f of %d", class, v, other)
			}
		}
	}
}

func TestTuning(t *testing.T) {
	for _, cents := range []float64{-45, -20, 0, 8, 30, 45} {
		c := chromaOf(song(majorSong, 1, 0, cents))
		if math.Abs(c.Tuning-cents) > 3 || c.Tuned < 0.6 {
			t.Errorf("tuned by %.0f cents: measured %.1f, %.2f of it", cents, c.Tuning, c.Tuned)
		}
	}
}

func TestChromaDoesNotDependOnChunks(t *testing.T) {
	samples := song(minorSong, 1, 0, 0)
	whole := chromaOf(samples)
	c := dsp.NewChromagram(toneRate)
	for r := rand.New(rand.NewPCG(1, 2)); len(samples) > 0; {
		n := min(len(samples), r.IntN(9000))
		c.Write(samples[:n])
		samples = samples[n:]
	}
	if chunks := c.Chroma(); !slices.Equal(chunks.Frames, whole.Frames) || chunks.Tuning != whole.Tuning {
		t.Error("the chunk size changes the chromagram")
	}
}

func TestChromaDoesNotDependOnGain(t *testing.T) {
	samples := song(minorSong, 1, 0, 0)
	loud := chromaOf(samples)
	for i := range samples {
		samples[i] /= 64 // exact
	}
	soft := chromaOf(samples)
	for i := range loud.Frames {
		if soft.Frames[i].Notes != loud.Frames[i].Notes || soft.Frames[i].Bass != loud.Frames[i].Bass {
			t.Fatalf("frame %d: %v, %v", i, soft.Frames[i], loud.Frames[i])
		}
	}
}

func TestChromaFramesKeepTime(t *testing.T) {
	silence := make([]float32, 10*toneRate)
	samples := slices.Concat(silence, song(majorSong, 1, 0, 0), silence)
	c := chromaOf(samples)
	var first, last float64
	for i, f := range c.Frames {
		if f.Level > 0.01 {
			last = float64(i) * c.Hop
			if first == 0 {
				first = last
			}
		}
	}
	if math.Abs(first-10) > 0.2 || math.Abs(last-16) > 0.2 {
		t.Errorf("heard from %.2f to %.2f s", first, last)
	}
}

func TestChromaOfSilence(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	bad := slices.Concat(slices.Repeat([]float32{nan}, 9000), slices.Repeat([]float32{inf, -inf}, 9000), slices.Repeat([]float32{1e38}, 9000))
	samples := slices.Concat(bad, song(majorSong, 2, 0, 0), bad)
	c := chromaOf(samples)
	if k := dsp.EstimateKey(&c); k.Key != 0 {
		t.Errorf("key %d", k.Key)
	}
	for i, f := range c.Frames {
		for _, v := range f.Notes {
			if !(v >= 0 && v <= 1) {
				t.Fatalf("frame %d: %v", i, f.Notes)
			}
		}
	}
}

func BenchmarkChromagram(b *testing.B) {
	second := song(minorSong, 1, 0, 0)[:toneRate]
	c := dsp.NewChromagram(toneRate)
	for b.Loop() {
		c.Write(second)
	}
}
