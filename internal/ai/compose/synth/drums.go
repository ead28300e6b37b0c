package synth

import (
	"fmt"
	"math"
	"math/rand/v2"

	"sonora/internal/ai/compose/score"
)

// A kit is a set of drums. It has the drums of its base, changed as a whole, and
// its own.
type kit struct {
	Base    string           `json:"base"`
	Pitch   float32          `json:"pitch"`  // semitones by which the base is higher
	Length  float32          `json:"length"` // factor of the base's decay; 0 counts as 1
	Drums   map[string]*drum `json:"drums"`
	Effects effects          `json:"effects"`
	byKey   [128]*drum
}

// drum is a drum sound, in layers.
type drum struct {
	Layers []layer `json:"layers"`
	Pan    float32 `json:"pan"`   // -1 to 1, as the audience sees it
	Choke  int     `json:"choke"` // drums of the same group end each other
	Tuned  bool    `json:"tuned"` // whether players tune it to the key; the first layer has its pitch
}

// layer is a tone, a noise, or a metal of six squares.
type layer struct {
	Kind     string    `json:"kind"`  // tone, square, noise, metal
	Hz       float32   `json:"hz"`    // pitch at the end
	Drop     float32   `json:"drop"`  // semitones by which it starts higher
	Speed    float32   `json:"speed"` // s until the drop has ended
	Filter   string    `json:"filter"`
	Cut      float32   `json:"cut"` // Hz
	Peak     float32   `json:"peak"`
	Attack   float32   `json:"attack"` // s
	Decay    float32   `json:"decay"`  // s, by 60 dB
	Level    float32   `json:"level"`
	Velocity float32   `json:"velocity"` // how much faster than velocity the layer fades for soft hits
	Again    []float32 `json:"again"`    // s at which it sounds again: a clap
}

var drumNames = map[string]score.Drum{
	"kick": score.Kick, "rim": score.Rim, "snare": score.Snare, "clap": score.Clap, "low-tom": score.LowTom,
	"closed-hat": score.ClosedHat, "mid-tom": score.MidTom, "open-hat": score.OpenHat, "pedal-hat": score.PedalHat,
	"crash": score.Crash, "high-tom": score.HighTom, "ride": score.Ride, "ride-bell": score.RideBell,
	"tambourine": score.Tambourine, "cowbell": score.Cowbell, "high-bongo": score.HighBongo, "low-bongo": score.LowBongo,
	"mute-conga": score.MuteConga, "high-conga": score.HighConga, "low-conga": score.LowConga, "high-timbale": score.HighTimbale,
	"high-agogo": score.HighAgogo, "shaker": score.Shaker, "guiro": score.Guiro, "claves": score.Claves,
	"woodblock": score.Woodblock, "triangle": score.Triangle,
}

// inherit fills byKey from the base and the kit's own drums.
func (k *kit) inherit(name string, kits map[string]*kit) error {
	if k.Base != "" {
		base := kits[k.Base]
		if base == nil || base == k {
			return fmt.Errorf("kit %s: no base %q", name, k.Base)
		}
		if err := base.inherit(k.Base, kits); err != nil {
			return err
		}
		for key, drum := range base.byKey {
			if drum != nil {
				k.byKey[key] = drum.changed(k.Pitch, k.Length)
			}
		}
	}
	for drum := range k.Drums {
		key, ok := drumNames[drum]
		if !ok {
			return fmt.Errorf("kit %s: no drum %q", name, drum)
		}
		k.byKey[key] = k.Drums[drum]
	}
	return nil
}

// tuned returns the kit for a key: players tune congas and the like to its tonic or
// its fifth, whichever is nearer, because such drums ring long enough to be heard as
// notes. The tonic is a pitch class, 0 for C.
func (k *kit) tuned(tonic int) *kit {
	other := *k
	for key, d := range k.byKey {
		if d != nil && d.Tuned {
			other.byKey[key] = d.changed(toKey(pitchOf(d.Layers[0].Hz), tonic), 1)
		}
	}
	return &other
}

// toKey returns the semitones from a pitch to the nearest tonic or fifth of a key.
func toKey(pitch float32, tonic int) float32 {
	up := float32(math.Remainder(float64(tonic)-float64(pitch), 12))
	fifth := float32(math.Remainder(float64(tonic+7)-float64(pitch), 12))
	if max(fifth, -fifth) < max(up, -up) {
		return fifth
	}
	return up
}

// changed returns a drum that is higher by some semitones and rings longer.
func (d *drum) changed(semitones, length float32) *drum {
	other := *d
	other.Layers = make([]layer, len(d.Layers))
	for i, l := range d.Layers {
		l.Hz = float32(l.Hz * powerOfTwo(semitones/12))
		if length > 0 {
			l.Decay *= length
		}
		other.Layers[i] = l
	}
	return &other
}

// metals are the frequencies of the squares of a cymbal in relation to the first.
var metals = [...]float32{1, 1.483, 1.7997, 2.5455, 2.63, 3.897}

type drumVoice struct {
	layers []layerVoice
	noise  noise
}

type layerVoice struct {
	*layer
	pitch  float32
	phases [len(metals)]uint32
	full   float32 // level at the start
	level  float32
	attack float32 // per frame
	rise   float32
	fall   float32 // per frame
	drop   float32 // semitones left
	drops  float32 // per step
	filter filter
	again  []float32
}

func (k *kit) voice(n Note, r *rand.Rand) *voice {
	d := k.byKey[n.Pitch&127]
	if d == nil {
		return nil
	}
	strength := float32(n.Velocity) / 127
	v := &voice{note: n, choke: d.Choke}
	v.note.Release = n.Start + 12*Rate // drums end by themselves
	v.place(d.Pan)
	v.amp = amplitude{level: 1, risen: true, sustain: 1, fall: 1}
	e := &drumVoice{noise: noise(r.Uint32() | 1)}
	tuned := float32(0.12 * around(r))
	loud := float32(strength*strength) * mac(1, 0.06, around(r))
	for i := range d.Layers {
		l := &d.Layers[i]
		s := layerVoice{layer: l, again: l.Again, pitch: pitchOf(l.Hz) + tuned, fall: decay(l.Decay, 1), drop: l.Drop, drops: decay(l.Speed, step)}
		s.level = float32(float32(l.Level*loud) * mac(1, l.Velocity, strength-1))
		s.full = s.level
		s.attack, s.rise = 1, 1
		if l.Attack > 0 {
			s.attack, s.rise = 1/(l.Attack*Rate), 0
		}
		for m := range s.phases {
			s.phases[m] = r.Uint32()
		}
		if l.Kind == "tone" {
			s.phases[0] = 0
		}
		if l.Filter != "" {
			s.filter.tune(pitchOf(l.Cut)+float32(2*tuned), l.Peak)
		}
		e.layers = append(e.layers, s)
	}
	v.engine = e
	return v
}

func (v *drumVoice) fill(left, _ []float32, c *control) bool {
	clear(left)
	c.done = true
	for i := range v.layers {
		l := &v.layers[i]
		if len(l.again) > 0 && c.age >= l.again[0] {
			l.level, l.again = l.full, l.again[1:]
		}
		if l.level < 1e-5 && len(l.again) == 0 {
			continue
		}
		c.done = false
		v.add(l, left)
	}
	return false
}

func (v *drumVoice) add(l *layerVoice, out []float32) {
	var buffer [step]float32
	x := buffer[:len(out)]
	inc := turn(hertz(l.pitch + l.drop))
	switch l.Kind {
	case "tone":
		for i := range x {
			x[i] = sine(l.phases[0])
			l.phases[0] += inc
		}
	case "square":
		for i := range x {
			x[i] = square(l.phases[0])
			l.phases[0] += inc
		}
	case "noise":
		for i := range x {
			x[i] = v.noise.next()
		}
	default:
		l.metal(x)
	}
	l.drop *= l.drops
	switch l.Filter {
	case "low":
		l.filter.lowpass(x)
	case "band":
		l.filter.bandpass(x)
	case "high":
		l.filter.highpass(x)
	}
	level, rise := l.level, l.rise
	for i, y := range x {
		out[i] = mac(out[i], y, float32(level*rise))
		if rise < 1 {
			rise = min(1, rise+l.attack)
		} else {
			level *= l.fall
		}
	}
	l.level, l.rise = level, rise
}

func (l *layerVoice) metal(x []float32) {
	clear(x)
	for m, ratio := range metals {
		inc := turn(float32(hertz(l.pitch) * ratio))
		phase := l.phases[m]
		for i := range x {
			x[i] += square(phase) / 6
			phase += inc
		}
		l.phases[m] = phase
	}
}

// square returns a square wave from -1 to 1.
func square(phase uint32) float32 { return float32(int32(phase)>>31 | 1) }
