package synth

import "math/rand/v2"

// wavePatch is a subtractive sound: oscillators and noise through a filter and
// formants.
type wavePatch struct {
	Oscillators []oscillator `json:"oscillators"`
	Harmonics   []float32    `json:"harmonics"` // amplitudes from the fundamental upwards, of the wave "harmonics"
	Noise       float32      `json:"noise"`     // breath, bow: level of noise while the note is held
	Chiff       chiff        `json:"chiff"`
	Filter      *filterPatch `json:"filter"`
	Formants    []formant    `json:"formants"`
	Dry         float32      `json:"dry"` // level of the sound beside its formants
	Scoop       scoop        `json:"scoop"`
	Drive       float32      `json:"drive"` // gain before soft clipping; 0 for none
}

// oscillator makes one wave, or several that are slightly out of tune.
type oscillator struct {
	Wave      string  `json:"wave"` // saw, pulse, triangle, steps, sine, harmonics
	Level     float32 `json:"level"`
	Semitones float32 `json:"semitones"` // above the note
	Width     float32 `json:"width"`     // of the pulse: share of the period, 0.5 for a square
	Sweep     float32 `json:"sweep"`     // by which the width moves
	Unison    int     `json:"unison"`    // number of waves, 0 counts as 1
	Cents     float32 `json:"cents"`     // between the lowest and the highest of them
	Spread    float32 `json:"spread"`    // of them between left and right, 0 to 1
}

// chiff is the noise at the start of a note: a tongue, a bow, a key.
type chiff struct {
	Level float32 `json:"level"`
	Decay float32 `json:"decay"` // s, by 60 dB
}

// filterPatch moves with an envelope, the key and velocity.
type filterPatch struct {
	Kind      string   `json:"kind"` // low, low2 (24 dB per octave), band, high
	Hz        float32  `json:"hz"`   // cutoff of middle C at rest
	Track     float32  `json:"track"`
	Resonance float32  `json:"resonance"` // 0 to 1
	Depth     float32  `json:"depth"`     // semitones by which the envelope opens it
	Envelope  envelope `json:"envelope"`
	Velocity  float32  `json:"velocity"` // semitones by which full velocity opens it
}

type formant struct {
	Hz        float32 `json:"hz"`
	Level     float32 `json:"level"`
	Resonance float32 `json:"resonance"`
}

// scoop begins a note below (or above) its pitch.
type scoop struct {
	Semitones float32 `json:"semitones"`
	Seconds   float32 `json:"seconds"`
}

const (
	toSignal  = 1.0 / (1 << 31)
	tablePart = 20 // bits of a phase below the index of a table of harmonics
	tableSize = 1<<(32-tablePart) + 1
)

// wave is one running oscillator.
type wave struct {
	*oscillator
	phase     uint32
	sweep     uint32
	semitones float32
	left      float32
	right     float32
	table     []float32
}

type waves struct {
	patch    *wavePatch
	waves    []wave
	stereo   bool
	noise    noise
	chiff    float32
	chiffs   float32 // factor per step
	strength float32
	opening  amplitude
	cutoff   float32 // pitch
	filters  [2][2]filter
	formants [][2]filter
}

// voices returns a function that begins notes. They share the tables.
func (p *wavePatch) voices() func(Note, float32, *rand.Rand) engine {
	tables := map[int][]float32{}
	return func(n Note, strength float32, r *rand.Rand) engine {
		w := &waves{patch: p, strength: strength, noise: noise(r.Uint32() | 1)}
		for i := range p.Oscillators {
			w.add(&p.Oscillators[i], n, tables, r)
		}
		w.chiff = float32(p.Chiff.Level * strength)
		w.chiffs = decay(p.Chiff.Decay, step)
		if f := p.Filter; f != nil {
			w.opening.set(f.Envelope)
			w.cutoff = mac(pitchOf(f.Hz), f.Track, float32(n.Pitch)-60)
			w.cutoff = mac(w.cutoff, f.Velocity, strength-0.7)
		}
		w.formants = make([][2]filter, len(p.Formants))
		for i, f := range p.Formants {
			for channel := range 2 {
				w.formants[i][channel].tune(pitchOf(f.Hz), f.Resonance)
			}
		}
		return w
	}
}

func (w *waves) add(o *oscillator, n Note, tables map[int][]float32, r *rand.Rand) {
	count := max(1, o.Unison)
	for i := range count {
		at := float32(0) // from -1 to 1
		if count > 1 {
			at = float32(2*i)/float32(count-1) - 1
		}
		pan := float32(at * o.Spread)
		if i%2 == 1 {
			pan = -pan
		}
		next := wave{
			oscillator: o, phase: r.Uint32(), sweep: r.Uint32(),
			semitones: mac(o.Semitones, at, o.Cents/200),
			left:      float32(o.Level * (1 - pan)), right: float32(o.Level * (1 + pan)),
		}
		if count == 1 {
			next.phase = 0
		}
		if o.Wave == "harmonics" {
			next.table = w.patch.table(n, o.Semitones, tables)
		}
		w.waves = append(w.waves, next)
		w.stereo = w.stereo || pan != 0
	}
}

// table returns a period of the patch's harmonics that are heard at the note's
// pitch, from tables if it is there.
func (p *wavePatch) table(n Note, above float32, tables map[int][]float32) []float32 {
	heard := min(len(p.Harmonics), int(0.45*Rate/hertz(float32(n.Pitch)+above)))
	if t := tables[heard]; t != nil {
		return t
	}
	t := make([]float32, tableSize)
	for h, level := range p.Harmonics[:max(heard, 1)] {
		for i := range t {
			t[i] = mac(t[i], level, sine(uint32(i)*uint32(h+1)<<tablePart))
		}
	}
	tables[heard] = t
	return t
}

func (w *waves) fill(left, right []float32, c *control) bool {
	clear(left)
	clear(right)
	p := w.patch
	pitch := c.pitch
	if p.Scoop.Seconds > 0 {
		pitch = mac(pitch, p.Scoop.Semitones, max(0, 1-c.age/p.Scoop.Seconds))
	}
	for i := range w.waves {
		w.waves[i].add(left, right, pitch, w.stereo)
	}
	w.breathe(left, right)
	if p.Filter != nil {
		w.cut(left, right, c)
	}
	if len(p.Formants) > 0 {
		w.shape(left, 0)
		if w.stereo {
			w.shape(right, 1)
		}
	}
	if p.Drive > 0 {
		overdrive(left, p.Drive)
		if w.stereo {
			overdrive(right, p.Drive)
		}
	}
	return w.stereo
}

func overdrive(x []float32, drive float32) {
	for i, v := range x {
		x[i] = soft(v * drive)
	}
}

// breathe adds noise: the chiff, and breath or bow while the note lasts.
func (w *waves) breathe(left, right []float32) {
	level := w.patch.Noise + w.chiff
	if level < silence {
		return
	}
	for i := range left {
		left[i] = mac(left[i], level, w.noise.next())
		if w.stereo {
			right[i] = mac(right[i], level, w.noise.next())
		}
	}
	w.chiff *= w.chiffs
}

func (w *waves) cut(left, right []float32, c *control) {
	f := w.patch.Filter
	if !c.held {
		w.opening.release()
	}
	_, open := w.opening.advance()
	cutoff := mac(w.cutoff, f.Depth, open)
	w.pass(&w.filters[0], left, cutoff)
	if w.stereo {
		w.pass(&w.filters[1], right, cutoff)
	}
}

func (w *waves) pass(filters *[2]filter, x []float32, cutoff float32) {
	f := w.patch.Filter
	filters[0].tune(cutoff, f.Resonance)
	switch f.Kind {
	case "band":
		filters[0].bandpass(x)
	case "high":
		filters[0].highpass(x)
	case "low2":
		filters[1].tune(cutoff, 0.1)
		filters[0].lowpass(x)
		filters[1].lowpass(x)
	default:
		filters[0].lowpass(x)
	}
}

// shape puts a channel through the formants.
func (w *waves) shape(x []float32, channel int) {
	var out [step]float32
	for i, v := range x {
		out[i] = float32(v * w.patch.Dry)
	}
	for i := range w.formants {
		w.formants[i][channel].addBand(out[:], x, w.patch.Formants[i].Level)
	}
	copy(x, out[:])
}

// add adds the next frames of the wave.
func (w *wave) add(left, right []float32, pitch float32, stereo bool) {
	inc := turn(hertz(pitch + w.semitones))
	var out [step]float32
	x := out[:len(left)]
	switch w.Wave {
	case "saw":
		w.saw(x, inc)
	case "pulse":
		w.pulse(x, inc)
	case "harmonics":
		w.lookUp(x, inc)
	case "sine":
		for i := range x {
			x[i] = sine(w.phase)
			w.phase += inc
		}
	case "steps":
		for i := range x {
			x[i] = float32(triangle(w.phase)>>28) * (1.0 / 8)
			w.phase += inc
		}
	default:
		for i := range x {
			x[i] = float32(triangle(w.phase)) * toSignal
			w.phase += inc
		}
	}
	if !stereo {
		for i, v := range x {
			left[i] = mac(left[i], v, w.Level)
		}
		return
	}
	for i, v := range x {
		left[i] = mac(left[i], v, w.left)
		right[i] = mac(right[i], v, w.right)
	}
}

// triangle returns a triangle wave from -1<<31 to 1<<31, which begins at 0.
func triangle(phase uint32) int32 {
	x := int32(phase - 1<<30)
	return 2 * ((x ^ x>>31) - 1<<30)
}

// saw is a falling sawtooth whose steps are smoothed by polynomials (V.
// Välimäki, A. Huovilainen, "Antialiasing oscillators in subtractive
// synthesis", IEEE Signal Processing Magazine, 2007).
func (w *wave) saw(x []float32, inc uint32) {
	phase, per := w.phase, 1/float32(inc)
	for i := range x {
		x[i] = falling(phase) + blep(phase, inc, per)
		phase += inc
	}
	w.phase = phase
}

// pulse is the difference of two sawtooths.
func (w *wave) pulse(x []float32, inc uint32) {
	width := w.Width
	if w.Sweep > 0 {
		width = mac(width, w.Sweep, sine(w.sweep))
		w.sweep += uint32(len(x)) * turn(0.4)
	}
	apart := uint32(int64(min(max(width, 0.05), 0.95) * (1 << 32)))
	phase, per := w.phase, 1/float32(inc)
	for i := range x {
		other := phase + apart
		x[i] = falling(phase) + blep(phase, inc, per)
		x[i] -= falling(other) + blep(other, inc, per)
		phase += inc
	}
	w.phase = phase
}

// falling returns a sawtooth from 1 to -1.
func falling(phase uint32) float32 { return -float32(int32(phase+1<<31)) * toSignal }

// blep is what smooths the step of a sawtooth when its phase passes 0.
func blep(phase, inc uint32, per float32) float32 {
	switch {
	case phase < inc:
		t := mac(1, -float32(phase), per)
		return -float32(t * t)
	case -phase < inc:
		t := mac(1, -float32(-phase), per)
		return float32(t * t)
	}
	return 0
}

func (w *wave) lookUp(x []float32, inc uint32) {
	for i := range x {
		at := w.phase >> tablePart
		a := w.table[at]
		const rest = 1<<tablePart - 1
		x[i] = mac(a, w.table[at+1]-a, float32(w.phase&rest)*(1.0/(rest+1)))
		w.phase += inc
	}
}
