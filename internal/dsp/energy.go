package dsp

import "math"

// The ranges of the components of Energy.
const (
	energySoft, energyLoud   = -30.0, -6.0 // LUFS
	energyCalm, energyBusy   = 0.0, 8.0    // onsets per second
	energyDark, energyBright = 400, 4000   // Hz
)

// Energy rates how driving a track is, from 0 to 1. Half of it is the
// integrated loudness in LUFS, three tenths is the number of onsets per second,
// and two tenths is the brightness, the spectral centroid in Hz on a
// logarithmic scale. It never falls when one of them rises. NaN counts as the
// lowest value.
func Energy(loudness, onsets, brightness float64) float64 {
	return 0.5*share(loudness, energySoft, energyLoud) +
		0.3*share(onsets, energyCalm, energyBusy) +
		0.2*share(math.Log2(max(brightness, 1)), math.Log2(energyDark), math.Log2(energyBright))
}

// share returns where v lies between two values, clamped to the range from 0 to
// 1.
func share(v, from, to float64) float64 {
	if !(v > from) {
		return 0
	}
	return min(1, (v-from)/(to-from))
}

const (
	onsetPeak = 1.0 // minimum of Envelope.Onset, whose mean square is 1
	onsetGap  = 8   // frames: listeners cannot separate more than about twelve onsets per second
)

// OnsetDensity returns the number of clear onsets per second of an envelope.
func OnsetDensity(e *Envelope) float64 {
	if len(e.Onset) == 0 {
		return 0
	}
	count, last := 0, -onsetGap
	for i := 1; i+1 < len(e.Onset); i++ {
		v := e.Onset[i]
		if v >= onsetPeak && v >= e.Onset[i-1] && v > e.Onset[i+1] && i-last >= onsetGap {
			count, last = count+1, i
		}
	}
	return float64(count) * EnvelopeRate / float64(len(e.Onset))
}

// Brightness returns the spectral centroid in Hz: the mean frequency of the
// bands on the mel scale, weighted by amplitude. It is 0 for silence.
func Brightness(e *Envelope) float64 {
	var sum, weights float64
	step := (mel(bandHigh) - mel(bandLow)) / (Bands + 1)
	amplitude := bandAmplitudes()
	for i := range e.Bands {
		for b, v := range e.Bands[i] {
			a := amplitude[v]
			sum += a * (mel(bandLow) + float64(b+1)*step)
			weights += a
		}
	}
	if weights == 0 {
		return 0
	}
	return melHz(sum / weights)
}

// bandAmplitudes returns the amplitude of each value of a BandFrame. Barely
// audible values are 0.
func bandAmplitudes() (table [256]float64) {
	for v := range table {
		if db := silentDB + bandStep*float64(v); db > -80 {
			table[v] = math.Pow(10, db/20)
		}
	}
	return table
}
