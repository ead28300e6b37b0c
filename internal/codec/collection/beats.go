package collection

// beatSlack is by how much a beat may be away from even spacing from the first
// of its run. Mixxx places both in steps of 11.6 ms.
const beatSlack = 0.012 // s

// AddBeats adds beats that a file lists one by one, as tempos: runs of beats
// that are evenly spaced. Beats have to be sorted.
func (t *Track) AddBeats(beats []float64) {
	for len(beats) > 1 {
		n, spacing := run(beats)
		t.AddTempo(Tempo{At: beats[0], BPM: 60 / spacing})
		beats = beats[n-1:]
	}
}

// run returns the length and the spacing of the longest evenly spaced run at
// the beginning, which has at least two beats. Each beat narrows the spacings
// that are possible; a beat for which none remains belongs to the next run.
func run(beats []float64) (n int, spacing float64) {
	low, high := 0.0, beats[1]-beats[0]+2*beatSlack
	for n = 1; n < len(beats); n++ {
		away := beats[n] - beats[0]
		lower, upper := max(low, (away-beatSlack)/float64(n)), min(high, (away+beatSlack)/float64(n))
		if lower > upper && n > 1 {
			break
		}
		low, high = lower, upper
		spacing = min(max(away/float64(n), low), high)
	}
	return n, spacing
}
