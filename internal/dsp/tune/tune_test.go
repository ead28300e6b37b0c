package tune

import (
	"math"
	"math/rand/v2"
	"testing"

	"sonora/internal/dsp"
)

// song returns the chroma of random chords, one to a beat, and its beats.
func song(seed uint64, count, up int, beat float64) (*dsp.Chroma, []float64) {
	const hop = 0.1
	r := rand.New(rand.NewPCG(seed, 1))
	c := &dsp.Chroma{Hop: hop}
	var beats []float64
	for i := range count {
		beats = append(beats, float64(i)*beat)
		root := r.IntN(dsp.PitchClasses)
		for float64(len(c.Frames))*hop < float64(i+1)*beat {
			var f dsp.ChromaFrame
			for _, note := range []int{root, root + 4, root + 7} {
				f.Notes[(note+up)%dsp.PitchClasses] = 1
			}
			c.Frames = append(c.Frames, f)
		}
	}
	return c, append(beats, float64(count)*beat)
}

func TestCompare(t *testing.T) {
	a := New(song(1, 150, 0, 0.6))
	for name, x := range map[string]struct {
		up   int
		beat float64
	}{"the same": {0, 0.6}, "higher": {3, 0.6}, "faster": {0, 0.5}, "lower and slower": {9, 0.7}} {
		m := Compare(a, New(song(1, 150, x.up, x.beat)))
		if m.Likeness < 0.8 || m.Transposing != x.up || math.Abs(m.Start/0.6-m.OtherStart/x.beat) > 1 {
			t.Errorf("%s: %+v", name, m)
		}
	}
	for seed := range uint64(5) {
		if m := Compare(a, New(song(10+seed, 150, 0, 0.6))); m.Likeness > 0.5 {
			t.Errorf("another song: %+v", m)
		}
	}
}

// TestCompareAcrossOctave compares a song with itself a little faster, whose tempo counts as
// half as fast.
func TestCompareAcrossOctave(t *testing.T) {
	slow, fast := New(song(1, 300, 0, 60/134.0)), New(song(1, 300, 4, 60/151.0))
	if bpm(slow.starts) < 130 || bpm(fast.starts) > 80 {
		t.Fatalf("%v and %v BPM", bpm(slow.starts), bpm(fast.starts))
	}
	for _, m := range []Match{Compare(slow, fast), Compare(fast, slow)} {
		if m.Likeness < 0.6 || math.Abs(m.Start*134-m.OtherStart*151) > 150 && math.Abs(m.Start*151-m.OtherStart*134) > 150 {
			t.Errorf("%+v", m)
		}
	}
}

// TestFile keeps a tune in a file.
func TestFile(t *testing.T) {
	a := New(song(1, 150, 0, 0.6))
	for name, want := range map[string]*Tune{"a song": a, "nothing": New(&dsp.Chroma{Hop: 0.1}, nil), "no tune": {}} {
		data, err := want.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var got Tune
		if err := got.UnmarshalBinary(data); err != nil || len(got.beats) != len(want.beats) {
			t.Errorf("%s: %v, %d beats", name, err, len(got.beats))
		}
		if m := Compare(&got, want); len(want.beats) > 0 && m.Likeness < 0.99 {
			t.Errorf("%s: %+v", name, m)
		}
		for _, damaged := range [][]byte{data[:3], append(data, 0, 0, 0, 0, 0), nil} {
			if err := got.UnmarshalBinary(damaged); err == nil {
				t.Errorf("%s: read %d of %d bytes", name, len(damaged), len(data))
			}
		}
	}
}

func BenchmarkCompare(b *testing.B) {
	x, y := New(song(1, 400, 0, 0.6)), New(song(2, 400, 0, 0.6))
	for b.Loop() {
		Compare(x, y)
	}
}

// TestCompareNothing compares what has no notes.
func TestCompareNothing(t *testing.T) {
	a := New(song(1, 150, 0, 0.6))
	short, beats := song(1, 20, 0, 0.6)
	silence := &dsp.Chroma{Hop: 0.1, Frames: make([]dsp.ChromaFrame, 1000)}
	for _, other := range []*Tune{New(short, beats), New(silence, nil), New(&dsp.Chroma{Hop: 0.1}, nil), New(silence, make([]float64, 200))} {
		if m := Compare(a, other); m.Likeness != 0 {
			t.Errorf("%+v", m)
		}
	}
}

// TestSteady has the tempos of all beats within an octave.
func TestSteady(t *testing.T) {
	for _, tempo := range []float64{30, 60, 100, 140, 150, 280} {
		var beats []float64
		for i := range 200 {
			beats = append(beats, float64(i)*60/tempo)
		}
		if got := bpm(steady(beats, 0)); got < 70 || got > 142 {
			t.Errorf("%v became %v", tempo, got)
		}
	}
}

// TestCompareWithItself compares tunes with themselves: rounding must not bring the likeness
// above 1.
func TestCompareWithItself(t *testing.T) {
	for seed := range uint64(20) {
		a := New(song(seed, 70, 0, 0.6))
		if m := Compare(a, a); m.Likeness > 1 || m.Likeness < 0.99 {
			t.Errorf("song %d: %v", seed, m.Likeness)
		}
	}
}
