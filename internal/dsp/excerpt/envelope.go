package excerpt

import (
	"math"

	"sonora/internal/dsp"
)

const (
	bands = 3
	// rate is the number of frames per second of an envelope.
	rate     = 25
	perFrame = dsp.PeaksPerSecond / rate

	quiet     = 4        // is added to points, so that noise next to silence counts little
	meanSpan  = rate     // frames on each side whose mean is taken away
	levelSpan = 4 * rate // frames on each side that are brought to the same level
	evenLevel = 0.05     // mean deviation below which a band is even, and is not amplified further
	highest   = 3        // deviation at which frames are cut off
)

// envelope is how each band moves around its mean, in frames. Volume, equalisers and
// slow fades change little of it.
type envelope [bands][]float32

func (e *envelope) frames() int { return len(e[0]) }

// energies returns the sums of squares of all frames before each one.
func (e *envelope) energies() []float64 {
	sums := make([]float64, e.frames()+1)
	for i := range e.frames() {
		sums[i+1] = sums[i]
		for b := range e {
			sums[i+1] += float64(e[b][i]) * float64(e[b][i])
		}
	}
	return sums
}

// levels has the sums of the logarithmic points before each one, for each band.
type levels [bands][]float64

func newLevels(w *Waveform) *levels {
	var logs [256]float64
	for v := range logs {
		logs[v] = math.Log(float64(v) + quiet)
	}
	l := &levels{}
	n := min(len(w.Low), len(w.Mid), len(w.High))
	for b, points := range [bands][]byte{w.Low, w.Mid, w.High} {
		l[b] = make([]float64, n+1)
		for i, v := range points[:n] {
			l[b][i+1] = l[b][i] + logs[v]
		}
	}
	return l
}

// at returns the envelope of the sound as it is when it plays at a speed, in frames
// that are longer than those of rate by a factor.
func (l *levels) at(speed float64, longer int) *envelope {
	step := perFrame * speed * float64(longer)
	n := int(float64(len(l[0])-1) / step)
	e := &envelope{}
	for b, sums := range l {
		e[b] = make([]float32, n)
		before := 0.0
		for i := range e[b] {
			sum := between(sums, float64(i+1)*step)
			e[b][i] = float32((sum - before) / step)
			before = sum
		}
		e[b] = whiten(deviations(e[b], longer), window/longer)
	}
	return e
}

// between returns the value between two elements of a list.
func between(list []float64, at float64) float64 {
	i := min(int(at), len(list)-2)
	return list[i] + (list[i+1]-list[i])*(at-float64(i))
}

// deviations returns how far a band is from its mean around each frame, relative to
// how far it usually is there.
func deviations(band []float32, longer int) []float32 {
	sums, squares := make([]float64, len(band)+1), make([]float64, len(band)+1)
	for i, v := range band {
		sums[i+1] = sums[i] + float64(v)
	}
	out := make([]float32, len(band))
	for i, v := range band {
		out[i] = v - float32(mean(sums, i, meanSpan/longer))
		squares[i+1] = squares[i] + float64(out[i])*float64(out[i])
	}
	for i, v := range out {
		level := float32(max(math.Sqrt(mean(squares, i, levelSpan/longer)), evenLevel))
		out[i] = max(-highest, min(v/level, highest))
	}
	return out
}

// mean returns the mean around an element of the list that has these sums.
func mean(sums []float64, at, span int) float64 {
	from, to := max(0, at-span), min(len(sums)-1, at+span+1)
	return (sums[to] - sums[from]) / float64(to-from)
}
