package dsp

import (
	"math"
	"math/cmplx"
	"slices"
)

// PitchClasses is how many pitch classes there are, C first.
const PitchClasses = 12

const (
	chromaBins    = 36   // three to a semitone, so that the tuning can be taken out afterwards
	chromaSize    = 2048 // of the transform, at a quarter of the rate: what 8192 samples resolve
	chromaHop     = chromaSize / 2
	chromaFactor  = 4      // of decimation
	chromaLow     = 55.0   // Hz, peaks below belong to the bass only
	chromaHigh    = 2400.0 // Hz
	chromaChunk   = 4096   // samples taken at a time
	bassLow       = 30.0   // Hz
	bassHigh      = 260.0  // Hz
	harmonics     = 4      // of a note whose partial a peak may be
	harmonicFall  = 0.6    // weight of each against the one before
	peakCap       = 8      // above its surroundings a peak counts no more than this
	quietestPeak  = 1e-4   // of the loudest, below which a peak is of the recording: rounding, coding
	quietestFrame = 1e-5   // rms of a frame that counts as silent, full scale 1
	loudestFrame  = 1e6    // the same of one that cannot be sound
)

// contrastEdges bound the octaves of spectral contrast, Hz.
var contrastEdges = [contrastBands + 1]float64{80, 160, 320, 640, 1280, 2400}

const contrastBands = 5

// Chromagram measures how strong each pitch class is in mono sound. It keeps
// about half a kilobyte to a second.
//
// Each frame is a harmonic pitch class profile: the peaks of a spectrum,
// flattened by its own envelope, spread over the notes whose partials they may
// be (Gómez, "Tonal description of music audio signals", 2006).
type Chromagram struct {
	rate   float64 // Hz, after decimation
	halves [2]*halver
	ring   []float32 // the last chromaSize samples, filled up to used
	used   int
	window []float32
	fft    *RealFFT
	input  []float32
	out    []complex64
	mag    []float32
	sums   []float64 // running sums of mag
	peaks  []peak
	pitch  []float64  // of each bin of the transform, in bins of the profile
	dev    complex128 // sum of the peaks' deviations from equal temperament, as unit vectors by weight
	total  float64    // of those weights
	frames []chromaFrame
}

// chromaFrame is what is kept of a frame.
type chromaFrame struct {
	level    float32 // rms, full scale 1
	notes    [chromaBins]uint8
	bass     [chromaBins]uint8
	contrast [contrastBands]uint8 // dB, by halves
}

// peak is a partial: where it is in the profile, and how far above its surroundings.
type peak struct {
	hz, pitch float64
	weight    float64
}

// NewChromagram takes sound at rate samples a second, between 20000 and 25600.
func NewChromagram(rate int) *Chromagram {
	c := &Chromagram{
		rate: float64(rate) / chromaFactor, halves: [2]*halver{newHalver(4), newHalver(12)},
		ring: make([]float32, chromaSize), used: chromaSize / 2,
		window: Hann(chromaSize), fft: NewRealFFT(chromaSize), input: make([]float32, chromaSize),
		out: make([]complex64, chromaSize/2+1), mag: make([]float32, chromaSize/2+1), sums: make([]float64, chromaSize/2+2),
		pitch: make([]float64, chromaSize/2+1),
	}
	for k := 1; k < len(c.pitch); k++ {
		c.pitch[k] = pitchOf(float64(k) * c.rate / chromaSize)
	}
	return c
}

// pitchOf is a frequency on the scale of the profile: 0 is a C.
func pitchOf(hz float64) float64 {
	return chromaBins * (math.Log2(hz/440) + 0.75)
}

// Write takes the next samples, as many as there are.
func (c *Chromagram) Write(mono []float32) {
	for len(mono) > 0 {
		n := min(len(mono), chromaChunk)
		low := c.halves[1].run(c.halves[0].run(mono[:n]))
		mono = mono[n:]
		for len(low) > 0 {
			n := copy(c.ring[c.used:], low)
			c.used += n
			low = low[n:]
			if c.used == chromaSize {
				c.frame()
				copy(c.ring, c.ring[chromaHop:])
				c.used = chromaSize - chromaHop
			}
		}
	}
}

func (c *Chromagram) frame() {
	var power float64
	for i, s := range c.ring {
		w := s * c.window[i]
		c.input[i] = w
		power += float64(w) * float64(w)
	}
	f := chromaFrame{level: float32(math.Sqrt(power / chromaSize))}
	if !(f.level > quietestFrame && f.level < loudestFrame) { // also what is no number
		f.level = 0
	} else {
		c.fft.Transform(c.out, c.input)
		c.magnitudes()
		c.findPeaks()
		f.contrast = c.contrast()
		f.notes, f.bass = c.profiles()
	}
	c.frames = append(c.frames, f)
}

func (c *Chromagram) magnitudes() {
	var sum float64
	for k, z := range c.out {
		m := float32(math.Sqrt(float64(real(z)*real(z) + imag(z)*imag(z))))
		c.mag[k] = m
		c.sums[k] = sum
		sum += float64(m)
	}
	c.sums[len(c.out)] = sum
}

// findPeaks lists the partials and takes their deviation from equal temperament.
func (c *Chromagram) findPeaks() {
	c.peaks = c.peaks[:0]
	perHz := chromaSize / c.rate
	last := min(int(chromaHigh*perHz), len(c.mag)-2)
	floor := quietestPeak * slices.Max(c.mag)
	for k := max(2, int(bassLow*perHz)); k <= last; k++ {
		m := c.mag[k]
		if m <= c.mag[k-1] || m < c.mag[k+1] || m < floor {
			continue
		}
		reach := max(10, k/5)
		from, to := max(1, k-reach), min(len(c.mag), k+reach+1)
		above := float64(m) * float64(to-from) / (c.sums[to] - c.sums[from])
		if above < 1.5 {
			continue
		}
		at := float64(k) + hannOffset(c.mag[k-1], m, c.mag[k+1])
		d := (at - float64(k)) / float64(k)
		p := peak{hz: at / perHz, pitch: c.pitch[k] + chromaBins/math.Ln2*(d-d*d/2), weight: min(above, peakCap)}
		c.peaks = append(c.peaks, p)
		if p.hz > 200 {
			sin, cos := math.Sincos(2 * math.Pi * p.pitch * PitchClasses / chromaBins)
			c.dev += complex(p.weight*cos, p.weight*sin)
			c.total += p.weight
		}
	}
}

// hannOffset is how many bins a sinusoid is above the middle one of three
// magnitudes. It is exact for a steady one under a Hann window.
func hannOffset(below, at, above float32) float64 {
	if above > below {
		r := float64(above / at)
		return (2*r - 1) / (1 + r)
	}
	r := float64(below / at)
	return (1 - 2*r) / (1 + r)
}

// profiles spreads the peaks over the notes they may be partials of, and those
// below bassHigh over the bass.
func (c *Chromagram) profiles() (notes, bass [chromaBins]uint8) {
	var all, low [chromaBins]float64
	for _, p := range c.peaks {
		if p.hz < bassHigh {
			spread(&low, p.pitch, p.weight)
		}
		if p.hz < chromaLow {
			continue
		}
		weight := p.weight
		for h := range harmonics {
			spread(&all, p.pitch-harmonicOffset[h], weight)
			weight *= harmonicFall
		}
	}
	return quantised(&all), quantised(&low)
}

// harmonicOffset is log2 of each harmonic on the scale of the profile.
var harmonicOffset = [harmonics]float64{0, chromaBins, chromaBins * 1.584962500721156, 2 * chromaBins}

// spread adds a weight to the bins within 4/3 of one of a pitch, falling off as cos².
func spread(profile *[chromaBins]float64, pitch, weight float64) {
	const reach = 2
	first := math.Ceil(pitch - reach)
	for i := range 2 * reach {
		at := first + float64(i)
		x := (at - pitch) / reach
		w := 1 - x*x
		bin := int(at) % chromaBins
		if bin < 0 {
			bin += chromaBins
		}
		profile[bin] += weight * w * w
	}
}

// quantised scales a profile to bytes, the strongest bin to 255.
func quantised(profile *[chromaBins]float64) (out [chromaBins]uint8) {
	var top float64
	for _, v := range profile {
		top = max(top, v)
	}
	if top == 0 {
		return out
	}
	for i, v := range profile {
		out[i] = uint8(v/top*255 + 0.5)
	}
	return out
}

// contrast is how far, in half decibels, the strongest bins of each octave are
// above its weakest (Jiang et al., "Music type classification by spectral
// contrast feature", 2002; here the maximum against the mean).
func (c *Chromagram) contrast() (out [contrastBands]uint8) {
	perHz := chromaSize / c.rate
	for b := range out {
		from, to := int(contrastEdges[b]*perHz), min(int(contrastEdges[b+1]*perHz), len(c.mag))
		var top float32
		for _, m := range c.mag[from:to] {
			if m > top { // faster than max, which looks for what is no number
				top = m
			}
		}
		if mean := (c.sums[to] - c.sums[from]) / float64(to-from); mean > 0 {
			out[b] = uint8(min(255, max(0, 40*math.Log10(float64(top)/mean))))
		}
	}
	return out
}

// Chroma is what a Chromagram measured.
type Chroma struct {
	Hop    float64 // seconds from frame to frame; the first is centred on 0
	Tuning float64 // cents from a' = 440 Hz, -50 to 50; 0 where no pitch is clear
	Tuned  float64 // how well the partials keep to it: 0 for noise to 1
	Frames []ChromaFrame
}

// ChromaFrame is a third of a second, with half of it in common with the next.
type ChromaFrame struct {
	Level    float32               // rms, full scale 1
	Notes    [PitchClasses]float32 // the strongest is 1; all 0 in silence
	Bass     [PitchClasses]float32 // the same below middle C
	Contrast [contrastBands]float32
}

// Chroma returns what was measured so far, tuned to the music.
func (c *Chromagram) Chroma() Chroma {
	out := Chroma{Hop: chromaHop / c.rate, Frames: make([]ChromaFrame, len(c.frames))}
	shift := cmplx.Phase(c.dev) / (2 * math.Pi) // semitones
	out.Tuning = 100 * shift
	if c.total > 0 {
		out.Tuned = cmplx.Abs(c.dev) / c.total
	}
	for i, f := range c.frames {
		t := &out.Frames[i]
		t.Level, t.Notes, t.Bass = f.level, folded(&f.notes, shift), folded(&f.bass, shift)
		for b, v := range f.contrast {
			t.Contrast[b] = float32(v) / 2
		}
	}
	return out
}

// folded sums the bins around each pitch class, which is shift semitones up.
func folded(bins *[chromaBins]uint8, shift float64) (out [PitchClasses]float32) {
	const width = chromaBins / PitchClasses
	var top float32
	for class := range out {
		middle := width * (float64(class) + shift)
		first := math.Ceil(middle - width/2.0)
		for i := range width {
			at := first + float64(i)
			x := (at - middle) / width
			out[class] += float32(bins[(int(at)+chromaBins)%chromaBins]) * float32(1-2*x*x)
		}
		top = max(top, out[class])
	}
	if top > 0 {
		for class := range out {
			out[class] /= top
		}
	}
	return out
}
