package soundfont_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"

	"sonora/internal/ai/compose/soundfont"
	"sonora/internal/ai/compose/synth"
)

const (
	sampleHz = 441.0 // 100 frames per period
	frames   = 4000
)

// file builds a SoundFont with one instrument, a looped sine at key 69, in the
// presets 0:0 and 128:0. The generators are added to the instrument's zone.
func file(gens ...int16) []byte {
	var b bytes.Buffer
	little := func(buffer *bytes.Buffer, values ...any) {
		for _, v := range values {
			if err := binary.Write(buffer, binary.LittleEndian, v); err != nil {
				panic(err)
			}
		}
	}
	chunk := func(id string, data []byte) []byte {
		var c bytes.Buffer
		c.WriteString(id)
		little(&c, uint32(len(data)))
		c.Write(data)
		return c.Bytes()
	}
	name := func(s string) []byte { return append([]byte(s), make([]byte, 20-len(s))...) }

	var smpl, phdr, pbag, pgen, inst, ibag, igen, shdr bytes.Buffer
	for i := range frames + 46 {
		v := 0.0
		if i < frames {
			v = 20000 * math.Sin(2*math.Pi*float64(i)/100)
		}
		little(&smpl, int16(v))
	}
	for i, bank := range []uint16{0, 128, 0} {
		little(&phdr, name("preset"), uint16(0), bank, uint16(i), [3]uint32{})
	}
	little(&pbag, []uint16{0, 0, 1, 0, 2, 0})
	little(&pgen, []uint16{41, 0, 41, 0, 0, 0})
	little(&inst, name("sine"), uint16(0), name("end"), uint16(1))
	zone := append(append([]int16{54, 1}, gens...), 53, 0)
	little(&igen, zone, int32(0))
	little(&ibag, []uint16{0, 0, uint16(len(zone) / 2), 0})
	little(&shdr, name("sine"), uint32(0), uint32(frames), uint32(1000), uint32(3000), uint32(44100), uint8(69), int8(-4), uint16(0), uint16(1), make([]byte, 46))

	pdta := []byte("pdta")
	for _, c := range [][]byte{
		chunk("phdr", phdr.Bytes()), chunk("pbag", pbag.Bytes()), chunk("pmod", make([]byte, 10)), chunk("pgen", pgen.Bytes()),
		chunk("inst", inst.Bytes()), chunk("ibag", ibag.Bytes()), chunk("imod", make([]byte, 10)), chunk("igen", igen.Bytes()), chunk("shdr", shdr.Bytes()),
	} {
		pdta = append(pdta, c...)
	}
	b.WriteString("sfbk")
	b.Write(chunk("LIST", append([]byte("sdta"), chunk("smpl", smpl.Bytes())...)))
	b.Write(chunk("LIST", pdta))
	return chunk("RIFF", b.Bytes())
}

func open(t *testing.T, data []byte) *soundfont.Font {
	t.Helper()
	f, err := soundfont.New(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func play(t *testing.T, data []byte, seconds float64, notes ...synth.Note) []float32 {
	t.Helper()
	p := open(t, data).Player(0, false)
	if p == nil {
		t.Fatal("the font has no preset")
	}
	for _, n := range notes {
		p.Play(n)
	}
	left, right := make([]float32, int(seconds*synth.Rate)), make([]float32, int(seconds*synth.Rate))
	p.Render(left, right)
	return left
}

// crossings returns the frequency in Hz of a tone.
func crossings(x []float32) float64 {
	first, last, n := 0.0, 0.0, 0
	for i := 1; i < len(x); i++ {
		if x[i-1] < 0 && x[i] >= 0 {
			last = float64(i) - float64(x[i]/(x[i]-x[i-1]))
			if n == 0 {
				first = last
			}
			n++
		}
	}
	return float64(n-1) / (last - first) * synth.Rate
}

func peak(x []float32) (most float32) {
	for _, v := range x {
		most = max(most, v, -v)
	}
	return most
}

func TestNotesHaveTheirPitchAndLoop(t *testing.T) {
	for _, key := range []uint8{45, 69, 88} {
		x := play(t, file(), 1.5, synth.Note{Release: synth.Rate, Pitch: key, Velocity: 127})
		want := 440 * math.Exp2((float64(key)-69)/12)
		if hz := crossings(x[4410:40000]); math.Abs(1200*math.Log2(hz/want)) > 1 {
			t.Errorf("key %d sounds at %.2f Hz, not %.2f", key, hz, want)
		}
		if level := peak(x[35000:44000]); level < 0.5 || level > 0.7 {
			t.Errorf("key %d has a level of %.3f at its end: the loop fails", key, level)
		}
		if level := peak(x[60000:]); level > 1e-3 {
			t.Errorf("key %d sounds on after its release: %.4f", key, level)
		}
	}
}

func TestGeneratorsAreFollowed(t *testing.T) {
	loud := synth.Note{Release: synth.Rate, Pitch: 69, Velocity: 127}
	plain := peak(play(t, file(), 1, loud))
	soft := loud
	soft.Velocity = 40
	for name, quieter := range map[string]float32{
		"attenuation": peak(play(t, file(48, 250), 1, loud)),        // 10 dB
		"velocity":    peak(play(t, file(), 1, soft)),               // 20 dB
		"filter":      peak(play(t, file(8, 3000), 1, loud)[4410:]), // cutoff at 46 Hz
		"sustain":     peak(play(t, file(37, 400), 1, loud)[4410:]), // 40 dB
		"delay":       peak(play(t, file(33, -1200), 1, loud)[:20000]),
	} {
		if quieter > 0.4*plain {
			t.Errorf("%s: %.3f, and %.3f without it", name, quieter, plain)
		}
	}
	if low := crossings(play(t, file(51, -12), 1, loud)[4410:40000]); math.Abs(low-220) > 0.5 {
		t.Errorf("tuned an octave lower it sounds at %.1f Hz", low)
	}
	short := play(t, file(54, 0), 1, loud)
	if level := peak(short[frames+100:]); level != 0 {
		t.Errorf("without a loop, the sample sounds on: %.3f", level)
	}
}

func TestExclusiveClassesEndEachOther(t *testing.T) {
	first := synth.Note{Release: synth.Rate, Pitch: 69, Velocity: 127}
	second := synth.Note{Start: 20000, Release: 20001, Pitch: 81, Velocity: 127}
	if level := peak(play(t, file(57, 1), 1, first, second)[35000:]); level > 1e-3 {
		t.Errorf("the first note sounds on: %.3f", level)
	}
	if level := peak(play(t, file(), 1, first, second)[35000:]); level < 0.5 {
		t.Errorf("without a class the first note ended: %.3f", level)
	}
}

func TestPresetsAreFound(t *testing.T) {
	f := open(t, file())
	if f.Player(0, true) == nil || f.Player(25, true) == nil {
		t.Error("another kit does not stand in for a missing one")
	}
	if f.Player(25, false) != nil {
		t.Error("another instrument stands in for a missing one")
	}
}

func TestDamagedFilesAreRefused(t *testing.T) {
	good := file()
	for _, data := range [][]byte{nil, []byte("RIFF"), good[:40], good[:len(good)-60], bytes.Replace(good, []byte("inst"), []byte("tsni"), 1)} {
		if _, err := soundfont.New(bytes.NewReader(data), int64(len(data))); err == nil {
			t.Errorf("%d bytes were accepted", len(data))
		}
	}
}

// FuzzNew plays damaged files: they are refused or play something, in bounds.
func FuzzNew(f *testing.F) {
	f.Add(file())
	f.Add(file(0, 32767, 2, -32768, 3, 32767, 45, 32767, 8, 0, 9, 32767, 5, 32767, 58, 200))
	f.Add(file(33, 32767, 34, 32767, 36, -32768, 38, 32767, 22, 32767, 24, -32768, 51, 120, 52, 99, 56, -1200))
	f.Fuzz(func(t *testing.T, data []byte) {
		font, err := soundfont.New(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		p := font.Player(0, false)
		if p == nil {
			return
		}
		p.Play(synth.Note{Release: 300, Pitch: 60, Velocity: 100})
		p.Play(synth.Note{Start: 100, Release: 400, Pitch: 127, Velocity: 1})
		var left, right [1000]float32
		p.Render(left[:], right[:])
		for _, v := range left {
			if v != v {
				t.Fatal("the sound is not a number")
			}
		}
	})
}
