package render

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"sonora/internal/automix/check"
	"sonora/internal/automix/plan"
	"sonora/internal/dsp"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/testkit/wave"
)

func runner(t *testing.T) *ffmpeg.Runner {
	t.Helper()
	f, err := ffmpeg.Find(t.Context())
	if errors.Is(err, ffmpeg.ErrNotFound) {
		t.Skip("ffmpeg is not installed; make test installs it")
	}
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// drums returns a sound with a kick on every beat and a steady tone.
func drums(bpm, first, kickHz, toneHz float64) wave.Sound {
	tone := wave.Tone(toneHz, -24)
	return func(s float64) float64 {
		since := math.Mod(s-first+60*60/bpm, 60/bpm)
		v := tone(s)
		if s >= first-1e-9 {
			v += 0.5 * math.Exp(-25*since) * math.Sin(2*math.Pi*(kickHz*since+2.5*(1-math.Exp(-40*since))))
		}
		return v
	}
}

// set is a set of drum tracks with their analyses.
type set struct {
	files  []string
	tracks []plan.Track
}

func (s *set) add(t *testing.T, f *ffmpeg.Runner, bpm, first, seconds float64) {
	t.Helper()
	n := float64(len(s.files))
	a := s.addSound(t, f, seconds, drums(bpm, first, 48+3*n, 440+110*n))
	a.Tempo, a.Meter, a.Key, a.KeyTrust = sound.Tempo{BPM: bpm, Confidence: 1}, 4, 0, 1
	a.Grid = []sound.GridSegment{{Start: first, BPM: bpm, Beats: int((seconds - first) * bpm / 60)}}
}

// addSound adds a track without a beat and returns its analysis.
func (s *set) addSound(t *testing.T, f *ffmpeg.Runner, seconds float64, of wave.Sound) *sound.Analysis {
	t.Helper()
	path := filepath.Join(t.TempDir(), "track.wav")
	if err := os.WriteFile(path, wave.File(seconds, of), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := check.File(t.Context(), f, path, nil, false)
	if err != nil {
		t.Fatal(err)
	}
	a := &sound.Analysis{Loudness: sound.Loudness{Integrated: r.Loudness, TruePeak: r.TruePeak}}
	s.files = append(s.files, path)
	s.tracks = append(s.tracks, plan.Track{Title: filepath.Base(path), Duration: seconds, Sound: a})
	return a
}

func (s *set) renderer(t *testing.T, f *ffmpeg.Runner, o plan.Options) *Renderer {
	t.Helper()
	o.KeepOrder, o.JoinStep = true, Step
	p, err := plan.Build(s.tracks, o)
	if err != nil {
		t.Fatal(err)
	}
	return &Renderer{FFmpeg: f, Plan: p, Files: s.files, Folder: t.TempDir()}
}

// listen decodes a file.
type listen struct{ samples []float32 }

func (l *listen) Hear(samples []float32) error {
	l.samples = append(l.samples, samples...)
	return nil
}

func decode(t *testing.T, f *ffmpeg.Runner, path string) []float32 {
	t.Helper()
	s, err := ffmpeg.Probe(path)
	if err != nil {
		t.Fatal(err)
	}
	l := &listen{}
	if err := f.Decode(t.Context(), []ffmpeg.Sound{s}, false, func(int) ffmpeg.Listener { return l })[0]; err != nil {
		t.Fatal(err)
	}
	return l.samples
}

// kinds lists the kinds of a plan's joins.
func kinds(p *plan.Plan) (list []plan.Kind) {
	for _, j := range p.Joins {
		list = append(list, j.Kind)
	}
	return list
}

func TestMixMeetsItsRequirements(t *testing.T) {
	f := runner(t)
	s := &set{}
	s.add(t, f, 124, 0.4, 42)
	s.add(t, f, 126, 0.25, 46)               // pitch follows speed
	s.add(t, f, 66, 0.1, 46)                 // half the tempo, and stretched
	s.tracks[1].Sound.Grid[0].Start += 0.015 // its kicks come before the measured beats
	s.tracks[2].Sound.Grid[0].Start -= 0.012
	r := s.renderer(t, f, plan.Options{KeyLock: f.CanStretch(), Joins: map[int]plan.Choice{0: {Bars: 8}}})
	if want := []plan.Kind{plan.Blend, plan.Blend}; f.CanStretch() && !slices.Equal(kinds(r.Plan), want) {
		t.Fatalf("joins are %v: %+v", kinds(r.Plan), r.Plan.Joins)
	}
	last := 0.0
	r.Progress = func(share float64) {
		if share < last && last < 1 && share < summing {
			t.Errorf("progress went from %.2f back to %.2f", last, share)
		}
		last = share
	}
	path := filepath.Join(t.TempDir(), "mix.wav")
	m, err := r.Mix(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	got, err := check.File(t.Context(), f, path, r.Plan, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, missed := range got.Missed() {
		t.Error(missed)
	}
	for _, b := range got.Blends {
		t.Logf("blend at %.1f s: kicks %v, %.2f ms apart, spread %.2f ms, tempo off by %.4f %%", b.At, b.Kicks, b.Flam*1000, b.Spread*1000, b.TempoOff)
		if !b.IsMeasured() || b.Flam+b.Spread > 0.010 {
			t.Errorf("the blend at %.1f s is not on the beat: %+v", b.At, b)
		}
	}
	if math.Abs(m.Loudness-got.Loudness) > 0.05 || last != 1 {
		t.Errorf("loudness is %.2f, and was said to be %.2f; progress ends at %.2f", got.Loudness, m.Loudness, last)
	}
	if frames := int64(math.Round(got.Seconds * plan.Rate)); frames != r.Plan.Frames {
		t.Errorf("the mix has %d frames instead of %d", frames, r.Plan.Frames)
	}
}

// TestChangedJoinSplices changes one join and replaces only the part that
// differs.
func TestChangedJoinSplices(t *testing.T) {
	f := runner(t)
	s := &set{}
	for _, bpm := range []float64{120, 122, 124} {
		s.add(t, f, bpm, 0.2, 40)
	}
	s.tracks[1].Sound.Grid[0].Start += 0.015
	before := s.renderer(t, f, plan.Options{Joins: map[int]plan.Choice{0: {Bars: 4}, 1: {Bars: 4}}})
	whole := filepath.Join(t.TempDir(), "whole.wav")
	m, err := before.Mix(t.Context(), whole)
	if err != nil {
		t.Fatal(err)
	}
	if ms := m.Shifts[1] * 1000 / plan.Rate; ms != 15 {
		t.Errorf("shifts are %v", m.Shifts)
	}
	old := decode(t, f, whole)

	// Each part has the same samples as the whole mix.
	j := before.Plan.Joins[1]
	from, to := j.At-3*plan.Rate+17, j.End()+2*plan.Rate+5
	part := filepath.Join(t.TempDir(), "part.wav")
	if err := before.Part(t.Context(), m, from, to, part); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(decode(t, f, part), old[2*from:2*to]) {
		t.Error("a part differs from the whole")
	}

	// The sound up to the previous join stays the same.
	after := s.renderer(t, f, plan.Options{Joins: map[int]plan.Choice{0: {Bars: 4}, 1: {Kind: plan.Cut}}})
	if after.Plan.Joins[1].Kind != plan.Cut || after.Plan.Joins[0].At != before.Plan.Joins[0].At {
		t.Fatalf("joins are %+v", after.Plan.Joins)
	}
	end := before.Plan.Joins[0].End() - plan.Rate
	if err := after.Part(t.Context(), m, 0, end, part); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(decode(t, f, part), old[:2*end]) {
		t.Error("another kind of the second join changes what is before the first")
	}
}

func TestOnlyOneTrackHasBassAtATime(t *testing.T) {
	const frames = 8 * 4 * plan.Rate / 2
	j := &plan.Join{Kind: plan.Blend, Frames: frames, Bars: 8, Meter: 4, BPM: 120}
	tones := func(low, high float64) []float32 {
		return wave.Stereo(float64(frames)/plan.Rate, func(s float64) float64 { return wave.Tone(low, -12)(s) + wave.Tone(high, -12)(s) })
	}
	a, b := tones(55, 1000), tones(70, 1500)
	if err := join(j, a, b); err != nil {
		t.Fatal(err)
	}
	level := func(from, to, hz float64) float64 {
		return wave.Power(a[2*int(from*plan.Rate):2*int(to*plan.Rate)], hz)
	}
	for _, c := range []struct {
		name         string
		from, to, hz float64
		low, high    float64
	}{
		{"first bass before the swap", 2, 7, 55, -12.1, -11.9},
		{"second bass before the swap", 2, 7, 70, -200, -60},
		{"first bass after the swap", 8.1, 14, 55, -200, -60},
		{"second bass after the swap", 8.1, 14, 70, -12.1, -11.9},
		{"first track at the beginning", 0, 0.5, 1000, -12.1, -11.9},
		{"second track at the end", 15.5, 16, 1500, -12.1, -11.9},
		{"first track at the end", 15.9, 16, 1000, -200, -35},
	} {
		if got := level(c.from, c.to, c.hz); got < c.low || got > c.high {
			t.Errorf("%s: %.1f dB, want %.1f to %.1f", c.name, got, c.low, c.high)
		}
	}
}

// TestClashingMelodiesTakeTurns blends two tracks whose keys clash: before the bass
// swap only the first melody is heard, after it only the second, and the drums of
// both all the time.
func TestClashingMelodiesTakeTurns(t *testing.T) {
	const frames = 8 * 4 * plan.Rate / 2
	sound := func(high, click float64) []float32 {
		return wave.Stereo(float64(frames)/plan.Rate, func(s float64) float64 {
			return wave.Tone(high, -18)(s) + wave.Clicks(120, 0.25, click)(s)
		})
	}
	level := func(keys plan.Relation, from, to, hz float64) float64 {
		j := &plan.Join{Kind: plan.Blend, Frames: frames, Bars: 8, Meter: 4, BPM: 120, Keys: keys}
		a := sound(1000, 9000)
		if err := join(j, a, sound(1500, 7000)); err != nil {
			t.Fatal(err)
		}
		return wave.Power(a[2*int(from*plan.Rate):2*int(to*plan.Rate)], hz)
	}
	for _, c := range []struct {
		name         string
		from, to, hz float64
		low, high    float64 // change in dB
	}{
		{"first melody before the swap", 1, 6, 1000, -0.5, 0.5},
		{"second melody before the swap", 1, 6, 1500, -200, -20},
		{"first melody after the swap", 10, 14, 1000, -200, -20},
		{"second melody after the swap", 10, 14, 1500, -0.5, 0.5},
		{"second drums before the swap", 3, 6, 7000, -3, 1},
		{"first drums after the swap", 9, 13, 9000, -3, 1},
	} {
		with, without := level(plan.Clash, c.from, c.to, c.hz), level(plan.Compatible, c.from, c.to, c.hz)
		if got := with - without; got < c.low || got > c.high {
			t.Errorf("%s: changed by %.1f dB, want %.1f to %.1f", c.name, got, c.low, c.high)
		}
	}
}

// TestClashingMixMeetsItsRequirements measures blends of tracks whose keys clash.
func TestClashingMixMeetsItsRequirements(t *testing.T) {
	f := runner(t)
	s := &set{}
	for i, bpm := range []float64{124, 125, 126} {
		s.add(t, f, bpm, 0.25, 42)
		s.tracks[i].Sound.Key = music.Key(i % 2) // a semitone apart
	}
	r := s.renderer(t, f, plan.Options{KeyLock: f.CanStretch()})
	for _, j := range r.Plan.Joins {
		if j.Kind != plan.Blend || j.Keys != plan.Clash {
			t.Fatalf("%+v", j)
		}
	}
	meets(t, f, r)
}

// meets renders a mix and measures it. Each requirement has to be met, and each
// blend has to be on the beat.
func meets(t *testing.T, f *ffmpeg.Runner, r *Renderer) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "mix.wav")
	if _, err := r.Mix(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	got, err := check.File(t.Context(), f, path, r.Plan, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, missed := range got.Missed() {
		t.Error(missed)
	}
	for _, b := range got.Blends {
		if !b.IsMeasured() || b.Flam+b.Spread > 0.010 {
			t.Errorf("the blend at %.1f s is not on the beat: %+v", b.At, b)
		}
	}
}

// TestAttacksMeet blends two tracks without kicks, whose hats are 15 ms from the
// measured beats.
func TestAttacksMeet(t *testing.T) {
	f := runner(t)
	s := &set{}
	for i, hz := range []float64{7000, 9000} {
		hats := func(at float64) float64 {
			since := math.Mod(at+60-0.25, 0.5)
			bass := 0.3 * math.Sin(2*math.Pi*70*at) * (1 + 0.5*math.Sin(2*math.Pi*1.37*at))
			return bass + 0.3*math.Exp(-60*since)*math.Sin(2*math.Pi*hz*since)
		}
		a := s.addSound(t, f, 42, hats)
		a.Tempo, a.Meter, a.KeyTrust = sound.Tempo{BPM: 120, Confidence: 1}, 4, 1
		a.Grid = []sound.GridSegment{{Start: 0.25 + 0.015*float64(i), BPM: 120, Beats: 80}}
	}
	r := s.renderer(t, f, plan.Options{})
	path := filepath.Join(t.TempDir(), "mix.wav")
	if _, err := r.Mix(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	got, err := check.File(t.Context(), f, path, r.Plan, false)
	if err != nil {
		t.Fatal(err)
	}
	if a := got.Blends[0].Attacks; a == nil || a.Flam > 0.002 {
		t.Errorf("attacks are %+v apart", a)
	}
}

// TestShortLoudSectionIsNoBeginning fades into a track whose quiet beginning
// ends with a crash.
func TestShortLoudSectionIsNoBeginning(t *testing.T) {
	f := runner(t)
	s := &set{}
	tone := func(from, to, db float64) wave.Sound { return wave.Within(from, to, wave.Tone(300, db)) }
	steady, second := tone(0, 30, -20), []wave.Sound{tone(0, 11, -42), tone(10.5, 11, -12), tone(11, 40, -20)}
	s.addSound(t, f, 30, steady)
	s.addSound(t, f, 40, func(at float64) (v float64) {
		for _, part := range second {
			v += part(at)
		}
		return v
	})
	s.tracks[1].Sound.Sections = []sound.Section{{End: 6, Energy: 0.2}, {Start: 6, End: 11, Energy: 0.65}, {Start: 11, End: 40, Energy: 0.9}}
	r := s.renderer(t, f, plan.Options{})
	if r.Plan.Joins[0].Kind != plan.Fade {
		t.Fatalf("%+v", r.Plan.Joins)
	}
	meets(t, f, r)
}

// TestLimiterMakesNoJump joins a dense track and one of short hits, of which the
// limiter takes so much that its level cannot be raised.
func TestLimiterMakesNoJump(t *testing.T) {
	f := runner(t)
	dense := wave.Tone(1000, -11)
	hits := func(s float64) float64 {
		since := math.Mod(s, 0.05)
		return math.Exp(-3000*since)*math.Cos(2*math.Pi*2000*since) + wave.Tone(1000, -22)(s)
	}
	for name, order := range map[string][]wave.Sound{"dense first": {dense, hits}, "hits first": {hits, dense}} {
		t.Run(name, func(t *testing.T) {
			s := &set{}
			for _, of := range order {
				s.addSound(t, f, 40, of)
			}
			meets(t, f, s.renderer(t, f, plan.Options{}))
		})
	}
}

// TestMixEndsWithItsMusic plays a track with a short noise after its end.
func TestMixEndsWithItsMusic(t *testing.T) {
	f := runner(t)
	s := &set{}
	tone, noise := wave.Within(0, 29, wave.Tone(300, -14)), wave.Within(29.8, 30, wave.Tone(1000, -54))
	s.addSound(t, f, 30, func(at float64) float64 { return tone(at) + noise(at) })
	r := s.renderer(t, f, plan.Options{})
	meets(t, f, r)
}

func TestEchoRepeatsTheBeatWithoutClicks(t *testing.T) {
	const beat = plan.Rate / 2
	a := wave.Stereo(2, wave.Tone(300, -6))
	steepest := wave.Steepest(a)
	echo(a, beat)
	for n := range 4 {
		want := -9 - 6*float64(n)
		if got := wave.RMS(a[2*(n*beat+beat/4) : 2*(n*beat+beat*3/4)]); math.Abs(got-want) > 0.2 {
			t.Errorf("repetition %d has %.1f dB, want %.1f", n, got, want)
		}
	}
	if got := wave.Steepest(a); got > steepest*1.1 {
		t.Errorf("a step of %.3f, the tone itself has %.3f", got, steepest)
	}
}

// TestRideFillsHoles rides a level that has a hole at a join.
func TestRideFillsHoles(t *testing.T) {
	levels := make([]float32, 600)
	for i := range levels {
		levels[i] = -14
		if i >= 290 && i < 330 {
			levels[i] = -19
		}
	}
	p := &plan.Plan{Joins: []plan.Join{{Kind: plan.Fade, At: 29 * plan.Rate, Frames: 4 * plan.Rate}}}
	j := &p.Joins[0]
	const first, last = 290 - rideLead, 330 + rideLead
	r := &Ride{From: first*block - j.At, Gains: make([]float32, last-first+1)}
	for range ridings {
		ridden := slices.Clone(levels[first:last])
		for i := range ridden {
			ridden[i] += r.Gains[i]
		}
		r.adjust(j, ridden, ridden)
	}
	for i := range levels {
		gain := r.at(int64(i)*block - j.At)
		if i < first && gain != 0 || i > last && gain != 0 || gain < 0 || gain > maxRide {
			t.Fatalf("the gain at %.1f s is %.1f dB", float64(i)/10, gain)
		}
		levels[i] += gain
	}
	sums := dsp.SumLevels(levels)
	for i := range 570 {
		if level := sums.Mean(i, i+30); level < -17 {
			t.Fatalf("%.1f LUFS remain at %.1f s", level, float64(i)/10)
		}
	}
}

func TestRenderingStopsAndLeavesNothing(t *testing.T) {
	f := runner(t)
	s := &set{}
	s.add(t, f, 120, 0.2, 30)
	s.add(t, f, 120, 0.2, 30)
	r := s.renderer(t, f, plan.Options{})
	for name, at := range map[string]float64{"at the beginning": 0.1, "later": 0.7} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			r.Progress = func(share float64) {
				if share > at {
					cancel()
				}
			}
			path := filepath.Join(t.TempDir(), "mix.flac")
			if _, err := r.Mix(ctx, path); !errors.Is(err, context.Canceled) {
				t.Errorf("ended with %v", err)
			}
			for _, folder := range []string{filepath.Dir(path), r.Folder} {
				if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
					t.Errorf("%s holds %v, %v", folder, left, err)
				}
			}
		})
	}
	r.Progress = nil
	r.Files[1] += ".gone"
	if _, err := r.Mix(t.Context(), filepath.Join(t.TempDir(), "mix.wav")); err == nil {
		t.Error("a mix was made of a file that is gone")
	}
}
