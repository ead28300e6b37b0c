package judge

import (
	"math"

	"sonora/internal/dsp"
)

const (
	eighths  = 8   // of a bar
	unlike   = 0.7 // cosine of two bars with nothing in common but key and beat; of published tracks, the tenth percentile is then near 0.25, the ninetieth near 0.8
	maxBars  = 400 // of which the likeness is compared
	features = dsp.PitchClasses + 3
)

// repetition returns how alike two bars are, on average over all pairs: the
// energy of the self-similarity matrix of the bars' notes and onsets (J. Foote,
// "Visualizing music and audio using self-similarity", 1999). It is 0 for fewer
// than four bars.
func repetition(chroma *dsp.Chroma, envelope *dsp.Envelope, downbeats []float64) float64 {
	downbeats = downbeats[:min(len(downbeats), maxBars)]
	var all [][]float64
	for i := 0; i+1 < len(downbeats); i++ {
		if v := describe(chroma, envelope, downbeats[i], downbeats[i+1]); v != nil {
			all = append(all, v)
		}
	}
	if len(all) < 4 {
		return 0
	}
	sum, pairs := 0.0, 0
	for i := range all {
		for j := range i {
			sum += min(max((dot(all[i], all[j])-unlike)/(1-unlike), 0), 1)
			pairs++
		}
	}
	return sum / float64(pairs)
}

// describe returns the notes and onsets of each slice of a bar as a vector of
// length 1, or nil for silence.
func describe(chroma *dsp.Chroma, envelope *dsp.Envelope, from, to float64) []float64 {
	v := make([]float64, eighths*features)
	for slice := range eighths {
		start, end := from+(to-from)*float64(slice)/eighths, from+(to-from)*float64(slice+1)/eighths
		part := v[slice*features:]
		for frame := max(0, int(start/chroma.Hop)); frame <= int(end/chroma.Hop) && frame < len(chroma.Frames); frame++ {
			if f := &chroma.Frames[frame]; f.Level > silent {
				for note, strength := range f.Notes {
					part[note] += float64(strength)
				}
			}
		}
		normalise(part[:dsp.PitchClasses], 1)
		for band, onsets := range [][]float32{envelope.Low, envelope.Mid, envelope.High} {
			for i := max(0, int(start*dsp.EnvelopeRate)); i < int(end*dsp.EnvelopeRate) && i < len(onsets); i++ {
				part[dsp.PitchClasses+band] += float64(onsets[i])
			}
		}
		normalise(part[dsp.PitchClasses:features], 0.7)
	}
	if !normalise(v, 1) {
		return nil
	}
	return v
}

// normalise scales a vector to a length. It reports false for one without.
func normalise(v []float64, length float64) bool {
	n := math.Sqrt(dot(v, v))
	if n < 1e-9 {
		return false
	}
	for i := range v {
		v[i] *= length / n
	}
	return true
}

func dot(a, b []float64) (sum float64) {
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}
