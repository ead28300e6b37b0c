package dsp

import "math"

// Bars says how beats are grouped.
type Bars struct {
	Meter      int     // beats to a bar, 3 or 4; 0 without beats
	Downbeat   int     // index of the first downbeat among the beats of the grid
	Confidence float64 // 0 to 1
}

// barFeatures is what marks beats, each on a scale of its own mean and deviation.
type barFeatures struct {
	low, mid []float64 // onsets
	chord    []float64 // of the notes and the bass
	all      [][]float64
	opening  int // the first beat that is played
}

// FindDownbeats finds the meter and the first downbeat of a track. chroma may
// be nil. Compound times are counted as they are felt: 12/8, or two bars of 6/8,
// have four beats of three eighths; where the eighths are the beats, 6/8 is two
// bars of 3.
func FindDownbeats(e *Envelope, chroma *Chroma, g Grid) Bars {
	beats := g.Beats()
	if len(beats) == 0 {
		return Bars{}
	}
	if len(beats) < 8 {
		return Bars{Meter: 4}
	}
	f := featuresOf(e, chroma, beats)
	meter := f.meter()
	first, confidence := f.first(meter)
	return Bars{Meter: meter, Downbeat: first, Confidence: confidence}
}

// leastChord is a change of notes and bass that says nothing.
const leastChord = 0.1

// Weights of what marks the first beat of a bar, in deviations between beats.
const (
	kickWeight    = 1.0 // low onsets
	chordWeight   = 1.5 // changes of notes and bass
	snareWeight   = 1.0 // the second and the fourth of four beats above the others, middle registers
	openingWeight = 1.4 // the first beat of all: music mostly begins with a bar
)

// beatReach is how many frames around a beat its onset may be in.
const beatReach = 4

func featuresOf(e *Envelope, chroma *Chroma, beats []float64) *barFeatures {
	n := len(beats)
	f := &barFeatures{low: make([]float64, n), mid: make([]float64, n), chord: make([]float64, n)}
	for i, at := range beats {
		next := at + 0.5
		if i+1 < n {
			next = beats[i+1]
		} else if i > 0 {
			next = at + at - beats[i-1]
		}
		f.low[i], f.mid[i] = strongest(e.Low, at), strongest(e.Mid, at)
		f.chord[i] = chordShift(chroma, at, next-at)
		half := (at + next) / 2
		f.all = append(f.all, []float64{
			f.low[i], f.mid[i], strongest(e.High, at),
			strongest(e.Low, half), strongest(e.Mid, half), strongest(e.High, half), f.chord[i],
		})
	}
	f.opening = opening(e.Bands, beats)
	for _, x := range [][]float64{f.low, f.mid, f.chord} { // the ends have nothing around them
		x[0], x[n-1] = x[1], x[n-2]
	}
	standardise(f.low, 0)
	standardise(f.mid, 0)
	standardise(f.chord, leastChord)
	for c := range f.all[0] {
		column := make([]float64, n)
		for i := range f.all {
			column[i] = f.all[i][c]
		}
		standardise(column, 0)
		for i := range f.all {
			f.all[i][c] = column[i]
		}
	}
	return f
}

// strongest is the strongest onset around a moment.
func strongest(x []float32, seconds float64) float64 {
	middle, top := int(seconds*EnvelopeRate+0.5), float32(0)
	for i := max(0, middle-beatReach); i <= min(len(x)-1, middle+beatReach); i++ {
		top = max(top, x[i])
	}
	return float64(top)
}

// meanBands is the mean level of each band between two moments, in its steps.
func meanBands(frames []BandFrame, from, to float64) (mean [Bands]float64) {
	first, last := max(0, int(from*EnvelopeRate)), min(len(frames), int(to*EnvelopeRate))
	for i := first; i < last; i++ {
		for b, v := range frames[i] {
			mean[b] += float64(v) / float64(last-first)
		}
	}
	return mean
}

// chordShift is how different the notes and the bass are after a beat, 0 to 2.
func chordShift(c *Chroma, at, length float64) float64 {
	if c == nil || c.Hop <= 0 {
		return 0
	}
	var before, after [2 * PitchClasses]float64
	c.collect(&before, at-2*length, at)
	c.collect(&after, at, at+2*length)
	var ab, aa, bb float64
	for i := range before {
		ab, aa, bb = ab+before[i]*after[i], aa+before[i]*before[i], bb+after[i]*after[i]
	}
	if aa == 0 || bb == 0 {
		return 0
	}
	return 1 - ab/math.Sqrt(aa*bb)
}

// collect sums the notes and the bass of the frames centred between two moments.
func (c *Chroma) collect(sum *[2 * PitchClasses]float64, from, to float64) {
	for i := max(0, int(math.Ceil(from/c.Hop))); i < len(c.Frames) && float64(i)*c.Hop < to; i++ {
		for k := range PitchClasses {
			sum[k] += float64(c.Frames[i].Notes[k])
			sum[PitchClasses+k] += float64(c.Frames[i].Bass[k])
		}
	}
}

// opening is the first beat that something sounds on. Its onset does not tell:
// that of a sound's first moment cannot be seen.
func opening(frames []BandFrame, beats []float64) int {
	levels, top := make([]float64, len(beats)), 0.0
	for i, at := range beats {
		for _, v := range meanBands(frames, at, at+beatLength(beats, i)/2) {
			levels[i] = max(levels[i], v)
		}
		top = max(top, levels[i])
	}
	first := 0
	for first+1 < len(levels) && levels[first] < top-faintDB/bandStep {
		first++
	}
	return first
}

// faintDB is how far below the loudest beat nothing sounds.
const faintDB = 25

// leastSpread is the deviation, against the mean, below which differences are
// of the measurement rather than of the music.
const leastSpread = 0.15

// standardise scales to a mean of 0 and a deviation of 1, or less where all
// values are nearly the same. least is the smallest deviation there may be.
func standardise(x []float64, least float64) {
	var sum, squares float64
	for _, v := range x {
		sum += v
		squares += v * v
	}
	n := float64(len(x))
	mean := sum / n
	deviation := max(math.Sqrt(max(0, squares/n-mean*mean)), leastSpread*math.Abs(mean), least)
	for i := range x {
		if deviation > 1e-9 {
			x[i] = (x[i] - mean) / deviation
		} else {
			x[i] = 0
		}
	}
}

// likeness is how much beats are like those lag beats later.
func (f *barFeatures) likeness(lag int) float64 {
	if lag >= len(f.all) {
		return 0
	}
	var sum float64
	for i := lag; i < len(f.all); i++ {
		for c, v := range f.all[i] {
			sum += v * f.all[i-lag][c]
		}
	}
	return sum / float64((len(f.all)-lag)*len(f.all[0]))
}

// meter is 3 when music repeats after 3 and 6 beats rather than after 2, 4 and 8.
func (f *barFeatures) meter() int {
	three := (f.likeness(3) + f.likeness(6)) / 2
	four := (f.likeness(4) + f.likeness(8)) / 2
	if three > four+0.05 && three > f.likeness(2) {
		return 3
	}
	return 4
}

// first is the phase of the bars: they begin where the music does, where the
// bass drum is and where chords change, and before the snare drum's backbeat.
func (f *barFeatures) first(meter int) (int, float64) {
	low, mid, chord := profile(f.low, meter), profile(f.mid, meter), profile(f.chord, meter)
	best, second := 0, math.Inf(-1)
	scores := make([]float64, meter)
	for p := range scores {
		scores[p] = kickWeight*low[p] + chordWeight*chord[p]
		if p == f.opening%meter {
			scores[p] += openingWeight
		}
		if meter == 4 {
			scores[p] += snareWeight * (mid[(p+1)%4] + mid[(p+3)%4] - mid[p] - mid[(p+2)%4]) / 4
		}
		if scores[p] > scores[best] {
			best = p
		}
	}
	for p, s := range scores {
		if p != best {
			second = max(second, s)
		}
	}
	return best, max(0, min(1, (scores[best]-second)/2))
}

// profile is the mean of each beat of a bar against that of all. It is shrunk
// by the share of its variance that chance alone explains (James and Stein,
// 1961), so that what does not repeat in bars says nothing.
func profile(x []float64, meter int) []float64 {
	means, counts := make([]float64, meter), make([]float64, meter)
	var sum, squares, between float64
	for i, v := range x {
		means[i%meter] += v
		counts[i%meter]++
		sum, squares = sum+v, squares+v*v
	}
	n := float64(len(x))
	for p := range means {
		means[p] = means[p]/counts[p] - sum/n
		between += means[p] * means[p] * counts[p] / n
	}
	within, shrink := max(0, squares/n-sum*sum/n/n-between), 0.0
	if between > 1e-12 {
		shrink = max(0, 1-float64(meter-1)/(n-float64(meter))*within/between)
	}
	for p := range means {
		means[p] *= shrink
	}
	return means
}
