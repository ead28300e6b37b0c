package dsp

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// tone is a section of a test signal: a sine of 1 kHz, or silence.
type tone struct {
	db      float64 // dBFS peak
	seconds float64
}

const quiet = -1000 // dB

// tones synthesises a signal that is the same in all channels.
func tones(rate, channels int, parts ...tone) []float32 {
	var out []float32
	for _, part := range parts {
		amplitude := math.Pow(10, part.db/20)
		for range int(math.Round(part.seconds * float64(rate))) {
			at := len(out) / channels
			v := float32(amplitude * math.Sin(2*math.Pi*1000*float64(at)/float64(rate)))
			for range channels {
				out = append(out, v)
			}
		}
	}
	return out
}

func measure(t testing.TB, rate, channels int, sound []float32) Loudness {
	t.Helper()
	m, err := NewLoudnessMeter(rate, channels)
	if err != nil {
		t.Fatal(err)
	}
	m.Write(sound)
	return m.Result()
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: %.3f, want %.3f ± %.2f", what, got, want, tolerance)
	}
}

// TestLoudnessIntegratedCases plays the signals of EBU Tech 3341 for integrated
// loudness.
func TestLoudnessIntegratedCases(t *testing.T) {
	cases := map[string][]tone{
		"1": {{-23, 20}},
		"3": {{-36, 10}, {-23, 60}, {-36, 10}},
		"4": {{-72, 10}, {-36, 10}, {-23, 60}, {-36, 10}, {-72, 10}},
		"5": {{-26, 20}, {-20, 20.1}, {-26, 20}},
	}
	for name, parts := range cases {
		near(t, name, measure(t, 48000, 2, tones(48000, 2, parts...)).Integrated, -23, 0.1)
	}
	two := measure(t, 48000, 2, tones(48000, 2, tone{-33, 20}))
	near(t, "2", two.Integrated, -33, 0.1)
	near(t, "2 momentary", two.MaxMomentary, -33, 0.1)
	near(t, "2 short-term", two.MaxShortTerm, -33, 0.1)
	for _, rate := range []int{8000, 11025, 22050, 44100, 96000} {
		near(t, "1 at another rate", measure(t, rate, 2, tones(rate, 2, tone{-23, 5})).Integrated, -23, 0.1)
	}
}

// TestLoudnessSurround plays case 6 of EBU Tech 3341 in five and in six
// channels.
func TestLoudnessSurround(t *testing.T) {
	for _, levels := range [][]float64{{-28, -28, -24, -30, -30}, {-28, -28, -24, 0, -30, -30}} {
		sound := tones(48000, len(levels), tone{0, 20})
		for i := range sound {
			sound[i] *= float32(math.Pow(10, levels[i%len(levels)]/20))
		}
		near(t, "6", measure(t, 48000, len(levels), sound).Integrated, -23, 0.1)
	}
}

// TestLoudnessMaximumCases plays cases 9 to 14 of EBU Tech 3341: the maximum
// short-term and momentary loudness do not depend on where a tone starts.
func TestLoudnessMaximumCases(t *testing.T) {
	var nine, twelve []tone
	for range 5 {
		nine = append(nine, tone{-20, 1.34}, tone{-30, 1.66})
	}
	for range 25 {
		twelve = append(twelve, tone{-20, 0.18}, tone{-30, 0.22})
	}
	near(t, "9", measure(t, 48000, 2, tones(48000, 2, nine...)).MaxShortTerm, -23, 0.1)
	near(t, "12", measure(t, 48000, 2, tones(48000, 2, twelve...)).MaxMomentary, -23, 0.1)
	for i := range 20 {
		delay, level := float64(i), float64(-38+i)
		ten := tones(48000, 2, tone{quiet, 0.15 * delay}, tone{-23, 3}, tone{quiet, 1})
		near(t, "10", measure(t, 48000, 2, ten).MaxShortTerm, -23, 0.1)
		eleven := tones(48000, 2, tone{quiet, 0.15 * delay}, tone{level, 3}, tone{quiet, 3 - 0.15*delay})
		near(t, "11", measure(t, 48000, 2, eleven).MaxShortTerm, level, 0.1)
		thirteen := tones(48000, 2, tone{quiet, 0.02 * delay}, tone{-23, 0.4}, tone{quiet, 1})
		near(t, "13", measure(t, 48000, 2, thirteen).MaxMomentary, -23, 0.1)
		fourteen := tones(48000, 2, tone{quiet, 0.02 * delay}, tone{level, 0.4}, tone{quiet, 0.4 - 0.02*delay})
		near(t, "14", measure(t, 48000, 2, fourteen).MaxMomentary, level, 0.1)
	}
}

// TestTruePeakCases plays cases 15 to 19 of EBU Tech 3341.
func TestTruePeakCases(t *testing.T) {
	cases := []struct{ divisor, phase, amplitude, want float64 }{
		{4, 0, 0.5, -6}, {4, 45, 0.5, -6}, {6, 60, 0.5, -6}, {8, 67.5, 0.5, -6}, {4, 45, 1.41, 3},
	}
	for _, rate := range []int{44100, 48000, 96000, 192000} {
		for i, c := range cases {
			sound := make([]float32, rate)
			for j := range sound {
				// Fade in and out: a sine that is switched on is not
				// band-limited.
				fade := min(1, float64(j)/4800, float64(len(sound)-1-j)/4800)
				sound[j] = float32(fade * c.amplitude * math.Sin(2*math.Pi*float64(j)/c.divisor+c.phase*math.Pi/180))
			}
			got := measure(t, rate, 1, sound).TruePeak
			if rate < 192000 && (got > c.want+0.2 || got < c.want-0.4) {
				t.Errorf("case %d at %d Hz: %.2f dBTP, want %.1f +0.2 −0.4", 15+i, rate, got, c.want)
			}
		}
	}
}

// TestLoudnessRangeCases plays the signals of EBU Tech 3342.
func TestLoudnessRangeCases(t *testing.T) {
	cases := []struct {
		want  float64
		parts []tone
	}{
		{10, []tone{{-20, 20}, {-30, 20}}},
		{5, []tone{{-20, 20}, {-15, 20}}},
		{20, []tone{{-40, 20}, {-20, 20}}},
		{15, []tone{{-50, 20}, {-35, 20}, {-20, 20}, {-35, 20}, {-50, 20}}},
	}
	for i, c := range cases {
		got := measure(t, 48000, 2, tones(48000, 2, c.parts...)).Range
		near(t, "case "+string(rune('1'+i)), got, c.want, 1)
	}
}

// swell returns noise with a slow swell, which is close enough to music.
func swell(rate, channels int, seconds float64, seed uint64) []float32 {
	random := rand.New(rand.NewPCG(seed, 1))
	out := make([]float32, int(seconds*float64(rate))*channels)
	var last float64
	for i := range out {
		gain := 0.6 + 0.4*math.Sin(2*math.Pi*float64(i/channels)/float64(rate)/3.7)
		last = 0.8*last + 0.2*random.NormFloat64()
		out[i] = float32(0.3 * gain * last)
	}
	return out
}

func TestLoudnessFollowsGain(t *testing.T) {
	sound := swell(44100, 2, 8, 1)
	want := measure(t, 44100, 2, sound)
	for _, db := range []float64{-20, -6, 3, 12} {
		scaled := make([]float32, len(sound))
		for i, v := range sound {
			scaled[i] = v * float32(math.Pow(10, db/20))
		}
		got := measure(t, 44100, 2, scaled)
		near(t, "integrated", got.Integrated, want.Integrated+db, 0.02)
		near(t, "range", got.Range, want.Range, 0.03)
		near(t, "momentary", got.MaxMomentary, want.MaxMomentary+db, 0.01)
		near(t, "true peak", got.TruePeak, want.TruePeak+db, 0.01)
		near(t, "sample peak", got.SamplePeak, want.SamplePeak+db, 0.01)
	}
}

// TestLoudnessChunks checks that the chunk size does not change the result.
func TestLoudnessChunks(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	for _, rate := range []int{8000, 11025, 44100} {
		sound := swell(rate, 2, 6, 3)
		want := measure(t, rate, 2, sound)
		m, _ := NewLoudnessMeter(rate, 2)
		for rest := sound; len(rest) > 0; {
			n := min(2*(1+random.IntN(3000)), len(rest))
			m.Write(rest[:n])
			rest = rest[n:]
		}
		got := m.Result()
		near(t, "integrated", got.Integrated, want.Integrated, 1e-9)
		near(t, "range", got.Range, want.Range, 1e-9)
		near(t, "true peak", got.TruePeak, want.TruePeak, 1e-6)
	}
}

// TestLoudnessTimeShift checks that silence before the sound does not change
// gated values.
func TestLoudnessTimeShift(t *testing.T) {
	sound := swell(22050, 1, 40, 4)
	want := measure(t, 22050, 1, sound)
	got := measure(t, 22050, 1, append(make([]float32, 2*22050), sound...))
	near(t, "integrated", got.Integrated, want.Integrated, 0.05)
	near(t, "momentary", got.MaxMomentary, want.MaxMomentary, 0.01)
	near(t, "true peak", got.TruePeak, want.TruePeak, 1e-6)
}

// TestTruePeakSkipsOnlyIrrelevantSamples checks that skipping most of the interpolation
// finds the same peak as doing all of it.
func TestTruePeakSkipsOnlyIrrelevantSamples(t *testing.T) {
	for seed := range uint64(20) {
		sound := swell(44100, 1, 0.5, seed)
		p := newInterpolator(44100)
		padded := append(append(make([]float32, interpolatorTaps), sound...), make([]float32, interpolatorTaps)...)
		var want float32
		for i := range len(padded) - interpolatorTaps {
			want = max(want, abs32(padded[i]))
			for k := range p.phases {
				want = max(want, abs32(dot(&p.phases[k], padded[i:i+interpolatorTaps])))
			}
		}
		near(t, "true peak", measure(t, 44100, 1, sound).TruePeak, decibels(float64(want)), 1e-4)
	}
}

func TestLevelMeterHasTheSameLevels(t *testing.T) {
	sound := noise(3*48000, 5)
	whole, _ := NewLoudnessMeter(48000, 2)
	levels, err := NewLevelMeter(48000, 2)
	if err != nil {
		t.Fatal(err)
	}
	whole.Write(sound)
	levels.Write(sound)
	if want, got := whole.Levels(), levels.Levels(); len(got) == 0 || !slices.Equal(want, got) {
		t.Errorf("levels %v, want %v", got, want)
	}
	want, got := whole.Result(), levels.Result()
	if got.TruePeak != got.SamplePeak || got.SamplePeak != want.SamplePeak || got.Integrated != want.Integrated {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestLoudnessOfNothing(t *testing.T) {
	bad := []float32{float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)), math.MaxFloat32}
	for _, sound := range [][]float32{nil, {0}, make([]float32, 96000), bad} {
		got := measure(t, 48000, 1, sound)
		want := Loudness{Integrated: SilenceLUFS, MaxMomentary: SilenceLUFS, MaxShortTerm: SilenceLUFS, TruePeak: SilenceDB, SamplePeak: SilenceDB}
		if got != want {
			t.Errorf("%d silent samples: %+v", len(sound), got)
		}
	}
	for _, format := range [][2]int{{0, 2}, {7999, 2}, {1 << 30, 2}, {44100, 0}, {44100, 9}, {44100, 10000}, {44100, -1}} {
		if _, err := NewLoudnessMeter(format[0], format[1]); !errors.Is(err, ErrFormat) {
			t.Errorf("%v: %v, want ErrFormat", format, err)
		}
	}
}

// second returns one second of loud stereo for benchmarks.
func second() []float32 { return swell(44100, 2, 1, 9) }

// writeSeconds benchmarks a front end. One operation is a second of 44.1 kHz
// stereo.
func writeSeconds(b *testing.B, write func([]float32)) {
	sound := second()
	b.ReportAllocs()
	for b.Loop() {
		for i := 0; i < len(sound); i += 8820 {
			write(sound[i : i+8820])
		}
	}
}

func BenchmarkLoudness(b *testing.B) {
	m, _ := NewLoudnessMeter(44100, 2)
	writeSeconds(b, m.Write)
}

func BenchmarkLevels(b *testing.B) {
	m, _ := NewLevelMeter(44100, 2)
	writeSeconds(b, m.Write)
}

func BenchmarkPeaks(b *testing.B) {
	p, _ := NewPeaks(44100, 2)
	writeSeconds(b, p.Write)
}

func BenchmarkSilence(b *testing.B) {
	s, _ := NewSilenceMeter(44100, 2)
	writeSeconds(b, s.Write)
}
