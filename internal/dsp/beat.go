package dsp

import "math"

const (
	beatTightness = 300 // how much a beat's length may cost against onsets that miss it
	kickShare     = 1.0 // of low onsets beside all: the bass drum is more often on the beat than between
	beatSmoothing = 2.0 // frames, standard deviation
)

// Beat is a tracked beat.
type Beat struct {
	At       float64 // s
	Strength float64 // of the onset that is there, in units of the mean onset; 0 where the beat is only implied
}

// TrackBeats finds the beats of a tempo: those that fall on strong onsets and
// are nearly a beat apart (Ellis, "Beat tracking by dynamic programming", 2007).
func TrackBeats(e *Envelope, t Tempo) []Beat {
	if t.BPM <= 0 || len(e.Onset) < 2 {
		return nil
	}
	onset := make([]float32, len(e.Onset))
	for i, v := range e.Onset {
		onset[i] = (v + kickShare*e.Low[i]) / (1 + kickShare)
	}
	onset = smoothed(onset, beatSmoothing)
	path := beatPath(onset, frames(t.BPM))
	beats := make([]Beat, 0, len(path))
	for _, i := range path {
		beats = append(beats, Beat{At: (float64(i)+summit(onset, i))/EnvelopeRate + e.lead, Strength: float64(onset[i])})
	}
	return beats
}

// beatPath is the frames of the best chain of beats of about period frames.
func beatPath(onset []float32, period float64) []int {
	from, to := max(1, int(0.6*period)), int(1.6*period)+1
	costs := make([]float32, to+1)
	for d := from; d <= to; d++ {
		l := math.Log(float64(d) / period)
		costs[d] = float32(beatTightness * l * l)
	}
	score, before := make([]float32, len(onset)), make([]int32, len(onset))
	for i, v := range onset {
		best, who := float32(0), int32(-1)
		first := max(0, i-to)
		for j := i - from; j >= first; j-- {
			if s := score[j] - costs[i-j]; s > best {
				best, who = s, int32(j)
			}
		}
		score[i], before[i] = v+best, who
	}
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

// summit is how far beside frame i the top of the parabola through it and its
// neighbours is, up to half a frame.
func summit(x []float32, i int) float64 {
	if i < 1 || i+1 >= len(x) {
		return 0
	}
	a, b, c := float64(x[i-1]), float64(x[i]), float64(x[i+1])
	if bend := a - 2*b + c; bend < 0 {
		return max(-0.5, min(0.5, (a-c)/(2*bend)))
	}
	return 0
}

// smoothed is x after a Gaussian.
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
