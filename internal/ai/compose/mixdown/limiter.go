package mixdown

import "math"

// limiter keeps the true peaks of stereo sound below a ceiling. It looks ahead
// 7 ms, so that its gain falls before a peak and not during it.
type limiter struct {
	phases [3][limiterTaps]float32 // an interpolator for the points between samples
	past   [2][limiterTaps + limiterStep]float32
	delay  [limiterDelay][2 * limiterStep]float32
	next   int
	needed [limiterDelay + 1]float32 // highest gain that each of the last steps allows
	lowest [limiterHold]float32
	held   float32
	gain   float32
}

const (
	knee           = 0.6 // level above which peaks are bent
	limiterStep    = 64  // frames in which the gain changes linearly
	limiterHold    = 3
	limiterDelay   = limiterHold + 2
	limiterTaps    = 16
	limiterRelease = 0.02  // share of the way back per step: 70 ms
	ceiling        = 0.878 // -1.13 dB
	worthLooking   = 0.4   // share of the ceiling below which no point between samples exceeds it
)

func newLimiter() *limiter {
	l := &limiter{gain: 1, held: 1}
	for p := range l.phases {
		at, sum := float64(p+1)/4, 0.0
		var taps [limiterTaps]float64
		for k := range taps {
			x := float64(k-limiterTaps/2+1) - at
			window := math.Cos(math.Pi * x / (limiterTaps + 1))
			taps[k] = math.Sin(math.Pi*x) / (math.Pi * x) * window
			sum += taps[k]
		}
		for k, tap := range taps {
			l.phases[p][k] = float32(tap / sum)
		}
	}
	for i := range l.needed {
		l.needed[i] = 1
	}
	for i := range l.lowest {
		l.lowest[i] = 1
	}
	return l
}

// limit limits a block in place, with a delay of limiterDelay steps.
func (l *limiter) limit(left, right []float32) {
	for len(left) >= limiterStep {
		l.step(left[:limiterStep], right[:limiterStep])
		left, right = left[limiterStep:], right[limiterStep:]
	}
}

// round bends peaks that are far above the others before the limiter has to
// lower everything for them.
func round(x []float32) {
	for i, v := range x {
		over := max(v, -v) - knee
		if over <= 0 {
			continue
		}
		bent := knee + float32(knee*over)/(knee+over)
		if v < 0 {
			bent = -bent
		}
		x[i] = bent
	}
}

func (l *limiter) step(left, right []float32) {
	target := l.target(max(l.peak(0, left), l.peak(1, right)))
	kept := &l.delay[l.next]
	l.next = (l.next + 1) % limiterDelay
	slope := (target - l.gain) / limiterStep
	for i := range left {
		l.gain += slope
		a, b := kept[2*i], kept[2*i+1]
		kept[2*i], kept[2*i+1] = left[i], right[i]
		left[i], right[i] = a*l.gain, b*l.gain
	}
	l.gain = target
}

// peak returns the highest point of a channel on and between its samples.
func (l *limiter) peak(channel int, x []float32) (most float32) {
	past := &l.past[channel]
	copy(past[:limiterTaps], past[limiterStep:])
	copy(past[limiterTaps:], x)
	for _, v := range past[limiterTaps/2:] {
		most = max(most, v, -v)
	}
	if most < worthLooking*ceiling {
		return most
	}
	for i := range limiterStep {
		window := past[i+1 : i+1+limiterTaps]
		a, b := window[limiterTaps/2-1], window[limiterTaps/2]
		if max(a, -a, b, -b) < worthLooking*ceiling {
			continue
		}
		for p := range l.phases {
			var sum float32
			for k, tap := range l.phases[p] {
				sum = mac(sum, tap, window[k])
			}
			most = max(most, sum, -sum)
		}
	}
	return most
}

// target returns the gain at the end of the step that leaves the delay: the
// mean of the minima around it, each of which includes the peak.
func (l *limiter) target(peak float32) float32 {
	copy(l.needed[:], l.needed[1:])
	l.needed[limiterDelay] = min(1, ceiling/max(peak, 1e-9))
	lowest := float32(1)
	for _, gain := range l.needed {
		lowest = min(lowest, gain)
	}
	l.held = min(lowest, mac(l.held, 1-l.held, limiterRelease))
	copy(l.lowest[:], l.lowest[1:])
	l.lowest[limiterHold-1] = l.held
	var sum float32
	for _, gain := range l.lowest {
		sum += gain
	}
	return sum / limiterHold
}
