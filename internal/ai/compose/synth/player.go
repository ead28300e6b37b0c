// Package synth plays the instruments of package instrument. Each is a patch, a
// file of data, for one of a few engines: oscillators with filters, frequency
// modulation, decaying modes, plucked strings, drums and beds of noise.
//
// The same notes and seed give the same samples on every machine: random
// numbers come from package dice, tables are rounded to float32, and a
// conversion forbids fusing wherever a product meets a sum.
package synth

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"sonora/internal/ai/compose/dice"
)

// Rate is the sample rate in Hz.
const Rate = 44100

const (
	step      = 32   // frames between changes of envelopes, filters and pitches
	maxVoices = 28   // of a player; the oldest notes end for new ones
	fadeTime  = 0.02 // s in which a note that must end falls by 60 dB
	silence   = 2e-5 // peak below which a sound has ended
	quietFor  = 64   // steps of silence after which a note has ended
)

// Note is a note to play. Start, Release and Glide are in frames from the first
// frame that the player renders.
type Note struct {
	Start    int
	Release  int
	Pitch    uint8 // MIDI key, score.Drum or score.Effect
	Velocity uint8 // 1 to 127
	From     uint8 // MIDI key from which the pitch slides
	Glide    int   // how long the pitch slides; 0 for not at all
}

// Player plays one instrument. It is not safe for concurrent use.
type Player struct {
	make    func(Note, *rand.Rand) *voice
	kit     *kit // nil for other instruments
	mono    bool
	effects effectChain
	level   float32
	seed    uint64
	rand    *rand.Rand // round robin: no two notes are alike
	waiting []Note
	voices  []*voice
	now     int
	left    [step]float32
	right   [step]float32
}

// New returns a player of an instrument of package instrument. Players with the
// same seed play alike.
func New(name string, seed uint64) (*Player, error) {
	p := &Player{seed: seed, rand: dice.New(seed, "synth", name), level: gain(levels()[name])}
	patch, kit, texture := patches()[name], kits()[name], textures()[name]
	switch {
	case patch != nil:
		p.mono = patch.Mono
		p.effects.set(patch.Effects)
		p.make = patch.voices()
	case kit != nil:
		p.effects.set(kit.Effects)
		p.kit, p.make = kit, kit.voice
	case texture != nil:
		p.make = texture.voice
	case name == "risers":
		p.make = effectVoice
	default:
		return nil, fmt.Errorf("there is no instrument %q", name)
	}
	return p, nil
}

// Tune tunes the drums that have a pitch to a key, whose tonic is a pitch class: 0
// for C. It changes no other instrument.
func (p *Player) Tune(tonic int) {
	if p.kit != nil {
		p.make = p.kit.tuned(tonic).voice
	}
}

// Play adds a note. Notes must be added in the order of their starts, and
// before the frame at which they start is rendered; late notes start at once.
func (p *Player) Play(n Note) { p.waiting = append(p.waiting, n) }

// Busy reports whether notes sound or wait.
func (p *Player) Busy() bool {
	return len(p.voices) > 0 || len(p.waiting) > 0 || p.effects.ringing()
}

// Render adds the next frames to left and right, which have the same length.
func (p *Player) Render(left, right []float32) {
	for len(left) > 0 {
		n := min(step-p.now%step, len(left))
		if p.Busy() {
			p.advance(left[:n], right[:n])
		}
		left, right = left[n:], right[n:]
		p.now += n
	}
}

// advance renders at most a step.
func (p *Player) advance(left, right []float32) {
	for len(p.waiting) > 0 && p.waiting[0].Start < p.now+len(left) {
		p.begin(p.waiting[0])
		p.waiting = p.waiting[1:]
	}
	l, r := p.left[:len(left)], p.right[:len(left)]
	clear(l)
	clear(r)
	for _, v := range p.voices {
		from := max(0, v.note.Start-p.now)
		v.render(l[from:], r[from:], p.now)
	}
	p.voices = slices.DeleteFunc(p.voices, func(v *voice) bool { return v.ended })
	p.effects.apply(l, r)
	for i, x := range l {
		left[i] = mac(left[i], x, p.level)
		right[i] = mac(right[i], r[i], p.level)
	}
}

func (p *Player) begin(n Note) {
	v := p.make(n, p.rand)
	if v == nil {
		return
	}
	for _, other := range p.voices {
		if p.mono || other.note.Pitch == n.Pitch && v.choke == 0 || v.choke != 0 && other.choke == v.choke {
			other.fade()
		}
	}
	if over := p.sounding() + 1 - maxVoices; over > 0 {
		p.steal(over)
	}
	p.voices = append(p.voices, v)
}

func (p *Player) sounding() (n int) {
	for _, v := range p.voices {
		if !v.fading {
			n++
		}
	}
	return n
}

// steal fades the oldest notes, released ones first.
func (p *Player) steal(n int) {
	for _, released := range []bool{true, false} {
		for _, v := range p.voices {
			if n > 0 && !v.fading && v.amp.released == released {
				v.fade()
				n--
			}
		}
	}
}
