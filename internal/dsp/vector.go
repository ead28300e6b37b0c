package dsp

import (
	"math"
	"slices"
)

// VectorSize is the length of a similarity vector.
const VectorSize = TimbreSize + RhythmSize + HarmonySize + DynamicsSize

// The lengths of the parts of a similarity vector, in their order.
const (
	TimbreSize   = 2 * (cepstra + contrastBands)
	RhythmSize   = 2 * rhythmLags
	HarmonySize  = 8
	DynamicsSize = 6
)

const (
	cepstra      = 20  // coefficients; the first one, which is the level, is left out
	rhythmLags   = 16  // on a logarithmic scale
	vectorStep   = 4   // take every fourth frame of an Envelope
	vectorDepth  = 60  // dB below the loudest frame down to which frames count
	bandDepth    = 50  // dB below the loudest band down to which bands count
	shortestLag  = 0.1 // s
	longestLag   = 3.2 // s
	onsetDensity = 2.0 // onset strength, relative to the root mean square, that counts as an onset
)

// SimilarityVector describes how music sounds, so that it can be compared with
// other music. The closer two vectors are (L1 distance, after each element was
// scaled to the same spread over a library), the more similar the music. The
// vector does not depend on level or key. It is nil where nothing is audible.
//
// Its VectorSize elements are, in this order: timbre, the mean and deviation of
// mel cepstra (B. Logan, "Mel frequency cepstral coefficients for music
// modeling", 2000) and of spectral contrast; rhythm, the autocorrelation of all
// onsets and of the low ones at logarithmically spaced lags (after E. Pampalk,
// "Computational models of music similarity", 2006); harmony, how often each
// interval sounds, which is the autocorrelation of the chroma; and dynamics.
func SimilarityVector(e *Envelope, c *Chroma) []float32 {
	heard := heardFrames(e)
	chords := sounding(c.Frames)
	if len(heard) == 0 || len(chords) == 0 {
		return nil
	}
	v := make([]float32, 0, VectorSize)
	v = append(v, timbre(heard)...)
	v = append(v, contrasts(chords)...)
	v = append(v, lagProfile(e.Onset)...)
	v = append(v, lagProfile(e.Low)...)
	v = append(v, intervals(chords, c.Tuned)...)
	v = append(v, dynamics(heard, e)...)
	for i, x := range v {
		if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
			v[i] = 0
		}
	}
	return v
}

// heardFrame is the mel spectrum of a frame in dB, and its level.
type heardFrame struct {
	bands [Bands]float32
	level float32
}

// heardFrames returns every vectorStep-th frame except nearly silent ones.
func heardFrames(e *Envelope) []heardFrame {
	frames := make([]heardFrame, 0, len(e.Bands)/vectorStep+1)
	top, topBand := float32(silentDB), float32(silentDB)
	for i := 0; i < len(e.Bands); i += vectorStep {
		var f heardFrame
		f.level = silentDB
		for b := range f.bands {
			f.bands[b] = e.Bands[i].DB(b)
			f.level = max(f.level, f.bands[b])
		}
		top = max(top, f.level)
		frames = append(frames, f)
	}
	topBand = max(topBand, top-bandDepth)
	frames = slices.DeleteFunc(frames, func(f heardFrame) bool { return f.level <= max(silentDB, top-vectorDepth) })
	for i := range frames {
		for b := range frames[i].bands {
			frames[i].bands[b] = max(frames[i].bands[b], topBand)
		}
	}
	return frames
}

// timbre returns the mean of each cepstral coefficient, then the deviations.
func timbre(frames []heardFrame) []float32 {
	var basis [cepstra][Bands]float32
	for k := range basis {
		for b := range basis[k] {
			basis[k][b] = float32(math.Cos(math.Pi*float64(k+1)*(float64(b)+0.5)/Bands) / Bands)
		}
	}
	var stats [cepstra]spreadOf
	for i := range frames {
		for k := range basis {
			var sum float32
			for b, w := range basis[k] {
				sum += w * frames[i].bands[b]
			}
			stats[k].add(float64(sum))
		}
	}
	return meansAndDeviations(stats[:])
}

// contrasts returns the mean contrast of each octave, then the deviations.
func contrasts(frames []ChromaFrame) []float32 {
	var stats [contrastBands]spreadOf
	for i := range frames {
		for b, v := range frames[i].Contrast {
			stats[b].add(float64(v))
		}
	}
	return meansAndDeviations(stats[:])
}

// spreadOf accumulates values for their mean and deviation.
type spreadOf struct{ n, sum, square float64 }

func (s *spreadOf) add(v float64) {
	s.n++
	s.sum += v
	s.square += v * v
}

func (s *spreadOf) mean() float64 { return s.sum / max(s.n, 1) }

func (s *spreadOf) deviation() float64 {
	return math.Sqrt(max(0, s.square/max(s.n, 1)-s.mean()*s.mean()))
}

func meansAndDeviations(stats []spreadOf) []float32 {
	out := make([]float32, 2*len(stats))
	for i := range stats {
		out[i], out[len(stats)+i] = float32(stats[i].mean()), float32(stats[i].deviation())
	}
	return out
}

// lagProfile returns the highest autocorrelation of an onset curve within each
// of rhythmLags ranges of lags, relative to lag 0.
func lagProfile(onset []float32) []float32 {
	half := make([]float32, len(onset)/2)
	var mean, zero float32
	for i := range half {
		half[i] = onset[2*i] + onset[2*i+1]
		mean += half[i] / float32(len(half))
	}
	for i := range half {
		half[i] -= mean
		zero += half[i] * half[i]
	}
	out := make([]float32, rhythmLags)
	if zero <= 0 {
		return out
	}
	edge := func(span int) int {
		lag := shortestLag * math.Pow(longestLag/shortestLag, float64(span)/rhythmLags)
		return int(math.Round(lag * EnvelopeRate / 2))
	}
	for span := range out {
		for lag := edge(span); lag < edge(span+1) && lag < len(half); lag++ {
			var sum float32
			for i, x := range half[lag:] {
				sum += x * half[i]
			}
			out[span] = max(out[span], sum/zero)
		}
	}
	return out
}

// intervals returns how strongly notes 1 to 6 semitones apart sound together,
// how uneven the chroma is, and how well the partials agree on a tuning.
func intervals(frames []ChromaFrame, tuned float64) []float32 {
	out := make([]float32, HarmonySize)
	var count float32
	for i := range frames {
		notes := &frames[i].Notes
		var zero, sum float32
		for _, n := range notes {
			zero += n * n
			sum += n
		}
		if zero <= 0 {
			continue
		}
		count++
		for d := 1; d <= PitchClasses/2; d++ {
			var dot float32
			for class, n := range notes {
				dot += n * notes[(class+d)%PitchClasses]
			}
			out[d-1] += dot / zero
		}
		out[6] += PitchClasses * zero / (sum * sum)
	}
	for i := range out {
		out[i] /= max(count, 1)
	}
	out[7] = float32(tuned)
	return out
}

// dynamics returns the deviation of the level, the distance of the loud and of
// the quiet parts from the median level, the number of onsets per second, and
// the mean strength of the low and of the high onsets.
func dynamics(frames []heardFrame, e *Envelope) []float32 {
	var level spreadOf
	levels := make([]float32, len(frames))
	for i := range frames {
		levels[i] = frames[i].level
		level.add(float64(levels[i]))
	}
	slices.Sort(levels)
	at := func(share float64) float32 { return levels[int(share*float64(len(levels)-1))] }
	var onsets, square, low, high float64
	for i := 1; i+1 < len(e.Onset); i++ {
		o := e.Onset[i]
		square += float64(o) * float64(o)
		if o > onsetDensity && o > e.Onset[i-1] && o >= e.Onset[i+1] {
			onsets++
			low += float64(e.Low[i])
			high += float64(e.High[i])
		}
	}
	seconds := max(e.Duration, 1)
	return []float32{
		float32(level.deviation()), at(0.95) - at(0.5), at(0.5) - at(0.1),
		float32(onsets / seconds), float32(low / max(onsets, 1)), float32(high / max(onsets, 1)),
	}
}
