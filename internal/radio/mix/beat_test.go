package mix

import (
	"math"
	"testing"
	"time"

	"sonora/internal/sound"
	"sonora/internal/testkit/wave"
)

func gridOf(seconds, bpm, first float64) *Sound {
	return &Sound{
		Seconds: seconds, Loudness: -20, TruePeak: -6, SoundEnd: seconds, Meter: 4, Sure: true,
		Grid: []sound.GridSegment{{Start: first, BPM: bpm, Beats: int((seconds - first) * bpm / 60)}},
	}
}

func TestReliableGridsAreBlendedOnTheBeat(t *testing.T) {
	for name, c := range map[string]struct{ first, second float64 }{
		"one tempo": {120, 120}, "a little slower": {120, 117.5}, "a little faster": {124, 127}, "half": {120, 60.8},
	} {
		t.Run(name, func(t *testing.T) {
			a := &Item{ID: "a", Kind: Music, Path: wav(t, 20, wave.Clicks(c.first, 0.31, 3000)), GainDB: noGain(), Sound: gridOf(20, c.first, 0.31)}
			b := &Item{ID: "b", Kind: Music, Path: wav(t, 30, wave.Clicks(c.second, 0.87, 6000)), GainDB: noGain(), Sound: gridOf(30, c.second, 0.87)}
			o := usual
			o.BeatMatch, o.Crossfade = true, 6*time.Second
			d := newTestMixer(t, o, a, b)
			d.play(40)
			e := d.find(Started, "b")
			if e.Join != Beat {
				t.Fatalf("joined by %q", e.Join)
			}
			at := float64(e.Frame) / Rate
			blend := d.at(at, at+8)
			first, second := wave.Strikes(blend, 3000), wave.Strikes(blend, 6000)
			pairs := 0
			for _, s := range first {
				for _, u := range second {
					if math.Abs(s-u) < 0.1 {
						pairs++
						near(t, "a beat against the other", s-u, 0, 0.010)
					}
				}
			}
			if pairs < 2 {
				t.Errorf("%d pairs of beats: %.3f and %.3f", pairs, first, second)
			}
			// After the blend it returns to its own tempo.
			own := wave.Strikes(d.at(at+17, at+24), 6000)
			if len(own) < 6 {
				t.Errorf("%d beats after the blend", len(own))
			}
			for i := 1; i < len(own); i++ {
				near(t, "a beat later", own[i]-own[i-1], 60/c.second, 0.0015)
			}
		})
	}
}

func TestUnreliableGridsAreNotBlendedOnTheBeat(t *testing.T) {
	for name, c := range map[string]struct {
		change  func(o *Options, s *Sound)
		overlap float64 // at most two seconds of two rhythms
	}{
		"unsure":   {func(_ *Options, s *Sound) { s.Sure = false }, 4},
		"unwanted": {func(o *Options, _ *Sound) { o.BeatMatch = false }, 2},
		"far away": {func(_ *Options, s *Sound) { s.Grid[0].BPM = 100 }, 2},
	} {
		t.Run(name, func(t *testing.T) {
			o := usual
			o.BeatMatch = true
			sound := gridOf(20, 120, 0.5)
			c.change(&o, sound)
			d := newTestMixer(t, o,
				&Item{ID: "a", Kind: Music, Path: wav(t, 20, wave.Tone(440, -12)), GainDB: noGain(), Sound: gridOf(20, 120, 0.5)},
				&Item{ID: "b", Kind: Music, Path: wav(t, 20, wave.Tone(1000, -12)), GainDB: noGain(), Sound: sound})
			d.play(22)
			e := d.find(Started, "b")
			if e.Join != Blend {
				t.Errorf("joined by %q", e.Join)
			}
			near(t, "the overlap", float64(d.find(Ended, "a").Frame-e.Frame)/Rate, c.overlap, 0.03)
		})
	}
}

// The level stays constant during a blend on the beat, and changing the speed
// causes no clicks.
func TestBeatBlendKeepsLevel(t *testing.T) {
	o := usual
	o.BeatMatch = true
	d := newTestMixer(t, o,
		&Item{ID: "a", Kind: Music, Path: wav(t, 20, wave.Tone(440, -12)), GainDB: noGain(), Sound: gridOf(20, 120, 0.5)},
		&Item{ID: "b", Kind: Music, Path: wav(t, 30, wave.Tone(1000, -12)), GainDB: noGain(), Sound: gridOf(30, 118, 0.5)})
	d.play(38)
	e := d.find(Started, "b")
	at := float64(e.Frame) / Rate
	for s := at - 2; s < at+20; s += 0.2 {
		near(t, "the level", wave.RMS(d.at(s, s+0.2)), -15, 1)
	}
	if s := wave.Steepest(d.at(0.1, at+20)); s > math.Pow(10, -12.0/20)*2*math.Pi*(440+1030)/Rate {
		t.Errorf("a step of %.4f", s)
	}
	near(t, "b's pitch in the end", wave.Power(d.at(at+16, at+18), 1000), -12, 0.2)
}
