package dsp

import "math"

const (
	bendingBeats = 8   // beats (two bars) of the shortest segment if the tempo changes
	borderBeats  = 12  // beats on each side of a jump used to locate it
	borderReach  = 7.0 // s, largest distance of a border from the estimated jump
	closeBeats   = 0.5 // distance in beats below which two beats count as one
)

// changingGrid returns segments that follow a changing tempo, with a border at
// each jump.
func changingGrid(beats []Beat, c *tempoCurve, duration float64) Grid {
	var g Grid
	var squares float64
	from := 0
	for _, to := range append(borders(beats, c), len(beats)) {
		if to-from < 2 {
			continue
		}
		part := pieces(beats[from:to], bendingBeats)
		g.Segments = append(g.Segments, part.Segments...)
		squares += part.Residual * part.Residual * float64(to-from)
		from = to
	}
	if len(g.Segments) == 0 {
		return g
	}
	g.Residual = math.Sqrt(squares / float64(len(beats)))
	g.separate()
	g.extend(duration)
	return g
}

// separate removes beats that come after the start of the next segment.
func (g *Grid) separate() {
	for i := len(g.Segments) - 2; i >= 0; i-- {
		s, next := &g.Segments[i], g.Segments[i+1].Start
		room := int(math.Ceil((next-s.Start)*s.BPM/60 - closeBeats - 1e-9))
		if s.Beats = min(s.Beats, room); s.Beats < 1 {
			g.Segments = append(g.Segments[:i], g.Segments[i+1:]...)
		}
	}
}

// borders returns the first beat after each jump of the tempo: the beat that
// best divides the beats into two lines.
func borders(beats []Beat, c *tempoCurve) []int {
	sums := sumsOf(beats)
	var list []int
	for _, j := range c.jumps {
		at := float64(j*localHop) / EnvelopeRate
		best, border := math.Inf(1), -1
		for k := 2; k+2 <= len(beats); k++ {
			if math.Abs(beats[k].At-at) > borderReach {
				continue
			}
			before, ok := lineOf(sums, max(0, k-borderBeats), k)
			after, ok2 := lineOf(sums, k, min(len(beats), k+borderBeats))
			off := before.residual*before.residual + after.residual*after.residual
			if ok && ok2 && off < best {
				best, border = off, k
			}
		}
		if border > 0 && (len(list) == 0 || border > list[len(list)-1]+1) {
			list = append(list, border)
		}
	}
	return list
}

func sumsOf(beats []Beat) []lineSums {
	sums := make([]lineSums, len(beats)+1)
	for i, b := range beats {
		sums[i+1] = sums[i]
		sums[i+1].add(float64(i), b.At, 1)
	}
	return sums
}

// lineOf fits a line through a range of the beats.
func lineOf(sums []lineSums, from, to int) (gridLine, bool) {
	part := sums[to].minus(&sums[from])
	return part.line()
}
