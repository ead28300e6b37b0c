package plot

import (
	"bytes"
	"image/png"
	"math"
	"testing"

	"sonora/internal/ai/compose/score"
	"sonora/internal/drawing"
)

func TestDraw(t *testing.T) {
	s := &score.Score{
		Title: "A piece", BPM: 120, Beats: 4, Key: score.Key{Tonic: 9, Mode: score.Minor},
		Sections: []score.Section{{Name: "verse", Letter: "A", Bars: 4, Energy: 0.5}, {Name: "chorus", Letter: "B", Start: 4 * score.Whole, Bars: 4, Energy: 1}},
		Chords:   []score.Chord{{Length: 8 * score.Whole, Symbol: "Am"}},
		Parts: []score.Part{
			{Role: score.Lead, Instrument: "flute", Notes: []score.Note{{Length: 8 * score.Whole, Pitch: 69, Velocity: 100}, {Length: score.Quarter, Pitch: 127, Velocity: 100}}},
			{Role: score.Drums, Instrument: "rock-kit", Notes: []score.Note{{Length: score.Quarter, Pitch: 0, Velocity: 1}}},
		},
	}
	p, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	samples := make([]float32, 2*16*rate)
	for i := range samples {
		samples[i] = 0.5 * float32(math.Sin(2*math.Pi*440*float64(i/2)/rate))
	}
	p.Hear(samples)
	out := &bytes.Buffer{}
	if err := p.Draw(out); err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(out)
	if err != nil {
		t.Fatal(err)
	}
	if x, y := (left+right)/2, pitchAt(69)-1; picture.At(x, y) == drawing.Panel {
		t.Errorf("no note is drawn at %d, %d", x, y)
	}
	tone := spectrumEnd - 1 - int(math.Log2(440/lowestHz)/octaves*rows)
	brightest, at := uint32(0), 0
	for y := spectrumTop; y < spectrumEnd; y++ {
		if r, g, b, _ := picture.At((left+right)/2, y).RGBA(); r+g+b > brightest {
			brightest, at = r+g+b, y
		}
	}
	if at < tone-2 || at > tone+2 {
		t.Errorf("440 Hz is drawn at row %d, not at %d", at, tone)
	}
}

func TestDrawAScoreWithoutNotes(t *testing.T) {
	p, err := New(&score.Score{BPM: 120, Beats: 4})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Draw(&bytes.Buffer{}); err != nil {
		t.Error(err)
	}
}
