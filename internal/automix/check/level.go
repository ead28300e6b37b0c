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

// join returns how much the level changes around a join. The depth of a dip is
// measured from the quieter side of the join.
func (l level) join(j *plan.Join) (s Swings) {
	const frames = plan.Rate / perSecond // frames per value
	start, end := int(j.At/frames)-around, int(j.End()/frames)+around
	start, end = max(start, 0), min(end, l.Len())
	floor := min(l.Mean(start-around, start), l.Mean(end, end+around))
	for i := start; i+shortTerm <= end; i++ {
		s.dip(i, floor-l.Mean(i, i+shortTerm))
	}
	l.jumps(&s, start, end)
	return s
}

// jumps looks for the largest difference between neighbouring windows of
// shortTerm.
func (l level) jumps(s *Swings, start, end int) {
	for i := start + shortTerm; i+shortTerm <= end; i++ {
		s.jump(i, math.Abs(l.Mean(i, i+shortTerm)-l.Mean(i-shortTerm, i)))
	}
}

// everywhere returns how much the level changes in the whole mix. The depth of a
// dip is measured from the quieter of the ten seconds before and the ten seconds
// after it.
func (l level) everywhere() (s Swings) {
	const side = 10 * perSecond
	for i := side; i+shortTerm+side <= l.Len(); i++ {
		floor := min(l.Mean(i-side, i), l.Mean(i+shortTerm, i+shortTerm+side))
		s.dip(i, floor-l.Mean(i, i+shortTerm))
	}
	l.jumps(&s, 0, l.Len())
	return s
}

// dip notes a drop of the level at value i if it is the deepest.
func (s *Swings) dip(i int, depth float64) {
	if depth > s.Dip {
		s.Dip, s.DipAt = depth, float64(i)/perSecond
	}
}

// jump notes a jump of the level at value i if it is the largest.
func (s *Swings) jump(i int, height float64) {
	if height > s.Jump {
		s.Jump, s.JumpAt = height, float64(i)/perSecond
	}
}

// widen notes the changes of another part of the mix.
func (s *Swings) widen(other *Swings) {
	if other.Dip > s.Dip {
		s.Dip, s.DipAt = other.Dip, other.DipAt
	}
	if other.Jump > s.Jump {
		s.Jump, s.JumpAt = other.Jump, other.JumpAt
	}
}
