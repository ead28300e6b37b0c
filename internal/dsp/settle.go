package dsp

import "math"

const (
	hitLevel     = 0.8  // of an onset strength whose mean square is 1, from which a peak is a hit
	hitGap       = 0.06 // s, between two hits of one register
	hitStray     = 0.3  // of a quarter beat, to its place
	betterPhase  = 1.05 // times the accents that the tracked beats have, for others to be taken instead
	steadyWeight = 0.3  // of a low stroke on each beat, against the accents of three registers
	phases       = 4    // places within a beat
)

// hit is an onset of one register.
type hit struct {
	at     float64 // s
	accent float64 // 0 to 1
	loud   float64 // 0 to 1
}

// SettleGrid moves a grid to the half or quarter beats where the beats rather
// are. Trackers like what is loud and sudden, and an off-beat bass or a snare
// drum before the beat is both. What listeners take for a beat is marked by how
// long it is until the next stroke of the same register: of close strokes the
// last one is accented, and so is one that nothing follows (Povel and Essens,
// "Perception of temporal patterns", 1985). A bass drum on each beat counts too.
// Grids without a clearly better place stay where they are.
func SettleGrid(e *Envelope, g Grid) Grid {
	beats := g.Beats()
	if len(beats) < 8 {
		return g
	}
	scores := phaseScores(e, beats)
	best := 0
	for p, s := range scores {
		if s > scores[best] {
			best = p
		}
	}
	if best == 0 || scores[best] < betterPhase*scores[0] {
		return g
	}
	return g.moved(float64(best)/phases, e.Duration)
}

// phaseScores is how well each place within a beat does for the beat.
func phaseScores(e *Envelope, beats []float64) (scores [phases]float64) {
	var steady [phases][4]float64
	for register, x := range [][]float32{e.Low, e.Mid, e.High} {
		next := 0
		for _, s := range hits(x, e.lead) {
			for next+1 < len(beats) && beats[next+1] <= s.at {
				next++
			}
			length := beatLength(beats, next)
			at := phases * (s.at - beats[next]) / length
			place := math.Round(at)
			if math.Abs(at-place) > hitStray || place < 0 {
				continue
			}
			p, beat := int(place)%phases, next+int(place)/phases
			scores[p] += s.loud * min(1, s.accent/length)
			if register == 0 {
				steady[p][beat%4] += s.loud
			}
		}
	}
	for p := range scores {
		scores[p] += steadyWeight * 4 * min(steady[p][0], steady[p][1], steady[p][2], steady[p][3])
	}
	return scores
}

// beatLength is the time from a beat to the next, s.
func beatLength(beats []float64, i int) float64 {
	i = min(i, len(beats)-2)
	return beats[i+1] - beats[i]
}

// hits are the peaks of an onset strength; accent is the time to the next, s.
func hits(x []float32, lead float64) []hit {
	var list []hit
	for i := 1; i+1 < len(x); i++ {
		v := float64(x[i])
		if v < hitLevel || x[i] < x[i-1] || x[i] <= x[i+1] {
			continue
		}
		s := hit{at: (float64(i)+summit(x, i))/EnvelopeRate + lead, accent: math.Inf(1), loud: v / (v + 1)}
		if last := len(list) - 1; last >= 0 && s.at-list[last].at < hitGap {
			if s.loud > list[last].loud {
				list[last] = s
			}
			continue
		}
		list = append(list, s)
	}
	for i := range list[:max(0, len(list)-1)] {
		list[i].accent = list[i+1].at - list[i].at
	}
	return list
}

// moved is a grid later by a part of a beat, from the first beat that is in the
// sound.
func (g Grid) moved(part, duration float64) Grid {
	moved := Grid{Segments: append([]GridSegment(nil), g.Segments...), Residual: g.Residual}
	for i := range moved.Segments {
		moved.Segments[i].Start += part * 60 / moved.Segments[i].BPM
	}
	first := &moved.Segments[0]
	if period := 60 / first.BPM; first.Start >= period {
		first.Start -= period
		first.Beats++
	}
	last := &moved.Segments[len(moved.Segments)-1]
	last.Beats = max(1, 1+int((duration-last.Start)*last.BPM/60))
	return moved
}
