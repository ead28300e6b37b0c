package mixdown

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"testing"

	"sonora/internal/ai/compose/plan"
	"sonora/internal/ai/compose/score"
	"sonora/internal/ai/compose/style"
	"sonora/internal/dsp"
)

// song returns a piece of four sections with every role.
func song(loudness float64) Piece {
	s := &score.Score{Title: "Test", BPM: 120, Beats: 4, Key: score.Key{Tonic: 9, Mode: score.Minor}}
	for i, letter := range []string{"A", "B", "A", "B"} {
		s.Sections = append(s.Sections, score.Section{Name: "verse", Letter: letter, Start: score.Tick(i) * 2 * score.Whole, Bars: 2, Energy: 0.5})
	}
	part := func(role score.Role, instrument string, length score.Tick, velocity uint8, pitches ...uint8) {
		p := score.Part{Role: role, Instrument: instrument}
		for at, k := score.Tick(0), 0; at < s.End(); at, k = at+length, k+1 {
			pitch, louder := pitches[k%len(pitches)], uint8(0)
			if at/(2*score.Whole)%2 == 1 {
				louder = 25
			}
			p.Notes = append(p.Notes, score.Note{Start: at, Length: length * 7 / 8, Pitch: pitch, Velocity: velocity + louder})
		}
		s.Parts = append(s.Parts, p)
	}
	eighth := score.Quarter / 2
	part(score.Drums, "909-kit", eighth, 90, score.Kick, score.ClosedHat, score.Snare, score.ClosedHat)
	part(score.Percussion, "latin-kit", eighth, 70, score.Shaker, score.HighConga)
	part(score.Bass, "synth-bass", eighth, 90, 33, 33, 45, 33, 36, 36, 43, 43)
	part(score.Comp, "electric-piano", score.Quarter, 80, 57, 60, 64, 67)
	part(score.Pad, "warm-pad", score.Whole, 80, 57, 60, 64)
	part(score.Arp, "pluck", eighth, 75, 69, 72, 76, 81)
	part(score.Lead, "saw-lead", score.Quarter, 90, 76, 74, 72, 69, 71)
	part(score.Counter, "strings", 2*score.Quarter, 70, 64, 67)
	s.Parts = append(s.Parts, score.Part{Role: score.Texture, Instrument: "vinyl", Notes: []score.Note{{Length: s.End(), Pitch: 60, Velocity: 100}}})
	part(score.Effects, "risers", 4*score.Whole, 70, score.Impact, score.Riser)
	mix := &style.Mix{Sidechain: 6, Room: 1.4, DelayBeats: 0.75, Width: 1, Drive: 0.2}
	return Piece{Score: s, Plan: &plan.Plan{Seed: 3, Loudness: loudness}, Mix: mix}
}

func render(t *testing.T, p Piece) []float32 {
	t.Helper()
	var b bytes.Buffer
	if err := Render(t.Context(), p, &b); err != nil {
		t.Fatal(err)
	}
	samples := make([]float32, b.Len()/4)
	if err := binary.Read(&b, binary.LittleEndian, samples); err != nil {
		t.Fatal(err)
	}
	return samples
}

func measure(t *testing.T, samples []float32) dsp.Loudness {
	t.Helper()
	m, err := dsp.NewLoudnessMeter(Rate, 2)
	if err != nil {
		t.Fatal(err)
	}
	m.Write(samples)
	return m.Result()
}

// split returns the middle and the sides.
func split(samples []float32) (mid, side []float32) {
	for i := 0; i+1 < len(samples); i += 2 {
		mid = append(mid, (samples[i]+samples[i+1])/2)
		side = append(side, (samples[i]-samples[i+1])/2)
	}
	return mid, side
}

func power(x []float32) (sum float64) {
	for _, v := range x {
		sum += float64(v) * float64(v)
	}
	return sum / float64(len(x))
}

func TestPiecesMeetTheirLoudness(t *testing.T) {
	for _, loudness := range []float64{-14, -16} {
		samples := render(t, song(loudness))
		r := measure(t, samples)
		if math.Abs(r.Integrated-loudness) > 0.5 {
			t.Errorf("%.2f LUFS, not %.0f", r.Integrated, loudness)
		}
		if r.TruePeak > -1 {
			t.Errorf("a true peak of %.2f dB", r.TruePeak)
		}
		var sum float64
		for _, v := range samples {
			sum += float64(v)
		}
		if mean := sum / float64(len(samples)); math.Abs(mean) > 1e-4 {
			t.Errorf("a mean of %g", mean)
		}
		if last := samples[len(samples)-200:]; power(last) > 1e-8 {
			t.Errorf("the end is cut at a level of %g", math.Sqrt(power(last)))
		}
		if seconds := float64(len(samples)) / 2 / Rate; seconds < 16 || seconds > 25 {
			t.Errorf("%.1f s for 16 s of music", seconds)
		}
	}
}

func TestSidesAreWideButLowFrequenciesAreMono(t *testing.T) {
	mid, side := split(render(t, song(-14)))
	if wide := 10 * math.Log10(power(side)/power(mid)); wide < -14 || wide > -1 {
		t.Errorf("the sides have %.1f dB", wide)
	}
	low := section("low", 80, 0.7, 0)
	for range 2 { // the state of the first channel serves both times
		low.x = [2][2]float64{}
		low.mono(mid)
		low.x = [2][2]float64{}
		low.mono(side)
	}
	if below := 10 * math.Log10(power(side)/power(mid)); below > -20 {
		t.Errorf("below 80 Hz the sides have %.1f dB", below)
	}
}

func TestTheSamePieceGivesTheSameBytes(t *testing.T) {
	a, b := render(t, song(-14)), render(t, song(-14))
	if len(a) != len(b) {
		t.Fatalf("%d and %d samples", len(a), len(b))
	}
	for i := range a {
		if math.Float32bits(a[i]) != math.Float32bits(b[i]) {
			t.Fatalf("sample %d differs", i)
		}
	}
}

func TestStemsSumToTheMixBeforeTheMaster(t *testing.T) {
	d, err := newDesk(song(-14), 0)
	if err != nil {
		t.Fatal(err)
	}
	heard := map[string]float64{}
	for now := 0; now < 6*Rate; now += block {
		d.render(now)
		sum := make([]float32, 2*block)
		for _, stem := range d.stems() {
			heard[stem.Name] += power(stem.Samples)
			for i, v := range stem.Samples {
				sum[i] += v
			}
		}
		for i, l := range d.left {
			if math.Abs(float64(sum[2*i]-l)) > 1e-5 || math.Abs(float64(sum[2*i+1]-d.right[i])) > 1e-5 {
				t.Fatalf("at %.2f s the stems sum to %g, not %g", float64(now+i)/Rate, sum[2*i], l)
			}
		}
	}
	for _, name := range []string{"drums", "percussion", "bass", "comp", "pad", "arp", "lead", "counter", "texture", "effects", "room"} {
		if heard[name] == 0 {
			t.Errorf("the stem %s is silent", name)
		}
	}
}

// TestEndingHasNoSilence holds that a piece decays to -60 dB and ends there, or fades out
// where it would ring too long.
func TestEndingHasNoSilence(t *testing.T) {
	for name, change := range map[string]func(*Piece){
		"as it is":      func(*Piece) {},
		"long echoes":   func(p *Piece) { p.Mix.DelayBeats = 2 },
		"a great hall":  func(p *Piece) { p.Mix.Room = 30 },
		"hardly a room": func(p *Piece) { p.Mix.Room, p.Mix.DelayBeats = 0.1, 0 },
	} {
		p := song(-14)
		mix := *p.Mix
		p.Mix = &mix
		change(&p)
		samples := render(t, p)
		last := 0
		for i, v := range samples {
			if v >= audible || v <= -audible {
				last = i
			}
		}
		end, heard, all := p.Score.Seconds(p.Score.End()), float64(last/2)/Rate, float64(len(samples)/2)/Rate
		if all-max(heard, end) > 1.1 && name != "a great hall" || all-end > plan.Ringing(end)+0.02 || all < end {
			t.Errorf("%s: the score ends at %.2f s, the last audible sample is at %.2f s, and the sound ends at %.2f s", name, end, heard, all)
		}
		if top := peak(samples[len(samples)-64:]); top >= audible {
			t.Errorf("%s: the sound breaks off at %g", name, top)
		}
	}
}

func TestRenderingStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Render(ctx, song(-14), io.Discard); !errors.Is(err, context.Canceled) {
		t.Errorf("Render returned %v", err)
	}
	p := song(-14)
	p.Score.Parts[0].Instrument = "theremin"
	if err := Render(t.Context(), p, io.Discard); err == nil {
		t.Error("Render accepted an instrument that does not exist")
	}
}

func TestLimiterHoldsTruePeaks(t *testing.T) {
	l := newLimiter()
	var out []float32
	for b := range 200 {
		left, right := make([]float32, block), make([]float32, block)
		for i := range left {
			at := float64(b*block + i)
			level := 0.3
			if b%20 > 14 {
				level = 3
			}
			left[i] = float32(level * math.Sin(math.Pi/2*at+math.Pi/4)) // peaks lie between the samples
			right[i] = float32(level * math.Sin(0.03*at))
		}
		l.limit(left, right)
		for i, v := range left {
			out = append(out, v, right[i])
		}
	}
	if r := measure(t, out); r.TruePeak > -1 || r.TruePeak < -1.5 {
		t.Errorf("a true peak of %.2f dB", r.TruePeak)
	}
}

func TestKicksLowerTheBass(t *testing.T) {
	d := newSidechain([]int{5000, 30000}, 6, 120)
	level := func(at int) float64 { return 20 * math.Log10(1-float64(d.depth*d.dip(at))) }
	for at, want := range map[int]float64{0: 0, 4779: 0, 5000: -6, 29000: 0, 30000: -6} {
		if db := level(at); math.Abs(db-want) > 0.1 {
			t.Errorf("at frame %d the level is %.2f dB, not %.0f", at, db, want)
		}
	}
	for at := 1; at < 40000; at++ {
		if step := level(at) - level(at-1); math.Abs(step) > 0.1 {
			t.Fatalf("at frame %d the level moves by %.2f dB", at, step)
		}
	}
}

func TestPlansChangeLevels(t *testing.T) {
	p := song(-14)
	usual := newStrip(score.Bass, p.Mix, p.Plan).level
	p.Plan.Levels = map[score.Role]float64{score.Bass: 6}
	if db := 20 * math.Log10(float64(newStrip(score.Bass, p.Mix, p.Plan).level/usual)); math.Abs(db-6) > 0.01 {
		t.Errorf("6 dB more bass are %.2f dB", db)
	}
}

func TestRoomFallsInItsTime(t *testing.T) {
	for _, seconds := range []float64{0.6, 1.5, 3} {
		r := newRoom(seconds)
		r.left[0], r.right[0] = 1, 1
		var x []float32
		for range int(seconds*Rate/block) + 1 {
			left, right := make([]float32, block), make([]float32, block)
			r.add(left, right)
			x = append(x, left...)
		}
		early, late := x[Rate/10:Rate/10+Rate/10], x[len(x)-Rate/10:]
		span := float64(len(x))/Rate - 0.2
		fall := 10 * math.Log10(power(early)/power(late)) / span * seconds
		if fall < 45 || fall > 100 { // high frequencies fall sooner
			t.Errorf("a room of %.1f s falls by %.0f dB in its time", seconds, fall)
		}
	}
}

func TestDitherIsUnbiased(t *testing.T) {
	samples := make([]float32, 100000)
	for i := range samples {
		samples[i] = 0.3 / 32767
	}
	bytes := NewDither(1).Append(nil, samples)
	sum := 0.0
	for i := range samples {
		sum += float64(int16(binary.LittleEndian.Uint16(bytes[2*i:])))
	}
	if mean := sum / float64(len(samples)); math.Abs(mean-0.3) > 0.02 {
		t.Errorf("0.3 became %.3f", mean)
	}
	bytes = NewDither(1).Append(nil, []float32{2, -2})
	if a, b := int16(binary.LittleEndian.Uint16(bytes)), int16(binary.LittleEndian.Uint16(bytes[2:])); a != 32767 || b != -32768 {
		t.Errorf("loud samples became %d and %d", a, b)
	}
}

// BenchmarkFullArrangement renders 16 s of every role at once.
func BenchmarkFullArrangement(b *testing.B) {
	for b.Loop() {
		if err := Render(b.Context(), song(-14), io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}

// TestAPieceFadesOut to silence at the end of its score, without a step.
func TestAPieceFadesOut(t *testing.T) {
	p := song(-14)
	full := render(t, p)
	p.Plan.Ending = "fade"
	faded := render(t, p)
	end, fading := int(p.Score.Seconds(p.Score.End())*Rate), int(p.Plan.Fading(p.Score.Seconds(p.Score.End()))*Rate)
	if over := len(faded)/2 - end; over > block || over < -2*block {
		t.Errorf("the piece ends %d frames after its score", over)
	}
	level := func(samples []float32, from, to int) (sum float64) {
		for _, v := range samples[2*from : 2*to] {
			sum += float64(v * v)
		}
		return math.Sqrt(sum / float64(2*(to-from)))
	}
	if before := end - fading - block; level(faded, 0, before) != level(full, 0, before) {
		t.Error("the piece differs before it fades out")
	}
	middle := end - fading/2
	if share := level(faded, middle-Rate/10, middle+Rate/10) / level(full, middle-Rate/10, middle+Rate/10); math.Abs(share-0.25) > 0.03 {
		t.Errorf("in the middle of the fade, the piece has %.2f of its level", share)
	}
	if last := level(faded, len(faded)/2-Rate/10, len(faded)/2); last > 0.002 {
		t.Errorf("the piece ends at a level of %.4f", last)
	}
}
