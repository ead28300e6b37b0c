package dsp

import (
	"math"
	"math/rand/v2"
	"testing"
)

// clicksAlong returns clicks at the tempo bpm, which changes with time, and the
// times of the clicks.
func clicksAlong(seconds float64, bpm func(at float64) float64) (x []float32, times []float64) {
	x = make([]float32, int(seconds*testRate))
	for t := 0.3; t < seconds-0.02; t += 60 / bpm(t) {
		times = append(times, t)
		for k := range 200 {
			x[int(t*testRate+0.5)+k] = float32(0.8 * math.Exp(-float64(k)/80) * math.Cos(float64(k)*0.45))
		}
	}
	return x, times
}

func step(before, after, at float64) func(float64) float64 {
	return func(t float64) float64 {
		if t < at {
			return before
		}
		return after
	}
}

// beatsFound returns the share of times that have a beat within 30 ms.
func beatsFound(beats, times []float64) float64 {
	found, next := 0, 0
	for _, t := range times {
		for next < len(beats) && beats[next] < t-0.03 {
			next++
		}
		if next < len(beats) && beats[next] <= t+0.03 {
			found++
		}
	}
	return float64(found) / float64(len(times))
}

func TestBeatsFollowTheTempo(t *testing.T) {
	for name, c := range map[string]struct {
		seconds  float64
		bpm      func(float64) float64
		from, to float64 // bounds for the estimated tempo
	}{
		"step by 7/5":      {60, step(100, 140, 30), 99.9, 100.1},
		"step by 3/2":      {60, step(90, 135, 30), 89.9, 135.1},
		"step down":        {70, step(128, 96, 25), 95.9, 96.1},
		"small step":       {80, step(120, 128, 40), 119.5, 128.1},
		"three steps":      {90, func(t float64) float64 { return []float64{110, 140, 95}[min(2, int(t/30))] }, 94, 141},
		"drift":            {60, func(t float64) float64 { return 120 + 6*t/60 }, 119, 126},
		"slow down":        {90, func(t float64) float64 { return 130 - 20*t/90 }, 110, 130},
		"wobble":           {60, func(t float64) float64 { return 100 + 3*math.Sin(t/5) }, 97, 103},
		"a change at last": {75, step(104, 126, 55), 103.9, 104.1},
	} {
		t.Run(name, func(t *testing.T) {
			x, times := clicksAlong(c.seconds, c.bpm)
			tempo, grid, _ := hear(x)
			if tempo.BPM < c.from || tempo.BPM > c.to || tempo.Confidence < 0.8 {
				t.Errorf("%.2f BPM with confidence %.2f", tempo.BPM, tempo.Confidence)
			}
			beats := grid.Beats()
			if share := beatsFound(beats, times); share < 0.95 || len(beats) > len(times)+3 {
				t.Errorf("%.1f %% of %d beats found, %d are in the grid", 100*share, len(times), len(beats))
			}
			if len(grid.Segments) < 2 || len(beats)/len(grid.Segments) < 16 {
				t.Errorf("%d segments of %d beats", len(grid.Segments), len(beats))
			}
			apart(t, grid)
		})
	}
}

// apart checks that neighbouring beats are at least a third of a beat apart.
func apart(t *testing.T, g Grid) {
	t.Helper()
	beats := g.Beats()
	for i := 1; i < len(beats); i++ {
		if beats[i]-beats[i-1] < 60/fastest/3 {
			t.Errorf("beats at %.3f s and %.3f s", beats[i-1], beats[i])
		}
	}
	for i, s := range g.Segments {
		if s.Beats < 1 || i > 0 && s.Start <= g.Segments[i-1].Start {
			t.Errorf("segment %d: %+v", i, s)
		}
	}
}

func TestConstantTempoIsOneSegment(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	for range 12 {
		bpm := 60 + 130*r.Float64()
		tempo, grid, _ := hear(clicks(bpm, r.Float64(), 30+40*r.Float64()))
		if tempo.curve != nil || len(grid.Segments) != 1 {
			t.Errorf("clicks at %.2f BPM: %+v", bpm, grid.Segments)
		}
	}
}

// TestCrossRhythmKeepsTempo plays a middle part in which all instruments move
// in steps of three quarters of a beat.
func TestCrossRhythmKeepsTempo(t *testing.T) {
	for _, bpm := range []float64{84, 104, 126, 150} {
		x := band{bpm: bpm, seconds: 72 * 60 / bpm * 2, steps: 4, kick: "x...x...x...x...", snare: "....x.......x...", hat: "x.x.x.x.x.x.x.x."}.play()
		b := band{bpm: bpm, seconds: 48 * 60 / bpm, steps: 4, kick: "x..x..x..x..x...", snare: "x..x..x..x..x...", hat: "x.xx.xx.xx.xx.x."}
		copy(x[int(48*60/bpm*testRate):], b.play())
		tempo, grid, _ := hear(x)
		if math.Abs(tempo.BPM/bpm-1) > 0.001 || len(grid.Segments) != 1 {
			t.Errorf("%v BPM: %+v in %d segments", bpm, tempo, len(grid.Segments))
		}
	}
}

func TestRandomClicksHaveNoBeat(t *testing.T) {
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 9))
		x, _ := clicksAlong(60, func(float64) float64 { return 60 / (0.15 + r.ExpFloat64()*0.35) })
		if tempo := EstimateTempo(listen(x)); tempo.Confidence >= SteadyBeat {
			t.Errorf("%.1f BPM with confidence %.2f", tempo.BPM, tempo.Confidence)
		}
	}
}
