package mix

import (
	"math"
	"testing"
	"time"

	"sonora/internal/testkit/wave"
)

func TestItemsPlayWhenDue(t *testing.T) {
	d := newTestMixer(t, usual,
		&Item{ID: "a", Kind: Music, Path: wav(t, 20, wave.Tone(440, -12)), GainDB: noGain()},
		&Item{ID: "b", Kind: Music, Path: wav(t, 20, wave.Tone(1000, -12)), GainDB: noGain()})
	d.play(40)
	began := float64(d.find(Started, "b").Frame) / Rate
	near(t, "the beginning of b", began, 16+float64(d.find(Started, "a").Frame)/Rate, 0.03)
	if e := d.find(Started, "b"); e.Join != Blend {
		t.Errorf("joined by %q", e.Join)
	}
	near(t, "a alone", wave.Power(d.at(5, 6), 440), -12, 0.1)
	near(t, "b alone", wave.Power(d.at(began+5, began+6), 1000), -12, 0.1)
	if l := wave.Power(d.at(5, 6), 1000); l > -70 {
		t.Errorf("b is heard before it begins: %.1f dB", l)
	}
	for s := 0.1; s < 4; s += 0.2 {
		near(t, "the level inside the crossfade", wave.RMS(d.at(began+s, began+s+0.2)), -15, 1)
	}
	near(t, "a in the middle", wave.Power(d.at(began+1.9, began+2.1), 440), -15, 0.6)
	near(t, "b in the middle", wave.Power(d.at(began+1.9, began+2.1), 1000), -15, 0.6)
	own := math.Pow(10, -12.0/20) * 2 * math.Pi * (440 + 1000) / Rate
	if s := wave.Steepest(d.at(0.1, began+15)); s > own {
		t.Errorf("there is a step of %.4f; the tones' own are %.4f", s, own)
	}
	ended := float64(d.find(Ended, "a").Frame) / Rate
	near(t, "the end of a", ended-began, 4, 0.03)
	if f := d.Figures(); f.Underruns > 0 || f.Limited > 0 {
		t.Errorf("%+v", f)
	}
}

func TestSilenceIsSkipped(t *testing.T) {
	a := wav(t, 20, wave.Within(3, 12, wave.Tone(440, -12)))
	b := wav(t, 20, wave.Within(4, 18, wave.Tone(1000, -12)))
	items := func(known bool) []*Item {
		x, y := &Item{ID: "a", Kind: Music, Path: a, GainDB: noGain()}, &Item{ID: "b", Kind: Music, Path: b, GainDB: noGain()}
		if known {
			x.Sound = &Sound{Seconds: 20, SoundStart: 3, SoundEnd: 12}
			y.Sound = &Sound{Seconds: 20, SoundStart: 4, SoundEnd: 18}
		}
		return []*Item{x, y}
	}
	for name, known := range map[string]bool{"with analysis": true, "without": false} {
		t.Run(name, func(t *testing.T) {
			d := newTestMixer(t, Options{Crossfade: 2 * time.Second, Loudness: -16}, items(known)...)
			d.play(26)
			a, b := d.find(Started, "a"), d.find(Started, "b")
			near(t, "b after a", float64(b.Frame-a.Frame)/Rate, 9-2, 0.05)
			at := float64(a.Frame) / Rate
			near(t, "a's beginning", wave.Power(d.at(at+0.05, at+0.25), 440), -12, 0.3)
			for s := at + 0.1; s < at+20.8; s += 0.1 {
				if l := wave.RMS(d.at(s, s+0.1)); l < -18 {
					t.Fatalf("silence of %.1f dB at %.1f s", l, s)
				}
			}
			near(t, "the end of b", float64(d.find(Ended, "b").Frame-b.Frame)/Rate, 14, 0.05)
		})
	}
}

func TestItemsJoinByTheirLevels(t *testing.T) {
	fading := func(s float64) float64 { return wave.Tone(440, -12)(s) * math.Pow(10, -max(0, s-14)*8/20) } // 48 dB in 6 s
	rising := func(s float64) float64 { return wave.Tone(1000, -12)(s) * math.Pow(10, -max(0, 6-s)*8/20) }
	flat := func(hz float64) func(float64) float64 { return wave.Tone(hz, -12) }
	for name, c := range map[string]struct {
		first, second func(float64) float64
		join          Join
	}{
		"blend": {flat(440), flat(1000), Blend}, "fade": {fading, flat(1000), Fade}, "rise": {flat(440), rising, Rise},
	} {
		t.Run(name, func(t *testing.T) {
			d := newTestMixer(t, usual,
				&Item{ID: "a", Kind: Music, Path: wav(t, 20, c.first), GainDB: noGain()},
				&Item{ID: "b", Kind: Music, Path: wav(t, 20, c.second), GainDB: noGain()})
			d.play(34)
			e := d.find(Started, "b")
			if e.Join != c.join {
				t.Errorf("joined by %q", e.Join)
			}
			at := float64(e.Frame) / Rate
			for s := at - 3; s < at+12; s += 0.1 {
				if l := wave.RMS(d.at(s, s+0.4)); l > -12 || l < -36 {
					t.Errorf("%.1f dB %.1f s after the beginning", l, s-at)
				}
			}
			if s := wave.Steepest(d.at(0.1, at+14)); s > math.Pow(10, -12.0/20)*2*math.Pi*1440/Rate {
				t.Errorf("a step of %.4f", s)
			}
		})
	}
}

func TestJinglesAreNotBlended(t *testing.T) {
	d := newTestMixer(t, usual,
		&Item{ID: "a", Kind: Music, Path: wav(t, 12, wave.Tone(440, -12)), GainDB: noGain()},
		&Item{ID: "j", Kind: Jingle, Path: wav(t, 4, wave.Tone(700, -12)), GainDB: noGain()},
		&Item{ID: "b", Kind: Music, Path: wav(t, 12, wave.Tone(1000, -12)), GainDB: noGain()})
	d.play(24)
	near(t, "the jingle", float64(d.find(Started, "j").Frame-d.find(Started, "a").Frame)/Rate, 11.4, 0.05)
	near(t, "b", float64(d.find(Started, "b").Frame-d.find(Started, "j").Frame)/Rate, 3.4, 0.05)
}

func TestWithoutCrossfade(t *testing.T) {
	d := newTestMixer(t, Options{Loudness: -16},
		&Item{ID: "a", Kind: Music, Path: wav(t, 6, wave.Tone(440, -12)), GainDB: noGain()},
		&Item{ID: "b", Kind: Music, Path: wav(t, 6, wave.Tone(1000, -12)), GainDB: noGain()})
	d.play(10)
	a, b := d.find(Started, "a"), d.find(Started, "b")
	near(t, "b after a", float64(b.Frame-a.Frame)/Rate, 6, 0.03)
	at := float64(b.Frame) / Rate
	near(t, "the level around the join", wave.RMS(d.at(at-0.1, at+0.1)), -15, 0.5)
	if f := d.Figures(); f.Underruns > 0 {
		t.Errorf("%+v", f)
	}
}
