package synth

import "math/rand/v2"

// fmPatch is frequency modulation with four operators (J. Chowning, "The
// synthesis of complex audio spectra by means of frequency modulation", 1973).
type fmPatch struct {
	Operators []operator `json:"operators"` // at most 4; an operator modulates those before it
}

// operator is a sine whose phase others modulate.
type operator struct {
	Ratio    float32  `json:"ratio"` // to the frequency of the note
	Cents    float32  `json:"cents"`
	Level    float32  `json:"level"`    // into the output; 0 for a modulator
	Index    float32  `json:"index"`    // depth in radians by which it modulates To, at full velocity
	To       int      `json:"to"`       // operator that it modulates, counted from 0
	Self     float32  `json:"self"`     // depth by which it modulates itself
	Velocity float32  `json:"velocity"` // how much of its level or index depends on velocity, 0 to 1
	Track    float32  `json:"track"`    // how much of its index falls per octave above middle C, 0 to 1
	Envelope envelope `json:"envelope"`
}

const maxOperators = 4

type fmVoice struct {
	operators []operator
	levels    [maxOperators]float32
	phases    [maxOperators]uint32
	last      [maxOperators]float32 // output, for its own modulation
	envelopes [maxOperators]amplitude
}

// perRadian is the phase of a radian.
const perRadian = 1 << 32 / 6.283185307179586

func (p *fmPatch) begin(n Note, strength float32, _ *rand.Rand) engine {
	v := &fmVoice{operators: p.Operators}
	octaves := max(0, (float32(n.Pitch)-60)/12)
	for i, o := range p.Operators {
		level := o.Level
		if o.Level == 0 {
			level = o.Index / mac(1, o.Track, octaves)
		}
		v.levels[i] = float32(level * mac(1, o.Velocity, strength-1))
		v.envelopes[i].set(o.Envelope)
	}
	return v
}

func (v *fmVoice) fill(left, _ []float32, c *control) bool {
	var levels, slopes, fed [maxOperators]float32
	var incs [maxOperators]uint32
	hz := hertz(c.pitch)
	for i := range v.operators {
		o := &v.operators[i]
		if !c.held {
			v.envelopes[i].release()
		}
		from, to := v.envelopes[i].advance()
		levels[i] = float32(from * v.levels[i])
		slopes[i] = float32(to*v.levels[i]) / float32(len(left))
		slopes[i] -= levels[i] / float32(len(left))
		incs[i] = turn(float32(hz*o.Ratio) * hertz(69+o.Cents/100) * (1.0 / 440))
		fed[i] = o.Self * perRadian
		if levels[i] == 0 && to == 0 {
			levels[i], slopes[i] = 0, 0
		}
	}
	for frame := range left {
		var bend [maxOperators]float32
		var out float32
		for i := len(v.operators) - 1; i >= 0; i-- {
			o := &v.operators[i]
			at := v.phases[i] + uint32(int64(mac(bend[i], fed[i], v.last[i])))
			y := float32(sine(at) * levels[i])
			v.last[i] = y
			v.phases[i] += incs[i]
			levels[i] += slopes[i]
			if o.Level > 0 {
				out += y
			} else {
				bend[o.To] = mac(bend[o.To], y, perRadian)
			}
		}
		left[frame] = out
	}
	return false
}
