package mixdown

import "math"

// biquad is a filter of the second order (R. Bristow-Johnson, "Cookbook
// formulae for audio equalizer biquad filter coefficients"). Its coefficients
// are rounded to float32, so that they are the same on every machine.
type biquad struct {
	b0, b1, b2, a1, a2 float64
	x                  [2][2]float64 // state of left and right
}

// section describes a biquad by its frequency in Hz, Q, and gain in dB.
func section(kind string, hz, q, db float64) biquad {
	w := 2 * math.Pi * min(hz, 0.45*Rate) / Rate
	cos, alpha, a := math.Cos(w), math.Sin(w)/(2*q), math.Pow(10, db/40)
	edge := 2 * math.Sqrt(a) * alpha
	up, down := a+1, a-1
	var b0, b1, b2, a0, a1, a2 float64
	switch kind {
	case "high":
		b0, b1, b2 = (1+cos)/2, -(1 + cos), (1+cos)/2
		a0, a1, a2 = 1+alpha, -2*cos, 1-alpha
	case "low":
		b0, b1, b2 = (1-cos)/2, 1-cos, (1-cos)/2
		a0, a1, a2 = 1+alpha, -2*cos, 1-alpha
	case "lowshelf":
		b0, b1, b2 = a*(up-float64(down*cos)+edge), 2*a*(down-float64(up*cos)), a*(up-float64(down*cos)-edge)
		a0, a1, a2 = up+float64(down*cos)+edge, -2*(down+float64(up*cos)), up+float64(down*cos)-edge
	case "highshelf":
		b0, b1, b2 = a*(up+float64(down*cos)+edge), -2*a*(down+float64(up*cos)), a*(up+float64(down*cos)-edge)
		a0, a1, a2 = up-float64(down*cos)+edge, 2*(down-float64(up*cos)), up-float64(down*cos)-edge
	default: // peak
		b0, b1, b2 = 1+float64(alpha*a), -2*cos, 1-float64(alpha*a)
		a0, a1, a2 = 1+alpha/a, -2*cos, 1-alpha/a
	}
	return biquad{b0: exact(b0 / a0), b1: exact(b1 / a0), b2: exact(b2 / a0), a1: exact(a1 / a0), a2: exact(a2 / a0)}
}

// exact drops the places in which the mathematics of machines may differ.
func exact(v float64) float64 { return float64(float32(v)) }

// flat reports whether the filter changes nothing.
func (f *biquad) flat() bool { return f.b0 == 1 && f.b1 == f.a1 && f.b2 == f.a2 }

// stereo filters both channels in place.
func (f *biquad) stereo(left, right []float32) {
	b0, b1, b2, a1, a2 := f.b0, f.b1, f.b2, f.a1, f.a2
	l1, l2, r1, r2 := f.x[0][0], f.x[0][1], f.x[1][0], f.x[1][1]
	right = right[:len(left)]
	for i, v := range left {
		l, r := float64(v), float64(right[i])
		y := float64(b0*l) + l1
		l1 = float64(b1*l) - float64(a1*y) + l2
		l2 = float64(b2*l) - float64(a2*y)
		z := float64(b0*r) + r1
		r1 = float64(b1*r) - float64(a1*z) + r2
		r2 = float64(b2*r) - float64(a2*z)
		left[i], right[i] = float32(y), float32(z)
	}
	f.x = [2][2]float64{{still(l1), still(l2)}, {still(r1), still(r2)}}
}

// mono filters one channel in place.
func (f *biquad) mono(x []float32) {
	l1, l2 := f.x[0][0], f.x[0][1]
	for i, v := range x {
		l := float64(v)
		y := float64(f.b0*l) + l1
		l1 = float64(f.b1*l) - float64(f.a1*y) + l2
		l2 = float64(f.b2*l) - float64(f.a2*y)
		x[i] = float32(y)
	}
	f.x[0] = [2]float64{still(l1), still(l2)}
}

// still ends the decay of a filter before it reaches subnormal numbers, which
// are a hundred times slower.
func still(v float64) float64 {
	if math.Abs(v) < 1e-30 {
		return 0
	}
	return v
}

// mac returns z + x·y. The conversion forbids the compiler to fuse both
// operations, which would round differently on some machines.
func mac(z, x, y float32) float32 { return z + float32(x*y) }

// gain returns the factor of a level in dB.
func gain(db float64) float32 { return float32(math.Pow(10, db/20)) }

// root returns the square root, which every machine rounds alike.
func root(x float32) float32 { return float32(math.Sqrt(float64(x))) }
