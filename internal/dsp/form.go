package dsp

import "math"

const (
	formDims = Bands + PitchClasses + 4

	// The largest difference of each feature. A distance is a sum of squared
	// shares of these.
	timbreRange = 22.0 // dB, mean over the bands
	levelRange  = 12.0 // LU
	rhythmRange = 0.8  // onset strength, whose mean square is 1
	chromaRange = 1.6
	quietBand   = 60 // dB below the loudest band; quieter levels count as equal
	quietLevel  = 24 // LU below the track's loudness; quieter levels count as equal
)

// units are the bars of a track, or seconds where it has none, with the
// features of each.
type units struct {
	bars     bool
	firstBar int       // index of the unit that starts with the first downbeat
	at       []float64 // start of each unit in s, and the end of the track
	features [][formDims]float32
	level    []float64 // LUFS
	low      []float64 // mean onset strength of kick drum and bass
	high     []float64 // mean onset strength of cymbals
	onset    []float64 // mean onset strength of all bands
}

func (u *units) count() int { return len(u.at) - 1 }

func (f *Form) units() *units {
	u := &units{at: []float64{0}}
	if len(f.Downbeats) >= minBars {
		u.cutBars(f)
	} else {
		for t := freeUnit; t < f.Duration-freeUnit/2; t += freeUnit {
			u.at = append(u.at, t)
		}
	}
	u.at = append(u.at, f.Duration)
	n := u.count()
	u.features = make([][formDims]float32, n)
	u.level, u.low, u.high, u.onset = make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	top, floor := f.top(), meanLevel(audible(f.Levels))-quietLevel
	for i := range n {
		u.measure(f, i, top, floor)
	}
	return u
}

// cutBars cuts the track at the downbeats. The parts before the first and after
// the last bar are cut into units of the same length.
func (u *units) cutBars(f *Form) {
	const minUnit = 0.25 // bars; shorter units join their neighbour
	n := len(f.Downbeats)
	bar := (f.Downbeats[n-1] - f.Downbeats[0]) / float64(n-1)
	bar = max(bar, 0.1)
	u.bars = true
	first := f.Downbeats[0]
	for t := first - math.Floor(first/bar)*bar; t < first-bar/2; t += bar {
		if t > minUnit*bar {
			u.at = append(u.at, t)
		}
	}
	for i, t := range f.Downbeats {
		if t-u.at[len(u.at)-1] > minUnit*bar && f.Duration-t > minUnit*bar {
			u.at = append(u.at, t)
		}
		if i == 0 {
			u.firstBar = len(u.at) - 1
		}
	}
	for t := f.Downbeats[n-1] + bar; t < f.Duration-minUnit*bar; t += bar {
		u.at = append(u.at, t)
	}
}

// top returns the level of the loudest band of the track.
func (f *Form) top() float32 {
	var top uint8
	for _, p := range bandPeaks(f.Envelope.Bands) {
		top = max(top, p)
	}
	return silentDB + bandStep*float32(top)
}

// measure computes the features of unit i. Bands far below top and levels below
// floor count as equal.
func (u *units) measure(f *Form, i int, top float32, floor float64) {
	e := f.Envelope
	from, to := span(u.at[i], u.at[i+1], EnvelopeRate, len(e.Bands))
	v := &u.features[i]
	if to > from {
		scale := 1 / (float32(to-from) * timbreRange * float32(math.Sqrt(Bands)))
		for k := from; k < to; k++ {
			for b := range Bands {
				v[b] += max(e.Bands[k].DB(b), top-quietBand) * scale
			}
		}
		u.low[i], u.high[i], u.onset[i] = mean32(e.Low[from:to]), mean32(e.High[from:to]), mean32(e.Onset[from:to])
	}
	if f.Chroma.Hop > 0 {
		from, to = span(u.at[i], u.at[i+1], 1/f.Chroma.Hop, len(f.Chroma.Frames))
		for k := from; k < to; k++ {
			for p, note := range f.Chroma.Frames[k].Notes {
				v[Bands+p] += note / (float32(to-from) * chromaRange)
			}
		}
	}
	from, to = span(u.at[i], u.at[i+1], LevelsPerSecond, len(f.Levels))
	u.level[i] = meanLevel(f.Levels[from:to])
	rest := v[Bands+PitchClasses:]
	rest[0] = float32(max(u.level[i], floor) / levelRange)
	rest[1], rest[2], rest[3] = float32(u.low[i]/rhythmRange), float32(u.high[i]/rhythmRange), float32(u.onset[i]/rhythmRange)
}

// span returns the range of indices between two times, which is not empty if
// there are any values.
func span(start, end, rate float64, n int) (from, to int) {
	from = min(max(0, int(math.Round(start*rate))), max(0, n-1))
	to = min(max(from+1, int(math.Round(end*rate))), n)
	return from, max(from, to)
}

func mean32(x []float32) float64 {
	var sum float64
	for _, v := range x {
		sum += float64(v)
	}
	return sum / float64(max(1, len(x)))
}

// meanLevel returns the loudness of a stretch of levels.
func meanLevel(levels []float32) float64 {
	var power float64
	for _, l := range levels {
		power += math.Pow(10, float64(l)/10)
	}
	if power <= 0 {
		return SilenceLUFS
	}
	return 10 * math.Log10(power/float64(len(levels)))
}

// kernels are half the widths of the checkerboards, in units.
var kernels = [...]int{4, 8, 16}

// novelty returns, for the start of each unit, how different the units after it
// are from those before it, relative to the differences within each side.
func (u *units) novelty() []float64 {
	n := u.count()
	band := u.distances(2 * kernels[len(kernels)-1])
	out := make([]float64, n)
	for i := 1; i < n; i++ {
		var sum, weights float64
		for _, half := range kernels {
			// A checkerboard that reaches beyond an end of the track has less
			// weight.
			left, right := min(half, i), min(half, n-i)
			weight := float64(min(left, right)) / float64(half)
			sum += weight * checkerboard(band, i, left, right)
			weights += weight
		}
		out[i] = sum / max(weights, 1)
	}
	return out
}

// distances returns the distances between units less than width apart: row i
// holds those from unit i to the following units.
func (u *units) distances(width int) [][]float32 {
	n := u.count()
	band := make([][]float32, n)
	cells := make([]float32, n*width)
	for i := range band {
		band[i] = cells[i*width : i*width+min(width, n-i)]
		for k := range band[i] {
			band[i][k] = distance(&u.features[i], &u.features[i+k])
		}
	}
	return band
}

func distance(a, b *[formDims]float32) float32 {
	var sum float32
	for k := range a {
		d := a[k] - b[k]
		sum += d * d
	}
	return float32(math.Sqrt(float64(sum)))
}

// checkerboard returns the mean distance across a boundary minus the mean
// distance within the units on either side.
func checkerboard(band [][]float32, at, left, right int) float64 {
	across := 0.0
	for i := at - left; i < at; i++ {
		for j := at; j < at+right; j++ {
			across += float64(band[i][j-i])
		}
	}
	return across/float64(left*right) - (within(band, at-left, at)+within(band, at, at+right))/2
}

func within(band [][]float32, from, to int) float64 {
	var sum float64
	for i := from; i < to; i++ {
		for j := i + 1; j < to; j++ {
			sum += float64(band[i][j-i])
		}
	}
	pairs := (to - from) * (to - from - 1) / 2
	return sum / float64(max(1, pairs))
}
