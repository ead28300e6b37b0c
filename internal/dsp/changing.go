package dsp

// The bounds by which a changing tempo is preferred to a constant one.
const (
	minConfidenceGain = 0.1  // minimum gain in confidence
	minPeriodGain     = 1.3  // minimum factor by which its beats explain the periods better
	maxConstantFit    = 0.4  // otherwise, maximum share of the parts with another local tempo that the constant tempo explains,
	maxConfidenceLoss = 0.02 // and maximum loss of confidence of the changing tempo
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
