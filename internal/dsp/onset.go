package dsp

import "math"

const (
	onsetSize = 1024  // transform length in samples
	bandLow   = 30.0  // Hz, lower edge of the bands
	bandHigh  = 10000 // Hz, upper edge of the bands
	silentDB  = -100  // dB, bottom of the scale of the bands
	bandStep  = 0.4   // dB
)

// Bands is the number of mel bands of an Envelope, EnvelopeRate its number of
// frames per second.
const (
	Bands        = 28
	EnvelopeRate = 100
)

// BandFrame holds the power of each band around one moment, in steps of 0.4 dB
// above -100 dB relative to a full-scale sine.
type BandFrame [Bands]uint8

// DB returns the power of a band in dB.
func (f *BandFrame) DB(band int) float32 { return silentDB + bandStep*float32(f[band]) }

// Onsets is the front end of the rhythm analysis: it takes mono sound and
// stores the power of its mel bands, 2.8 kB per second.
type Onsets struct {
	rate   int
	window []float32
	fft    *RealFFT
	ring   []float32 // the samples from first on
	first  int       // index of ring[0] in the sound; negative at first, because the first window begins half its length before the sound
	read   int       // samples read
	slopes []melSlope
	input  []float32
	power  []float32
	frames []BandFrame
}

// melSlope is the range in which one triangular filter falls and the next one
// rises. weights holds the weights w of the rising filter; the falling one has
// 1−w.
type melSlope struct {
	from    int
	weights []float32
}

// NewOnsets returns a front end for sound at rate samples per second, between
// 16000 and 26000.
func NewOnsets(rate int) *Onsets {
	o := &Onsets{
		rate: max(rate, 1), window: Hann(onsetSize), fft: NewRealFFT(onsetSize), first: -onsetSize / 2,
		ring: make([]float32, onsetSize/2, 4*onsetSize), input: make([]float32, onsetSize), power: make([]float32, onsetSize/2+1),
	}
	// Scale the window so that a full-scale sine has a power of 0 dB.
	for i := range o.window {
		o.window[i] *= 4.0 / onsetSize
	}
	o.slopes = melSlopes(o.rate)
	return o
}

func mel(hz float64) float64    { return 2595 * math.Log10(1+hz/700) }
func melHz(mel float64) float64 { return 700 * (math.Pow(10, mel/2595) - 1) }

// melSlopes returns the slopes of triangular filters spaced evenly on
// O'Shaughnessy's mel scale.
func melSlopes(rate int) []melSlope {
	perBin := float64(rate) / onsetSize
	top := min(bandHigh, 0.46*float64(rate))
	step := (mel(top) - mel(bandLow)) / (Bands + 1)
	slopes := make([]melSlope, Bands+1)
	for b := range slopes {
		low, high := melHz(mel(bandLow)+float64(b)*step), melHz(mel(bandLow)+float64(b+1)*step)
		slopes[b].from = int(math.Ceil(low / perBin))
		for k := slopes[b].from; float64(k)*perBin < high && k <= onsetSize/2; k++ {
			slopes[b].weights = append(slopes[b].weights, float32((float64(k)*perBin-low)/(high-low)))
		}
	}
	return slopes
}

// Write adds the next samples. Any number of samples is allowed. NaN and
// infinite values count as silence.
func (o *Onsets) Write(mono []float32) {
	for len(mono) > 0 {
		n := min(len(mono), cap(o.ring)-len(o.ring))
		o.ring = append(o.ring, mono[:n]...)
		o.read += n
		mono = mono[n:]
		o.drain()
	}
}

// centre returns the sample that a frame is centred on.
func (o *Onsets) centre(frame int) int { return frame * o.rate / EnvelopeRate }

func (o *Onsets) drain() {
	for {
		from := o.centre(len(o.frames)) - onsetSize/2 - o.first
		if from+onsetSize > len(o.ring) {
			break
		}
		o.frame(o.ring[from : from+onsetSize])
	}
	from := min(o.centre(len(o.frames))-onsetSize/2-o.first, len(o.ring))
	o.first += from
	o.ring = append(o.ring[:0], o.ring[from:]...)
}

func (o *Onsets) frame(src []float32) {
	for i, w := range o.window {
		o.input[i] = src[i] * w
	}
	o.fft.Power(o.power, o.input)
	o.frames = append(o.frames, BandFrame{})
	f := &o.frames[len(o.frames)-1]
	var rising float32 // power of the previous band on its rising slope
	for b := range o.slopes {
		rise, fall := o.slopes[b].sums(o.power)
		if b > 0 {
			f[b-1] = bandLevel(rising + fall)
		}
		rising = rise
	}
}

// sums returns the power on a slope, weighted by the rising and by the falling
// filter.
func (s *melSlope) sums(power []float32) (rise, fall float32) {
	weights := s.weights
	power = power[s.from:][:len(weights)]
	var rise2, fall2 float32
	for len(weights) >= 2 {
		a, b := power[0]*weights[0], power[1]*weights[1]
		rise, rise2 = rise+a, rise2+b
		fall, fall2 = fall+(power[0]-a), fall2+(power[1]-b)
		power, weights = power[2:len(weights)], weights[2:]
	}
	if len(weights) > 0 {
		a := power[0] * weights[0]
		rise, fall = rise+a, fall+(power[0]-a)
	}
	return rise + rise2, fall + fall2
}

// levelShift keeps the exponent and six bits of the mantissa of a float32, a
// resolution of less than a third of bandStep.
const levelShift = 17

// levelTable holds the level of the lowest power in each cell of that
// resolution, levelEdges the lowest power of each level.
var levelTable, levelEdges = func() (table [1 << (31 - levelShift)]uint8, edges [257]float32) {
	for v := range 256 {
		edges[v] = float32(math.Pow(10, (silentDB+bandStep*(float64(v)-0.5))/10))
	}
	edges[0], edges[256] = 0, float32(math.Inf(1))
	level := 0
	for cell := range table {
		lowest := math.Float32frombits(uint32(cell) << levelShift)
		for level < 255 && lowest >= edges[level+1] {
			level++
		}
		table[cell] = uint8(level)
	}
	return table, edges
}()

// bandLevel converts a power to the scale of a BandFrame. NaN counts as
// silence.
func bandLevel(power float32) uint8 {
	if !(power > 0 && power <= math.MaxFloat32) {
		return 0
	}
	level := levelTable[math.Float32bits(power)>>levelShift]
	if power >= levelEdges[int(level)+1] {
		level++
	}
	return level
}

// Envelope is the result of Onsets. Frame i of each slice is centred on
// i/EnvelopeRate seconds.
type Envelope struct {
	Duration float64     // of the sound, s
	Bands    []BandFrame // power of the mel bands
	Onset    []float32   // onset strength: rises of all bands above their surroundings; mean square 1
	Low      []float32   // onset strength below 250 Hz: kick drum and bass
	Mid      []float32   // onset strength from 250 Hz to 3 kHz: snare drum, voices, chords
	High     []float32   // onset strength above 3 kHz: cymbals, hi-hats, consonants
	lead     float64     // s by which onsets appear too early
}

// Envelope ends the sound and returns the result. Do not call Write afterwards.
func (o *Onsets) Envelope() *Envelope {
	e := &Envelope{Duration: float64(o.read) / float64(o.rate), lead: onsetLead * onsetSize / float64(o.rate)}
	if o.read > 0 {
		o.Write(make([]float32, onsetSize/2))
	}
	e.Bands = o.frames
	e.strengths()
	return e
}
