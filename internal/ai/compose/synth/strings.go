package synth

import "math/rand/v2"

// stringPatch is a plucked string (K. Karplus, A. Strong, "Digital synthesis of
// plucked-string and drum timbres", 1983; D. Jaffe, J. Smith, "Extensions of
// the Karplus-Strong plucked-string algorithm", 1983).
type stringPatch struct {
	Ring     float32   `json:"ring"`     // s until middle C has fallen by 60 dB
	Track    float32   `json:"track"`    // by how much shorter an octave higher rings: 1 halves it
	Damp     float32   `json:"damp"`     // how soon high partials end, 0 to 0.5
	Pick     float32   `json:"pick"`     // where it is plucked, share of the string
	Hz       float32   `json:"hz"`       // up to which a pluck at full velocity excites middle C
	Velocity float32   `json:"velocity"` // semitones by which softer plucks excite less
	Rough    float32   `json:"rough"`    // share of noise in the pluck, 0 to 1
	Knock    chiff     `json:"knock"`    // noise of the finger, nail or slap
	Buzz     float32   `json:"buzz"`     // against a bridge or a fret, 0 to 1
	Body     []formant `json:"body"`
	Dry      float32   `json:"dry"` // level of the string beside its body
}

type stringVoice struct {
	patch *stringPatch
	line  []float32
	at    int
	loss  float32 // per period
	last  float32 // before the damping
	tune  float32 // coefficient of the allpass that makes up the fraction of the period
	in    float32
	out   float32
	noise noise
	knock float32
	fall  float32
	edge  float32 // last clipped sample, for the buzz
	body  []filter
}

func (p *stringPatch) begin(n Note, strength float32, r *rand.Rand) engine {
	v := &stringVoice{patch: p, noise: noise(r.Uint32() | 1)}
	octaves := (float32(n.Pitch) - 60) / 12
	period := Rate / hertz(float32(n.Pitch))
	whole := int(period - p.Damp - 0.3)
	fraction := period - p.Damp - float32(whole)
	v.tune = (1 - fraction) / (1 + fraction)
	v.line = make([]float32, whole)
	v.loss = decay(float32(p.Ring*powerOfTwo(-float32(p.Track*octaves))), int(period+0.5))
	bright := mac(mac(pitchOf(p.Hz), 6, octaves), p.Velocity, strength-1)
	v.pluck(bright, mac(p.Pick, 0.02, around(r)))
	v.knock = float32(p.Knock.Level * float32(strength*strength))
	v.fall = decay(p.Knock.Decay, step)
	v.body = make([]filter, len(p.Body))
	for i, f := range p.Body {
		v.body[i].tune(pitchOf(f.Hz), f.Resonance)
	}
	return v
}

// pluck fills the line: an impulse and noise, cancelled at the harmonics that
// have a node where the string is plucked, and dull as the finger is soft.
func (v *stringVoice) pluck(bright, place float32) {
	x := v.line
	for i := range x {
		x[i] = float32(v.noise.next() * v.patch.Rough)
	}
	x[0] = mac(x[0], root(float32(len(x))), 1-v.patch.Rough)
	apart := max(1, int(place*float32(len(x))))
	comb := make([]float32, len(x))
	for i := range x {
		comb[i] = x[i] - x[(i+len(x)-apart)%len(x)]
	}
	var first, second pole
	first.tune(bright)
	second.tune(bright + 7)
	for range 2 { // the second time round, the filters start as they ended
		for i, y := range comb {
			x[i] = second.low(first.low(y))
		}
	}
	var mean, power float32
	for _, y := range x {
		mean += y / float32(len(x))
	}
	for i := range x {
		x[i] -= mean
		power = mac(power, x[i], x[i])
	}
	scale := 0.3 / root(power/float32(len(x))+1e-9)
	for i := range x {
		x[i] *= scale
	}
}

func (v *stringVoice) fill(left, _ []float32, _ *control) bool {
	damp, loss := v.patch.Damp, v.loss
	for i := range left {
		x := v.line[v.at]
		y := float32((float32(x*(1-damp)) + float32(v.last*damp)) * loss)
		v.last = x
		v.out = v.in + float32(v.tune*(y-v.out))
		v.in = y
		v.line[v.at] = v.out
		if v.at++; v.at == len(v.line) {
			v.at = 0
		}
		left[i] = x
	}
	v.out, v.in = flush(v.out), flush(v.in)
	v.touch(left)
	if len(v.body) > 0 {
		v.resonate(left)
	}
	return false
}

// touch adds what is heard beside the string.
func (v *stringVoice) touch(x []float32) {
	if v.patch.Buzz > 0 {
		for i, y := range x {
			edge := soft(y * 6)
			x[i] = mac(y, v.patch.Buzz, edge-v.edge)
			v.edge = edge
		}
	}
	if v.knock > silence {
		for i := range x {
			x[i] = mac(x[i], v.knock, v.noise.next())
		}
		v.knock *= v.fall
	}
}

func (v *stringVoice) resonate(x []float32) {
	var out [step]float32
	for i, y := range x {
		out[i] = float32(y * v.patch.Dry)
	}
	for i := range v.body {
		v.body[i].addBand(out[:], x, v.patch.Body[i].Level)
	}
	copy(x, out[:])
}
