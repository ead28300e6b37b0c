package check

import (
	"math"
	"strings"
	"testing"

	"sonora/internal/automix/plan"
	"sonora/internal/testkit/wave"
)

// drum returns a sound with a kick drum on every beat, from the time first, in
// seconds.
func drum(bpm, first, hz float64) wave.Sound {
	return func(s float64) float64 {
		since := math.Mod(s-first+600*60/bpm, 60/bpm)
		return 0.5 * math.Exp(-25*since) * math.Sin(2*math.Pi*(hz*since+2.5*(1-math.Exp(-40*since))))
	}
}

func measure(t *testing.T, seconds float64, s wave.Sound, p *plan.Plan) *Result {
	t.Helper()
	e, err := NewMeter()
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Hear(wave.Stereo(seconds, s)); err != nil {
		t.Fatal(err)
	}
	return e.Result(p)
}

// sentences returns the requirements that a mix misses.
func sentences(r *Result) string {
	var all []string
	for _, m := range r.Missed() {
		all = append(all, m.String())
	}
	return strings.Join(all, " ")
}

func sum(of ...wave.Sound) wave.Sound {
	return func(s float64) (v float64) {
		for _, f := range of {
			v += f(s)
		}
		return v
	}
}

// blendOf returns a plan with one blend of 8 bars at 120 BPM, from 4 s to 20 s.
func blendOf() *plan.Plan {
	return &plan.Plan{Joins: []plan.Join{{Kind: plan.Blend, At: 4 * plan.Rate, Frames: 16 * plan.Rate, Bars: 8, Meter: 4, BPM: 120}}}
}

func TestKicksAreComparedWithThePlan(t *testing.T) {
	for _, c := range []struct {
		name   string
		late   float64 // s, of the second track
		bpm    float64 // of the second track
		flam   float64 // s
		missed string
	}{
		{"together", 0, 120, 0, ""},
		{"both 20 ms late", 0.020, 120, 0.020, "beats"},
		{"15 ms early", -0.015, 120, 0.015, "beats"},
		{"5 ms late", 0.005, 120, 0.005, ""},
		{"0.5 % too fast", 0, 120.6, 0, "tempo"},
		{"0.2 % too fast", 0, 120.24, 0, ""},
	} {
		first, second := wave.Within(0, 12, drum(120, 4, 50)), wave.Within(12+min(c.late, 0), 24, drum(c.bpm, 12+c.late, 58))
		r := measure(t, 24, sum(first, second), blendOf())
		b := r.Blends[0]
		if b.By() != "kicks" || c.bpm == 120 && math.Abs(b.Flam-c.flam) > 0.002 || math.Abs(b.TempoOff-100*(c.bpm/120-1)) > 0.06 {
			t.Errorf("%s: %+v", c.name, b)
		}
		missed := sentences(r)
		if found := strings.Contains(missed, "In the blend at 0:04"); found != (c.missed != "") || !strings.Contains(missed, c.missed) {
			t.Errorf("%s: missed %q, want %q", c.name, missed, c.missed)
		}
	}
}

// TestAttacksReplaceKicks blends two tracks with bass notes on no beat and a hat
// on each.
func TestAttacksReplaceKicks(t *testing.T) {
	bass := func(s float64) float64 { return 0.3 * math.Sin(2*math.Pi*70*s) * (1 + 0.5*math.Sin(2*math.Pi*1.37*s)) }
	hat := func(first float64) wave.Sound {
		return func(s float64) float64 {
			since := math.Mod(s-first+300, 0.5)
			return 0.3 * math.Exp(-60*since) * math.Sin(2*math.Pi*7000*since)
		}
	}
	for _, late := range []float64{0, 0.004, 0.015, -0.015} {
		r := measure(t, 24, sum(bass, wave.Within(0, 11, hat(4)), wave.Within(12.9, 24, hat(4+late))), blendOf())
		b := r.Blends[0]
		if isFar := math.Abs(late) > maxFlam; strings.Contains(sentences(r), "beats") != isFar || (r.Troubles()[0].Code == plan.OffBeat) != isFar {
			t.Errorf("%.0f ms late: %s, %v", late*1000, sentences(r), r.Troubles())
		}
		if b.By() != "attacks" || math.Abs(b.Apart()-math.Abs(late)) > 0.001 {
			t.Errorf("%.0f ms late: %+v, %+v", late*1000, b, b.Attacks)
		}
	}
}

// TestBeatsAreComparedWhereTracksPlayAlone blends two tracks whose hats pause in
// the blend.
func TestBeatsAreComparedWhereTracksPlayAlone(t *testing.T) {
	hat := func(first float64) wave.Sound {
		return func(s float64) float64 {
			since := math.Mod(s-first+300, 0.5)
			return 0.3 * math.Exp(-60*since) * math.Sin(2*math.Pi*7000*since)
		}
	}
	pad := wave.Tone(300, -20)
	p := blendOf()
	p.Joins[0].At, p.Joins[0].From.BPM, p.Joins[0].To.BPM = 20*plan.Rate, 120, 120
	p.Entries = []plan.Entry{
		{Frames: 36 * plan.Rate, Out: 20, To: 36, Speeds: []plan.Speed{{Rate: 1}}},
		{At: 20 * plan.Rate, Frames: 40 * plan.Rate, In: 16, Out: 40, To: 40, Speeds: []plan.Speed{{Rate: 1}}},
	}
	for _, late := range []float64{0.004, -0.015} {
		r := measure(t, 60, sum(pad, wave.Within(0, 20, hat(4)), wave.Within(35.9, 60, hat(4+late))), p)
		b := r.Blends[0]
		if b.IsUnmeasured() || !b.Attacks.Alone || math.Abs(b.Apart()-math.Abs(late)) > 0.001 {
			t.Errorf("%.0f ms late: %s", late*1000, &b)
		}
	}
}

// TestKicksOfOneTrackConfirmNothing blends a track with kicks and hats with one
// that has no kicks. Within the blend, the hats may all be those of the first; so
// the beats have to coincide where each track plays alone, and have to be divided
// alike.
func TestKicksOfOneTrackConfirmNothing(t *testing.T) {
	hat := func(perBeat float64) wave.Sound {
		return func(s float64) float64 {
			since := math.Mod(s+300, 0.5/perBeat)
			return 0.3 * math.Exp(-60*since) * math.Sin(2*math.Pi*7000*since)
		}
	}
	p := blendOf()
	p.Joins[0].At, p.Joins[0].From.BPM, p.Joins[0].To.BPM = 20*plan.Rate, 120, 120
	p.Entries = []plan.Entry{
		{Frames: 36 * plan.Rate, Out: 20, To: 36, Speeds: []plan.Speed{{Rate: 1}}},
		{At: 20 * plan.Rate, Frames: 40 * plan.Rate, In: 16, Out: 40, To: 40, Speeds: []plan.Speed{{Rate: 1}}},
	}
	bass := func(s float64) float64 { return 0.3 * math.Sin(2*math.Pi*70*s) * (1 + 0.5*math.Sin(2*math.Pi*1.37*s)) }
	first := sum(wave.Within(0, 27.7, drum(120, 4, 50)), wave.Within(0, 35.9, hat(1)), wave.Within(27.8, 60, bass))
	for name, c := range map[string]struct {
		second      wave.Sound
		isConfirmed bool
	}{
		"same beat":       {wave.Within(35.9, 60, hat(1)), true},
		"twice as many":   {wave.Within(35.9, 60, hat(2)), true},
		"thirds of beats": {wave.Within(35.9, 60, hat(3)), false},
		"nothing":         {func(float64) float64 { return 0 }, false},
	} {
		r := measure(t, 60, sum(first, c.second), p)
		b := r.Blends[0]
		if b.Kicks[0] < minKicks || b.Kicks[1] > 0 || b.IsUnmeasured() == c.isConfirmed {
			t.Errorf("%s: %v kicks, %s", name, b.Kicks, &b)
		}
		if !strings.Contains(b.String(), "no kicks of the second track") {
			t.Errorf("%s: %s", name, &b)
		}
		said := strings.Contains(sentences(r), "cannot be confirmed on the beat")
		if said == c.isConfirmed || (r.Troubles()[0].Code == plan.OffBeat) == c.isConfirmed {
			t.Errorf("%s: missed %q, %v", name, sentences(r), r.Troubles())
		}
	}
}

func TestMusicWithoutKicksIsNotMeasured(t *testing.T) {
	bass := func(s float64) float64 { return 0.3 * math.Sin(2*math.Pi*70*s) * (1 + 0.5*math.Sin(2*math.Pi*1.37*s)) }
	r := measure(t, 24, bass, blendOf())
	if b := r.Blends[0]; b.By() != "" {
		t.Errorf("kicks or attacks were found: %+v", b)
	}
	if missed := sentences(r); !strings.Contains(missed, "In the blend at 0:04, the beats cannot be measured.") || r.Troubles()[0].Code != plan.OffBeat {
		t.Errorf("missed %q, %v", missed, r.Troubles())
	}
}

func TestLevels(t *testing.T) {
	tone := func(db float64) wave.Sound { return wave.Tone(1000, db) }
	steady := wave.Within(0, 30, tone(-14.1))
	for _, c := range []struct {
		name   string
		sound  wave.Sound
		missed string // the first word of each
	}{
		{"steady", steady, ""},
		{"quiet", tone(-17), "The loudness is"},
		{"silence", sum(wave.Within(0, 15, tone(-14)), wave.Within(15.3, 30, tone(-14))), "There is a silence of 0.3 s at 0:15."},
		{"a short silence", sum(wave.Within(0, 15, tone(-14)), wave.Within(15.1, 30, tone(-14))), ""},
		{"silence before it", wave.Within(2.5, 30, tone(-14)), "There is a silence of 2.5 s at the beginning."},
		{"silence after it", wave.Within(0, 20, tone(-14)), "There is a silence of 10 s at the end."},
		{"a short silence before and after it", wave.Within(1.9, 28.1, tone(-14)), "The level jumps"},
		{"no sound", wave.Within(0, 0, tone(-14)), "There is no sound."},
		{"silence around it", wave.Within(2, 28, tone(-14)), "The level jumps"},
		{"a dip", sum(wave.Within(0, 14, tone(-14)), wave.Within(14, 17, tone(-17.6)), wave.Within(17, 30, tone(-14))), "The level drops by 3.6 LU at 0:14."},
		{"a step", sum(wave.Within(0, 15, tone(-17)), wave.Within(15, 30, tone(-12.4))), "The level jumps by 4.6 LU at 0:15."},
		{"peaks", sum(steady, wave.Within(15, 15.01, tone(-1))), "The true peak is"},
	} {
		missed := sentences(measure(t, 30, c.sound, nil))
		if c.missed == "" && missed != "" || !strings.Contains(missed, c.missed) {
			t.Errorf("%s: %q, want %q", c.name, missed, c.missed)
		}
	}
}

func TestDipsCountAtJoinsOnly(t *testing.T) {
	s := func(at float64) wave.Sound {
		return sum(wave.Within(0, at, wave.Tone(1000, -14)), wave.Within(at, at+4, wave.Tone(1000, -22)), wave.Within(at+4, 50, wave.Tone(1000, -14)))
	}
	p := &plan.Plan{Joins: []plan.Join{{Kind: plan.Fade, At: 32 * plan.Rate, Frames: 4 * plan.Rate}}}
	if r := measure(t, 50, s(8), p); r.Dip > 0.1 || r.Jump > 0.1 {
		t.Errorf("far from a join: %+v", r)
	}
	if r := measure(t, 50, s(32), p); math.Abs(r.Dip-8) > 0.3 || math.Abs(r.DipAt-32) > 1 || r.Jump < 7 {
		t.Errorf("at a join: %+v", r)
	}
}
