package dsp

// SteadyBeat is the confidence below which music is better said to have no
// steady beat.
const SteadyBeat = 0.35

const (
	steadySpan     = 8    // blocks, 20 s, over which the beat has to stay in step
	strayCoherence = 0.5  // what chance reaches
	fullCoherence  = 0.95 // of music that leaves no doubt
)

// confidence is how well the onsets stay in step with a tempo: the beat and its
// harmonics, added up over 20 s, against their sum without regard to phase.
func (r *rhythm) confidence(bpm float64) float64 {
	var phases [fineHarmonics][]complex128
	for h := range phases {
		phases[h] = blockPhases(r.env.Onset, bpm/60*float64(h+1)/EnvelopeRate)
	}
	whole := agreement(&phases, 0, 1)
	if whole <= 0 || len(phases[0]) < 2 {
		return 0
	}
	coherence := agreement(&phases, 0, steadySpan) / whole
	return max(0, min(1, (coherence-strayCoherence)/(fullCoherence-strayCoherence)))
}
