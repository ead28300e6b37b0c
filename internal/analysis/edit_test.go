package analysis

import (
	"math"
	"testing"

	"sonora/internal/music"
	"sonora/internal/sound"
)

func measured() *sound.Analysis {
	return &sound.Analysis{
		SampleRate: 44_100, Samples: 60 * 44_100, SilenceStart: 0.2, Tempo: sound.Tempo{BPM: 64, Alt: 128, Confidence: 0.6},
		Grid: []sound.GridSegment{{Start: 0.5, BPM: 64, Beats: 63}}, Downbeat: 2, Meter: 4, Key: 3, KeyTrust: 0.4,
	}
}

func TestCorrectTempoKeepsDownbeat(t *testing.T) {
	m := measured()
	downbeat := m.Downbeats()[0]
	a := Correct(m, &sound.Edit{BPM: new(128.0)})
	if a.Tempo.BPM != 128 || a.Tempo.Confidence != 1 || len(a.Grid) != 1 || a.Grid[0].BPM != 128 || a.Meter != 4 {
		t.Fatalf("corrected: %+v %v", a.Tempo, a.Grid)
	}
	near := math.Inf(1)
	for _, d := range a.Downbeats() {
		near = math.Min(near, math.Abs(d-downbeat))
	}
	if near > 1e-6 {
		t.Errorf("the downbeat moved by %v s: %v", near, a.Downbeats()[:3])
	}
	if beats := a.Beats(); beats[0] < 0 || beats[0] >= 60.0/128 || beats[len(beats)-1] > 60 || beats[len(beats)-1] < 60-60.0/128 {
		t.Errorf("the grid reaches from %v to %v", beats[0], beats[len(beats)-1])
	}
	if m.Tempo.BPM != 64 || m.Grid[0].BPM != 64 {
		t.Error("the correction changed the measured values")
	}
}

func TestCorrect(t *testing.T) {
	none := &sound.Analysis{SampleRate: 44_100, Samples: 60 * 44_100, SilenceStart: 1, Key: music.NoKey}
	if a := Correct(none, &sound.Edit{BPM: new(120.0)}); len(a.Beats()) != 120 || a.Meter != 4 || a.Downbeats()[0] > 2 {
		t.Errorf("a beat where none was found: %v %d", a.Grid, a.Meter)
	}
	if a := Correct(measured(), &sound.Edit{}); a.Tempo.BPM != 64 || a.Downbeat != 2 {
		t.Errorf("nothing corrected: %+v", a)
	}
	a := Correct(measured(), &sound.Edit{
		Key: new(music.NoKey), Meter: new(3), Downbeat: new(1),
		Grid: []sound.GridSegment{{Start: 0, BPM: 90, Beats: 4}, {Start: 3, BPM: 100, Beats: 20}},
	})
	if a.Key != music.NoKey || a.Meter != 3 || a.Downbeat != 1 || a.Tempo.BPM != 100 || len(a.Grid) != 2 {
		t.Errorf("all corrected: %+v", a)
	}
	if a := Correct(measured(), &sound.Edit{Grid: []sound.GridSegment{{Start: 0, BPM: 90, Beats: 1}}}); a.Downbeat != 0 {
		t.Errorf("a downbeat behind the grid: %d", a.Downbeat)
	}
}

func TestValidate(t *testing.T) {
	segment := func(start, bpm float64, beats int) sound.GridSegment {
		return sound.GridSegment{Start: start, BPM: bpm, Beats: beats}
	}
	for field, edits := range map[string][]sound.Edit{
		"bpm":      {{BPM: new(19.9)}, {BPM: new(401.0)}, {BPM: new(math.NaN())}, {BPM: new(math.Inf(1))}},
		"key":      {{Key: new(music.Key(24))}, {Key: new(music.Key(-2))}},
		"meter":    {{Meter: new(0)}, {Meter: new(17)}},
		"downbeat": {{Downbeat: new(-1)}},
		"grid": {
			{Grid: []sound.GridSegment{segment(0, 10, 4)}},
			{Grid: []sound.GridSegment{segment(0, math.NaN(), 4)}},
			{Grid: []sound.GridSegment{segment(-1, 120, 4)}},
			{Grid: []sound.GridSegment{segment(0, 120, 0)}},
			{Grid: []sound.GridSegment{segment(0, 120, 1_000_000)}},
			{Grid: []sound.GridSegment{segment(0, 120, 400)}},
			{Grid: []sound.GridSegment{segment(10, 120, 4), segment(5, 120, 4)}},
			{Grid: make([]sound.GridSegment, 1001)},
			{Grid: []sound.GridSegment{segment(math.NaN(), 120, 4)}},
		},
	} {
		for _, e := range edits {
			err := Validate(&e, 60)
			invalid, ok := err.(*music.Error) //nolint:errorlint // made just here
			if !ok || invalid.Code != music.Invalid || len(invalid.Fields[field]) == 0 {
				t.Errorf("%s: %+v gives %v", field, e, err)
			}
		}
	}
	good := sound.Edit{BPM: new(174.0), Key: new(music.NoKey), Meter: new(7), Downbeat: new(3), Grid: []sound.GridSegment{segment(0.1, 100, 10), segment(6, 120, 20)}}
	if err := Validate(&good, 60); err != nil {
		t.Error(err)
	}
}
