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
	t := r.tracer(l, p.speed)
	first := t.follow(p.probe, p.begin, -step)
	last := t.follow(p.probe+step, p.begin, step)
	length := last.frame + span - first.frame
	if t.count == 0 || length < leastSpan {
		return Excerpt{}, false
	}
	likeness := min(1, t.sum/float64(t.count)) // rounding may exceed 1
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
	e     *envelope // of the track at the speed
	speed float64
	own   []float64
	sum   float64
	count int
}

// tracer prepares a track, as it plays at a speed, for comparisons.
func (r *Recording) tracer(l *levels, speed float64) *tracer {
	e := l.at(speed, 1)
	return &tracer{r: r, e: e, speed: speed, own: e.energies()}
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
		if t.alike(frame, frame+s.begin, span) < faint {
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
		if c := t.alike(frame, frame+begin+move, span); c > alike {
			alike, moved = c, move
		}
	}
	return alike, moved
}

// alike returns the correlation of frames of the track with as many of the recording.
func (t *tracer) alike(frame, at, length int) float64 {
	if at < 0 || at+length > t.r.fine.frames() {
		return 0
	}
	var sum float32
	for b := range t.e {
		there := t.r.fine[b][at : at+length]
		for i, v := range t.e[b][frame : frame+length] {
			sum += v * there[i]
		}
	}
	energy := (t.own[frame+length] - t.own[frame]) * (t.r.fineEnergies[at+length] - t.r.fineEnergies[at])
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
