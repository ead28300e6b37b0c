package dsp

// By how much a changing tempo must beat a constant one to be preferred.
const (
	minConfidenceGain = 0.1  // gain in confidence
	minPeriodGain     = 1.3  // factor by which its beats explain the periods better
	maxConstantFit    = 0.4  // otherwise, the constant tempo must explain less than this share of the parts where the local tempo differs
	maxConfidenceLoss = 0.02 // and the changing tempo may be less confident by at most this much
)

// changingTempo estimates the tempo of a track whose tempo changes. The second
// result reports whether it explains the track better than the constant tempo
// does: either it is more confident and explains the periods better, or it is
// about as confident and the constant tempo cannot be heard where the local
// tempo differs.
func changingTempo(steady *rhythm, one Tempo) (Tempo, bool) {
	e := steady.env
	local := newLocalRhythm(e.Onset)
	c := newTempoCurve(local.bpm())
	if c == nil {
		return Tempo{}, false
	}
	for range bendRounds {
		even, _ := c.evened(e)
		c.bend(even)
	}
	even, borders := c.evened(e)
	r := newRhythm(even)
	r.borders = borders
	t := r.tempo()
	t.curve = c
	if t.BPM <= 0 || t.Confidence < SteadyBeat {
		return t, false
	}
	surer, periods := t.Confidence-one.Confidence, r.comb(t.BPM)/max(tinyPeriod, steady.comb(one.BPM))
	return t, surer > minConfidenceGain && periods > minPeriodGain || surer > -maxConfidenceLoss && periods > 1 && local.kept(one.BPM) < maxConstantFit
}
