package plan

import (
	"math"
	"slices"
)

const (
	tuned    = 30.0 // s before a join in which the speed of a track is tuned
	minTuned = 3.0  // s; with less, the join begins anywhere
)

// tune changes the speed of an entry before a join so that the join begins on
// the nearest multiple of step. at is the frame of the mix at which the join
// would begin and out the same in seconds of the track; inEnd is where the
// previous join ends, in seconds of the track. tune returns the frame at which
// the join now begins.
func (e *Entry) tune(inEnd, out float64, at, step int64) int64 {
	from := max(inEnd, out-tuned)
	if out-from < minTuned {
		return at
	}
	wanted := int64(math.Round(float64(at)/float64(step))) * step
	length, now := e.lasts(out)-e.lasts(from), e.lasts(out)
	factor := length / (length + float64(wanted-e.At)/Rate - now)
	e.split(out)
	for i := e.split(from); e.Speeds[i].At < out; i++ {
		e.Speeds[i].Rate *= factor
	}
	return wanted
}

// split makes an element of e.Speeds begin at a time of the track, without
// changing the speed, and returns its index.
func (e *Entry) split(at float64) int {
	i, found := slices.BinarySearchFunc(e.Speeds, at, func(s Speed, at float64) int {
		switch {
		case s.At < at:
			return -1
		case s.At > at:
			return 1
		}
		return 0
	})
	if !found {
		e.Speeds = slices.Insert(e.Speeds, i, Speed{at, e.Speeds[max(i-1, 0)].Rate})
	}
	return i
}

// Change is a part in which a plan differs from an old one: frames From to To of
// the new plan replace frames OldFrom to OldTo of the old one. The sound between
// two changes is the same, moved by a multiple of the join step.
type Change struct{ From, To, OldFrom, OldTo int64 }

// IsSame reports whether p sounds like old, which has the same tracks in the
// same order.
func (p *Plan) IsSame(old *Plan) bool {
	return p.Frames == old.Frames && p.sameUntil(old, 0, 0) == p.Frames
}

// Changes returns the parts in which p differs from old, which has the same tracks
// in the same order, from the first to the last. They begin and end at multiples
// of step or at the ends of the mix. lead is the number of frames before and after
// a changed join in which its level is ridden.
func (p *Plan) Changes(old *Plan, step, lead int64) (list []Change) {
	at, oldAt := int64(0), int64(0)
	for i := range p.Entries {
		from, to, moved := p.kept(old, i)
		if from > 0 {
			from = (from + lead + step - 1) / step * step
		}
		if to < p.Frames || p.Frames != old.Frames+moved {
			to = (to - lead) / step * step
		}
		if moved%step != 0 || from < at || from >= to {
			continue
		}
		if at < from {
			list = append(list, Change{at, from, oldAt, from - moved})
		}
		at, oldAt = to, to-moved
	}
	if at < p.Frames || oldAt < old.Frames {
		list = append(list, Change{at, p.Frames, oldAt, old.Frames})
	}
	return list
}

// kept returns the part of p from entry i on that sounds as in old, where it is
// moved frames earlier.
func (p *Plan) kept(old *Plan, i int) (from, to, moved int64) {
	moved = p.Entries[i].At - old.Entries[i].At
	if i > 0 {
		from = max(p.Joins[i-1].End(), old.Joins[i-1].End()+moved)
	}
	return from, p.sameUntil(old, i, moved), moved
}

// Span is a part in which the sums of all tracks of two plans are the same: frames
// From to To of the new plan, which begin at frame Old of the old one.
type Span struct{ From, To, Old int64 }

// Same returns the parts in which p is the same as old, which has the same tracks
// in the same order. They consist of whole entries, moved by any number of frames.
func (p *Plan) Same(old *Plan) (list []Span) {
	for first := 0; first < len(p.Entries); first++ {
		moved := p.Entries[first].At - old.Entries[first].At
		if !p.Entries[first].isSame(&old.Entries[first], moved) {
			continue
		}
		last := first
		for last < len(p.Joins) && isSameJoin(&p.Joins[last], &old.Joins[last], moved) && p.Entries[last+1].isSame(&old.Entries[last+1], moved) {
			last++
		}
		from, to := p.alone(first, last)
		oldFrom, oldTo := old.alone(first, last)
		from, to = max(from, oldFrom+moved), min(to, oldTo+moved)
		if from < to {
			list = append(list, Span{from, to, from - moved})
		}
		first = last
	}
	return list
}

// alone returns the frames in which nothing but entries first to last plays.
func (p *Plan) alone(first, last int) (from, to int64) {
	to = p.Frames
	if first > 0 {
		from = p.Joins[first-1].End()
	}
	if last < len(p.Joins) {
		to = p.Joins[last].At
	}
	return from, to
}

// sameUntil returns the frame of p up to which it is the same as old, moved, from
// entry first on.
func (p *Plan) sameUntil(old *Plan, first int, moved int64) int64 {
	for i := first; i < len(p.Entries); i++ {
		a, b := &p.Entries[i], &old.Entries[i]
		if a.isSame(b, moved) && (i == len(p.Joins) || isSameJoin(&p.Joins[i], &old.Joins[i], moved)) {
			continue
		}
		if a.At != b.At+moved || a.Track != b.Track || a.From != b.From || a.KeyLock != b.KeyLock || a.Gain != b.Gain || a.Speeds[0] != b.Speeds[0] {
			return min(a.At, b.At+moved)
		}
		n := 0
		for n < len(a.Speeds) && n < len(b.Speeds) && a.Speeds[n] == b.Speeds[n] {
			n++
		}
		at := a.At + min(a.Frames, b.Frames)
		if n < len(a.Speeds) {
			at = min(at, a.FrameOf(a.Speeds[n].At))
		}
		if n < len(b.Speeds) {
			at = min(at, b.FrameOf(b.Speeds[n].At)+moved)
		}
		if i < len(p.Joins) {
			at = min(at, p.Joins[i].At, old.Joins[i].At+moved)
		}
		return at
	}
	return min(p.Frames, old.Frames+moved)
}

// isSame reports whether e sounds like old, played moved frames later.
func (e *Entry) isSame(old *Entry, moved int64) bool {
	return e.Track == old.Track && e.At == old.At+moved && e.Frames == old.Frames && e.From == old.From && e.Gain == old.Gain && e.KeyLock == old.KeyLock &&
		slices.Equal(e.Speeds, old.Speeds)
}

func isSameJoin(a, b *Join, moved int64) bool {
	return a.Kind == b.Kind && a.At == b.At+moved && a.Frames == b.Frames && a.Bars == b.Bars && a.Meter == b.Meter && a.BPM == b.BPM
}
