package synth

import (
	"math/rand/v2"
)

// A texture is a bed of noise that surrounds the music: rain, vinyl, the sea.
type texture struct {
	Beds   []bed   `json:"beds"`
	Grains []grain `json:"grains"`
}

// bed is filtered noise whose level and colour move slowly.
type bed struct {
	Filter string  `json:"filter"` // low, band, high
	Cut    float32 `json:"cut"`    // Hz
	Peak   float32 `json:"peak"`
	Level  float32 `json:"level"`
	Period float32 `json:"period"` // s of a swell; 0 for none
	Depth  float32 `json:"depth"`  // of the swell, 0 to 1
	Move   float32 `json:"move"`   // semitones by which swells move the filter
}

// grain is a short sound that returns at random: a drop, a crackle, a bird.
type grain struct {
	Rate  float32 `json:"rate"` // per second
	Low   float32 `json:"low"`  // Hz
	High  float32 `json:"high"` // Hz
	Drop  float32 `json:"drop"` // semitones by which it starts higher
	Decay float32 `json:"decay"`
	Level float32 `json:"level"`
	Noise bool    `json:"noise"` // a click instead of a tone
}

const (
	maxGrains = 24
	fadeIn    = 1.5 // s
	fadeOut   = 6   // s, by 60 dB
)

type textureVoice struct {
	*texture
	noise   noise
	filters [][2]filter
	turns   []uint32
	grains  [maxGrains]speck
}

// speck is a grain that sounds.
type speck struct {
	phase, inc  uint32
	pitch, drop float32
	level, fall float32
	left, right float32
	noise       bool
}

func (t *texture) voice(n Note, r *rand.Rand) *voice {
	strength := float32(n.Velocity) / 127
	v := &voice{note: n, gain: [2]float32{strength, strength}}
	v.amp.set(envelope{Attack: fadeIn, Sustain: 1, Release: fadeOut})
	e := &textureVoice{texture: t, noise: noise(r.Uint32() | 1), filters: make([][2]filter, len(t.Beds)), turns: make([]uint32, len(t.Beds))}
	for i := range e.turns {
		e.turns[i] = r.Uint32()
	}
	v.engine = e
	return v
}

func (v *textureVoice) fill(left, right []float32, _ *control) bool {
	clear(left)
	clear(right)
	for i := range v.Beds {
		v.bed(i, left, right)
	}
	for i := range v.Grains {
		g := &v.Grains[i]
		if v.noise.uniform() < g.Rate*float32(len(left))/Rate {
			v.spawn(g)
		}
	}
	for i := range v.grains {
		if v.grains[i].level > 1e-4 {
			v.speck(&v.grains[i], left, right)
		}
	}
	return true
}

func (v *textureVoice) bed(i int, left, right []float32) {
	b := &v.Beds[i]
	swell := float32(0)
	if b.Period > 0 {
		swell = mac(0.5, 0.5, sine(v.turns[i]))
		v.turns[i] += uint32(len(left)) * turn(1/b.Period)
	}
	level := float32(b.Level * (1 - float32(b.Depth*(1-swell))))
	for channel, out := range [2][]float32{left, right} {
		f := &v.filters[i][channel]
		f.tune(mac(pitchOf(b.Cut), b.Move, swell), b.Peak)
		var buffer [step]float32
		x := buffer[:len(out)]
		for i := range x {
			x[i] = v.noise.next()
		}
		switch b.Filter {
		case "low":
			f.lowpass(x)
		case "high":
			f.highpass(x)
		default:
			f.bandpass(x)
		}
		for i, y := range x {
			out[i] = mac(out[i], level, y)
		}
	}
}

// spawn starts a grain in place of the faintest.
func (v *textureVoice) spawn(g *grain) {
	faint := &v.grains[0]
	for i := range v.grains {
		if v.grains[i].level < faint.level {
			faint = &v.grains[i]
		}
	}
	low, high := pitchOf(g.Low), pitchOf(g.High)
	loud, pan := v.noise.uniform(), v.noise.next()
	*faint = speck{
		pitch: mac(low, v.noise.uniform(), high-low), drop: g.Drop, noise: g.Noise, fall: decay(g.Decay, 1),
		level: float32(g.Level * float32(loud*loud)), right: mac(1, pan, 0.8),
	}
	faint.left = 2 - faint.right
}

func (v *textureVoice) speck(s *speck, left, right []float32) {
	s.inc = turn(hertz(s.pitch + s.drop))
	s.drop *= 0.985
	for i := range left {
		x := sine(s.phase)
		if s.noise {
			x = v.noise.next()
		}
		x *= s.level
		left[i] = mac(left[i], x, s.left)
		right[i] = mac(right[i], x, s.right)
		s.phase += s.inc
		s.level *= s.fall
	}
}
