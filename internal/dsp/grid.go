package dsp

import "math"

const (
	gridResidual = 0.012 // s RMS; up to this, beats count as evenly spaced
	gridStray    = 0.040 // s; farther away, a beat does not belong to the grid
	gridShare    = 0.8   // share of the strength of all beats that a constant grid must hold
	segmentBeats = 32    // beats of the shortest segment: eight bars
)

// GridSegment is a run of evenly spaced beats.
type GridSegment struct {
	Start float64 // the first beat, s
	BPM   float64
	Beats int // number of beats until the next segment or the end
}

// Grid holds the beats of a track as evenly spaced segments.
type Grid struct {
	Segments []GridSegment // one where the tempo is constant; none without beats
	Residual float64       // s RMS, distance of the tracked beats from the grid
}

// Beats returns the times of all beats, in seconds.
func (g *Grid) Beats() []float64 {
	var beats []float64
	for _, s := range g.Segments {
		for i := range s.Beats {
			beats = append(beats, s.Start+float64(i)*60/s.BPM)
		}
	}
	return beats
}

// FitGrid fits a grid to tracked beats by least squares. The grid is constant
// over the whole duration when the beats agree with it; otherwise it consists
// of segments of at least eight bars.
func FitGrid(beats []Beat, t Tempo, duration float64) Grid {
	if t.BPM <= 0 || len(beats) < 2 || duration <= 0 {
		return Grid{}
	}
	if t.curve != nil {
		return changingGrid(beats, t.curve, duration)
	}
	if line, ok := constantLine(beats, 60/t.BPM); ok {
		first := math.Ceil(-line.start/line.period - 1e-9)
		start := line.start + first*line.period
		return Grid{
			Segments: []GridSegment{{start, 60 / line.period, max(1, 1+int((duration-start)/line.period))}},
			Residual: line.residual,
		}
	}
	g := pieces(beats, segmentBeats)
	g.extend(duration)
	return g
}

// gridLine describes evenly spaced beats: beat i is at start + i*period.
type gridLine struct{ start, period, residual float64 }

// constantLine fits a line through beats of a known period, some of which may
// be displaced, missing or extra. ok is false when too many do not fit.
func constantLine(beats []Beat, period float64) (gridLine, bool) {
	// Tracked beats slip by half or a quarter of a beat where the drums pause.
	for _, parts := range []int{1, 2, 4} {
		line, strength, ok := evenLine(beats, period/float64(parts), parts)
		if !ok {
			continue
		}
		most := 0
		for i, s := range strength {
			if s > strength[most] {
				most = i
			}
		}
		line.start += float64(most) * line.period
		line.period *= float64(parts)
		return line, true
	}
	return gridLine{}, false
}

// evenLine fits a line of about the given period through beats. strength holds
// the strength of the beats on every parts-th multiple of the period, starting
// with the first, the second and so on.
func evenLine(beats []Beat, period float64, parts int) (line gridLine, strength []float64, ok bool) {
	line = gridLine{start: commonPhase(beats, period), period: period}
	strength = make([]float64, parts)
	share := 0.0
	for range 4 {
		var sums lineSums
		total := 0.0
		clear(strength)
		for _, b := range beats {
			i := math.Round((b.At - line.start) / line.period)
			total += b.Strength
			if math.Abs(b.At-line.start-i*line.period) < gridStray {
				sums.add(i, b.At, b.Strength)
				strength[(int(i)%parts+parts)%parts] += b.Strength
			}
		}
		share = sums.w / max(total, 1e-12)
		next, ok := sums.line()
		if !ok || math.Abs(next.period/period-1) > 0.01 {
			return line, strength, false
		}
		line = next
	}
	return line, strength, share >= gridShare && line.residual < gridResidual
}

// commonPhase returns the offset, from 0 to a period, that the beats have in
// common (the circular mean weighted by strength).
func commonPhase(beats []Beat, period float64) float64 {
	var re, im float64
	for _, b := range beats {
		sin, cos := math.Sincos(2 * math.Pi * b.At / period)
		re, im = re+b.Strength*cos, im+b.Strength*sin
	}
	phase := math.Atan2(im, re) / (2 * math.Pi)
	return (phase - math.Floor(phase)) * period
}

// lineSums holds the sums of a weighted least-squares line.
type lineSums struct{ w, x, y, xx, xy, yy float64 }

func (s *lineSums) add(x, y, w float64) {
	s.w += w
	s.x += w * x
	s.y += w * y
	s.xx += w * x * x
	s.xy += w * x * y
	s.yy += w * y * y
}

func (s *lineSums) minus(o *lineSums) lineSums {
	return lineSums{s.w - o.w, s.x - o.x, s.y - o.y, s.xx - o.xx, s.xy - o.xy, s.yy - o.yy}
}

func (s *lineSums) line() (gridLine, bool) {
	if s.w <= 0 {
		return gridLine{}, false
	}
	mx, my := s.x/s.w, s.y/s.w
	vx, cxy, vy := s.xx/s.w-mx*mx, s.xy/s.w-mx*my, s.yy/s.w-my*my
	if vx < 1e-9 || cxy <= 0 {
		return gridLine{}, false
	}
	slope := cxy / vx
	return gridLine{my - slope*mx, slope, math.Sqrt(max(0, vy-slope*cxy))}, true
}

// pieces divides the beats into runs that lie on lines, each as long as
// possible but with at least minBeats beats.
func pieces(beats []Beat, minBeats int) Grid {
	sums := sumsOf(beats)
	var g Grid
	var squares float64
	for from := 0; from < len(beats); {
		to, line := longestRun(sums, from, minBeats)
		g.Segments = append(g.Segments, GridSegment{line.start + float64(from)*line.period, 60 / line.period, to - from})
		squares += line.residual * line.residual * float64(to-from)
		from = to
	}
	g.Residual = math.Sqrt(squares / float64(len(beats)))
	return g
}

// extend continues the last segment to the end of the track.
func (g *Grid) extend(duration float64) {
	last := &g.Segments[len(g.Segments)-1]
	last.Beats = max(last.Beats, 1+int((duration-last.Start)*last.BPM/60))
}

// longestRun returns where the run of beats that starts at from and lies on one
// line ends. It leaves no remainder of fewer than minBeats beats.
func longestRun(sums []lineSums, from, minBeats int) (int, gridLine) {
	n := len(sums) - 1
	fit := func(to int) gridLine {
		line, ok := lineOf(sums, from, to)
		if !ok {
			part := sums[to].minus(&sums[from])
			line = gridLine{part.y / part.w, 0.5, 0}
			line.start -= float64(from) * line.period
		}
		return line
	}
	if n-from < 2*minBeats {
		return n, fit(n)
	}
	to, best := from+minBeats, fit(from+minBeats)
	for next := to + 1; next <= n; next++ {
		line := fit(next)
		if line.residual > gridResidual && next < n-minBeats {
			break
		}
		if next == n || n-next >= minBeats {
			if line.residual <= gridResidual {
				to, best = next, line
			}
		}
	}
	return to, best
}
