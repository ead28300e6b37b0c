package mixdown

import "math"

// room is a reverb: a network of eight delays that feed each other through a
// Hadamard matrix (J.-M. Jot, A. Chaigne, "Digital delay networks for designing
// artificial reverberators", AES 90, 1991).
type room struct {
	lines   [8][]float32
	at      [8]int
	back    [8]float32 // level of a line's way round
	damped  [8]float32
	damping float32
	spread  [2][2]allpass // diffuse the input
	ahead   [2][]float32  // delay before the first echo
	aheadAt int
	cut     biquad
	left    []float32
	right   []float32
	rings   bool
}

// The lengths of the delays in frames have no common divisor.
var roomLengths = [8]int{1423, 1597, 1801, 2003, 2251, 2531, 2797, 3109}

const (
	roomAhead = 529 // frames: 12 ms
	roomQuiet = 1e-5
	roomCross = 0.4 // share of a side that the other hears
)

type allpass struct {
	line []float32
	at   int
}

// newRoom returns a room in which sound falls by 60 dB in the given seconds.
func newRoom(seconds float64) *room {
	r := &room{damping: 0.28, cut: section("high", 180, 0.7, 0), left: make([]float32, block), right: make([]float32, block)}
	for i, n := range roomLengths {
		r.lines[i] = make([]float32, n)
		r.back[i] = float32(math.Pow(10, -3*float64(n)/(max(seconds, 0.1)*Rate))) * 0.35355339 // the matrix has a gain of √8
	}
	for channel := range 2 {
		r.ahead[channel] = make([]float32, roomAhead)
		r.spread[channel] = [2]allpass{{line: make([]float32, 241+22*channel)}, {line: make([]float32, 577-34*channel)}}
	}
	return r
}

// add adds the reverb of what is in r.left and r.right, and clears them.
func (r *room) add(left, right []float32) {
	r.cut.stereo(r.left, r.right)
	var peak float32
	for i := range r.left {
		a, b := r.ahead[0][r.aheadAt], r.ahead[1][r.aheadAt]
		r.ahead[0][r.aheadAt], r.ahead[1][r.aheadAt] = r.left[i], r.right[i]
		if r.aheadAt++; r.aheadAt == roomAhead {
			r.aheadAt = 0
		}
		x := r.spread[0][1].next(r.spread[0][0].next(a))
		y := r.spread[1][1].next(r.spread[1][0].next(b))
		l, q := r.next(x, y)
		left[i] = mac(left[i]+l, q, roomCross)
		right[i] = mac(right[i]+q, l, roomCross)
		peak = max(peak, l, -l, q, -q)
	}
	r.rings = peak > roomQuiet
	clear(r.left)
	clear(r.right)
}

// next moves on by a frame.
func (r *room) next(x, y float32) (left, right float32) {
	var v [8]float32
	for i := range v {
		s := r.lines[i][r.at[i]]
		r.damped[i] = s + float32((r.damped[i]-s)*r.damping)
		v[i] = float32(r.damped[i]*r.back[i]) + tiny
	}
	left = (v[0] - v[2] + v[4] - v[6]) * 2
	right = (v[1] - v[3] + v[5] - v[7]) * 2
	for width := 1; width < 8; width *= 2 {
		for i := 0; i < 8; i += 2 * width {
			for j := i; j < i+width; j++ {
				v[j], v[j+width] = v[j]+v[j+width], v[j]-v[j+width]
			}
		}
	}
	for i := range v {
		in := x
		if i%2 == 1 {
			in = y
		}
		r.lines[i][r.at[i]] = v[i] + in
		if r.at[i]++; r.at[i] == len(r.lines[i]) {
			r.at[i] = 0
		}
	}
	return left, right
}

// tiny keeps the lines away from subnormal numbers, which are slow. The
// high-pass of the master removes it.
const tiny = 1e-18

func (a *allpass) next(x float32) float32 {
	s := a.line[a.at]
	y := mac(s, x, -0.6)
	a.line[a.at] = mac(x, y, 0.6)
	if a.at++; a.at == len(a.line) {
		a.at = 0
	}
	return y
}

// echo is a delay in time with the music, whose repeats change sides.
type echo struct {
	lines [2][]float32
	at    int
	low   biquad
	cut   biquad
	left  []float32
	right []float32
	wet   [2][]float32
	rings int // frames until the repeats have ended
}

const (
	echoBack  = 0.42
	echoQuiet = 1e-4
	maxEcho   = 2 // s
)

func newEcho(seconds float64) *echo {
	e := &echo{low: section("low", 3800, 0.6, 0), cut: section("high", 220, 0.7, 0)}
	n := int(min(max(seconds, 0.03), maxEcho) * Rate)
	for channel := range 2 {
		e.lines[channel] = make([]float32, n)
		e.wet[channel] = make([]float32, block)
	}
	e.left, e.right = make([]float32, block), make([]float32, block)
	return e
}

// add adds the repeats of what is in e.left and e.right, and clears them.
func (e *echo) add(left, right []float32) {
	for i := range e.left {
		if x := e.left[i] + e.right[i]; x > echoQuiet || x < -echoQuiet {
			e.rings = 9 * len(e.lines[0]) // repeats until they have fallen by 60 dB
		}
	}
	if e.rings == 0 {
		return
	}
	e.rings = max(0, e.rings-block)
	l, r := e.wet[0], e.wet[1]
	n := len(e.lines[0])
	for i := range l {
		l[i], r[i] = e.lines[0][(e.at+i)%n], e.lines[1][(e.at+i)%n]
	}
	e.low.stereo(l, r)
	e.cut.stereo(l, r)
	for i := range l {
		left[i] += l[i]
		right[i] += r[i]
		e.lines[0][e.at] = mac(mac(e.left[i], e.right[i], 0.3), r[i], echoBack)
		e.lines[1][e.at] = mac(float32(e.right[i]*0.3), l[i], echoBack)
		if e.at++; e.at == n {
			e.at = 0
		}
	}
	clear(e.left)
	clear(e.right)
	if e.rings == 0 {
		clear(e.lines[0])
		clear(e.lines[1])
	}
}

// exceeds reports whether any of the next repeats is louder than a level.
func (e *echo) exceeds(level float32) bool {
	return e.rings > 0 && max(peak(e.lines[0]), peak(e.lines[1])) >= level
}
