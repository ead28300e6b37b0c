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
	around    = 6 * perSecond // values on either side of a join that belong to it
)

// join looks for the deepest dip and the highest jump around a join. A dip is
// how far the short-term loudness falls below the quieter side.
func (l level) join(r *Result, j *plan.Join) {
	const frames = plan.Rate / perSecond // of a value
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

// jumps looks for the highest difference between neighbouring windows.
func (l level) jumps(r *Result, start, end int) {
	for i := start + shortTerm; i+shortTerm <= end; i++ {
		if jump := math.Abs(l.Mean(i, i+shortTerm) - l.Mean(i-shortTerm, i)); jump > r.Jump {
			r.Jump, r.JumpAt = jump, float64(i)/perSecond
		}
	}
}

// everywhere looks for dips and jumps in the whole mix: a dip is how far the
// short-term loudness falls below both that of the ten seconds before and after.
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
