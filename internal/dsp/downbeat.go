package dsp

import "math"

// Bars describes how beats are grouped into bars.
type Bars struct {
	Meter      int     // beats per bar, 3 or 4; 0 without beats
	Downbeat   int     // index of the first downbeat among the beats of the grid
	Confidence float64 // 0 to 1
}

// barFeatures holds the features of each beat, each scaled to its own mean and
// deviation.
type barFeatures struct {
	low, mid []float64 // onset strengths
	chord    []float64 // change of the notes and the bass
	all      [][]float64
	opening  int // the first beat that is audible
}

// FindDownbeats finds the meter and the first downbeat of a track. chroma may
// be nil. Compound meters are counted as listeners feel them: 12/8, or two bars
// of 6/8, has four beats of three eighths; if the eighths are the beats, 6/8 is
// two bars of 3.
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

// minChordSpread is the deviation of chord changes below which they carry no
// information.
const minChordSpread = 0.1

// Weights of the features that mark the first beat of a bar, in deviations
// between beats.
const (
	kickWeight    = 1.0 // low onsets
	chordWeight   = 1.5 // changes of notes and bass
	snareWeight   = 1.0 // beats two and four of a bar of four above the others, in the middle register
	openingWeight = 1.4 // the first beat of the track: most music starts with a full bar
)

// beatReach is the number of frames around a beat in which its onset may lie.
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
	for _, x := range [][]float64{f.low, f.mid, f.chord} { // the first and the last beat lack surroundings
		x[0], x[n-1] = x[1], x[n-2]
	}
	standardise(f.low, 0)
	standardise(f.mid, 0)
	standardise(f.chord, minChordSpread)
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

// strongest returns the strongest onset around a time.
func strongest(x []float32, seconds float64) float64 {
	middle, top := int(seconds*EnvelopeRate+0.5), float32(0)
	for i := max(0, middle-beatReach); i <= min(len(x)-1, middle+beatReach); i++ {
		top = max(top, x[i])
	}
	return float64(top)
}

// meanBands returns the mean level of each band between two times, in steps of
// a BandFrame.
func meanBands(frames []BandFrame, from, to float64) (mean [Bands]float64) {
	first, last := max(0, int(from*EnvelopeRate)), min(len(frames), int(to*EnvelopeRate))
	for i := first; i < last; i++ {
		for b, v := range frames[i] {
			mean[b] += float64(v) / float64(last-first)
		}
	}
	return mean
}

// chordShift returns how much the notes and the bass change at a beat, from 0
// to 2.
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

// collect sums the notes and the bass of the frames centred between two times.
func (c *Chroma) collect(sum *[2 * PitchClasses]float64, from, to float64) {
	for i := max(0, int(math.Ceil(from/c.Hop))); i < len(c.Frames) && float64(i)*c.Hop < to; i++ {
		for k := range PitchClasses {
			sum[k] += float64(c.Frames[i].Notes[k])
			sum[PitchClasses+k] += float64(c.Frames[i].Bass[k])
		}
	}
}

// opening returns the first audible beat. It does not use onsets, because the
// envelope does not show the onset of the very first sound.
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

// faintDB is the distance below the loudest beat from which a beat counts as
// silent.
const faintDB = 25

// minSpread is the deviation relative to the mean below which differences are
// measurement noise.
const minSpread = 0.15

// standardise scales values to a mean of 0 and a deviation of 1, or a smaller
// deviation where all values are nearly equal. Deviations below minDeviation
// count as minDeviation.
func standardise(x []float64, minDeviation float64) {
	var sum, squares float64
	for _, v := range x {
		sum += v
		squares += v * v
	}
	n := float64(len(x))
	mean := sum / n
	deviation := max(math.Sqrt(max(0, squares/n-mean*mean)), minSpread*math.Abs(mean), minDeviation)
	for i := range x {
		if deviation > 1e-9 {
			x[i] = (x[i] - mean) / deviation
		} else {
			x[i] = 0
		}
	}
}

// likeness returns how similar beats are to those lag beats later.
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

// meter returns 3 when the music repeats after 3 and 6 beats rather than after
// 2, 4 and 8, otherwise 4.
func (f *barFeatures) meter() int {
	three := (f.likeness(3) + f.likeness(6)) / 2
	four := (f.likeness(4) + f.likeness(8)) / 2
	if three > four+0.05 && three > f.likeness(2) {
		return 3
	}
	return 4
}

// first returns the phase of the bars and its confidence: bars start where the
// music starts, where the bass drum plays and where chords change, and before
// the backbeat of the snare drum.
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

// profile returns the mean of each beat of a bar relative to the mean of all
// beats. It is shrunk by the share of its variance that chance alone explains
// (W. James, C. Stein, "Estimation with quadratic loss", 1961), so that
// features which do not repeat in bars have no weight.
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
