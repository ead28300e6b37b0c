package synth

import (
	"math"
	"math/rand/v2"
)

const (
	sineBits = 12
	tableLen = 1 << sineBits

	pitchSteps = 64  // entries per semitone
	topPitch   = 140 // MIDI key of the highest entry
)

// The tables are rounded to float32, so that they have the same bits on every
// machine even where its mathematics differ in the last place.
var (
	sines             = tabulateSines()
	pitches, tangents = tabulatePitches() // Hz; tan(π·Hz/Rate)
)

type pitchTable [topPitch*pitchSteps + 2]float32

func tabulateSines() (t [tableLen + 1]float32) {
	for i := range t {
		t[i] = float32(math.Sin(2 * math.Pi * float64(i) / tableLen))
	}
	return t
}

func tabulatePitches() (hertz, tangents pitchTable) {
	for i := range hertz {
		hz := 440 * math.Exp2((float64(i)/pitchSteps-69)/12)
		hertz[i] = float32(hz)
		tangents[i] = float32(math.Tan(math.Pi * min(hz, 0.45*Rate) / Rate))
	}
	return hertz, tangents
}

// mac returns z + x·y. The conversion forbids the compiler to fuse both
// operations, which would round differently on some machines.
func mac(z, x, y float32) float32 { return z + float32(x*y) }

// sine returns the sine of a phase, of which 1<<32 is a full turn.
func sine(phase uint32) float32 {
	i := phase >> (32 - sineBits)
	const rest = 1<<(32-sineBits) - 1
	a := sines[i]
	return mac(a, sines[i+1]-a, float32(phase&rest)*(1.0/(rest+1)))
}

// cosine returns the cosine of a phase.
func cosine(phase uint32) float32 { return sine(phase + 1<<30) }

// hertz returns the frequency of a pitch in semitones, a MIDI key with a fraction.
func hertz(pitch float32) float32 { return lookUp(&pitches, pitch) }

// tangent returns the coefficient of a filter whose cutoff is a pitch.
func tangent(pitch float32) float32 { return lookUp(&tangents, pitch) }

func lookUp(table *pitchTable, pitch float32) float32 {
	at := min(max(pitch, 0), topPitch) * pitchSteps
	i := int(at)
	a := table[i]
	return mac(a, table[i+1]-a, at-float32(i))
}

// turn returns the phase by which a frequency advances in a frame.
func turn(hz float32) uint32 {
	return uint32(int64(float64(hz) * (1 << 32) / Rate))
}

// pitchOf returns the pitch in semitones of a frequency in Hz.
func pitchOf(hz float32) float32 {
	return 69 + float32(12*math.Log2(float64(max(hz, 8))/440))
}

// decay returns the factor by which a level falls in a number of frames if it
// falls by 60 dB in the given seconds. It uses arithmetic only, so its bits are
// the same on every machine.
func decay(seconds float32, frames int) float32 {
	if seconds <= 0 {
		return 0
	}
	x := 6.907755 * float64(frames) / (float64(seconds) * Rate) / 16
	if x > 2 {
		return 0
	}
	y := 1.0 // the exponential function of -x, by Horner's scheme
	for k := 5.0; k >= 1; k-- {
		y = 1 - float64(x/k*y)
	}
	for range 4 {
		y *= y
	}
	return float32(y)
}

// gain returns the factor of a level in dB.
func gain(db float32) float32 { return float32(math.Pow(10, float64(db)/20)) }

// noise is a generator of white noise (G. Marsaglia, "Xorshift RNGs", 2003).
type noise uint32

// next returns a sample from -1 to 1.
func (n *noise) next() float32 {
	x := uint32(*n)
	x ^= x << 13
	x ^= x >> 17
	x ^= x << 5
	*n = noise(x)
	return float32(int32(x)) * (1.0 / (1 << 31))
}

// uniform returns a number from 0 to 1.
func (n *noise) uniform() float32 { return mac(0.5, n.next(), 0.5) }

// soft clips smoothly: it is nearly linear below 0.5 and stays within -1 to 1.
func soft(x float32) float32 {
	x = min(max(x, -1.5), 1.5)
	return mac(x, float32(x*x)*x, -4.0/27)
}

// powerOfTwo returns 2 to the power of x, for x from -5 to 5 and a little beyond.
func powerOfTwo(x float32) float32 {
	return hertz(mac(69, 12, min(max(x, -5.7), 5.9))) * (1.0 / 440)
}

// octavesOf returns the logarithm to base 2 of a ratio from 1 to 1000.
func octavesOf(ratio float32) float32 { return float32(math.Log2(float64(ratio))) }

// root returns the square root, which every machine rounds alike.
func root(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// around returns a number from -1 to 1.
func around(r *rand.Rand) float32 {
	x := r.Float32()
	return x + x - 1
}
