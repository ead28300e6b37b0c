package synth_test

import (
	"encoding/json"
	"flag"
	"hash/fnv"
	"math"
	"math/cmplx"
	"os"
	"testing"

	"sonora/internal/ai/compose/instrument"
	"sonora/internal/ai/compose/score"
	"sonora/internal/ai/compose/synth"
	"sonora/internal/dsp"
)

var update = flag.Bool("update", false, "write the levels that bring the instruments to the same loudness")

// sound is what a player played.
type sound struct{ left, right []float32 }

func play(t *testing.T, name string, seconds float64, notes ...synth.Note) sound {
	t.Helper()
	p, err := synth.New(name, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range notes {
		p.Play(n)
	}
	n := int(seconds * synth.Rate)
	s := sound{make([]float32, n), make([]float32, n)}
	for at := 0; at < n; at += 512 {
		end := min(n, at+512)
		p.Render(s.left[at:end], s.right[at:end])
	}
	return s
}

func note(start, length float64, pitch, velocity uint8) synth.Note {
	return synth.Note{Start: int(start * synth.Rate), Release: int((start + length) * synth.Rate), Pitch: pitch, Velocity: velocity}
}

func (s sound) mono() []float32 {
	x := make([]float32, len(s.left))
	for i, v := range s.left {
		x[i] = (v + s.right[i]) / 2
	}
	return x
}

// between returns the samples of a time span in seconds.
func between(x []float32, from, to float64) []float32 {
	return x[int(from*synth.Rate):int(to*synth.Rate)]
}

func rms(x []float32) float64 {
	sum := 0.0
	for _, v := range x {
		sum += float64(v) * float64(v)
	}
	return math.Sqrt(sum / float64(len(x)))
}

func (s sound) loudness(t *testing.T) float64 {
	t.Helper()
	m, err := dsp.NewLoudnessMeter(synth.Rate, 2)
	if err != nil {
		t.Fatal(err)
	}
	both := make([]float32, 0, 2*len(s.left))
	for i, v := range s.left {
		both = append(both, v, s.right[i])
	}
	m.Write(both)
	return m.Result().Integrated
}

// cents returns how far the tone is from a frequency: the slope of the phase of
// its fundamental.
func cents(x []float32, hz float64) float64 {
	window := int(0.15 * synth.Rate)
	hop := window / 4
	var turn complex128
	var last complex128
	for at := 0; at+window < len(x); at += hop {
		var sum complex128
		for i := range window {
			w := 0.5 - 0.5*math.Cos(2*math.Pi*float64(i)/float64(window))
			sum += complex(w*float64(x[at+i]), 0) * cmplx.Rect(1, -2*math.Pi*hz*float64(at+i)/synth.Rate)
		}
		turn += sum * cmplx.Conj(last)
		last = sum
	}
	off := cmplx.Phase(turn) / (2 * math.Pi) * synth.Rate / float64(hop)
	return 1200 * math.Log2((hz+off)/hz)
}

func pitched(i instrument.Instrument) bool {
	return i.Kind != instrument.Kit && i.Kind != instrument.Texture && i.Kind != instrument.Effects
}

func TestEveryInstrumentSounds(t *testing.T) {
	for _, i := range instrument.All {
		pitch := score.Snare
		if pitched(i) {
			pitch = (i.Low + i.High) / 2
		} else if i.Kind == instrument.Effects {
			pitch = score.Riser
		}
		s := play(t, i.Name, 3, note(0.1, 2, pitch, 100))
		if level := rms(between(s.mono(), 0, 2.2)); level < 0.001 {
			t.Errorf("%s: level %.5f", i.Name, level)
		}
		if level := rms(between(s.mono(), 0, 0.1)); level != 0 {
			t.Errorf("%s sounds before its note", i.Name)
		}
	}
	if _, err := synth.New("theremin", 1); err == nil {
		t.Error("New accepted an instrument that does not exist")
	}
}

func TestInstrumentsAreInTune(t *testing.T) {
	for _, i := range instrument.All {
		if !pitched(i) {
			continue
		}
		for _, share := range []int{1, 3, 5} {
			pitch := i.Low + uint8(int(i.High-i.Low)*share/6)
			hz := 440 * math.Exp2((float64(pitch)-69)/12)
			s := play(t, i.Name, 2, note(0, 2, pitch, 90))
			from, to := 0.25, 2.0
			if rms(between(s.mono(), 1, 2)) < 1e-3 { // plucked and short
				from, to = 0.02, 0.5
			}
			if off := cents(between(s.mono(), from, to), hz); math.Abs(off) > 5 {
				t.Errorf("%s at key %d is off by %.1f cents", i.Name, pitch, off)
			}
		}
	}
}

// TestKitsInheritDrums compares a tom with that of the kit it comes from.
func TestKitsInheritDrums(t *testing.T) {
	const hz = 118 // of the acoustic kit
	for kit, semitones := range map[string]float64{"acoustic-kit": 0, "rock-kit": 0, "latin-kit": 1, "breaks-kit": 2.5, "lofi-kit": -2} {
		tom := play(t, kit, 1, note(0, 0.1, score.MidTom, 100)).mono()
		if off := cents(between(tom, 0.12, 0.5), hz*math.Exp2(semitones/12)); math.Abs(off) > 25 { // round robin moves it by 12
			t.Errorf("the tom of the %s is off by %.0f cents", kit, off)
		}
	}
}

// phrase plays what instruments of a kind usually play.
func phrase(t *testing.T, i instrument.Instrument) sound {
	t.Helper()
	var notes []synth.Note
	switch i.Kind {
	case instrument.Kit:
		for beat := range 8 {
			drum := score.Kick
			if beat%2 == 1 {
				drum = score.Snare
			}
			at := float64(beat) / 2
			notes = append(notes, note(at, 0.1, drum, 100), note(at, 0.1, score.ClosedHat, 80), note(at+0.25, 0.1, score.ClosedHat, 70))
		}
	case instrument.Texture:
		notes = append(notes, note(0, 10, 60, 100))
	case instrument.Effects:
		notes = append(notes, note(0, 2, score.Riser, 100), note(2, 2, score.Impact, 100))
	default:
		for k := range 8 {
			pitch := i.Low + uint8(int(i.High-i.Low)*(k%4+1)/6)
			notes = append(notes, note(float64(k)/2, 0.45, pitch, 90))
		}
	}
	return play(t, i.Name, 5, notes...)
}

// target returns the loudness of phrase in LUFS.
func target(kind instrument.Kind) float64 {
	if loudness, ok := map[instrument.Kind]float64{instrument.Texture: -32, instrument.Effects: -24, instrument.Kit: -18}[kind]; ok {
		return loudness
	}
	return -20
}

func TestInstrumentsAreAlikeInLoudness(t *testing.T) {
	const file = "patches/levels.json"
	levels := map[string]float64{}
	if data, err := os.ReadFile(file); err != nil {
		t.Fatal(err)
	} else if err := json.Unmarshal(data, &levels); err != nil {
		t.Fatal(err)
	}
	for _, i := range instrument.All {
		off := target(i.Kind) - phrase(t, i).loudness(t)
		levels[i.Name] = math.Round(10*(levels[i.Name]+off)) / 10
		if math.Abs(off) > 1 && !*update {
			t.Errorf("%s should be %.1f dB louder: run with -update", i.Name, off)
		}
	}
	if *update {
		data, err := json.MarshalIndent(levels, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, append(data, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestVelocityMakesNotesLouder(t *testing.T) {
	for _, i := range instrument.All {
		if !pitched(i) && i.Kind != instrument.Kit {
			continue
		}
		pitch := (i.Low + i.High) / 2
		if i.Kind == instrument.Kit {
			pitch = score.Snare
		}
		last := 0.0
		for _, velocity := range []uint8{20, 60, 100, 127} {
			level := rms(between(play(t, i.Name, 1, note(0, 0.8, pitch, velocity)).mono(), 0, 0.8))
			if level <= last {
				t.Errorf("%s at velocity %d is not louder than before: %.4f, %.4f", i.Name, velocity, level, last)
			}
			last = level
		}
	}
}

func TestNotesEndInSilence(t *testing.T) {
	for _, i := range instrument.All {
		pitch := (i.Low + i.High) / 2
		if i.Kind == instrument.Kit {
			pitch = score.Crash
		}
		p, err := synth.New(i.Name, 1)
		if err != nil {
			t.Fatal(err)
		}
		p.Play(note(0, 0.5, pitch, 110))
		var left, right [synth.Rate]float32
		for range 12 {
			clear(left[:])
			clear(right[:])
			p.Render(left[:], right[:])
		}
		if p.Busy() {
			t.Errorf("%s still sounds 11 s after the note", i.Name)
		}
		if level := rms(left[:]); level != 0 {
			t.Errorf("%s leaves %g behind", i.Name, level)
		}
	}
}

// TestReleaseDoesNotClick compares the second difference around the release
// with that of the held note: a click is a step, which a smooth tone has not.
func TestReleaseDoesNotClick(t *testing.T) {
	for _, i := range instrument.All {
		if !pitched(i) {
			continue
		}
		s := play(t, i.Name, 2, note(0, 0.8, (i.Low+i.High)/2, 100))
		held, released := roughest(between(s.mono(), 0.3, 0.79)), roughest(between(s.mono(), 0.79, 1))
		if released > 1.3*held+0.002 {
			t.Errorf("%s clicks at its release: %.4f after %.4f", i.Name, released, held)
		}
	}
}

func roughest(x []float32) (most float64) {
	for i := 2; i < len(x); i++ {
		most = max(most, math.Abs(float64(x[i]-x[i-1])-float64(x[i-1]-x[i-2])))
	}
	return most
}

func TestManyNotesAreLimited(t *testing.T) {
	var notes []synth.Note
	for k := range 200 {
		notes = append(notes, note(float64(k)/100, 30, uint8(30+k%60), 100))
	}
	s := play(t, "warm-pad", 3, notes...)
	for _, v := range s.left {
		if v > 20 || v < -20 || v != v {
			t.Fatalf("a sample of %v", v)
		}
	}
}

func TestTheSameNotesGiveTheSameSamples(t *testing.T) {
	for _, i := range instrument.All {
		a, b := phrase(t, i), phrase(t, i)
		if hash(a) != hash(b) {
			t.Errorf("%s sounds different the second time", i.Name)
		}
	}
}

func hash(s sound) uint64 {
	h := fnv.New64a()
	for i, v := range s.left {
		a, b := math.Float32bits(v), math.Float32bits(s.right[i])
		h.Write([]byte{byte(a), byte(a >> 8), byte(a >> 16), byte(a >> 24), byte(b), byte(b >> 8), byte(b >> 16), byte(b >> 24)})
	}
	return h.Sum64()
}

func BenchmarkInstruments(b *testing.B) {
	for _, i := range instrument.All {
		b.Run(i.Name, func(b *testing.B) {
			pitch := max(i.Low, 40)
			for b.Loop() { // a second of one note
				p, err := synth.New(i.Name, 1)
				if err != nil {
					b.Fatal(err)
				}
				p.Play(note(0, 2, pitch, 100))
				var left, right [512]float32
				for range synth.Rate / 512 {
					p.Render(left[:], right[:])
				}
			}
		})
	}
}

// crossings counts how often a sound changes its sign.
func crossings(x []float32) (n int) {
	for i := 1; i < len(x); i++ {
		if (x[i] < 0) != (x[i-1] < 0) {
			n++
		}
	}
	return n
}

func TestCongasAreTunedToTheKey(t *testing.T) {
	for tonic := range 12 {
		for _, drum := range []score.Drum{score.LowConga, score.HighConga} {
			p, err := synth.New("latin-kit", 1)
			if err != nil {
				t.Fatal(err)
			}
			p.Tune(tonic)
			p.Play(note(0, 0.1, drum, 100))
			var left, right [synth.Rate / 2]float32
			p.Render(left[:], right[:])
			hz := float64(crossings(between(left[:], 0.1, 0.35))) / 2 / 0.25
			pitch := 69 + 12*math.Log2(hz/440)
			offTonic, offFifth := math.Remainder(pitch-float64(tonic), 12), math.Remainder(pitch-float64(tonic)-7, 12)
			if min(math.Abs(offTonic), math.Abs(offFifth)) > 0.6 {
				t.Errorf("tonic %d: drum %d is %.2f semitones from the tonic and %.2f from the fifth", tonic, drum, offTonic, offFifth)
			}
		}
	}
}
