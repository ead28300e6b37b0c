package soundfont

import (
	"math"

	"sonora/internal/ai/compose/synth"
)

// voice is one region that sounds.
type voice struct {
	*region
	note     synth.Note
	at       uint64 // position in 1<<32 of a frame
	pitch    float32
	glide    float32 // cents below the pitch where it starts to slide
	gain     float32
	level    float32 // at the end of the last step
	pan      [2]float32
	volume   envelope
	mod      envelope
	vibrato  lfo
	wobble   lfo
	filter   lowpass
	filtered bool
	age      int
	ended    bool
}

func newVoice(r *region, n synth.Note) *voice {
	v := &voice{region: r, note: n, at: uint64(r.start) << 32}
	root := r.values[rootKey]
	if root < 0 || root > 127 {
		root = r.header.root
	}
	key := int(n.Pitch)
	v.pitch = float32((key-root)*r.values[scaleTuning] + 100*r.values[coarseTune] + r.values[fineTune] + r.header.cents)
	if n.Glide > 0 {
		v.glide = float32(100 * (int(n.From) - key))
	}
	strength := float32(max(n.Velocity, 1)) / 127
	quiet := fromDB(-0.04 * float32(min(max(r.values[attenuation], 0), 1440))) // E-mu's centibels are 0.4 of one
	v.gain = float32(float32(strength*strength)*quiet) * (1.0 / 32768)
	pan := float64(min(max(r.values[panGenerator], -500), 500)+500) / 1000 * math.Pi / 2
	v.pan = [2]float32{float32(math.Cos(pan) * math.Sqrt2), float32(math.Sin(pan) * math.Sqrt2)}
	v.volume.set(r, volEnvDelay, key)
	v.mod.set(r, modEnvDelay, key)
	v.vibrato.set(r, vibratoDelay, vibratoFrequency)
	v.wobble.set(r, modLFODelay, modLFOFrequency)
	v.filtered = r.values[filterCutoff] < 13000 || r.values[modEnvToFilter] != 0 || r.values[modLFOToFilter] != 0
	return v
}

func (v *voice) fade() {
	v.volume.release()
	v.volume.fall = min(v.volume.fall, perStep(fadeTime))
	v.note.Release = min(v.note.Release, v.note.Start)
}

// render adds the next frames. now is the time of the step.
func (v *voice) render(left, right []float32, now int) {
	released := now >= v.note.Release
	if released {
		v.volume.release()
		v.mod.release()
	}
	shape, wave, vibrato := v.mod.next(), v.wobble.next(len(left)), v.vibrato.next(len(left))
	value := func(g int) float32 { return float32(v.values[g]) }
	cents := v.pitch + float32(vibrato*value(vibratoToPitch)) + float32(wave*value(modLFOToPitch)) + float32(shape*value(modEnvToPitch))
	if v.age < v.note.Glide {
		cents += float32(v.glide * (1 - float32(v.age)/float32(v.note.Glide)))
	}
	inc := uint64(int64(float64(ratio(min(max(cents, -12000), 8400))) * float64(v.header.rate) / synth.Rate * (1 << 32)))
	var buffer [step]float32
	x := buffer[:len(left)]
	v.read(x, inc, v.loops && (!v.tillRelease || !released))
	if v.filtered {
		v.filter.tune(value(filterCutoff)+float32(shape*value(modEnvToFilter))+float32(wave*value(modLFOToFilter)), value(filterResonance))
		v.filter.run(x)
	}
	to := float32(v.volume.next() * v.gain)
	if depth := v.values[modLFOToVolume]; depth != 0 {
		to *= fromDB(float32(wave*value(modLFOToVolume)) / 10)
	}
	v.add(x, to, left, right)
	v.age += len(left)
	v.ended = v.ended || v.volume.over
}

func (v *voice) add(x []float32, to float32, left, right []float32) {
	slope := (to - v.level) / float32(len(x))
	for i, y := range x {
		v.level += slope
		y *= v.level
		left[i] += float32(y * v.pan[0])
		right[i] += float32(y * v.pan[1])
	}
	v.level = to
}

// read interpolates between four frames (Catmull and Rom).
func (v *voice) read(x []float32, inc uint64, loops bool) {
	s := v.samples
	frame := func(i int) float32 {
		if loops && i >= v.loopTo {
			i = v.loopStart + (i-v.loopTo)%(v.loopTo-v.loopStart)
		}
		if i < v.start || i >= v.end {
			return 0
		}
		return float32(s[i])
	}
	for i := range x {
		at := int(v.at >> 32)
		if loops && at >= v.loopTo {
			at = v.loopStart + (at-v.loopTo)%(v.loopTo-v.loopStart)
			v.at = uint64(at)<<32 | v.at&(1<<32-1)
		}
		if at >= v.end {
			v.ended = true
			return
		}
		var a, b, c, d float32
		if at > v.start && at+2 < v.end && (!loops || at+2 < v.loopTo) {
			a, b, c, d = float32(s[at-1]), float32(s[at]), float32(s[at+1]), float32(s[at+2])
		} else {
			a, b, c, d = frame(at-1), frame(at), frame(at+1), frame(at+2)
		}
		t := float32(uint32(v.at)) * (1.0 / (1 << 32))
		bend := a - float32(2.5*b) + float32(2*c) - float32(0.5*d)
		twist := float32(1.5*(b-c)) + float32(0.5*(d-a))
		slope := (c - a) * 0.5
		x[i] = b + float32(t*(slope+float32(t*(bend+float32(t*twist)))))
		v.at += inc
	}
}

// envelope has six stages: delay, attack, hold, decay, sustain, release.
type envelope struct {
	delay, hold int     // steps
	rise        float32 // per step
	decay       float32 // factor per step
	sustain     float32
	fall        float32 // factor per step
	level       float32
	stage       int
	over        bool
}

func (e *envelope) set(r *region, first, key int) {
	steps := func(timecents int) int {
		if timecents <= -12000 {
			return 0
		}
		return int(seconds(timecents) * synth.Rate / step)
	}
	v := &r.values
	byKey := first + envelopeHoldByKey
	e.delay = steps(v[first])
	e.rise = step / max(seconds(v[first+1])*synth.Rate, step)
	e.hold = steps(v[first+2] + (60-key)*v[byKey])
	e.decay = perStep(seconds(v[first+3]+(60-key)*v[byKey+1]) * 0.6) // the specification counts the time to -100 dB
	e.sustain = fromDB(-float32(min(max(v[first+envelopeSustain], 0), 1440)) / 10)
	if first == modEnvDelay {
		e.sustain = 1 - float32(min(max(v[first+envelopeSustain], 0), 1000))/1000
	}
	e.fall = perStep(max(seconds(v[first+envelopeRelease])*0.6, fadeTime))
}

// perStep returns the factor of a step for a fall of 60 dB in the given seconds.
func perStep(seconds float32) float32 {
	return float32(math.Pow(10, -3*step/(max(float64(seconds), 1e-3)*synth.Rate)))
}

const (
	delaying = iota
	rising
	holding
	decaying
	releasing
)

func (e *envelope) release() { e.stage = releasing }

// next moves on by a step and returns the level.
func (e *envelope) next() float32 {
	switch e.stage {
	case delaying:
		if e.delay--; e.delay < 0 {
			e.stage = rising
		}
	case rising:
		if e.level += e.rise; e.level >= 1 {
			e.level, e.stage = 1, holding
		}
	case holding:
		if e.hold--; e.hold < 0 {
			e.stage = decaying
		}
	case decaying:
		e.level = e.sustain + float32((e.level-e.sustain)*e.decay)
		e.over = e.level < silent
	case releasing:
		e.level *= e.fall
		e.over = e.level < silent
	}
	return e.level
}

// lfo is a triangle wave that begins after a delay.
type lfo struct {
	delay int // frames
	phase float32
	inc   float32 // per frame
}

func (l *lfo) set(r *region, delay, frequency int) {
	l.delay = int(seconds(r.values[delay]) * synth.Rate)
	l.inc = float32(8.176*ratio(float32(min(max(r.values[frequency], -16000), 4500)))) / synth.Rate
}

func (l *lfo) next(frames int) float32 {
	if l.delay > 0 {
		l.delay -= frames
		return 0
	}
	l.phase += float32(float32(frames) * l.inc)
	l.phase -= float32(int(l.phase))
	switch {
	case l.phase < 0.25:
		return 4 * l.phase
	case l.phase < 0.75:
		return 2 - float32(4*l.phase)
	}
	return float32(4*l.phase) - 4
}

// lowpass is a state-variable filter (A. Simper, 2013).
type lowpass struct{ k, a1, a2, a3, s1, s2 float32 }

// tune sets the cutoff in cents above 8.176 Hz and the resonance in centibels.
func (f *lowpass) tune(cents, centibels float32) {
	hz := min(8.176*float64(ratio(min(max(cents, 1500), 13500))), 0.45*synth.Rate)
	g := float32(math.Tan(math.Pi * hz / synth.Rate))
	f.k = 1.4142 * fromDB(-min(max(centibels, 0), 400)/10)
	f.a1 = 1 / (1 + float32(g*(g+f.k)))
	f.a2 = float32(g * f.a1)
	f.a3 = float32(g * f.a2)
}

func (f *lowpass) run(x []float32) {
	for i, v := range x {
		v3 := v - f.s2
		band := float32(f.a1*f.s1) + float32(f.a2*v3)
		low := f.s2 + float32(f.a2*f.s1) + float32(f.a3*v3)
		f.s1, f.s2 = float32(2*band)-f.s1, float32(2*low)-f.s2
		x[i] = low
	}
	if max(f.s1, -f.s1, f.s2, -f.s2) < 1e-12 {
		f.s1, f.s2 = 0, 0
	}
}
