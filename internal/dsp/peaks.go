package dsp

import "math"

const (
	// PeaksPerSecond is the number of points per second of a waveform.
	PeaksPerSecond = 150
	// OverviewPoints is the number of points in each band of an overview.
	OverviewPoints = 800

	peaksLowHz  = 250  // bass and kick are below
	peaksHighHz = 4000 // cymbals are above
)

// Peaks draws the waveform of sound in three bands: below 250 Hz, up to 4 kHz,
// and above, split by second-order Butterworth filters. Each point is the
// highest amplitude of the mean of all channels within 1/150 s; 255 is full
// scale.
type Peaks struct {
	rate, channels int
	mono           [peaksBlock]float32
	split          splitter

	frames int64 // frames written
	ends   int64 // first frame after the current point
	point  int64

	bands [3][]byte
}

const peaksBlock = 512

// NewPeaks returns a waveform meter for interleaved sound. It returns ErrFormat
// unless the rate is from MinRate to MaxRate and there are 1 to MaxChannels
// channels.
func NewPeaks(rate, channels int) (*Peaks, error) {
	if rate < MinRate || rate > MaxRate || channels < 1 || channels > MaxChannels {
		return nil, ErrFormat
	}
	p := &Peaks{rate: rate, channels: channels, split: newSplitter(rate)}
	p.ends = p.boundary(1)
	for i := range p.bands {
		p.bands[i] = make([]byte, 0, 10*60*PeaksPerSecond)
	}
	return p, nil
}

// boundary returns the frame at which a point begins. There are exactly 150
// points per second at any rate.
func (p *Peaks) boundary(point int64) int64 {
	return point * int64(p.rate) / PeaksPerSecond
}

// Write measures whole frames. NaN, infinite and absurdly large samples leave a
// point empty.
func (p *Peaks) Write(interleaved []float32) {
	if p.channels == 1 {
		p.WriteMono(interleaved)
		return
	}
	for len(interleaved) >= p.channels {
		n := min(len(interleaved)/p.channels, peaksBlock)
		p.WriteMono(mixDown(p.mono[:n], interleaved, p.channels))
		interleaved = interleaved[n*p.channels:]
	}
}

// WriteMono is Write for the mean of all channels.
func (p *Peaks) WriteMono(mono []float32) {
	for len(mono) > 0 {
		n := min(int64(len(mono)), p.ends-p.frames)
		p.split.measure(mono[:n])
		mono = mono[n:]
		p.frames += n
		if p.frames == p.ends {
			p.endPoint()
		}
	}
}

func (p *Peaks) endPoint() {
	low, mid, high := p.split.take()
	p.bands[0] = append(p.bands[0], low)
	p.bands[1] = append(p.bands[1], mid)
	p.bands[2] = append(p.bands[2], high)
	p.point++
	p.ends = p.boundary(p.point + 1)
}

// Result returns the waveform up to the last sample. The last point may cover
// less than 1/150 s. The slices belong to p and are valid until the next Write.
func (p *Peaks) Result() (low, mid, high []byte) {
	if p.frames > p.boundary(p.point) {
		rest := p.split
		l, m, h := rest.take()
		return append(p.bands[0], l), append(p.bands[1], m), append(p.bands[2], h)
	}
	return p.bands[0], p.bands[1], p.bands[2]
}

// Overview reduces a band of a waveform to OverviewPoints points, each the
// maximum of its part.
func Overview(band []byte) []byte {
	overview := make([]byte, OverviewPoints)
	if len(band) == 0 {
		return overview
	}
	for i := range overview {
		from := i * len(band) / OverviewPoints
		to := max(from+1, (i+1)*len(band)/OverviewPoints)
		for _, v := range band[from:to] {
			overview[i] = max(overview[i], v)
		}
	}
	return overview
}

// mixDown writes the mean of the channels to mono.
func mixDown(mono, interleaved []float32, channels int) []float32 {
	if channels == 2 {
		for i, j := 0, 0; i < len(mono) && j+1 < len(interleaved); i, j = i+1, j+2 {
			mono[i] = (interleaved[j] + interleaved[j+1]) * 0.5
		}
		return mono
	}
	share := 1 / float32(channels)
	for i := range mono {
		var sum float32
		for _, v := range interleaved[i*channels : (i+1)*channels] {
			sum += v
		}
		mono[i] = sum * share
	}
	return mono
}

// splitter splits mono sound into three bands and keeps the peak of each. The
// filters use the direct form and share what they can; their gains are applied
// to the peaks only.
type splitter struct {
	low, high                      crossover // of the crossovers
	x1, x2                         float32
	l1, l2, u1, u2, m1, m2, h1, h2 float32 // outputs: low, above low, mid, high
	lowPeak, midPeak, highPeak     uint32  // bits, as in truePeak
}

// crossover is a Butterworth low-pass and high-pass at the same frequency.
type crossover struct {
	a1, a2            float32
	lowGain, highGain float32
}

func newCrossover(hz float64, rate int) crossover {
	// At low sample rates the upper crossover would exceed half the rate.
	k := math.Tan(math.Pi * min(hz/float64(rate), 0.45))
	a0 := 1 + math.Sqrt2*k + k*k
	return crossover{
		a1: float32(2 * (k*k - 1) / a0), a2: float32((1 - math.Sqrt2*k + k*k) / a0),
		lowGain: float32(k * k / a0), highGain: float32(1 / a0),
	}
}

func newSplitter(rate int) splitter {
	return splitter{low: newCrossover(peaksLowHz, rate), high: newCrossover(peaksHighHz, rate)}
}

func (s *splitter) measure(mono []float32) {
	a1, a2, b1, b2 := s.low.a1, s.low.a2, s.high.a1, s.high.a2
	x1, x2, l1, l2, u1, u2 := s.x1, s.x2, s.l1, s.l2, s.u1, s.u2
	m1, m2, h1, h2 := s.m1, s.m2, s.h1, s.h2
	low, mid, high := s.lowPeak, s.midPeak, s.highPeak
	for ; len(mono) >= 2; mono = mono[2:] {
		// Process two samples per round, as kWeight does.
		x := mono[0]
		sum, edge := x+x2, x1+x1
		l2 = (sum + edge - a2*l2) - a1*l1
		h2 = (sum - edge - b2*h2) - b1*h1
		u := (sum - edge - a2*u2) - a1*u1
		m2 = (u + u1 + u1 + u2 - b2*m2) - b1*m1
		x2, u2 = x, u
		low = max(low, math.Float32bits(l2)&^signBit)
		mid = max(mid, math.Float32bits(m2)&^signBit)
		high = max(high, math.Float32bits(h2)&^signBit)

		x = mono[1]
		sum, edge = x+x1, x2+x2
		l1 = (sum + edge - a2*l1) - a1*l2
		h1 = (sum - edge - b2*h1) - b1*h2
		u = (sum - edge - a2*u1) - a1*u2
		m1 = (u + u2 + u2 + u1 - b2*m1) - b1*m2
		x1, u1 = x, u
		low = max(low, math.Float32bits(l1)&^signBit)
		mid = max(mid, math.Float32bits(m1)&^signBit)
		high = max(high, math.Float32bits(h1)&^signBit)
	}
	for _, x := range mono {
		sum, edge := x+x2, x1+x1
		l := (sum + edge - a2*l2) - a1*l1
		h := (sum - edge - b2*h2) - b1*h1
		u := (sum - edge - a2*u2) - a1*u1
		m := (u + u1 + u1 + u2 - b2*m2) - b1*m1
		low = max(low, math.Float32bits(l)&^signBit)
		mid = max(mid, math.Float32bits(m)&^signBit)
		high = max(high, math.Float32bits(h)&^signBit)
		x2, x1, l2, l1, h2, h1, u2, u1, m2, m1 = x1, x, l1, l, h1, h, u1, u, m1, m
	}
	s.x1, s.x2, s.l1, s.l2, s.u1, s.u2 = x1, x2, l1, l2, u1, u2
	s.m1, s.m2, s.h1, s.h2 = m1, m2, h1, h2
	s.lowPeak, s.midPeak, s.highPeak = low, mid, high
}

// take returns the finished point and starts the next one.
func (s *splitter) take() (low, mid, high byte) {
	if max(s.lowPeak, s.midPeak, s.highPeak) >= tooLoud {
		*s = splitter{low: s.low, high: s.high}
		return 0, 0, 0
	}
	low = pointOf(s.lowPeak, s.low.lowGain)
	mid = pointOf(s.midPeak, s.low.highGain*s.high.lowGain)
	high = pointOf(s.highPeak, s.high.highGain)
	s.lowPeak, s.midPeak, s.highPeak = 0, 0, 0
	for _, v := range []*float32{&s.l1, &s.l2, &s.u1, &s.u2, &s.m1, &s.m2, &s.h1, &s.h2} {
		if abs32(*v) < 1e-20 {
			*v = 0
		}
	}
	return low, mid, high
}

func pointOf(peak uint32, gain float32) byte {
	return byte(min(255, math.Float32frombits(peak)*gain*255+0.5))
}
