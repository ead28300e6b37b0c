package wave

import "math"

// The functions below measure stereo samples.

// Power returns the level of a frequency in the left channel, in dB of a sine's
// amplitude.
func Power(samples []float32, hz float64) float64 {
	return powerOf(samples, probe(len(samples)/2, hz))
}

// probe returns cosine and sine of a frequency under a Hann window of n frames.
func probe(n int, hz float64) []complex128 {
	wave := make([]complex128, n)
	for i := range wave {
		w := 1 - math.Cos(2*math.Pi*float64(i)/float64(n))
		s, c := math.Sincos(2 * math.Pi * hz * float64(i) / Rate)
		wave[i] = complex(w*c, w*s)
	}
	return wave
}

func powerOf(samples []float32, wave []complex128) float64 {
	var re, im float64
	for i, w := range wave {
		v := float64(samples[2*i])
		re += real(w) * v
		im += imag(w) * v
	}
	return 20 * math.Log10(2*math.Hypot(re, im)/float64(len(wave))+1e-9)
}

// Strikes returns the seconds at which clicks of a frequency begin: where its
// level within 2 ms first passes −21 dB.
func Strikes(samples []float32, hz float64) []float64 {
	const window = Rate / 500
	wave := probe(window, hz)
	var found []float64
	for i := 0; i+window < len(samples)/2; i += 12 {
		if powerOf(samples[i*2:(i+window)*2], wave) < -21 {
			continue
		}
		at := float64(i+window/2) / Rate
		if n := len(found); n == 0 || at-found[n-1] > 0.1 {
			found = append(found, at)
		}
	}
	return found
}

// RMS returns the mean level in dB.
func RMS(samples []float32) float64 {
	var sum float64
	for _, v := range samples {
		sum += float64(v) * float64(v)
	}
	return 10 * math.Log10(sum/float64(max(1, len(samples)))+1e-12)
}

// Steepest returns the largest difference between two neighbouring samples of a
// channel.
func Steepest(samples []float32) float64 {
	most := 0.0
	for i := 2; i < len(samples); i++ {
		most = max(most, math.Abs(float64(samples[i]-samples[i-2])))
	}
	return most
}
