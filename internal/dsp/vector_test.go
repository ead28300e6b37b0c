package dsp_test

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"sonora/internal/dsp"
)

func vectorOf(samples []float32) []float32 {
	c, o := dsp.NewChromagram(toneRate), dsp.NewOnsets(toneRate)
	c.Write(samples)
	o.Write(samples)
	chroma := c.Chroma()
	return dsp.SimilarityVector(o.Envelope(), &chroma)
}

// beaten adds a click to samples every given number of seconds.
func beaten(samples []float32, every float64) []float32 {
	samples = slices.Clone(samples)
	step := int(every * toneRate)
	for i := range samples {
		since := float64(i%step) / toneRate
		samples[i] += float32(0.5 * math.Exp(-since*60) * math.Sin(2*math.Pi*90*since))
	}
	return samples
}

func distance(a, b []float32) (sum float64) {
	for i := range a {
		sum += math.Abs(float64(a[i] - b[i]))
	}
	return sum
}

func harmony(v []float32) []float32 {
	return v[dsp.TimbreSize+dsp.RhythmSize:][:dsp.HarmonySize]
}

func TestVectorDoesNotDependOnGain(t *testing.T) {
	samples := beaten(song(minorSong, 3, 0, 0), 0.5)
	loud := vectorOf(samples)
	other := vectorOf(beaten(song(majorSong, 3, 0, 0), 0.4))
	if len(loud) != dsp.VectorSize || len(loud) > 96 {
		t.Fatalf("%d numbers", len(loud))
	}
	for _, gain := range []float32{0.7, 0.25, 0.1} {
		soft := slices.Clone(samples)
		for i := range soft {
			soft[i] *= gain
		}
		if d := distance(loud, vectorOf(soft)); d > 0.1*distance(loud, other) {
			t.Errorf("%.1f away at a gain of %.2f, other music is %.1f", d, gain, distance(loud, other))
		}
	}
}

func TestVectorDoesNotDependOnTheKey(t *testing.T) {
	plain := vectorOf(beaten(song(minorSong, 3, 0, 0), 0.5))
	other := vectorOf(beaten(song([][3]int{{60, 61, 66}, {59, 64, 65}}, 6, 0, 0), 0.5))
	for _, semitones := range []int{-3, -1, 1, 4} {
		moved := vectorOf(beaten(song(minorSong, 3, semitones, 0), 0.5))
		if d := distance(harmony(plain), harmony(moved)); d > 0.5*distance(harmony(plain), harmony(other)) {
			t.Errorf("harmony %.2f away %d semitones up, other chords are %.2f", d, semitones, distance(harmony(plain), harmony(other)))
		}
	}
}

func TestVectorDependsOnTempo(t *testing.T) {
	rhythm := func(every float64) []float32 {
		return vectorOf(beaten(song(minorSong, 3, 0, 0), every))[dsp.TimbreSize:][:dsp.RhythmSize]
	}
	slow, same, fast := rhythm(0.5), rhythm(0.505), rhythm(0.39)
	if distance(slow, same) > 0.5*distance(slow, fast) {
		t.Errorf("almost the same tempo is %.2f away, another %.2f", distance(slow, same), distance(slow, fast))
	}
}

func TestVectorOfSilence(t *testing.T) {
	for _, samples := range [][]float32{nil, {0.5}, make([]float32, 5*toneRate)} {
		if v := vectorOf(samples); v != nil && len(v) != dsp.VectorSize {
			t.Errorf("%d numbers for %d samples", len(v), len(samples))
		}
	}
	if v := vectorOf(make([]float32, 5*toneRate)); v != nil {
		t.Errorf("silence sounds like %v", v)
	}
}

func TestVectorMatchesGolden(t *testing.T) {
	const file = "testdata/vector.json"
	got := vectorOf(beaten(song(minorSong, 2, 0, 0), 0.5))
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var want []float32
	if err := json.Unmarshal(data, &want); err != nil || len(want) != len(got) {
		t.Fatalf("%d numbers, want %d: %v", len(got), len(want), err)
	}
	for i := range want {
		if math.Abs(float64(got[i]-want[i])) > 0.01+0.01*math.Abs(float64(want[i])) {
			t.Errorf("number %d is %.3f, was %.3f; raise sound.Version when that is on purpose", i, got[i], want[i])
		}
	}
}

func BenchmarkSimilarityVector(b *testing.B) {
	samples := beaten(song(minorSong, 10, 0, 0), 0.5) // a minute
	c, o := dsp.NewChromagram(toneRate), dsp.NewOnsets(toneRate)
	c.Write(samples)
	o.Write(samples)
	chroma, envelope := c.Chroma(), o.Envelope()
	for b.Loop() {
		dsp.SimilarityVector(envelope, &chroma)
	}
}
