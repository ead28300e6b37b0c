package judge

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"sonora/internal/ai/compose/score"
)

// listen returns a listener for a score, which may be nil.
func listen(t *testing.T, s *score.Score) *Listener {
	t.Helper()
	l, err := Listen(s)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// song plays a loop of Am, F, C and G with a kick on every beat, passes each sample
// through change, and returns the measures of the result.
func song(t *testing.T, seconds int, change func(at float64, l, r float32) (float32, float32)) Measures {
	l := listen(t, nil)
	chords := [4][3]float64{{220, 261.63, 329.63}, {174.61, 220, 261.63}, {261.63, 329.63, 392}, {196, 246.94, 293.66}}
	r := rand.New(rand.NewPCG(1, 2))
	block := make([]float32, 2*rate)
	for second := range seconds {
		for i := range rate {
			at := float64(second) + float64(i)/rate
			beat := math.Mod(at, 0.5)
			kick := 0.5 * math.Exp(-beat*18) * math.Sin(2*math.Pi*55*beat)
			hat := 0.05 * math.Exp(-math.Mod(at, 0.25)*60) * (2*r.Float64() - 1)
			tones, wide := 0.0, 0.0
			for _, hz := range chords[int(at/2)%4] {
				tones += 0.05 * math.Sin(2*math.Pi*hz*at)
				wide += 0.03 * math.Sin(2*math.Pi*2*hz*at)
			}
			a, b := change(at, float32(kick+hat+tones+wide), float32(kick+hat+tones-wide))
			block[2*i], block[2*i+1] = a, b
		}
		l.Hear(block)
	}
	return l.Measures()
}

func asItIs(_ float64, l, r float32) (float32, float32) { return l, r }

var wanted = Wanted{BPM: 120, Key: score.Key{Tonic: 9, Mode: score.Minor}}

func TestMeasures(t *testing.T) {
	m := song(t, 32, asItIs)
	if math.Abs(m.BPM-120) > 0.6 || !wanted.TempoAgrees(&m) {
		t.Errorf("120 BPM are heard as %.2f", m.BPM)
	}
	if !wanted.KeyAgrees(&m) {
		t.Errorf("A minor is heard as %d", m.Key.Key)
	}
	if m.Silence > 0.1 || m.Clicks != -1 || m.Clipped != 0 {
		t.Errorf("sound without a fault has silence of %.2f s, %d clicks, %d clipped samples", m.Silence, m.Clicks, m.Clipped)
	}
	if math.Abs(m.Seconds-32) > 0.01 {
		t.Errorf("32 s are heard as %.2f s", m.Seconds)
	}
}

func TestBands(t *testing.T) {
	for i, centre := range Centres {
		l := listen(t, nil)
		samples := make([]float32, 2*4*rate)
		for j := range samples {
			samples[j] = float32(0.5 * math.Sin(2*math.Pi*centre*float64(j/2)/rate))
		}
		l.Hear(samples)
		m := l.Measures()
		for band, level := range m.Bands {
			if (band == i) != (level > -1) {
				t.Errorf("a tone of %.0f Hz has %.1f dB in the band of %.0f Hz", centre, level, Centres[band])
			}
		}
		if math.Abs(m.Crest-3.01) > 0.1 {
			t.Errorf("a sine has a crest of %.2f dB", m.Crest)
		}
		if m.Side > -100 {
			t.Errorf("mono has sides of %.1f dB", m.Side)
		}
	}
}

func TestFaults(t *testing.T) {
	silence := func(at float64, l, r float32) (float32, float32) {
		if at > 8 && at < 11 {
			return 0, 0
		}
		return l, r
	}
	loud := func(_ float64, l, r float32) (float32, float32) {
		return min(max(5*l, -1), 1), min(max(5*r, -1), 1)
	}
	fading := func(at float64, l, r float32) (float32, float32) {
		k := float32(max(0, min(1, (20-at)/4)))
		return l * k, r * k
	}
	for fault, change := range map[string]func(float64, float32, float32) (float32, float32){"silence": silence, "clipping": loud} {
		v := Rate(wanted, song(t, 20, change))
		if !slices.Contains(v.Faults, fault) || !slices.Contains(v.Parts, Part{Name: fault}) || v.Score > maxFaulty {
			t.Errorf("%s: faults %v, score %.1f", fault, v.Faults, v.Score)
		}
	}
	if v := Rate(wanted, song(t, 20, asItIs)); !slices.Contains(v.Faults, "ending") {
		t.Errorf("an ending that is cut off has the faults %v", v.Faults)
	}
	if v := Rate(wanted, song(t, 20, fading)); len(v.Faults) > 0 || !slices.Contains(v.Parts, Part{"ending", 1, 0}) {
		t.Errorf("an ending that fades has the faults %v", v.Faults)
	}
}

func TestClicks(t *testing.T) {
	for _, tt := range []struct {
		name   string
		square bool
		at     float64 // of a jump; 0 for none
		notes  []score.Note
		want   int
	}{
		{"a pure tone", false, 0, nil, 0},
		{"a square wave", true, 0, nil, 0},
		{"a jump", false, 1.5, nil, 1},
		{"a jump where a note starts", false, 1.5, []score.Note{{Start: 3 * score.Quarter, Length: 1}}, 0},
	} {
		s := &score.Score{BPM: 120, Beats: 4, Parts: []score.Part{{Role: score.Lead, Notes: tt.notes}}}
		l := listen(t, s)
		samples := make([]float32, 2*4*rate)
		for i := range samples {
			samples[i] = float32(0.4 * math.Sin(2*math.Pi*110*float64(i/2)/rate))
			if tt.square {
				samples[i] = float32(math.Copysign(0.4, float64(samples[i])))
			}
			if tt.at > 0 && float64(i/2) > tt.at*rate {
				samples[i] += 0.3
			}
		}
		l.Hear(samples)
		if m := l.Measures(); m.Clicks != tt.want {
			t.Errorf("%s: %d clicks", tt.name, m.Clicks)
		}
	}
}

func TestRepetition(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	heard := func(pitch func(note int) int) float64 {
		l := listen(t, nil)
		samples := make([]float32, 0, 2*32*rate)
		for note := range 128 {
			hz := 220 * math.Exp2(float64(pitch(note))/12)
			for i := range rate / 4 {
				at := float64(i) / rate
				v := float32(0.4 * math.Exp(-at*12) * math.Sin(2*math.Pi*hz*at))
				samples = append(samples, v, v)
			}
		}
		l.Hear(samples)
		return l.Measures().Repetition
	}
	loop := heard(func(note int) int { return note % 4 * 3 })
	random := heard(func(int) int { return r.IntN(24) })
	if loop < 0.75 || random > 0.25 {
		t.Errorf("a loop repeats itself to %.2f, random notes to %.2f", loop, random)
	}
}

func TestScoreFallsWithEveryPart(t *testing.T) {
	good := Measures{
		Loudness: -14, Peak: -1, Bands: [9]float64{-14.4, -6.2, -6.8, -8, -9.6, -13, -15.6, -20.2, -27.1}, Crest: 14, Side: -6,
		BPM: 120, Beat: 0.8, Repetition: 0.5, Contrast: 4, Tail: -90,
	}
	good.Key.Key = 21 // A minor
	w := wanted
	w.Loudness = -14
	best := Rate(w, good).Score
	if best != 10 {
		t.Fatalf("a piece that meets everything has the score %.1f", best)
	}
	for name, spoil := range map[string]func(*Measures){
		"loudness": func(m *Measures) { m.Loudness = -17 }, "peak": func(m *Measures) { m.Peak = 0.5 }, "balance": func(m *Measures) { m.Bands[7] = -3 },
		"stereo": func(m *Measures) { m.Side = -30 }, "crest": func(m *Measures) { m.Crest = 5 }, "key": func(m *Measures) { m.Key.Key = 1 },
		"rhythm": func(m *Measures) { m.BPM = 97 }, "repetition": func(m *Measures) { m.Repetition = 0.95 }, "contrast": func(m *Measures) { m.Contrast = 0.2 },
	} {
		m := good
		spoil(&m)
		v := Rate(w, m)
		if v.Score >= best {
			t.Errorf("%s: the score stays %.1f", name, v.Score)
		}
		for _, p := range v.Parts {
			if (p.Name == name) != (p.Score < 1) {
				t.Errorf("%s: the part %s is %.2f", name, p.Name, p.Score)
			}
		}
	}
}

func TestSoundWithoutPauses(t *testing.T) {
	// pauses lets the song sound in the given seconds only.
	pauses := func(sounds func(at float64) bool) Measures {
		return song(t, 20, func(at float64, l, r float32) (float32, float32) {
			if sounds(at) {
				return l, r
			}
			return 0, 0
		})
	}
	for name, c := range map[string]struct {
		sounds func(at float64) bool
		want   float64
	}{
		"all":               {func(float64) bool { return true }, 20},
		"none":              {func(float64) bool { return false }, 0},
		"the middle":        {func(at float64) bool { return at >= 8 && at < 12 }, 4},
		"the ends":          {func(at float64) bool { return at < 3 || at >= 18 }, 5},
		"with short pauses": {func(at float64) bool { return math.Mod(at, 2) < 1.5 }, 20},
	} {
		if m := pauses(c.sounds); math.Abs(m.Sound-c.want) > 0.6 {
			t.Errorf("%s: %.2f s of sound, not %.2f", name, m.Sound, c.want)
		}
	}
}
