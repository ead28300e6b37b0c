package mix

import "sonora/internal/dsp"

// The limiter keeps true peaks at −1 dBTP. It looks 5 ms ahead, so that it
// turns down before a peak rather than in it, and lets go in a tenth of a
// second.
const (
	ceilingDB    = -1.05 // a little lower: a gain that moves makes peaks of its own
	holdSteps    = 3     // a turn takes 4 ms
	delaySteps   = holdSteps + 2
	limiterDelay = delaySteps * step // frames
	release      = 0.013             // of the way back, each step: 100 ms
)

var ceiling = linear(ceilingDB)

type limiter struct {
	meter   *dsp.PeakMeter
	delay   [delaySteps][step * Channels]float32 // what came in, oldest at next
	next    int
	needed  [delaySteps + 1]float32 // gains the last steps need, the newest last
	lowest  [holdSteps]float32      // of needed, the newest last
	gain    float32                 // where the last step ended
	held    float32                 // lowest with release
	limited bool
}

func newLimiter() *limiter {
	meter, _ := dsp.NewPeakMeter(Rate) // Rate is one it takes
	l := &limiter{meter: meter, gain: 1, held: 1}
	for i := range l.needed {
		l.needed[i] = 1
	}
	for i := range l.lowest {
		l.lowest[i] = 1
	}
	return l
}

// block limits a block in its place, limiterDelay later. It reports whether
// it turned anything down.
func (l *limiter) block(block []float32) bool {
	l.limited = false
	for len(block) >= step*Channels {
		l.step(block[:step*Channels])
		block = block[step*Channels:]
	}
	return l.limited
}

func (l *limiter) step(samples []float32) {
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
	slope := (target - from) / step
	for i := 0; i+1 < len(samples); i += 2 {
		left, right := out[i]*from, out[i+1]*from
		out[i], out[i+1] = samples[i], samples[i+1]
		samples[i], samples[i+1] = left, right
		from += slope
	}
}

// target is the gain at the end of the step that leaves the delay. A gain is
// the mean of the lowest ones around, each of which knows the peak itself, so
// that it gets there in a straight line and in time.
func (l *limiter) target(samples []float32) float32 {
	peak := l.meter.Above(samples, ceiling)
	copy(l.needed[:], l.needed[1:])
	l.needed[len(l.needed)-1] = ceiling / peak
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
