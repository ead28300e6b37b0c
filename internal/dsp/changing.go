package dsp

// What a tempo that changes has to be ahead of one that keeps.
const (
	surerGain  = 0.1  // in confidence
	periodGain = 1.3  // in how well its beats explain the periods, times
	leastKept  = 0.4  // or else the other keeps less than that of its own in the parts that differ
	leastSurer = 0.02 // and is no surer by more than that
)

// changing is the tempo of a track that changes, and whether that explains the
// track better than one tempo does: it is surer and has the clearer periods, or
// as sure while the one tempo is not heard where the track has another.
func changing(steady *rhythm, one Tempo) (Tempo, bool) {
	e := steady.env
	local := newLocalRhythm(e.Onset)
	c := newCurve(local.bpm())
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
	return t, surer > surerGain && periods > periodGain || surer > -leastSurer && periods > 1 && local.kept(one.BPM) < leastKept
}
