package excerpt

import (
	"cmp"
	"math"
	"slices"
)

const (
	step      = 3 * rate  // frames from one comparison to the next
	span      = 2 * step  // frames that are compared
	drift     = 3         // frames by which the speed may move a track within a step
	same      = 0.2       // correlation from which a track still plays
	patience  = 5         // steps without a likeness, as in a break or under another track
	faint     = 0.12      // correlation from which a track may already be fading in
	leastSpan = 4 * step  // frames of the shortest excerpt
	certain   = 0.3       // least mean correlation of an excerpt
	nearStart = 12 * rate // frames after its beginning at which a track is taken to begin
)

// trace follows a track from a place in both directions.
func (r *Recording) trace(l *levels, p place) (Excerpt, bool) {
	e := l.at(p.speed)
	t := &tracer{e: e, own: e.energies(), r: r}
	first := t.follow(p.probe, p.begin, -step)
	last := t.follow(p.probe+step, p.begin, step)
	length := last.frame + span - first.frame
	if t.count == 0 || length < leastSpan {
		return Excerpt{}, false
	}
	likeness := t.sum / float64(t.count)
	first = t.fadeIn(first)
	length = last.frame + span - first.frame
	from, start := first.frame, first.frame+first.begin
	if early := min(from, start); early > 0 && from < nearStart {
		from, start = from-early, start-early
	}
	end := last.frame + last.begin + span
	x := Excerpt{
		Start: float64(start) / rate, Length: float64(end-start) / rate, From: float64(from) / rate * p.speed,
		Speed: p.speed, Likeness: likeness,
	}
	// Over its length, the track has moved by what its speed differs from that of the place.
	if whole := end - start; whole > 0 {
		x.Speed *= float64(length) / float64(last.frame+last.begin+span-first.frame-first.begin)
	}
	return x, likeness >= certain
}

// tracer compares a track, frame by frame, with a recording.
type tracer struct {
	r     *Recording
	e     *envelope
	own   []float64
	sum   float64
	count int
}

// spot is a frame of a track, and the frame of the recording at which the track, as
// it plays there, would begin.
type spot struct{ frame, begin int }

// follow goes through a track in steps as long as it plays, and returns the last spot
// at which it does.
func (t *tracer) follow(frame, begin, by int) spot {
	last := spot{frame - by, begin}
	missed := 0
	for ; missed < patience && frame >= 0 && frame+span <= t.e.frames(); frame += by {
		alike, moved := t.best(frame, begin)
		if alike < same {
			missed++
			continue
		}
		begin += moved
		last, missed = spot{frame, begin}, 0
		t.sum += alike
		t.count++
	}
	return last
}

// fadeIn returns the earliest spot before one at which the track is faintly heard,
// exactly where it would be.
func (t *tracer) fadeIn(s spot) spot {
	missed := 0
	for frame := s.frame - step; frame >= 0 && missed < 2; frame -= step {
		if t.alike(frame, frame+s.begin) < faint {
			missed++
			continue
		}
		s.frame, missed = frame, 0
	}
	return s
}

// best returns the highest correlation around where a frame of the track should be,
// and how many frames later that is.
func (t *tracer) best(frame, begin int) (alike float64, moved int) {
	for move := -drift; move <= drift; move++ {
		if c := t.alike(frame, frame+begin+move); c > alike {
			alike, moved = c, move
		}
	}
	return alike, moved
}

func (t *tracer) alike(frame, at int) float64 {
	if at < 0 || at+span > t.r.envelope.frames() {
		return 0
	}
	var sum float32
	for b := range t.e {
		there := t.r.envelope[b][at : at+span]
		for i, v := range t.e[b][frame : frame+span] {
			sum += v * there[i]
		}
	}
	energy := (t.own[frame+span] - t.own[frame]) * (t.r.energies[at+span] - t.r.energies[at])
	return float64(sum) / math.Sqrt(max(energy, leastEnergy*leastEnergy))
}

// Distinct returns the excerpts without those that a more certain one covers for more
// than half of their length, such as another edition of the same song, in the order
// of certainty.
func Distinct(list []Excerpt) []Excerpt {
	sorted := slices.Clone(list)
	slices.SortStableFunc(sorted, func(a, b Excerpt) int { return -cmp.Compare(a.weight(), b.weight()) })
	var kept []Excerpt
	for _, x := range sorted {
		isCovered := func(k Excerpt) bool {
			return min(x.Start+x.Length, k.Start+k.Length)-max(x.Start, k.Start) > x.Length/2
		}
		if !slices.ContainsFunc(kept, isCovered) {
			kept = append(kept, x)
		}
	}
	return kept
}

// weight is how much speaks for an excerpt.
func (x *Excerpt) weight() float64 { return x.Likeness * x.Likeness * math.Sqrt(x.Length) }
