package dsp

// SincTaps is the number of frames that Between needs. It interpolates between
// the two in the middle.
const SincTaps = interpolatorTaps

const betweenPhases = 128

// betweenTable holds the filters for fractions of a frame.
var betweenTable = func() (table [betweenPhases + 1][SincTaps]float32) {
	table[0][SincTaps/2-1] = 1
	table[betweenPhases][SincTaps/2] = 1
	for p := 1; p < betweenPhases; p++ {
		table[p] = sincPhase(float64(p) / betweenPhases)
	}
	return table
}()

// Between interpolates stereo sound between the two frames in the middle of
// window, which holds SincTaps frames. place is the position between them, 0 to
// 1.
func Between(window []float32, place float64) (left, right float32) {
	p := place * betweenPhases
	i := int(p)
	f := float32(p - float64(i))
	a, b := &betweenTable[i], &betweenTable[min(i+1, betweenPhases)]
	for k := range a {
		h := a[k] + (b[k]-a[k])*f
		left += h * window[2*k]
		right += h * window[2*k+1]
	}
	return left, right
}
