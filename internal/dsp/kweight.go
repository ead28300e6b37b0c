package dsp

import "math"

// kWeight is the K-weighting filter of ITU-R BS.1770-4 for one channel: a shelf
// that models the head, then a high-pass. The standard tabulates both at 48 kHz
// only; for other rates the coefficients come from the underlying analogue
// prototype by the bilinear transform (B. De Man, "Evaluation of
// Implementations of the EBU R128 Loudness Measurement", AES 145, 2018).
type kWeight struct {
	// The numerators are 1 + b1·z⁻¹ + b2·z⁻² and (1 − z⁻¹)²; gain applies to
	// both.
	b1, b2, a1, a2 float64
	c1, c2         float64
	gain           float64

	x1, x2, y1, y2, z1, z2 float64
}

const (
	shelfHz   = 1681.974450955533
	shelfDB   = 3.999843853973347
	shelfQ    = 0.7071752369554196
	shelfBand = 0.4996667741545416 // exponent of the gain in the middle of the slope

	rumbleHz = 38.13547087602444
	rumbleQ  = 0.5003270373238773
)

func newKWeight(rate int) kWeight {
	k := math.Tan(math.Pi * shelfHz / float64(rate))
	high := math.Pow(10, shelfDB/20)
	band := math.Pow(high, shelfBand)
	a0 := 1 + k/shelfQ + k*k
	b0 := high + band*k/shelfQ + k*k
	w := kWeight{
		b1:   2 * (k*k - high) / b0,
		b2:   (high - band*k/shelfQ + k*k) / b0,
		a1:   2 * (k*k - 1) / a0,
		a2:   (1 - k/shelfQ + k*k) / a0,
		gain: b0 / a0,
	}
	k = math.Tan(math.Pi * rumbleHz / float64(rate))
	a0 = 1 + k/rumbleQ + k*k
	w.c1 = 2 * (k*k - 1) / a0
	w.c2 = (1 - k/rumbleQ + k*k) / a0
	return w
}

// power filters samples and returns the sum of the squared results. It
// processes two samples per round so that the state variables need not be
// shifted.
func (w *kWeight) power(samples []float32) float64 {
	b1, b2, a1, a2, c1, c2 := w.b1, w.b2, w.a1, w.a2, w.c1, w.c2
	x1, x2, y1, y2, z1, z2 := w.x1, w.x2, w.y1, w.y2, w.z1, w.z2
	before := y1 - y2
	var sum float64
	for ; len(samples) >= 2; samples = samples[2:] {
		x := float64(samples[0])
		y := (x + b1*x1 + b2*x2 - a2*y2) - a1*y1
		step := y - y1
		z := (step - before - c2*z2) - c1*z1
		sum += z * z
		x2, y2, z2 = x, y, z

		x = float64(samples[1])
		y = (x + b1*x2 + b2*x1 - a2*y1) - a1*y2
		before = y - y2
		z = (before - step - c2*z1) - c1*z2
		sum += z * z
		x1, y1, z1 = x, y, z
	}
	if len(samples) == 1 {
		x := float64(samples[0])
		y := (x + b1*x1 + b2*x2 - a2*y2) - a1*y1
		z := (y - y1 - before - c2*z2) - c1*z1
		sum += z * z
		x1, x2, y1, y2, z1, z2 = x, x1, y, y1, z, z1
	}
	w.x1, w.x2, w.y1, w.y2, w.z1, w.z2 = x1, x2, flush(y1), flush(y2), flush(z1), flush(z2)
	return sum * w.gain * w.gain
}

// flush ends the decay of a filter before it reaches subnormal numbers, which
// are a hundred times slower.
func flush(v float64) float64 {
	if math.Abs(v) < 1e-30 {
		return 0
	}
	return v
}

// powerPair is power for two channels at once. The channels are independent, so
// the processor computes them in parallel.
func powerPair(l, r *kWeight, left, right []float32) (float64, float64) {
	n := len(left) &^ 1
	right = right[:len(left)]
	b1, b2, a1, a2, c1, c2 := l.b1, l.b2, l.a1, l.a2, l.c1, l.c2
	x1, x2, y1, y2, z1, z2 := l.x1, l.x2, l.y1, l.y2, l.z1, l.z2
	u1, u2, v1, v2, w1, w2 := r.x1, r.x2, r.y1, r.y2, r.z1, r.z2
	before, before2 := y1-y2, v1-v2
	var sum, sum2 float64
	for i := 0; i+1 < n; i += 2 {
		x, u := float64(left[i]), float64(right[i])
		y := (x + b1*x1 + b2*x2 - a2*y2) - a1*y1
		v := (u + b1*u1 + b2*u2 - a2*v2) - a1*v1
		step, step2 := y-y1, v-v1
		z := (step - before - c2*z2) - c1*z1
		w := (step2 - before2 - c2*w2) - c1*w1
		sum, sum2 = sum+z*z, sum2+w*w
		x2, y2, z2, u2, v2, w2 = x, y, z, u, v, w

		x, u = float64(left[i+1]), float64(right[i+1])
		y = (x + b1*x2 + b2*x1 - a2*y1) - a1*y2
		v = (u + b1*u2 + b2*u1 - a2*v1) - a1*v2
		before, before2 = y-y2, v-v2
		z = (before - step - c2*z1) - c1*z2
		w = (before2 - step2 - c2*w1) - c1*w2
		sum, sum2 = sum+z*z, sum2+w*w
		x1, y1, z1, u1, v1, w1 = x, y, z, u, v, w
	}
	l.x1, l.x2, l.y1, l.y2, l.z1, l.z2 = x1, x2, flush(y1), flush(y2), flush(z1), flush(z2)
	r.x1, r.x2, r.y1, r.y2, r.z1, r.z2 = u1, u2, flush(v1), flush(v2), flush(w1), flush(w2)
	gain := l.gain * l.gain
	return sum*gain + l.power(left[n:]), sum2*gain + r.power(right[n:])
}
