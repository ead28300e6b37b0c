package synth

import (
	"math"
	"math/rand/v2"
)

const signBit = 1 << 31

// engine makes the sound of one note before its envelope.
type engine interface {
	// fill writes the next frames of a note. It reports whether it wrote to
	// right too; otherwise both channels are left.
	fill(left, right []float32, c *control) bool
}

// control is what changes from step to step.
type control struct {
	pitch float32 // semitones, with glide, vibrato and round robin
	age   float32 // s
	held  bool    // the key is down
	done  bool    // set by the engine: the note has ended by itself
}

// voice is a note that sounds.
type voice struct {
	engine   engine
	note     Note
	amp      amplitude
	gain     [2]float32 // left, right
	pitch    float32    // semitones, out of tune as round robin has it
	from     float32    // semitones below pitch where the glide starts
	vibrato  vibrato
	turn     uint32 // phase of the vibrato
	age      int    // frames
	quiet    int    // steps of silence so far
	choke    int    // notes of the same choke group end each other; 0 for none
	fading   bool
	ended    bool
	control  control
	channels [2][step]float32
}

// voices returns a function that begins notes of a patch.
func (p *patch) voices() func(Note, *rand.Rand) *voice {
	begin := p.engine()
	return func(n Note, r *rand.Rand) *voice {
		drift := p.Drift / 100 * around(r)
		strength := float32(n.Velocity) / 127
		level := 1 - p.Dynamics + float32(p.Dynamics*float32(strength*strength))
		v := &voice{note: n, vibrato: p.Vibrato, pitch: float32(n.Pitch) + drift, turn: r.Uint32()}
		v.place(float32(float32(n.Pitch)-60) / 36 * p.Spread)
		v.gain[0] *= level
		v.gain[1] *= level
		if n.Glide > 0 {
			v.from = float32(n.From) - float32(n.Pitch)
		}
		v.amp.set(p.Amp)
		v.engine = begin(n, strength, r)
		return v
	}
}

func (p *patch) engine() func(Note, float32, *rand.Rand) engine {
	switch {
	case p.FM != nil:
		return p.FM.begin
	case p.Modal != nil:
		return p.Modal.begin
	case p.String != nil:
		return p.String.begin
	}
	return p.Wave.voices()
}

// place sets the position from -1 (left) to 1 (right), with the level of both
// channels together unchanged.
func (v *voice) place(pan float32) {
	at := uint32((min(max(pan, -1), 1) + 1) * (1 << 28)) // a quarter of a half turn
	v.gain = [2]float32{cosine(at) * 1.41421356, sine(at) * 1.41421356}
}

// fade ends a note soon but without a click.
func (v *voice) fade() {
	v.fading = true
	v.amp.end(fadeTime)
}

// render adds the next frames of the voice. now is the time of the step.
func (v *voice) render(left, right []float32, now int) {
	if now >= v.note.Release {
		v.amp.release()
	}
	v.steer(len(left))
	l, r := v.channels[0][:len(left)], v.channels[1][:len(left)]
	if !v.engine.fill(l, r, &v.control) {
		r = l
	}
	level, to := v.amp.advance()
	slope := (to - level) / float32(len(l))
	a, b := v.gain[0], v.gain[1]
	var peak uint32 // bits of the amplitude, which sort like it
	for i, x := range l {
		level += slope
		x *= level
		y := float32(r[i] * level)
		left[i] = mac(left[i], x, a)
		right[i] = mac(right[i], y, b)
		peak = max(peak, math.Float32bits(x)&^signBit, math.Float32bits(y)&^signBit)
	}
	v.listen(math.Float32frombits(peak))
	v.age += len(left)
}

// listen ends a voice that has been silent for a while.
func (v *voice) listen(peak float32) {
	v.quiet++
	if peak > silence {
		v.quiet = 0
	}
	released := v.amp.released && v.amp.level < silence
	v.ended = released || v.control.done || v.quiet > quietFor && (v.amp.released || v.age > Rate)
}

// steer updates the pitch.
func (v *voice) steer(frames int) {
	c := &v.control
	c.age = float32(v.age) / Rate
	c.held = !v.amp.released
	c.pitch = v.pitch
	if v.age < v.note.Glide {
		c.pitch = mac(c.pitch, v.from, 1-float32(v.age)/float32(v.note.Glide))
	}
	if v.vibrato.Cents > 0 {
		depth := min(max(c.age-v.vibrato.Delay, 0)*2.5, 1) * v.vibrato.Cents / 100
		c.pitch = mac(c.pitch, sine(v.turn), depth)
		v.turn += uint32(frames) * turn(v.vibrato.Hz)
	}
}

// amplitude is the running state of an envelope.
type amplitude struct {
	attack   float32 // per step
	decay    float32 // factor per step
	fall     float32 // factor per step after release
	sustain  float32
	level    float32
	risen    bool
	released bool
}

func (a *amplitude) set(e envelope) {
	a.attack = 1
	if e.Attack > 0 {
		a.attack = step / (e.Attack * Rate)
	}
	a.decay = decay(e.Decay, step)
	a.fall = decay(max(e.Release, fadeTime), step)
	a.sustain = e.Sustain
}

func (a *amplitude) release() { a.released = true }

func (a *amplitude) end(seconds float32) {
	a.released = true
	a.fall = min(a.fall, decay(seconds, step))
}

// advance moves on by a step and returns the level before and after it.
func (a *amplitude) advance() (before, after float32) {
	before = a.level
	switch {
	case a.released:
		a.level *= a.fall
		if a.level < silence {
			a.level = 0
		}
	case !a.risen:
		a.level += a.attack
		if a.level >= 1 {
			a.level, a.risen = 1, true
		}
	default:
		a.level = mac(a.sustain, a.level-a.sustain, a.decay)
	}
	return before, a.level
}
