package dsp

// PeakMeter finds true peaks of stereo that are above a level, for whoever
// turns sound down before it is too loud. It looks only where one can be.
type PeakMeter struct{ left, right truePeak }

// PeakDelay is how many frames behind the sound a PeakMeter reads.
const PeakDelay = interpolatorTaps / 2

// NewPeakMeter makes a meter. ErrFormat outside of MinRate, MaxRate.
func NewPeakMeter(rate int) (*PeakMeter, error) {
	if rate < MinRate || rate > MaxRate {
		return nil, ErrFormat
	}
	p := newInterpolator(rate)
	return &PeakMeter{newTruePeak(p), newTruePeak(p)}, nil
}

// Above returns the higher of an amplitude and the true peak of the frames
// before the last PeakDelay, up to PeakDelay before those that are given. At
// most 512 frames are taken at a time.
func (m *PeakMeter) Above(interleaved []float32, amplitude float32) float32 {
	n := min(len(interleaved)/2, meterBlock)
	loadPair(&m.left, &m.right, interleaved, n)
	return max(m.left.measure(n, amplitude), m.right.measure(n, amplitude))
}
