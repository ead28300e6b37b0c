package dsp

import "math"

// Decimator lowers the rate of a stream of mono samples by an integer factor.
// Its filters have linear phase and their delay is compensated: below the new
// Nyquist frequency, sample i of the result corresponds to sample i*factor of
// the source. The result does not depend on how the stream is cut into chunks.
type Decimator struct {
	stages []*decimatorStage
}

// decimatorTaps is the length of each side of a filter, in output samples. It
// attenuates aliases below 0.8 of the new Nyquist frequency by 60 dB.
const decimatorTaps = 11

// NewDecimator returns a Decimator by 1, 2, 3, 4, 6 or 8. For any other factor
// it uses the prime factors 2 and 3 only.
func NewDecimator(factor int) *Decimator {
	d := &Decimator{}
	for _, step := range []int{2, 3} {
		for ; factor > 1 && factor%step == 0; factor /= step {
			d.stages = append(d.stages, newDecimatorStage(step))
		}
	}
	return d
}

// Decimate consumes the next samples of the stream, appends the output that is
// ready to dst and returns it. It does not allocate when dst has enough
// capacity.
func (d *Decimator) Decimate(dst, src []float32) []float32 {
	if len(d.stages) == 0 {
		return append(dst, src...)
	}
	last := len(d.stages) - 1
	for _, s := range d.stages[:last] {
		s.out = s.run(s.out[:0], src)
		src = s.out
	}
	return d.stages[last].run(dst, src)
}

// Flush appends the rest of the output at the end of the stream, which makes
// ⌈n/factor⌉ samples for n input samples. Do not call Decimate afterwards.
func (d *Decimator) Flush(dst []float32) []float32 {
	var rest []float32
	for i, s := range d.stages {
		out := s.run(nil, rest)
		out = s.flush(out)
		if i == len(d.stages)-1 {
			return append(dst, out...)
		}
		rest = out
	}
	return dst
}

// decimatorStage is a windowed sinc filter that is zero at every factor-th tap.
type decimatorStage struct {
	factor int
	middle float32
	taps   []float32 // one side, without the zero taps
	steps  []int     // their distances from the middle
	kept   []float32 // samples that are needed again
	at     int       // position in kept of the next output
	read   int       // input samples consumed
	made   int       // output samples produced
	out    []float32
}

func newDecimatorStage(factor int) *decimatorStage {
	reach := decimatorTaps*factor - 1
	s := &decimatorStage{factor: factor, middle: 1 / float32(factor), kept: make([]float32, reach), at: reach}
	taps, sum := make([]float64, 0, reach), 0.0
	for j := 1; j <= reach; j++ {
		if j%factor == 0 {
			continue
		}
		x := float64(j) / float64(reach+1)
		tap := math.Sin(math.Pi*float64(j)/float64(factor)) / (math.Pi * float64(j)) *
			(0.42 + 0.5*math.Cos(math.Pi*x) + 0.08*math.Cos(2*math.Pi*x))
		taps, s.steps = append(taps, tap), append(s.steps, j)
		sum += 2 * tap
	}
	for _, tap := range taps {
		s.taps = append(s.taps, float32(tap*(1-1/float64(factor))/sum))
	}
	return s
}

func (s *decimatorStage) run(dst, src []float32) []float32 {
	s.read += len(src)
	s.kept = append(s.kept, src...)
	reach := s.steps[len(s.steps)-1]
	at := s.at
	before := len(dst)
	if s.factor == 2 && at >= reach {
		dst = halve(dst, s.kept[at-reach:], s.taps, s.middle)
		at += 2 * (len(dst) - before)
	}
	for ; at+reach < len(s.kept); at += s.factor {
		dst = append(dst, s.point(at))
	}
	s.made += len(dst) - before
	from := max(0, min(at-reach, len(s.kept)))
	s.at = at - from
	s.kept = append(s.kept[:0], s.kept[from:]...)
	return dst
}

func (s *decimatorStage) point(at int) float32 {
	sum := s.middle * s.kept[at]
	for i, tap := range s.taps {
		sum += tap * (s.kept[at-s.steps[i]] + s.kept[at+s.steps[i]])
	}
	return sum
}

func (s *decimatorStage) flush(dst []float32) []float32 {
	read, before := s.read, len(dst)
	left := (read+s.factor-1)/s.factor - s.made
	dst = s.run(dst, make([]float32, s.factor*(decimatorTaps+1)))
	return dst[:before+left]
}
