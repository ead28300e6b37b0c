package dsp

import "slices"

// SteadyBeat is the confidence below which music should be treated as having no
// steady beat.
const SteadyBeat = 0.35

const (
	steadySpan     = 8    // blocks (20 s) over which the beat has to stay in step
	strayCoherence = 0.5  // coherence reached by chance
	fullCoherence  = 0.95 // coherence of music with an unmistakable beat

	fewSeconds  = 3 // seconds with onsets: a single onset or two ringing notes are no beat
	manySeconds = 6
)

// confidence returns how well the onsets stay in step with a tempo, 0 to 1. It
// compares the coherent sum of the beat and its harmonics over 20 s with their
// sum regardless of phase.
func (r *rhythm) confidence(bpm float64) float64 {
	var inStep, whole float64
	from, blocks := 0, 0
	for _, to := range append(slices.Clone(r.borders), len(r.env.Onset)) {
		var phases [fineHarmonics][]complex128
		for h := range phases {
			phases[h] = blockPhases(r.env.Onset[from:max(from, to)], bpm/60*float64(h+1)/EnvelopeRate)
		}
		inStep += agreement(&phases, 0, steadySpan)
		whole += agreement(&phases, 0, 1)
		blocks += len(phases[0])
		from = max(from, to)
	}
	if whole <= 0 || blocks < 2 {
		return 0
	}
	coherence := inStep / whole
	return share(coherence, strayCoherence, fullCoherence) * share(busySeconds(r.env.Onset), fewSeconds, manySeconds)
}

// busySeconds returns how many seconds the onsets are spread over: the
// participation ratio of the onset energies per second. It is 1 if all onsets
// fall into one second.
func busySeconds(onset []float32) float64 {
	var sum, squares float64
	for len(onset) > 0 {
		n := min(EnvelopeRate, len(onset))
		var energy float64
		for _, v := range onset[:n] {
			energy += float64(v) * float64(v)
		}
		sum, squares = sum+energy, squares+energy*energy
		onset = onset[n:]
	}
	if squares == 0 {
		return 0
	}
	return sum * sum / squares
}
