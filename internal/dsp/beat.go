package dsp

import (
	"math"
	"slices"
)

const (
	beatTightness = 300 // cost of deviating from the beat length, relative to onset strength
	kickShare     = 1.0 // weight of low onsets relative to all onsets: the bass drum plays more often on the beat than off it
	beatSmoothing = 2.0 // frames, standard deviation
	jumpReach     = 2   // hops on each side of a tempo jump in which either tempo may apply
)

// Beat is a tracked beat.
type Beat struct {
	At       float64 // s
	Strength float64 // strength of the onset at the beat, in units of the mean onset; 0 where the beat is only implied
}

// TrackBeats finds the beats of a track whose tempo is known. It favours beats
// that fall on strong onsets and are about one beat apart (D. Ellis, "Beat
// tracking by dynamic programming", 2007). It returns nil when t has no tempo.
func TrackBeats(e *Envelope, t Tempo) []Beat {
	if t.BPM <= 0 || len(e.Onset) < 2 {
		return nil
	}
	onset := make([]float32, len(e.Onset))
	for i, v := range e.Onset {
		onset[i] = (v + kickShare*e.Low[i]) / (1 + kickShare)
	}
	onset = smoothed(onset, beatSmoothing)
	path := beatPath(onset, t.steps(len(onset)))
	beats := make([]Beat, 0, len(path))
	for _, i := range path {
		beats = append(beats, Beat{At: (float64(i)+parabolicPeak(onset, i))/EnvelopeRate + e.lead, Strength: float64(onset[i])})
	}
	return beats
}

// beatSteps holds the cost of each possible beat length, in frames.
type beatSteps struct {
	from, to int
	costs    []float32
}

func beatStepsFor(periods ...float64) *beatSteps {
	shortest, longest := slices.Min(periods), slices.Max(periods)
	s := &beatSteps{from: max(1, int(0.6*shortest)), to: int(1.6*longest) + 1}
	s.costs = make([]float32, s.to+1)
	for d := s.from; d <= s.to; d++ {
		cost := math.Inf(1)
		for _, period := range periods {
			l := math.Log(float64(d) / period)
			cost = min(cost, beatTightness*l*l)
		}
		s.costs[d] = float32(cost)
	}
	return s
}

// steps returns the costs for each localHop of n frames. Around a tempo jump,
// the beat length may be that of either side.
func (t *Tempo) steps(n int) []*beatSteps {
	steps, period := make([]*beatSteps, (n-1)/localHop+1), frames(t.BPM)
	if t.curve == nil {
		one := beatStepsFor(period)
		for i := range steps {
			steps[i] = one
		}
		return steps
	}
	for i := range steps {
		periods := []float64{period / t.curve.factor(i*localHop+localHop/2)}
		for _, j := range t.curve.jumps {
			if i >= j-jumpReach && i < j+jumpReach {
				periods = append(periods, period/t.curve.factors[j-1], period/t.curve.factors[j])
			}
		}
		steps[i] = beatStepsFor(periods...)
	}
	return steps
}

// beatPath returns the frames of the best chain of beats.
func beatPath(onset []float32, steps []*beatSteps) []int {
	score, before := make([]float32, len(onset)), make([]int32, len(onset))
	for i, v := range onset {
		step := steps[i/localHop]
		best, who := float32(0), int32(-1)
		first := max(0, i-step.to)
		for j := i - step.from; j >= first; j-- {
			if s := score[j] - step.costs[i-j]; s > best {
				best, who = s, int32(j)
			}
		}
		score[i], before[i] = v+best, who
	}
	to := steps[len(steps)-1].to
	end := len(onset) - 1
	for i := max(0, len(onset)-1-to); i < len(onset); i++ {
		if score[i] > score[end] {
			end = i
		}
	}
	var path []int
	for i := int32(end); i >= 0; i = before[i] {
		path = append(path, int(i))
	}
	for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
		path[i], path[j] = path[j], path[i]
	}
	return path
}

// parabolicPeak returns the offset, in frames within ±0.5, of the top of the
// parabola through x[i] and its neighbours.
func parabolicPeak(x []float32, i int) float64 {
	if i < 1 || i+1 >= len(x) {
		return 0
	}
	a, b, c := float64(x[i-1]), float64(x[i]), float64(x[i+1])
	if bend := a - 2*b + c; bend < 0 {
		return max(-0.5, min(0.5, (a-c)/(2*bend)))
	}
	return 0
}

// smoothed returns x convolved with a Gaussian of the given standard deviation,
// in samples.
func smoothed(x []float32, deviation float64) []float32 {
	reach := int(3 * deviation)
	kernel, sum := make([]float32, 2*reach+1), float32(0)
	for i := range kernel {
		d := float64(i-reach) / deviation
		kernel[i] = float32(math.Exp(-d * d / 2))
		sum += kernel[i]
	}
	out := make([]float32, len(x))
	for i := range x {
		var v float32
		for j, k := range kernel {
			if at := i + j - reach; at >= 0 && at < len(x) {
				v += k * x[at]
			}
		}
		out[i] = v / sum
	}
	return out
}
