package synth

import "math"

// effects are what all notes of an instrument go through together.
type effects struct {
	Drive    float32 `json:"drive"`    // gain before soft clipping; 0 for none
	Highpass float32 `json:"highpass"` // Hz; 0 for none
	Lowpass  float32 `json:"lowpass"`  // Hz; 0 for none: a loudspeaker
	Bits     int     `json:"bits"`     // of an old sampler; 0 for none
	Tremolo  tremolo `json:"tremolo"`
	Chorus   chorus  `json:"chorus"`
}

// tremolo moves the level, of both channels alike or against each other.
type tremolo struct {
	Hz    float32 `json:"hz"`
	Depth float32 `json:"depth"` // 0 to 1
	Pan   bool    `json:"pan"`
}

// chorus adds delayed copies whose delay moves: an ensemble, or a rotary speaker.
type chorus struct {
	Mix float32 `json:"mix"` // level of the copies
	Hz  float32 `json:"hz"`
	MS  float32 `json:"ms"` // by which the delay moves
}

const (
	chorusLen   = 2048 // frames
	chorusDelay = 0.014 * Rate
)

type effectChain struct {
	effects
	on    bool
	high  [2]filter
	low   [2]filter
	turn  uint32
	slow  uint32
	lines [2][]float32
	at    int
	rings int // frames that the chorus still sounds
}

func (e *effectChain) set(f effects) {
	e.effects = f
	e.on = f != effects{}
	if f.Chorus.Mix > 0 {
		e.lines = [2][]float32{make([]float32, chorusLen), make([]float32, chorusLen)}
	}
	for channel := range 2 {
		if f.Highpass > 0 {
			e.high[channel].tune(pitchOf(f.Highpass), 0)
		}
		if f.Lowpass > 0 {
			e.low[channel].tune(pitchOf(f.Lowpass), 0.15)
		}
	}
}

func (e *effectChain) ringing() bool { return e.rings > 0 }

func (e *effectChain) apply(left, right []float32) {
	if !e.on {
		return
	}
	e.rings = max(0, e.rings-len(left))
	for i, x := range left {
		if x > silence || x < -silence || right[i] > silence || right[i] < -silence {
			e.rings = chorusLen
			break
		}
	}
	for channel, x := range [2][]float32{left, right} {
		e.colour(x, channel)
	}
	if e.Tremolo.Depth > 0 {
		e.shake(left, right)
	}
	if e.Chorus.Mix > 0 {
		e.ensemble(left, right)
	}
}

func (e *effectChain) colour(x []float32, channel int) {
	if e.Highpass > 0 {
		e.high[channel].highpass(x)
	}
	if e.Drive > 0 {
		overdrive(x, e.Drive)
	}
	if e.Bits > 0 {
		steps := float32(int(1) << (e.Bits - 1))
		for i, v := range x {
			x[i] = float32(math.RoundToEven(float64(v*steps))) / steps
		}
	}
	if e.Lowpass > 0 {
		e.low[channel].lowpass(x)
	}
}

func (e *effectChain) shake(left, right []float32) {
	inc := turn(e.Tremolo.Hz)
	for i := range left {
		s := sine(e.turn) * 0.5
		l := 1 - float32(e.Tremolo.Depth*(0.5+s))
		r := l
		if e.Tremolo.Pan {
			r = 1 - float32(e.Tremolo.Depth*(0.5-s))
		}
		left[i] *= l
		right[i] *= r
		e.turn += inc
	}
}

func (e *effectChain) ensemble(left, right []float32) {
	inc := turn(e.Chorus.Hz)
	depth := float32(e.Chorus.MS * Rate / 1000)
	for i := range left {
		e.lines[0][e.at], e.lines[1][e.at] = left[i], right[i]
		a := mac(chorusDelay, depth, sine(e.slow))
		b := mac(chorusDelay, depth, cosine(e.slow))
		wet := e.Chorus.Mix
		left[i] = mac(left[i], wet, tap(e.lines[0], e.at, a))
		right[i] = mac(right[i], wet, tap(e.lines[1], e.at, b))
		e.at = (e.at + 1) % chorusLen
		e.slow += inc
	}
}

// tap reads a line some frames before at.
func tap(line []float32, at int, delay float32) float32 {
	whole := int(delay)
	a := line[(at-whole+chorusLen)%chorusLen]
	b := line[(at-whole-1+chorusLen)%chorusLen]
	return mac(a, b-a, delay-float32(whole))
}
