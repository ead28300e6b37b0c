package dsp

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

const songRate = 22050

// songPart is a number of bars of a synthetic track.
type songPart struct {
	bars  int
	drums bool
	gain  float64 // of the whole part
	label string  // expected
}

// song plays parts one after the other: a pad, and with drums also a kick drum
// on each beat, hi-hats in between and a bass. It also returns the downbeats.
func song(bpm float64, lead float64, parts ...songPart) (sound []float32, downbeats []float64) {
	random := rand.New(rand.NewPCG(11, 1))
	beat := 60 / bpm
	bars := 0
	for _, p := range parts {
		bars += p.bars
	}
	sound = make([]float32, int((lead+float64(bars)*4*beat)*songRate))
	chords := [][]float64{{220, 261.63, 329.63}, {174.61, 220, 261.63}, {261.63, 329.63, 392}, {196, 246.94, 293.66}}
	bar := 0
	for _, p := range parts {
		for range p.bars {
			start := lead + float64(bar)*4*beat
			downbeats = append(downbeats, start)
			for _, hz := range chords[bar%4] {
				playTone(sound, start, 4*beat, hz, 0.06*p.gain, 0)
			}
			if p.drums {
				for b := range 4 {
					at := start + float64(b)*beat
					playTone(sound, at, 0.12, 55, 0.5*p.gain, 25)
					playNoise(sound, at+beat/2, 0.05, 0.12*p.gain, random)
					playTone(sound, at+beat/2, beat/2, chords[bar%4][0]/4, 0.2*p.gain, 0)
				}
			}
			bar++
		}
	}
	return sound, downbeats
}

func playTone(sound []float32, at, seconds, hz, amplitude, decay float64) {
	from := int(at * songRate)
	for i := 0; i < int(seconds*songRate) && from+i < len(sound); i++ {
		t := float64(i) / songRate
		fade := min(1, t*200, (seconds-t)*50) * math.Exp(-decay*t)
		sound[from+i] += float32(amplitude * fade * (math.Sin(2*math.Pi*hz*t) + 0.3*math.Sin(4*math.Pi*hz*t)))
	}
}

func playNoise(sound []float32, at, seconds, amplitude float64, random *rand.Rand) {
	from := int(at * songRate)
	var last float64
	for i := 0; i < int(seconds*songRate) && from+i < len(sound); i++ {
		v := random.NormFloat64()
		sound[from+i] += float32(amplitude * math.Exp(-60*float64(i)/songRate) * (v - last))
		last = v
	}
}

func formOf(t testing.TB, sound []float32, downbeats []float64) *Form {
	t.Helper()
	onsets, chroma := NewOnsets(songRate), NewChromagram(songRate)
	meter, err := NewLoudnessMeter(songRate, 1)
	if err != nil {
		t.Fatal(err)
	}
	silence, _ := NewSilenceMeter(songRate, 1)
	onsets.Write(sound)
	chroma.Write(sound)
	meter.Write(sound)
	silence.Write(sound)
	s := silence.Result()
	duration := float64(len(sound)) / songRate
	return &Form{
		Duration: duration, Envelope: onsets.Envelope(), Chroma: chroma.Chroma(), Levels: meter.Levels(), Downbeats: downbeats,
		First: float64(s.Start) / songRate, Last: duration - float64(s.End)/songRate,
	}
}

func TestSectionsOfKnownSongs(t *testing.T) {
	songs := map[string]struct {
		bpm, lead float64
		parts     []songPart
	}{
		"house": {124, 0, []songPart{
			{16, false, 1, Intro}, {32, true, 1, Drop}, {16, false, 1, Break}, {32, true, 1, Drop}, {8, false, 0.7, Outro},
		}},
		"after a lead":     {100, 1.3, []songPart{{8, false, 0.8, Intro}, {24, true, 1, Drop}, {8, false, 1, Break}, {16, true, 1, Drop}, {8, false, 0.6, Outro}}},
		"verse and chorus": {140, 0.2, []songPart{{8, false, 0.5, Intro}, {16, true, 0.4, Verse}, {16, true, 1, Drop}, {16, true, 0.4, Verse}, {16, true, 1, Drop}, {8, false, 0.4, Outro}}},
	}
	for name, s := range songs {
		t.Run(name, func(t *testing.T) {
			sound, downbeats := song(s.bpm, s.lead, s.parts...)
			form := formOf(t, sound, downbeats)
			sections := Sections(form)
			checkTiling(t, sections, form.Duration)
			if len(sections) != len(s.parts) {
				t.Fatalf("%d sections: %+v", len(sections), sections)
			}
			bar := 0
			for i, p := range s.parts {
				if i > 0 {
					near(t, "start of "+p.label, sections[i].Start, downbeats[bar], 60/s.bpm/2)
				}
				if sections[i].Label != p.label || sections[i].Drums != p.drums {
					t.Errorf("section %d: %+v, want %s, drums %v", i, sections[i], p.label, p.drums)
				}
				bar += p.bars
			}
		})
	}
}

// TestSectionsWithoutBars checks that without a grid the boundaries are close
// and the cues follow from the level alone.
func TestSectionsWithoutBars(t *testing.T) {
	sound, downbeats := song(120, 0, songPart{bars: 12, gain: 0.3}, songPart{bars: 20, gain: 1, drums: true}, songPart{bars: 12, gain: 0.3})
	form := formOf(t, sound, nil)
	sections := Sections(form)
	checkTiling(t, sections, form.Duration)
	if len(sections) != 3 {
		t.Fatalf("%+v", sections)
	}
	near(t, "second", sections[1].Start, downbeats[12], 1.5)
	near(t, "third", sections[2].Start, downbeats[32], 1.5)
	cues := Cues(form, sections)
	checkCues(t, cues, form.Duration)
	near(t, "mix-in", cueAt(cues, CueMixIn), downbeats[12], 1.5)
	near(t, "mix-out", cueAt(cues, CueMixOut), downbeats[32], 1.5)
}

func TestCuesOfKnownSong(t *testing.T) {
	sound, downbeats := song(124, 0.5, songPart{bars: 24, gain: 1}, songPart{32, true, 1, ""}, songPart{bars: 16, gain: 1}, songPart{32, true, 1, ""}, songPart{bars: 16, gain: 0.7})
	form := formOf(t, sound, downbeats)
	cues := Cues(form, Sections(form))
	checkCues(t, cues, form.Duration)
	bar := 240 / 124.0
	want := map[string]float64{
		CueStart: 0.5, CueMixIn: 0.5 + 8*bar, CueDrop: 0.5 + 24*bar, CueBreak: 0.5 + 56*bar, CueMixOut: 0.5 + 104*bar, CueEnd: form.Duration,
	}
	for kind, at := range want {
		near(t, kind, cueAt(cues, kind), at, 0.06)
	}
}

func cueAt(cues []Cue, kind string) float64 {
	for _, c := range cues {
		if c.Kind == kind {
			return c.At
		}
	}
	return math.NaN()
}

func checkTiling(t *testing.T, sections []Section, duration float64) {
	t.Helper()
	at := 0.0
	for _, s := range sections {
		if s.Start != at || !(s.End > s.Start) || s.Energy < 0 || s.Energy > 1 || s.Label == "" {
			t.Fatalf("section %+v behind %v", s, at)
		}
		at = s.End
	}
	if at != duration {
		t.Fatalf("sections end at %v of %v", at, duration)
	}
}

func checkCues(t *testing.T, cues []Cue, duration float64) {
	t.Helper()
	if !slices.IsSortedFunc(cues, func(a, b Cue) int { return cmp.Compare(a.At, b.At) }) {
		t.Errorf("out of order: %v", cues)
	}
	for _, c := range cues {
		if !(c.At >= 0 && c.At <= duration) {
			t.Errorf("%v is outside of the track", c)
		}
	}
	for _, kind := range []string{CueStart, CueMixIn, CueMixOut, CueEnd} {
		if math.IsNaN(cueAt(cues, kind)) {
			t.Errorf("no %s", kind)
		}
	}
}

// TestSectionsCoverAnyTrack checks that for any sound and bars, the sections cover
// the track and the cues lie within it.
func TestSectionsCoverAnyTrack(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	for i := range 20 {
		seconds := []float64{0.001, 0.3, 5, 20, 40}[i%5]
		sound := swell(songRate, 1, seconds, uint64(i))
		if i%3 == 0 {
			clear(sound)
		}
		var downbeats []float64
		if i%2 == 0 {
			for at := random.Float64() * 4; at < seconds; at += 0.3 + 2*random.Float64() {
				downbeats = append(downbeats, at)
			}
		}
		form := formOf(t, sound, downbeats)
		sections := Sections(form)
		checkTiling(t, sections, form.Duration)
		checkCues(t, Cues(form, sections), form.Duration)
	}
	if Sections(&Form{}) != nil || Cues(&Form{}, nil) != nil {
		t.Error("sections of nothing")
	}
}

func TestEnergyRises(t *testing.T) {
	before := -1.0
	for i := range 50 {
		x := float64(i) / 49
		e := Energy(-70+70*x, 10*x, 50+8000*x)
		if e < before || e < 0 || e > 1 {
			t.Fatalf("energy %v after %v", e, before)
		}
		before = e
	}
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if e := Energy(v, v, v); !(e >= 0 && e <= 1) {
			t.Errorf("energy of %v: %v", v, e)
		}
	}
	calm, _ := song(80, 0, songPart{bars: 4, gain: 0.2})
	driving, _ := song(140, 0, songPart{bars: 8, gain: 1, drums: true})
	a, b := formOf(t, calm, nil).Envelope, formOf(t, driving, nil).Envelope
	if OnsetDensity(a) >= OnsetDensity(b) || Brightness(a) >= Brightness(b) {
		t.Errorf("calm %.2f/s %.0f Hz, driving %.2f/s %.0f Hz", OnsetDensity(a), Brightness(a), OnsetDensity(b), Brightness(b))
	}
}

// BenchmarkSectionsOfAnHour shows that memory stays small: only a band of the
// self-similarity is stored.
func BenchmarkSectionsOfAnHour(b *testing.B) {
	random := rand.New(rand.NewPCG(3, 3))
	e := &Envelope{Duration: 3600, Bands: make([]BandFrame, 360000)}
	for i := range e.Bands {
		for k := range e.Bands[i] {
			e.Bands[i][k] = uint8(100 + 50*(i/6000%3) + random.IntN(20))
		}
	}
	e.strengths()
	form := &Form{Duration: 3600, Envelope: e, Last: 3600}
	for at := 0.2; at < 3600; at += 1.9 {
		form.Downbeats = append(form.Downbeats, at)
	}
	for i := range 36000 {
		form.Levels = append(form.Levels, float32(-20+i/600%3))
	}
	b.ReportAllocs()
	for b.Loop() {
		Cues(form, Sections(form))
	}
}
