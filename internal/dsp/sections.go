package dsp

import (
	"cmp"
	"math"
	"slices"
)

// Form holds the measurements that the form of a track is derived from.
type Form struct {
	Duration  float64   // s
	Envelope  *Envelope // result of Onsets
	Chroma    Chroma    // result of a Chromagram
	Levels    []float32 // LUFS, LevelsPerSecond per second, from a LoudnessMeter
	Downbeats []float64 // s, ascending, one per bar; empty without a steady beat
	First     float64   // s, start of the first sound
	Last      float64   // s, end of the last sound
}

// Section is a part of a track, such as its intro.
type Section struct {
	Start, End float64 // s, from the start of the track
	Label      string  // one of the label constants
	Energy     float64 // 0 to 1, relative to the range of the track
	Drums      bool    // whether drums play
}

// The labels of sections.
const (
	Intro = "intro"
	Verse = "verse"
	Build = "build"
	Drop  = "drop"
	Break = "break"
	Outro = "outro"
)

const (
	minBars       = 8    // with fewer bars, sections are found without them
	phraseBars    = 4    // bars: sections are preferably a multiple of this
	minSection    = 8.0  // s, shortest section without bars
	freeUnit      = 1.0  // s, unit that replaces a bar where there are none
	novel         = 0.12 // lowest novelty of a boundary,
	novelShare    = 0.12 // and the lowest relative to the highest novelty of the track
	offPhrase     = 0.60 // weight of the novelty at a bar within a phrase,
	midPhrase     = 0.80 // in the middle of four bars,
	oddPhrase     = 0.95 // and after four of eight bars
	alike         = 0.32 // distance below which neighbours are merged
	sameEnergy    = 0.06 // energy difference below which neighbours with the same label are merged, without bars
	maxSections   = 64   // per hour; the least novel boundaries are dropped
	secondsAnHour = 3600
)

// Sections divides a track into sections. Boundaries are where a checkerboard
// kernel along the self-similarity of timbre, harmony, level and rhythm finds
// the most change (J. Foote, "Automatic audio segmentation using a measure of
// audio novelty", 2000), at bars and preferably at phrases of four and eight.
// The sections cover the track without gaps; the result is nil for a track
// without length. Only a band along the diagonal of the self-similarity is
// stored, so memory grows linearly with duration.
func Sections(f *Form) []Section {
	if !(f.Duration > 0) {
		return nil
	}
	units := f.units()
	bounds := units.distinct(units.boundaries())
	sections := make([]Section, 0, len(bounds)+1)
	parts := make([]part, 0, len(bounds)+1)
	for i := 0; i <= len(bounds); i++ {
		from, to := 0, units.count()
		if i > 0 {
			from = bounds[i-1]
		}
		if i < len(bounds) {
			to = bounds[i]
		}
		sections = append(sections, Section{Start: units.at[from], End: units.at[to]})
		parts = append(parts, units.part(from, to))
	}
	label(sections, parts, units.bars)
	return joined(sections, units.bars)
}

// boundaries returns the units at which sections begin, except the first.
func (u *units) boundaries() []int {
	n := u.count()
	novelty := u.novelty()
	gap := phraseBars
	if !u.bars {
		gap = int(minSection / freeUnit)
	}
	phase := u.phase(novelty)
	var top float64
	candidates := make([]int, 0, n)
	score := make([]float64, n)
	for i := gap; i <= n-gap; i++ {
		score[i] = novelty[i] * u.phraseWeight(i-phase)
		top = max(top, score[i])
	}
	for i := gap; i <= n-gap; i++ {
		if score[i] >= max(novel, novelShare*top) {
			candidates = append(candidates, i)
		}
	}
	slices.SortStableFunc(candidates, func(a, b int) int { return cmp.Compare(score[b], score[a]) })
	limit := int(maxSections*max(1, u.at[n]/secondsAnHour)) - 1
	return u.pick(candidates, gap, limit)
}

// pick selects boundaries in the order of candidates, skipping those that would
// make a section too short, up to limit.
func (u *units) pick(candidates []int, gap, limit int) []int {
	var bounds []int
	taken := make([]bool, u.count()+1)
	taken[0], taken[u.count()] = true, true
	for _, c := range candidates {
		if len(bounds) == limit {
			break
		}
		free := true
		for i := max(0, c-gap+1); i <= min(u.count(), c+gap-1); i++ {
			free = free && !taken[i]
		}
		if free {
			taken[c] = true
			bounds = append(bounds, c)
		}
	}
	slices.Sort(bounds)
	return bounds
}

// distinct removes the boundaries between parts that are similar on average,
// the most similar first, no matter how much changes right at the boundary.
func (u *units) distinct(bounds []int) []int {
	for len(bounds) > 0 {
		edges := append(append([]int{0}, bounds...), u.count())
		closest, nearest := 0, float32(math.Inf(1))
		for i := range bounds {
			before, after := u.average(edges[i], edges[i+1]), u.average(edges[i+1], edges[i+2])
			if d := distance(&before, &after); d < nearest {
				closest, nearest = i, d
			}
		}
		if nearest >= alike {
			break
		}
		bounds = slices.Delete(bounds, closest, closest+1)
	}
	return bounds
}

// average returns the mean features of a range of units.
func (u *units) average(from, to int) (mean [formDims]float32) {
	for i := from; i < to; i++ {
		for k, v := range u.features[i] {
			mean[k] += v / float32(to-from)
		}
	}
	return mean
}

// joined merges neighbouring sections that are both intro or both outro.
// Without bars it also merges neighbours with the same label and similar
// energy, since nobody counts phrases there.
func joined(sections []Section, bars bool) []Section {
	out := sections[:1]
	for _, s := range sections[1:] {
		last := &out[len(out)-1]
		same := s.Label == Intro || s.Label == Outro || !bars && math.Abs(s.Energy-last.Energy) < sameEnergy
		if s.Label != last.Label || !same {
			out = append(out, s)
			continue
		}
		a, b := last.End-last.Start, s.End-s.Start
		last.Energy = (a*last.Energy + b*s.Energy) / (a + b)
		last.End, last.Drums = s.End, last.Drums && s.Drums
	}
	return out
}

// phase returns the first unit of a phrase. That is the first bar unless the
// boundaries are clearly elsewhere, for example after a pick-up.
func (u *units) phase(novelty []float64) int {
	if !u.bars {
		return 0
	}
	var sums [phraseBars]float64
	for i := u.firstBar + phraseBars; i < len(novelty); i++ {
		sums[(i-u.firstBar)%phraseBars] += max(0, novelty[i]) * novelty[i]
	}
	best := 0
	for p, sum := range sums {
		if sum > sums[best] && sum > 1.5*sums[0] {
			best = p
		}
	}
	return u.firstBar + best
}

// phraseWeight returns the weight of the novelty at a unit, depending on its
// position in the phrase.
func (u *units) phraseWeight(unit int) float64 {
	switch {
	case !u.bars || unit%8 == 0:
		return 1
	case unit%4 == 0:
		return oddPhrase
	case unit%2 == 0:
		return midPhrase
	}
	return offPhrase
}
