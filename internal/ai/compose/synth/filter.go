package synth

// filter is a state-variable filter (A. Simper, "Linear trapezoidal integrated
// state variable filter", 2013). It is stable while its cutoff moves.
type filter struct {
	k          float32 // 1/Q
	a1, a2, a3 float32
	s1, s2     float32 // state
}

// tune sets the cutoff as a pitch in semitones, and the resonance from 0 to 1.
func (f *filter) tune(pitch, resonance float32) {
	g := tangent(pitch)
	f.k = 1.42 - float32(1.36*min(max(resonance, 0), 1))
	f.a1 = 1 / (1 + float32(g*(g+f.k)))
	f.a2 = float32(g * f.a1)
	f.a3 = float32(g * f.a2)
}

// next returns the low and the band output for a sample. The high output is
// x - k·band - low.
func (f *filter) next(x float32) (low, band float32) {
	v3 := x - f.s2
	band = float32(f.a1*f.s1) + float32(f.a2*v3)
	low = f.s2 + float32(f.a2*f.s1) + float32(f.a3*v3)
	f.s1 = float32(2*band) - f.s1
	f.s2 = float32(2*low) - f.s2
	return low, band
}

// flush ends the decay of the state before it reaches subnormal numbers, which
// are a hundred times slower.
func (f *filter) flush() { f.s1, f.s2 = flush(f.s1), flush(f.s2) }

func flush(v float32) float32 {
	if v < 1e-15 && v > -1e-15 {
		return 0
	}
	return v
}

func (f *filter) lowpass(x []float32) {
	g := *f
	for i, v := range x {
		x[i], _ = g.next(v)
	}
	*f = g
	f.flush()
}

func (f *filter) highpass(x []float32) {
	g := *f
	for i, v := range x {
		low, band := g.next(v)
		x[i] = v - float32(g.k*band) - low
	}
	*f = g
	f.flush()
}

// bandpass has a gain of 1 at its centre.
func (f *filter) bandpass(x []float32) {
	g := *f
	for i, v := range x {
		_, band := g.next(v)
		x[i] = float32(g.k * band)
	}
	*f = g
	f.flush()
}

// addBand adds the band output of x, with a gain of level at its centre.
func (f *filter) addBand(out, x []float32, level float32) {
	a1, a2, a3, s1, s2 := f.a1, f.a2, f.a3, f.s1, f.s2
	level *= f.k
	out = out[:len(x)]
	for i, v := range x {
		v3 := v - s2
		band := float32(a1*s1) + float32(a2*v3)
		low := s2 + float32(a2*s1) + float32(a3*v3)
		s1, s2 = float32(2*band)-s1, float32(2*low)-s2
		out[i] = mac(out[i], level, band)
	}
	f.s1, f.s2 = s1, s2
	f.flush()
}

// pole is a lowpass or highpass of the first order.
type pole struct{ a, s float32 }

func (p *pole) tune(pitch float32) {
	g := tangent(pitch)
	p.a = g / (1 + g)
}

func (p *pole) low(x float32) float32 {
	v := float32((x - p.s) * p.a)
	y := v + p.s
	p.s = y + v
	return y
}
