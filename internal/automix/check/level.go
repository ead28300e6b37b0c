package check

import (
	"math"

	"sonora/internal/automix/plan"
	"sonora/internal/dsp"
)

// level is the loudness of a mix over time, one value per 100 ms.
type level struct{ dsp.LevelSums }

const (
	perSecond = dsp.LevelsPerSecond
	shortTerm = 3 * perSecond // values
	around    = 6 * perSecond // values before and after a join that count as part of it
)

// join looks for the deepest dip and the largest jump around a join. The depth
// of a dip is measured from the quieter side of the join.
func (l level) join(r *Result, j *plan.Join) {
	const frames = plan.Rate / perSecond // frames per value
	start, end := int(j.At/frames)-around, int(j.End()/frames)+around
	start, end = max(start, 0), min(end, l.Len())
	floor := min(l.Mean(start-around, start), l.Mean(end, end+around))
	for i := start; i+shortTerm <= end; i++ {
		if dip := floor - l.Mean(i, i+shortTerm); dip > r.Dip {
			r.Dip, r.DipAt = dip, float64(i)/perSecond
		}
	}
	l.jumps(r, start, end)
}

// jumps looks for the largest difference between neighbouring windows of
// shortTerm.
func (l level) jumps(r *Result, start, end int) {
	for i := start + shortTerm; i+shortTerm <= end; i++ {
		if jump := math.Abs(l.Mean(i, i+shortTerm) - l.Mean(i-shortTerm, i)); jump > r.Jump {
			r.Jump, r.JumpAt = jump, float64(i)/perSecond
		}
	}
}

// everywhere looks for dips and jumps in the whole mix. The depth of a dip is
// measured from the quieter of the ten seconds before and the ten seconds after
// it.
func (l level) everywhere(r *Result) {
	const side = 10 * perSecond
	for i := side; i+shortTerm+side <= l.Len(); i++ {
		floor := min(l.Mean(i-side, i), l.Mean(i+shortTerm, i+shortTerm+side))
		if dip := floor - l.Mean(i, i+shortTerm); dip > r.Dip {
			r.Dip, r.DipAt = dip, float64(i)/perSecond
		}
	}
	l.jumps(r, 0, l.Len())
}
