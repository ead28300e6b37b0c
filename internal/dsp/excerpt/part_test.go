package excerpt

import (
	"math"
	"testing"

	"sonora/internal/dsp"
)

// cut returns a part of a waveform, between two points.
func (w *Waveform) cut(from, to int) *Waveform {
	return &Waveform{Low: w.Low[from:to], Mid: w.Mid[from:to], High: w.High[from:to]}
}

// TestPart finds parts of a song wherever they are cut, forwards and backwards, equalised and
// between other sound, and none in other songs with the same beat.
func TestPart(t *testing.T) {
	whole, other := newSong(1, 120), newSong(2, 120)
	recording, another := New(whole.waveform()), New(other.waveform())
	soft := draw(120, [bands]float64{0.3, 0.7, 1.2}, played{song: whole, to: 120, speed: 1})
	between := draw(40, flat, played{other, 0, 0, 20, 1, 0}, played{whole, 20, 61, 81, 1, 0})
	second := func(s float64) int { return int(math.Round(s * dsp.PeaksPerSecond)) }
	for name, test := range map[string]struct {
		sound *Waveform
		first float64 // second of the song at which the sound begins
		speed float64
		least float64
	}{
		"10 s":                {soft.cut(second(47.013), second(57.013)), 47.013, 1, 0.8},
		"20 s":                {soft.cut(second(3.02), second(23.02)), 3.02, 1, 0.8},
		"the end":             {soft.cut(second(100), second(120)), 100, 1, 0.8},
		"the whole":           {soft, 0, 1, 0.8},
		"10 s, backwards":     {soft.cut(second(47.013), second(57.013)).backwards(), 57.013, -1, 0.8},
		"40 s, backwards":     {soft.cut(second(70), second(110)).backwards(), 110, -1, 0.8},
		"after another sound": {between, 41, 1, 0.7},
	} {
		parts := NewParts(test.sound)
		x := parts.In(recording)
		place := x.Start - x.From // at which the sound begins in the recording
		if test.speed < 0 {
			place = x.Start + x.Length + x.From
		}
		if x.Likeness < test.least || x.Speed != test.speed || math.Abs(place-test.first) > 0.1 {
			t.Errorf("%s: %+v, begins at %v", name, x, place)
		}
		if name == "after another sound" {
			continue
		}
		if x := parts.In(another); x.Likeness > 0.5 {
			t.Errorf("%s is not in another song: %+v", name, x)
		}
	}
}

// TestPartOfNothing compares sound that is too short, or in which there is nothing to recognise.
func TestPartOfNothing(t *testing.T) {
	song := newSong(1, 60).waveform()
	silence := draw(60, [bands]float64{})
	for _, recording := range []*Waveform{{}, silence, song} {
		r := New(recording)
		for _, w := range []*Waveform{{}, silence, song.cut(0, 8*dsp.PeaksPerSecond), song.cut(0, 3), {Low: song.Low}} {
			if x := NewParts(w).In(r); x.Likeness > 0 {
				t.Errorf("%d points in %d: %+v", len(w.Low), len(recording.Low), x)
			}
		}
	}
}
