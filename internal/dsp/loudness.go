package dsp

import (
	"errors"
	"math"
)

// The limits of the formats that can be measured.
const (
	MinRate     = 8000   // Hz
	MaxRate     = 768000 // Hz
	MaxChannels = 8
)

// ErrFormat is returned for a sample rate or number of channels that cannot be
// measured.
var ErrFormat = errors.New("the sample rate or the number of channels is out of range")

// SilenceLUFS is the absolute gate of BS.1770: the loudness of silence.
const SilenceLUFS = -70

// SilenceDB is the level reported for silent peaks, in dB.
const SilenceDB = -120

// Loudness is the result of a LoudnessMeter.
type Loudness struct {
	Integrated   float64 // LUFS; SilenceLUFS when nothing is above the gate
	Range        float64 // LU
	MaxMomentary float64 // LUFS, 400 ms
	MaxShortTerm float64 // LUFS, 3 s
	TruePeak     float64 // dBTP, at least SilenceDB
	SamplePeak   float64 // dBFS, at least SilenceDB
}

const (
	stepsPerSecond = 100 // the windows of the maxima move in these steps
	gatingSteps    = 10  // 100 ms: gating blocks of 400 ms overlap by 75 %
	momentarySteps = 40  // 400 ms
	shortTermSteps = 300 // 3 s
	meterBlock     = 512 // samples

	// LevelsPerSecond is the number of values per second that Levels returns.
	LevelsPerSecond = stepsPerSecond / gatingSteps

	loudnessOffset = -0.691 // BS.1770: the K-weighting's gain at 997 Hz
	integratedGate = -10    // LU relative to the mean of the blocks above the absolute gate
	rangeGate      = -20    // LU, the same for the loudness range
	rangeLow       = 0.10   // percentiles of EBU Tech 3342
	rangeHigh      = 0.95
)

// LoudnessMeter measures loudness according to ITU-R BS.1770-4 and EBU R 128
// (Tech 3341, Tech 3342). Its memory grows with the length of the sound by only
// four bytes per 100 ms.
type LoudnessMeter struct {
	rate, channels int
	weights        []float64
	filters        []kWeight
	peaks          []truePeak

	frames int64 // frames written
	step   int64 // the current step of 10 ms
	ends   int64 // first frame after that step
	sum    float64
	length int64 // frames in sum

	total      float64                     // power of all steps
	ring       [shortTermSteps + 1]float64 // total before each of the last steps
	momentary  histogram
	shortTerm  histogram
	maxM, maxS float64
	peak       float32
	levels     []float32
}

// NewLoudnessMeter returns a meter for interleaved sound. Channels are in the
// order of ffmpeg: L R C LFE Ls Rs for six. It returns ErrFormat unless the
// rate is from MinRate to MaxRate and there are 1 to MaxChannels channels.
func NewLoudnessMeter(rate, channels int) (*LoudnessMeter, error) {
	return newMeter(rate, channels, newInterpolator)
}

// NewLevelMeter returns a LoudnessMeter for its Levels. It takes half the time,
// and its TruePeak is the highest sample.
func NewLevelMeter(rate, channels int) (*LoudnessMeter, error) {
	return newMeter(rate, channels, func(int) *interpolator { return nil })
}

func newMeter(rate, channels int, interpolatorOf func(rate int) *interpolator) (*LoudnessMeter, error) {
	if rate < MinRate || rate > MaxRate || channels < 1 || channels > MaxChannels {
		return nil, ErrFormat
	}
	m := &LoudnessMeter{
		rate: rate, channels: channels, weights: channelWeights(channels),
		filters: make([]kWeight, channels), peaks: make([]truePeak, channels),
		momentary: newHistogram(), shortTerm: newHistogram(),
		levels: make([]float32, 0, 10*60*LevelsPerSecond),
	}
	interpolator := interpolatorOf(rate)
	for c := range channels {
		m.filters[c] = newKWeight(rate)
		m.peaks[c] = newTruePeak(interpolator)
	}
	m.ends = m.boundary(1)
	return m, nil
}

// channelWeights returns the weights of BS.1770-4, table 3 and annex 3: 1.41
// for side and surround channels, 0 for LFE.
func channelWeights(channels int) []float64 {
	const side = 1.41
	switch channels {
	case 4: // L R Ls Rs
		return []float64{1, 1, side, side}
	case 5: // L R C Ls Rs
		return []float64{1, 1, 1, side, side}
	case 6: // L R C LFE Ls Rs
		return []float64{1, 1, 1, 0, side, side}
	case 7: // L R C LFE Cs Ls Rs
		return []float64{1, 1, 1, 0, 1, side, side}
	case 8: // L R C LFE, back, side
		return []float64{1, 1, 1, 0, 1, 1, side, side}
	}
	return []float64{1, 1, 1}[:channels]
}

// boundary returns the frame at which a step begins. At rates that are not
// divisible by 100, steps have two different lengths.
func (m *LoudnessMeter) boundary(step int64) int64 {
	return step * int64(m.rate) / stepsPerSecond
}

// Write measures whole frames. NaN, infinite and absurdly large samples count
// as silence.
func (m *LoudnessMeter) Write(interleaved []float32) {
	for len(interleaved) >= m.channels {
		n := min(int64(len(interleaved)/m.channels), meterBlock, m.ends-m.frames)
		m.block(interleaved[:int(n)*m.channels], int(n))
		interleaved = interleaved[int(n)*m.channels:]
		m.frames += n
		m.length += n
		if m.frames == m.ends {
			m.endStep()
		}
	}
}

func (m *LoudnessMeter) block(interleaved []float32, n int) {
	if m.channels == 2 {
		loadPair(&m.peaks[0], &m.peaks[1], interleaved, n)
		left, right := powerPair(&m.filters[0], &m.filters[1], m.peaks[0].next(n), m.peaks[1].next(n))
		m.sum += left + right
	} else {
		for c := range m.channels {
			m.peaks[c].load(interleaved, c, m.channels, n)
		}
	}
	for c := range m.channels {
		p := &m.peaks[c]
		if m.channels != 2 && m.weights[c] > 0 {
			m.sum += m.weights[c] * m.filters[c].power(p.next(n))
		}
		m.peak = p.measure(n, m.peak)
	}
}

func (m *LoudnessMeter) endStep() {
	m.total += m.sum / float64(m.length)
	m.step++
	m.ring[m.step%int64(len(m.ring))] = m.total
	m.sum, m.length, m.ends = 0, 0, m.boundary(m.step+1)

	momentary, shortTerm := m.mean(momentarySteps), m.mean(shortTermSteps)
	m.maxM, m.maxS = max(m.maxM, momentary), max(m.maxS, shortTerm)
	if m.step%gatingSteps != 0 {
		return
	}
	m.levels = append(m.levels, float32(lufs(m.mean(gatingSteps))))
	if m.step >= momentarySteps {
		m.momentary.add(momentary)
	}
	if m.step >= shortTermSteps {
		m.shortTerm.add(shortTerm)
	}
}

// mean returns the mean power of the last steps. Steps before the sound count
// as silence.
func (m *LoudnessMeter) mean(steps int64) float64 {
	before := 0.0
	if m.step > steps {
		before = m.ring[(m.step-steps)%int64(len(m.ring))]
	}
	return max(0, m.total-before) / float64(steps)
}

// Levels returns the loudness of each 100 ms so far in LUFS, at least
// SilenceLUFS. Sections and Cues use it. The slice belongs to the meter.
func (m *LoudnessMeter) Levels() []float32 { return m.levels }

// Result returns the loudness of the sound written so far. A final part shorter
// than 100 ms counts for the peaks only.
func (m *LoudnessMeter) Result() Loudness {
	peak := m.peak
	for c := range m.peaks {
		peak = m.peaks[c].drain(peak)
	}
	var sample uint32
	for c := range m.peaks {
		sample = max(sample, m.peaks[c].sample)
	}
	return Loudness{
		Integrated:   m.momentary.gatedMean(integratedGate),
		Range:        m.shortTerm.spread(rangeGate, rangeLow, rangeHigh),
		MaxMomentary: lufs(m.maxM),
		MaxShortTerm: lufs(m.maxS),
		TruePeak:     decibels(float64(peak)),
		SamplePeak:   decibels(float64(math.Float32frombits(sample))),
	}
}

// lufs converts a weighted power to LUFS.
func lufs(power float64) float64 {
	if power <= 0 {
		return SilenceLUFS
	}
	return max(SilenceLUFS, loudnessOffset+10*math.Log10(power))
}

// decibels converts an amplitude to dB.
func decibels(amplitude float64) float64 {
	if amplitude <= 0 {
		return SilenceDB
	}
	return max(SilenceDB, 20*math.Log10(amplitude))
}
