package synth

import (
	"math/rand/v2"

	"sonora/internal/ai/compose/score"
)

// transition is a riser, a fall or an impact. All are as long as their note.
type transition struct {
	kind    score.Effect
	length  float32 // s
	noise   noise
	filters [2]filter
	phase   uint32
	saw     wave
}

func effectVoice(n Note, r *rand.Rand) *voice {
	strength := float32(n.Velocity) / 127
	v := &voice{note: n, gain: [2]float32{strength, strength}}
	v.amp.set(envelope{Attack: 0.003, Sustain: 1, Release: 0.4})
	v.engine = &transition{kind: n.Pitch, length: max(float32(n.Release-n.Start)/Rate, 0.1), noise: noise(r.Uint32() | 1), saw: wave{oscillator: &oscillator{}}}
	return v
}

func (t *transition) fill(left, right []float32, c *control) bool {
	at := min(c.age/t.length, 1)
	switch t.kind {
	case score.Riser:
		t.rush(left, right, mac(62, 52, at), float32(at*at)*0.5)
		t.rise(left, right, mac(48, 24, at), float32(float32(at*at)*at)*0.16)
	case score.Fall:
		rest := 1 - at
		t.rush(left, right, mac(54, 56, rest), float32(rest*rest)*0.5)
	default:
		t.boom(left, right, c.age, at)
	}
	return true
}

// rush is noise through a filter that moves.
func (t *transition) rush(left, right []float32, pitch, level float32) {
	for channel, out := range [2][]float32{left, right} {
		for i := range out {
			out[i] = t.noise.next() * level
		}
		t.filters[channel].tune(pitch, 0.55)
		t.filters[channel].bandpass(out)
	}
}

// rise adds a sawtooth that climbs.
func (t *transition) rise(left, right []float32, pitch, level float32) {
	var buffer [step]float32
	x := buffer[:len(left)]
	t.saw.saw(x, turn(hertz(pitch)))
	for i, v := range x {
		left[i] = mac(left[i], v, level)
		right[i] = mac(right[i], v, level)
	}
}

// boom is a low drum with a splash of noise.
func (t *transition) boom(left, right []float32, age, at float32) {
	rest := 1 - at
	t.rush(left, right, mac(80, 30, float32(rest*rest)), float32(float32(rest*rest)*rest)*0.5)
	level := float32(rest*rest) * 0.8
	drop := 18 * max(0, 1-float32(age*8))
	inc := turn(hertz(28 + float32(drop)))
	for i := range left {
		x := float32(sine(t.phase) * level)
		left[i] += x
		right[i] += x
		t.phase += inc
	}
}
