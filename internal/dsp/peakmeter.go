package dsp

// PeakMeter finds true peaks of stereo sound that exceed a given level, as a
// limiter needs them. It interpolates only where such a peak is possible.
type PeakMeter struct{ left, right truePeak }

// PeakDelay is the number of frames by which a PeakMeter lags behind the sound.
const PeakDelay = interpolatorTaps / 2

// NewPeakMeter returns a meter, or ErrFormat unless rate is from MinRate to
// MaxRate.
func NewPeakMeter(rate int) (*PeakMeter, error) {
	if rate < MinRate || rate > MaxRate {
		return nil, ErrFormat
	}
	p := newInterpolator(rate)
	return &PeakMeter{newTruePeak(p), newTruePeak(p)}, nil
}

// Above takes the next frames, at most 512, and returns the maximum of
// amplitude and the true peak. It measures frames PeakDelay late: from
// PeakDelay before the given frames to PeakDelay before their end.
func (m *PeakMeter) Above(interleaved []float32, amplitude float32) float32 {
	n := min(len(interleaved)/2, meterBlock)
	loadPair(&m.left, &m.right, interleaved, n)
	return max(m.left.measure(n, amplitude), m.right.measure(n, amplitude))
}
