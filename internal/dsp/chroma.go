package dsp

import (
	"math"
	"math/cmplx"
	"slices"
)

// PitchClasses is the number of pitch classes. C comes first.
const PitchClasses = 12

const (
	chromaBins    = 36   // three per semitone, so that the tuning can be corrected afterwards
	chromaSize    = 2048 // transform length at a quarter of the rate: the resolution of 8192 samples at the full rate
	chromaHop     = chromaSize / 2
	chromaFactor  = 4      // decimation factor
	chromaLow     = 55.0   // Hz, lower peaks count for the bass only
	chromaHigh    = 2400.0 // Hz
	chromaChunk   = 4096   // samples processed at a time
	bassLow       = 30.0   // Hz
	bassHigh      = 260.0  // Hz
	harmonics     = 4      // a peak may be one of this many harmonics
	harmonicFall  = 0.6    // weight of each harmonic relative to the previous one
	peakCap       = 8      // maximum height above its surroundings with which a peak counts
	quietestPeak  = 1e-4   // relative to the loudest peak; lower peaks come from rounding or coding
	quietestFrame = 1e-5   // RMS below which a frame counts as silent, full scale 1
	loudestFrame  = 1e6    // RMS above which a frame cannot be sound
)

// contrastEdges are the bounds of the octaves of spectral contrast, in Hz.
var contrastEdges = [contrastBands + 1]float64{80, 160, 320, 640, 1280, 2400}

const contrastBands = 5

// Chromagram measures how strong each pitch class is in mono sound. It uses
// about half a kilobyte of memory per second of sound.
//
// Each frame is a harmonic pitch class profile: the peaks of a spectrum that
// was flattened by its own envelope, spread over the notes whose partials they
// may be (E. Gómez, "Tonal description of music audio signals", 2006).
type Chromagram struct {
	rate   float64 // Hz, after decimation
	halves [2]*halver
	ring   []float32 // the last chromaSize samples; used says how many are filled
	used   int
	window []float32
	fft    *RealFFT
	input  []float32
	out    []complex64
	mag    []float32
	sums   []float64 // running sums of mag
	peaks  []peak
	pitch  []float64  // profile position of each bin of the transform
	dev    complex128 // sum of the peaks' deviations from equal temperament, as weighted unit vectors
	total  float64    // sum of those weights
	frames []chromaFrame
}

// chromaFrame is the compact form of a frame.
type chromaFrame struct {
	level    float32 // RMS, full scale 1
	notes    [chromaBins]uint8
	bass     [chromaBins]uint8
	contrast [contrastBands]uint8 // in half decibels
}

// peak is a partial: its position in the profile and its height above its
// surroundings.
type peak struct {
	hz, pitch float64
	weight    float64
}

// NewChromagram returns a Chromagram for sound at rate samples per second,
// between 20000 and 25600.
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

// pitchOf converts a frequency to the scale of the profile, where 0 is a C.
func pitchOf(hz float64) float64 {
	return chromaBins * (math.Log2(hz/440) + 0.75)
}

// Write adds the next samples. Any number of samples is allowed.
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
	if !(f.level > quietestFrame && f.level < loudestFrame) { // also false for NaN
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

// findPeaks lists the partials and accumulates their deviation from equal
// temperament.
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

// hannOffset returns how many bins a sinusoid is above the middle of three
// magnitudes. It is exact for a steady sinusoid under a Hann window.
func hannOffset(below, at, above float32) float64 {
	if above > below {
		r := float64(above / at)
		return (2*r - 1) / (1 + r)
	}
	r := float64(below / at)
	return (1 - 2*r) / (1 + r)
}

// profiles spreads the peaks over the notes that they may be partials of, and
// those below bassHigh over the bass notes.
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

// harmonicOffset is log2 of each harmonic's number on the scale of the profile.
var harmonicOffset = [harmonics]float64{0, chromaBins, chromaBins * 1.584962500721156, 2 * chromaBins}

// spread adds a weight to the bins within 4/3 of a bin around a pitch, falling
// off as cos².
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

// quantised scales a profile to bytes so that the strongest bin is 255.
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

// contrast returns, in half decibels, how far the strongest bins of each octave
// rise above its weakest (D. Jiang et al., "Music type classification by
// spectral contrast feature", 2002; here the maximum against the mean).
func (c *Chromagram) contrast() (out [contrastBands]uint8) {
	perHz := chromaSize / c.rate
	for b := range out {
		from, to := int(contrastEdges[b]*perHz), min(int(contrastEdges[b+1]*perHz), len(c.mag))
		var top float32
		for _, m := range c.mag[from:to] {
			if m > top { // faster than max, which handles NaN
				top = m
			}
		}
		if mean := (c.sums[to] - c.sums[from]) / float64(to-from); mean > 0 {
			out[b] = uint8(min(255, max(0, 40*math.Log10(float64(top)/mean))))
		}
	}
	return out
}

// Chroma is the result of a Chromagram.
type Chroma struct {
	Hop    float64 // seconds between frames; the first frame is centred on 0
	Tuning float64 // cents relative to a' = 440 Hz, -50 to 50; 0 where no pitch is clear
	Tuned  float64 // how well the partials agree with Tuning, from 0 (noise) to 1
	Frames []ChromaFrame
}

// ChromaFrame describes a third of a second. Half of it overlaps with the next
// frame.
type ChromaFrame struct {
	Level    float32               // RMS, full scale 1
	Notes    [PitchClasses]float32 // the strongest is 1; in silence all are 0
	Bass     [PitchClasses]float32 // the same below middle C
	Contrast [contrastBands]float32
}

// Chroma returns the frames measured so far, corrected for the tuning of the
// music.
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

// folded sums the bins around each pitch class. The music is tuned shift
// semitones above a' = 440 Hz.
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
