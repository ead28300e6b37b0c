package dsp

import (
	"math"
	"math/rand/v2"
	"testing"
)

// beatsOff plays a band with a bass that holds its notes. It returns how far
// the beats found are from the true ones, in beats.
func beatsOff(b band, bass string) float64 {
	x, r := b.play(), rand.New(rand.NewPCG(5, 6))
	step := 60 / b.bpm / float64(b.steps)
	for i := 0; b.from+float64(i)*step < b.seconds; i++ {
		at := int((b.from + float64(i)*step) * testRate)
		stroke(x, at, b.kick, i, func(t float64) float64 { return 0.08 * math.Exp(-t*300) * r.NormFloat64() })
		stroke(x, at, bass, i, func(t float64) float64 {
			return 0.2 * math.Exp(-t*3) * (math.Sin(2*math.Pi*65*t) + 0.5*math.Sin(2*math.Pi*130*t))
		})
	}
	_, grid, _ := hear(x)
	if len(grid.Segments) != 1 {
		return math.NaN()
	}
	beats := (grid.Segments[0].Start - b.from) * b.bpm / 60
	return math.Abs(beats - math.Round(beats))
}

func TestBeatsAreNotOffbeats(t *testing.T) {
	play := func(bpm float64, kick, snare, hat string) band {
		return band{bpm: bpm, from: 0.3, seconds: 40, steps: 4, kick: kick, snare: snare, hat: hat}
	}
	for name, p := range map[string]struct {
		band
		bass string
	}{
		"house with off-beat bass": {play(124, "x...x...x...x...", "....x.......x...", "..x...x...x...x."), "..x...x...x...x."},
		"reggaeton":                {play(95, "x...x...x...x...", "...x..x....x..x.", "x.x.x.x.x.x.x.x."), "x..xx..xx..xx..x"},
		"rock":                     {play(118, "x.......x.x.....", "....x.......x...", "x.x.x.x.x.x.x.x."), "x.x.x.x.x.x.x.x."},
		"disco":                    {play(118, "x...x...x...x...", "....x.......x...", "..x...x...x...x."), "x.x.x.x.x.x.x.x."},
		"ska":                      {play(150, "x.......x.......", "....x.......x...", "..x...x...x...x."), "x...x...x...x..."},
	} {
		if off := beatsOff(p.band, p.bass); !(off < 0.1) {
			t.Errorf("%s: %v beats off", name, off)
		}
	}
}

func TestShuffleIsOnTheBeat(t *testing.T) {
	shuffle := band{bpm: 120, from: 0.3, seconds: 40, steps: 3, kick: "x.....x.....", snare: "...x.....x..", hat: "x.xx.xx.xx.x"}
	if off := beatsOff(shuffle, "x.xx.xx.xx.x"); !(off < 0.1) {
		t.Errorf("%v beats off", off)
	}
}

func TestShiftedGridFollowsTheSound(t *testing.T) {
	g := Grid{Segments: []GridSegment{{Start: 0.4, BPM: 120, Beats: 20}, {Start: 10.4, BPM: 100, Beats: 16}}}
	moved := g.moved(0.5, 20)
	want := []GridSegment{{Start: 0.15, BPM: 120, Beats: 21}, {Start: 10.7, BPM: 100, Beats: 16}}
	for i, s := range moved.Segments {
		if math.Abs(s.Start-want[i].Start) > 1e-9 || s.BPM != want[i].BPM || s.Beats != want[i].Beats {
			t.Errorf("%+v, want %+v", s, want[i])
		}
	}
	if g.Segments[0].Start != 0.4 {
		t.Error("the grid itself moved")
	}
}

func TestBarsStartWithTheMusic(t *testing.T) {
	for name, b := range map[string]band{
		"half-time":   {bpm: 140, from: 0, seconds: 30, steps: 4, kick: "x.........x.....", snare: "........x.......", hat: "x..x..x.x..x..x."},
		"rock":        {bpm: 103, from: 0, seconds: 30, steps: 4, kick: "x.....x.x.......", snare: "....x.......x...", hat: "x.x.x.x.x.x.x.x."},
		"on the beat": {bpm: 122, from: 1.3, seconds: 30, steps: 4, kick: "x...x...x...x...", snare: "....x.......x...", hat: "..x...x...x...x."},
	} {
		_, grid, bars := hear(b.play())
		at := (grid.Beats()[bars.Downbeat] - b.from) * b.bpm / 60 / 4
		if off := math.Abs(at-math.Round(at)) * 4; bars.Meter != 4 || off > 0.1 {
			t.Errorf("%s: meter %d, the bars begin %v beats off", name, bars.Meter, off)
		}
	}
}
