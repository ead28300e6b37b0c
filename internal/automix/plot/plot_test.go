package plot

import (
	"bytes"
	"image/png"
	"testing"

	"sonora/internal/automix/check"
	"sonora/internal/automix/kick"
	"sonora/internal/automix/plan"
	"sonora/internal/drawing"
	"sonora/internal/dsp"
)

// TestDraw draws a blend of two tracks, of which only the first has a file.
func TestDraw(t *testing.T) {
	p := &plan.Plan{
		Frames: 120 * plan.Rate,
		Entries: []plan.Entry{
			{Title: "A", Frames: 70 * plan.Rate, Out: 54, To: 70, Speeds: []plan.Speed{{Rate: 1}}},
			{Title: "B", At: 54 * plan.Rate, Frames: 66 * plan.Rate, In: 16, To: 66, Speeds: []plan.Speed{{Rate: 1}}},
		},
		Joins: []plan.Join{{Kind: plan.Blend, At: 54 * plan.Rate, Frames: 16 * plan.Rate, Bars: 8, Meter: 4, BPM: 120}},
	}
	loud := bytes.Repeat([]byte{200}, 70*dsp.PeaksPerSecond)
	r := &check.Result{Seconds: 120, Levels: make([]float32, 1200), Blends: []check.BlendCheck{{
		Kicks: [2]int{8, 8}, Onsets: [2][]kick.Onset{{{Beat: 4, Off: 0.010}}, {}},
	}}}
	for i := range r.Levels {
		r.Levels[i] = plan.Loudness
	}
	out := &bytes.Buffer{}
	if err := Draw(out, Drawing{Title: "A mix", Plan: p, Result: r, Tracks: []Waveform{{loud}, {}}}); err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(out)
	if err != nil {
		t.Fatal(err)
	}
	s := span{54 - around, 70 + around}
	top := firstJoin + waveTop + waveHeight/2
	if picture.At(s.x(50), top) != bands[0][0] {
		t.Error("the first track is not drawn before the join")
	}
	if picture.At(s.x(72), top) != drawing.Panel || picture.At(s.x(50), top+waveHeight) != drawing.Panel {
		t.Error("a track is drawn where it does not play")
	}
	y := firstJoin + (levelEnd+4+kicksEnd)/2 - (kicksEnd-levelEnd-4)/3
	if picture.At(s.x(56.01), y) != bands[0][1] {
		t.Error("the kick that is 10 ms late is not drawn")
	}
}
