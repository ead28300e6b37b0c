package dsp

import "math"

const (
	hitLevel    = 0.8  // onset strength from which a peak counts as a hit; the mean square is 1
	hitGap      = 0.06 // s, minimum gap between two hits of one register
	hitStray    = 0.07 // share of a beat, largest distance of a hit from its place
	betterHalf  = 1.06 // factor by which the half beats must beat the tracked beats to replace them
	betterOther = 1.10 // the same for other places, which are rarer

	// The weights relative to the accents of the three registers.
	steadyWeight   = 0.3 // low onset on each beat
	backbeatWeight = 0.2 // every other beat louder, in the middle and high registers
	steadyLevel    = 0.5 // onset strength that counts for steadyWeight
)

// divisions holds the places within a tracked beat at which the true beat may
// be, for binary and for ternary music.
var divisions = [][]float64{{0, 1. / 4, 1. / 2, 3. / 4}, {0, 1. / 3, 2. / 3}}

// hit is an onset in one register.
type hit struct {
	at    float64 // s, from the first sample
	until float64 // s, to the next hit; infinite for the last
	loud  float64 // 0 to 1
}

// SettleGrid moves a grid to the part of a beat where listeners hear the beat.
// Trackers prefer loud and sudden onsets, such as an off-beat bass or a drum
// just before the beat. Listeners judge by the time until the next hit in the
// same register: in a group of close hits the last one is accented, and so is
// an isolated one (D.-J. Povel, P. Essens, "Perception of temporal patterns",
// 1985). A low onset on each beat and a backbeat count too. SettleGrid returns
// g unchanged unless another place is clearly better.
func SettleGrid(e *Envelope, g Grid) Grid {
	beats := g.Beats()
	if len(beats) < 8 {
		return g
	}
	places, scores := placeScores(e, beats)
	best := 0
	for p, s := range scores {
		if s > scores[best] {
			best = p
		}
	}
	better := betterOther
	if places[best] == 0.5 {
		better = betterHalf
	}
	if best == 0 || scores[best] < better*scores[0] {
		return g
	}
	return g.moved(places[best], e.Duration)
}

// placeScores returns the places of the division that fits most hits, and how
// well each place fits the beat.
func placeScores(e *Envelope, beats []float64) (places, scores []float64) {
	most := -1.0
	for _, division := range divisions {
		accents, sum := make([]float64, len(division)), 0.0
		for _, x := range [][]float32{e.Low, e.Mid, e.High} {
			addAccents(accents, division, hits(x, e.lead), beats)
		}
		for _, a := range accents {
			sum += a
		}
		if sum > most {
			most, places, scores = sum, division, accents
		}
	}
	backbeats := backbeat(e, beats, places)
	for p, part := range places {
		scores[p] = scores[p]/float64(len(beats)) + steadyWeight*steadiness(e, beats, part) + backbeatWeight*backbeats[p]
	}
	return places, scores
}

// backbeat returns, for each place, how much louder every other beat is than
// the beats between, relative to the loudest place.
func backbeat(e *Envelope, beats, places []float64) []float64 {
	sum := make([]float64, len(places))
	for _, x := range [][]float32{e.Mid, e.High} {
		alternate, most := make([]float64, len(places)), 1e-9
		for p, part := range places {
			even, odd := everyOther(x, beats, part, e.lead)
			alternate[p], most = math.Abs(even-odd), max(most, even+odd)
		}
		for p, v := range alternate {
			sum[p] += v / most
		}
	}
	return sum
}

// addAccents adds the accent of each hit to the score of its place.
func addAccents(scores, places []float64, list []hit, beats []float64) {
	next := 0
	for _, h := range list {
		for next+1 < len(beats) && beats[next+1] <= h.at {
			next++
		}
		length := beatLength(beats, next)
		at := (h.at - beats[next]) / length
		at -= math.Floor(at)
		place, nearest := 0, min(at, 1-at)
		for p, part := range places[1:] {
			if d := math.Abs(at - part); d < nearest {
				place, nearest = p+1, d
			}
		}
		if nearest < hitStray {
			scores[place] += h.loud * min(1, h.until/length)
		}
	}
}

// steadiness returns the share of beats that have a low onset at the given part
// of a beat after them. It is the minimum of the shares for the first, second,
// third and fourth beat of each four.
func steadiness(e *Envelope, beats []float64, part float64) float64 {
	var there, all [4]float64
	for i, at := range beats {
		all[i%4]++
		if strongest(e.Low, at+part*beatLength(beats, i)-e.lead) >= steadyLevel {
			there[i%4]++
		}
	}
	lowest := 1.0
	for i := range there {
		lowest = min(lowest, there[i]/all[i])
	}
	return lowest
}

// everyOther sums the onsets at the given part of a beat after the even beats,
// and after the odd beats.
func everyOther(x []float32, beats []float64, part, lead float64) (even, odd float64) {
	for i, at := range beats {
		v := strongest(x, at+part*beatLength(beats, i)-lead)
		if i%2 == 0 {
			even += v
		} else {
			odd += v
		}
	}
	return even, odd
}

// beatLength returns the time from a beat to the next, in seconds.
func beatLength(beats []float64, i int) float64 {
	i = min(i, len(beats)-2)
	return beats[i+1] - beats[i]
}

// hits returns the peaks of an onset strength.
func hits(x []float32, lead float64) []hit {
	var list []hit
	for i := 1; i+1 < len(x); i++ {
		v := float64(x[i])
		if v < hitLevel || x[i] < x[i-1] || x[i] <= x[i+1] {
			continue
		}
		s := hit{at: (float64(i)+parabolicPeak(x, i))/EnvelopeRate + lead, until: math.Inf(1), loud: v / (v + 1)}
		if last := len(list) - 1; last >= 0 && s.at-list[last].at < hitGap {
			if s.loud > list[last].loud {
				list[last] = s
			}
			continue
		}
		list = append(list, s)
	}
	for i := range list[:max(0, len(list)-1)] {
		list[i].until = list[i+1].at - list[i].at
	}
	return list
}

// moved returns the grid shifted later by a part of a beat, starting with the
// first beat within the sound.
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
