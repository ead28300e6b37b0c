package synth

import "math/rand/v2"

// modalPatch is a sound of decaying partials: struck strings, bars and bells.
type modalPatch struct {
	// Partials are given one by one, or as the harmonics of a stiff string.
	Partials []partial `json:"partials"`
	Strings  *stiff    `json:"strings"`

	Ring    float32 `json:"ring"`    // s until middle C has fallen by 60 dB
	Track   float32 `json:"track"`   // by how much shorter an octave higher rings: 1 halves it
	Hard    float32 `json:"hard"`    // dB per octave by which soft notes lose their high partials
	Strike  strike  `json:"strike"`  // noise of the hammer or mallet
	Tremolo float32 `json:"tremolo"` // depth of a motor's tremolo, 0 to 1
}

type partial struct {
	Ratio float32 `json:"ratio"`
	Level float32 `json:"level"`
	Ring  float32 `json:"ring"` // in relation to the fundamental
}

// stiff describes a string with stiffness (H. Fletcher, "Normal vibration
// frequencies of a stiff piano string", JASA, 1964): partial n lies at
// n·f·√(1 + B·n²).
type stiff struct {
	B       float32 `json:"b"`       // at middle C; it doubles per octave
	Count   int     `json:"count"`   // partials, at most
	Slope   float32 `json:"slope"`   // dB per octave of the partials' levels
	Strike  float32 `json:"strike"`  // place of the hammer, share of the string
	Damping float32 `json:"damping"` // by how much faster high partials decay
	Cents   float32 `json:"cents"`   // between the strings of a key
}

type strike struct {
	Level float32 `json:"level"`
	Hz    float32 `json:"hz"`
	Decay float32 `json:"decay"` // s, by 60 dB
}

// mode is a partial as a rotating pointer that shrinks.
type mode struct {
	re, im float32
	a, b   float32 // rotation and decay per frame
}

type modalVoice struct {
	patch *modalPatch
	modes []mode
	noise noise
	level float32 // of the strike
	fall  float32
	tone  filter
	turn  uint32
	quiet int
}

const bare = 3e-6 // level below which a partial ends

func (p *modalPatch) begin(n Note, strength float32, r *rand.Rand) engine {
	v := &modalVoice{patch: p, noise: noise(r.Uint32() | 1), turn: r.Uint32()}
	octaves := (float32(n.Pitch) - 60) / 12
	ring := float32(p.Ring * powerOfTwo(-float32(p.Track*octaves)))
	soft := float32(p.Hard * (1 - strength))
	base := hertz(float32(n.Pitch)) / hertz(60) // levels of partials depend on their frequency
	if p.Strings != nil {
		v.strings(n, ring, soft, r)
	}
	for _, m := range p.Partials {
		dark := powerOfTwo(-float32(soft*octavesOf(float32(max(m.Ratio, 1)*max(base, 1)))) / 6.02)
		v.add(float32(hertz(float32(n.Pitch))*m.Ratio), float32(m.Level*dark), float32(ring*m.Ring), 0)
	}
	v.level = float32(p.Strike.Level * float32(strength*strength))
	v.fall = decay(p.Strike.Decay, step)
	v.tone.tune(pitchOf(p.Strike.Hz)+float32(octaves*4), 0.2)
	return v
}

// strings adds the partials of one to three strings.
func (v *modalVoice) strings(n Note, ring, soft float32, r *rand.Rand) {
	s := v.patch.Strings
	pitch := float32(n.Pitch)
	stiffness := float32(s.B * powerOfTwo((pitch-60)/12))
	hz := hertz(pitch)
	hz /= root(1 + stiffness) // the fundamental is in tune
	turns := uint32(float64(s.Strike) * (1 << 31))
	for i := 1; i <= s.Count; i++ {
		k := float32(i)
		at := float32(hz*k) * root(mac(1, stiffness, float32(k*k)))
		if at > 0.4*Rate {
			return
		}
		height := octavesOf(k)
		place := sine(uint32(i) * turns)
		level := float32(max(place, -place, 0.08) * powerOfTwo(float32((s.Slope-soft)*height)/6.02))
		length := ring / mac(1, s.Damping, k-1)
		apart := mac(1, s.Cents*0.000289, 1+r.Float32()) // 0.000289 is half a cent
		if i > 8 || s.Cents == 0 {
			v.add(at, level, length, 0)
			continue
		}
		v.add(at, float32(level*0.6), float32(length*0.8), 0)
		v.add(float32(at*apart), float32(level*0.4), float32(length*1.3), 1<<29)
	}
}

// add starts a mode of a frequency in Hz that rings for some seconds.
func (v *modalVoice) add(hz, level, ring float32, phase uint32) {
	if hz > 0.43*Rate || level < bare {
		return
	}
	r := decay(ring, 1)
	w := turn(hz)
	v.modes = append(v.modes, mode{
		re: float32(level * sine(phase)), im: float32(level * -cosine(phase)),
		a: float32(r * cosine(w)), b: float32(r * sine(w)),
	})
}

func (v *modalVoice) fill(left, _ []float32, _ *control) bool {
	clear(left)
	i := 0
	for ; i+1 < len(v.modes); i += 2 {
		ringTwo(left, &v.modes[i], &v.modes[i+1])
	}
	if i < len(v.modes) {
		var still mode
		ringTwo(left, &v.modes[i], &still)
	}
	v.hit(left)
	if v.patch.Tremolo > 0 {
		level := 1 - float32(v.patch.Tremolo*mac(0.5, 0.5, sine(v.turn)))
		for i := range left {
			left[i] *= level
		}
		v.turn += uint32(len(left)) * turn(5.5)
	}
	if v.quiet++; v.quiet%16 == 0 {
		v.prune()
	}
	return false
}

// ringTwo adds two modes at once: the processor computes them in parallel.
func ringTwo(out []float32, m, n *mode) {
	re, im, a, b := m.re, m.im, m.a, m.b
	re2, im2, a2, b2 := n.re, n.im, n.a, n.b
	for i := range out {
		re, im = float32(a*re)-float32(b*im), float32(b*re)+float32(a*im)
		re2, im2 = float32(a2*re2)-float32(b2*im2), float32(b2*re2)+float32(a2*im2)
		out[i] += re + re2
	}
	m.re, m.im, n.re, n.im = re, im, re2, im2
}

// hit adds the noise of the strike.
func (v *modalVoice) hit(out []float32) {
	if v.level < silence {
		return
	}
	for i := range out {
		_, band := v.tone.next(v.noise.next() * v.level)
		out[i] += band
	}
	v.level *= v.fall
}

// prune removes modes that have ended.
func (v *modalVoice) prune() {
	kept := v.modes[:0]
	for _, m := range v.modes {
		if max(m.re, -m.re)+max(m.im, -m.im) > bare {
			kept = append(kept, m)
		}
	}
	v.modes = kept
}
