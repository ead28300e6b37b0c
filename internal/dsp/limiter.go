package dsp

import "math"

// LimiterStep is the number of frames over which the gain of a Limiter changes
// linearly. LimiterDelay is the number of frames by which its output lags
// behind its input.
const (
	LimiterStep  = 64
	LimiterDelay = delaySteps * LimiterStep
)

const (
	limiterRate   = 48_000 // Hz
	limiterMargin = 0.05   // dB below the ceiling, because a changing gain creates new peaks
	holdSteps     = 3      // the gain falls within 4 ms
	delaySteps    = holdSteps + 2
	release       = 0.013 // fraction of the remaining way to full gain per step: 100 ms
)

// Limiter keeps the true peaks of stereo sound at 48 kHz below a ceiling. It
// looks ahead 5 ms, so that the gain falls before a peak and not during it, and
// releases within a tenth of a second.
type Limiter struct {
	ceiling float32
	meter   *PeakMeter
	delay   [delaySteps][2 * LimiterStep]float32 // input, oldest at next
	next    int
	needed  [delaySteps + 1]float32 // highest gain that each of the last steps allows, newest last
	lowest  [holdSteps]float32      // minimum of needed, newest last
	gain    float32                 // gain at the end of the last step
	held    float32                 // lowest with release
	limited bool
}

// NewLimiter returns a limiter with a ceiling in dBTP.
func NewLimiter(ceilingDB float64) *Limiter {
	meter, _ := NewPeakMeter(limiterRate) // the rate is supported
	l := &Limiter{ceiling: float32(math.Pow(10, (ceilingDB-limiterMargin)/20)), meter: meter, gain: 1, held: 1}
	for i := range l.needed {
		l.needed[i] = 1
	}
	for i := range l.lowest {
		l.lowest[i] = 1
	}
	return l
}

// Limit limits a block of whole steps in place, with a delay of LimiterDelay.
// It reports whether it lowered the gain.
func (l *Limiter) Limit(block []float32) bool {
	l.limited = false
	for len(block) >= 2*LimiterStep {
		l.step(block[:2*LimiterStep])
		block = block[2*LimiterStep:]
	}
	return l.limited
}

func (l *Limiter) step(samples []float32) {
	target := l.target(samples)
	out := &l.delay[l.next]
	l.next = (l.next + 1) % delaySteps
	from := l.gain
	l.gain = target
	if from == 1 && target == 1 {
		for i, v := range samples {
			samples[i], out[i] = out[i], v
		}
		return
	}
	l.limited = true
	slope := (target - from) / LimiterStep
	for i := 0; i+1 < len(samples); i += 2 {
		left, right := out[i]*from, out[i+1]*from
		out[i], out[i+1] = samples[i], samples[i+1]
		samples[i], samples[i+1] = left, right
		from += slope
	}
}

// target returns the gain at the end of the step that leaves the delay: the
// mean of the surrounding minima. Each of them includes the peak, so the gain
// reaches its value linearly and in time.
func (l *Limiter) target(samples []float32) float32 {
	peak := l.meter.Above(samples, l.ceiling)
	copy(l.needed[:], l.needed[1:])
	l.needed[len(l.needed)-1] = l.ceiling / peak
	lowest := float32(1)
	for _, g := range l.needed {
		lowest = min(lowest, g)
	}
	l.held = min(lowest, l.held+(1-l.held)*release)
	if l.held > 0.9999 {
		l.held = min(lowest, 1)
	}
	copy(l.lowest[:], l.lowest[1:])
	l.lowest[holdSteps-1] = l.held
	var sum float32
	for _, g := range l.lowest {
		sum += g
	}
	if l.held == 1 && sum > holdSteps-1e-6 {
		return 1
	}
	return sum / holdSteps
}
