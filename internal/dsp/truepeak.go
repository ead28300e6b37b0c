package dsp

import "math"

// interpolator finds the values between samples with a windowed sinc in
// polyphase form, as in annex 2 of BS.1770-4 but with twice the taps, so that
// sound up to 0.9 of the Nyquist frequency reads within 0.1 dB.
type interpolator struct {
	phases [][interpolatorTaps]float32 // without the phase that falls on the samples
	// pair is an upper bound for the contribution of the two samples next to a
	// point, and others for that of all other samples, if no sample exceeds 1.
	pair, others float32
}

const (
	interpolatorTaps = 24
	interpolatorBeta = 6.0     // of the Kaiser window
	maxSample        = 1 << 14 // 84 dB above full scale, louder than any real sound
)

// newInterpolator oversamples to at least 176.4 kHz, which misses at most 0.7
// dB of a peak at 20 kHz. It returns nil when the sound already has that rate.
func newInterpolator(rate int) *interpolator {
	factor := 4
	switch {
	case rate >= 4*44100:
		return nil
	case rate >= 2*44100:
		factor = 2
	}
	p := &interpolator{phases: make([][interpolatorTaps]float32, factor-1)}
	for i := range p.phases {
		p.phases[i] = sincPhase(float64(i+1) / float64(factor))
		var pair, others float32
		for k, h := range p.phases[i] {
			if k == interpolatorTaps/2-1 || k == interpolatorTaps/2 {
				pair += abs32(h)
			} else {
				others += abs32(h)
			}
		}
		p.pair, p.others = max(p.pair, pair), max(p.others, others)
	}
	return p
}

// sincPhase returns the filter for a point between two samples, 0 < at < 1.
func sincPhase(at float64) (h [interpolatorTaps]float32) {
	const half = interpolatorTaps / 2
	var taps [interpolatorTaps]float64
	var sum float64
	for k := range taps {
		x := float64(k-half+1) - at
		w := x / half
		taps[k] = math.Sin(math.Pi*x) / (math.Pi * x) * bessel(interpolatorBeta*math.Sqrt(1-w*w)) / bessel(interpolatorBeta)
		sum += taps[k]
	}
	for k := range taps {
		h[k] = float32(taps[k] / sum)
	}
	return h
}

// bessel is the modified Bessel function of the first kind of order 0, computed
// from its series.
func bessel(x float64) float64 {
	sum, term := 1.0, 1.0
	for k := 1.0; term > sum*1e-12; k++ {
		term *= x / (2 * k) * x / (2 * k)
		sum += term
	}
	return sum
}

// truePeak finds the true peak of one channel. Amplitudes are stored as the
// bits of the float without its sign: these sort in the same order, and
// integers compare faster.
type truePeak struct {
	*interpolator
	buffer [interpolatorTaps - 1 + meterBlock]float32 // the end of the last block, then this block
	held   uint32                                     // peak of the end of the last block
	block  uint32                                     // peak of this block
	sample uint32                                     // peak of all samples
	cells  [(interpolatorTaps+meterBlock)/peakCell + 1]uint32
}

const (
	peakCell = 8 // samples whose common peak bounds the points around them

	// A band-limited signal stays above P·cos(πt) around its highest peak P (R.
	// Duffin, A. Schaeffer, 1938), with t in samples: a quarter of a sample
	// away it still has 0.707 P. Half-way between two samples, both have the
	// sign of P; the interpolator is accurate to 0.9 of the Nyquist frequency,
	// so both have at least 0.15 P.
	quarterShare = 0.68
	halfShare    = 0.1
)

func newTruePeak(p *interpolator) truePeak { return truePeak{interpolator: p} }

const (
	signBit = 1 << 31
	tooLoud = 0x46800000 // the bits of maxSample; the bits of NaN and infinity are higher
)

// load copies one channel out of interleaved sound.
func (t *truePeak) load(interleaved []float32, channel, channels, n int) {
	samples := t.next(n)
	var peak uint32
	for i, j := 0, channel; i < len(samples) && j < len(interleaved); i, j = i+1, j+channels {
		v, bits := heard(interleaved[j])
		samples[i] = v
		peak = max(peak, bits)
	}
	t.loaded(peak)
}

// loadPair is load for both channels of stereo.
func loadPair(left, right *truePeak, interleaved []float32, n int) {
	l, r := left.next(n), right.next(n)
	r = r[:len(l)]
	interleaved = interleaved[:2*len(l)]
	var leftPeak, rightPeak uint32
	for i := range l {
		pair := interleaved[2*i : 2*i+2 : 2*i+2]
		a, aBits := heard(pair[0])
		b, bBits := heard(pair[1])
		l[i], r[i] = a, b
		leftPeak, rightPeak = max(leftPeak, aBits), max(rightPeak, bBits)
	}
	left.loaded(leftPeak)
	right.loaded(rightPeak)
}

// heard returns a sample and the bits of its amplitude. NaN, infinite and
// absurdly large samples become 0.
func heard(v float32) (float32, uint32) {
	bits := math.Float32bits(v) &^ signBit
	if bits >= tooLoud {
		return 0, 0
	}
	return v, bits
}

// next returns the buffer for the next n samples.
func (t *truePeak) next(n int) []float32 { return t.buffer[interpolatorTaps-1:][:n] }

func (t *truePeak) loaded(peak uint32) {
	t.block = peak
	t.sample = max(t.sample, peak)
}

// measure returns the higher of peak and the true peak of the n loaded samples,
// and keeps their end for the next block. It interpolates only where a higher
// peak is possible: it tests the whole block, then its cells, then each pair of
// samples.
func (t *truePeak) measure(n int, peak float32) float32 {
	peak = max(peak, math.Float32frombits(t.block))
	if t.interpolator != nil && math.Float32frombits(max(t.held, t.block))*(t.pair+t.others) > peak {
		peak = t.search(n, peak)
	}
	copy(t.buffer[:interpolatorTaps-1], t.buffer[n:])
	t.held = peakBits(t.buffer[:interpolatorTaps-1])
	return peak
}

// peakBits returns the bits of the highest amplitude.
func peakBits(samples []float32) (peak uint32) {
	for _, v := range samples {
		peak = max(peak, math.Float32bits(v)&^signBit)
	}
	return peak
}

func (t *truePeak) search(n int, top float32) float32 {
	window := t.buffer[:n+interpolatorTaps-1]
	cells := t.cells[:(len(window)+peakCell-1)/peakCell]
	for i := range cells {
		cells[i] = peakBits(window[i*peakCell : min((i+1)*peakCell, len(window))])
	}
	const reach = interpolatorTaps / peakCell // number of neighbouring cells that the points of a cell need
	for i := 0; i*peakCell < n; i++ {
		var around uint32
		for _, c := range cells[i:min(i+reach+1, len(cells))] {
			around = max(around, c)
		}
		if a := math.Float32frombits(around); a*(t.pair+t.others) > top {
			top = t.points(window[i*peakCell:min(i*peakCell+peakCell+interpolatorTaps-1, len(window))], a*t.others, top)
		}
	}
	return top
}

// points interpolates between the pairs of a cell. others is an upper bound for
// the contribution of all samples except the pair.
func (t *truePeak) points(window []float32, others, top float32) float32 {
	const left = interpolatorTaps/2 - 1
	half := len(t.phases) / 2
	for ; len(window) >= interpolatorTaps; window = window[1:] {
		a, b := window[left], window[left+1]
		x, y := abs32(a), abs32(b)
		if max(x, y)*t.pair+others <= top {
			continue
		}
		if half > 0 && x > quarterShare*top {
			top = max(top, abs32(dot(&t.phases[0], window)))
		}
		if a*b > 0 && min(x, y) > halfShare*top && (x+y)*(t.pair/2)+others > top {
			top = max(top, abs32(dot(&t.phases[half], window)))
		}
		if half > 0 && y > quarterShare*top {
			top = max(top, abs32(dot(&t.phases[2], window)))
		}
	}
	return top
}

// drain measures the points after the last samples without changing t.
func (t *truePeak) drain(peak float32) float32 {
	if t.interpolator == nil {
		return peak
	}
	end := *t
	clear(end.buffer[interpolatorTaps-1:])
	end.block = 0
	return end.measure(interpolatorTaps, peak)
}

func dot(h *[interpolatorTaps]float32, x []float32) float32 {
	x = x[:interpolatorTaps]
	var a, b, c, d float32
	for k := 0; k < interpolatorTaps; k += 4 {
		a += h[k] * x[k]
		b += h[k+1] * x[k+1]
		c += h[k+2] * x[k+2]
		d += h[k+3] * x[k+3]
	}
	return a + b + c + d
}

func abs32(v float32) float32 {
	return math.Float32frombits(math.Float32bits(v) &^ signBit)
}
