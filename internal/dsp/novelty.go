package dsp

import "math"

const (
	lowBands    = 2     // up to 250 Hz
	midBands    = 17    // up to 3 kHz
	kneeDB      = 30    // dB below the peak of a band; quieter levels count less and less
	deafDB      = 45    // dB below the loudest band; quieter bands count as if they peaked here
	riseFrames  = 2     // frames back to the level against which a rise is measured
	meanFrames  = 40    // frames on each side over which the local mean is taken
	loudPercent = 99    // percentage of the frames below the peak level
	onsetLead   = 0.125 // how much earlier than the sound a rise appears, as a share of the transform length
)

// strengths computes the onset strengths from the bands: rises of the
// compressed levels (spectral flux as in S. Dixon, "Onset detection revisited",
// 2006; compression after A. Klapuri et al., "Analysis of the meter of acoustic
// musical signals", 2006). Levels are relative to the track's own peaks, so its
// volume does not matter.
func (e *Envelope) strengths() {
	n := len(e.Bands)
	e.Onset, e.Low, e.Mid, e.High = make([]float32, n), make([]float32, n), make([]float32, n), make([]float32, n)
	peaks, top := bandPeaks(e.Bands), uint8(0)
	for _, p := range peaks {
		top = max(top, p)
	}
	for b, peak := range peaks {
		group := e.High
		switch {
		case b < lowBands:
			group = e.Low
		case b < midBands:
			group = e.Mid
		}
		addRises(group, e.Bands, b, compression(max(float64(peak), float64(top)-deafDB/bandStep)))
	}
	for _, group := range [][]float32{e.Low, e.Mid, e.High} {
		flatten(group)
		for i, v := range group {
			e.Onset[i] += v
		}
	}
	normalise(e.Onset)
}

// bandPeaks returns the peak level of each band, which only the loudest frames
// exceed.
func bandPeaks(frames []BandFrame) (peaks [Bands]uint8) {
	var counts [Bands][256]int
	for i := range frames {
		for b, v := range frames[i] {
			counts[b][v]++
		}
	}
	for b := range peaks {
		left := len(frames) * (100 - loudPercent) / 100
		level := 255
		for ; level > 0 && counts[b][level] <= left; level-- {
			left -= counts[b][level]
		}
		peaks[b] = uint8(level)
	}
	return peaks
}

// compression maps levels to loudness, logarithmically above the knee.
func compression(peak float64) (table [256]float32) {
	for v := range table {
		above := (float64(v)-peak)*bandStep + kneeDB
		table[v] = float32(math.Log1p(math.Pow(10, above/20)))
	}
	return table
}

func addRises(dst []float32, frames []BandFrame, band int, table [256]float32) {
	for i := range frames {
		var before float32
		if i >= riseFrames {
			before = table[frames[i-riseFrames][band]]
		} else {
			before = table[frames[0][band]]
		}
		if rise := table[frames[i][band]] - before; rise > 0 {
			dst[i] += rise
		}
	}
}

// flatten subtracts the local mean, drops negative values and scales the rest
// to a mean square of 1.
func flatten(x []float32) {
	sums := make([]float64, len(x)+1)
	for i, v := range x {
		sums[i+1] = sums[i] + float64(v)
	}
	for i := range x {
		from, to := max(0, i-meanFrames), min(len(x), i+meanFrames+1)
		x[i] = max(0, x[i]-float32((sums[to]-sums[from])/float64(to-from)))
	}
	normalise(x)
}

func normalise(x []float32) {
	var power float64
	for _, v := range x {
		power += float64(v) * float64(v)
	}
	if power < 1e-9*float64(len(x)) {
		clear(x)
		return
	}
	scale := float32(1 / math.Sqrt(power/float64(len(x))))
	for i := range x {
		x[i] *= scale
	}
}
