package dsp

import (
	"cmp"
	"math"
	"slices"
)

// Form is what the form of a track is found from.
type Form struct {
	Duration  float64   // s
	Envelope  *Envelope // of Onsets
	Chroma    Chroma    // of a Chromagram
	Levels    []float32 // of a LoudnessMeter, LevelsPerSecond
	Downbeats []float64 // of all bars, s, rising; none without a steady beat
	First     float64   // where the first sound is, s
	Last      float64   // where the last sound ends, s
}

// Section is a part of the form.
type Section struct {
	Start, End float64 // s
	Label      string  // one of those below
	Energy     float64 // 0 to 1, of the track's range
	Drums      bool    // whether drums play
}

// Labels of sections.
const (
	Intro = "intro"
	Verse = "verse"
	Build = "build"
	Drop  = "drop"
	Break = "break"
	Outro = "outro"
)

const (
	minBars       = 8    // with fewer the form is found without them
	phraseBars    = 4    // sections are as long as some of these
	minSection    = 8.0  // s, without bars
	freeUnit      = 1.0  // s: what stands for a bar without bars
	novel         = 0.12 // a boundary is at least as novel as this,
	novelShare    = 0.12 // and as this share of the most novel of the track
	offPhrase     = 0.60 // of its novelty counts for a bar inside of a phrase,
	midPhrase     = 0.80 // this in the middle of four bars,
	oddPhrase     = 0.95 // and this after four of eight
	alike         = 0.32 // neighbours that are no further apart on the whole are one
	sameEnergy    = 0.06 // neighbours of one label are one without bars
	maxSections   = 64   // of an hour; those of the least novelty go
	secondsAnHour = 3600
)

// Sections finds the parts of a track: boundaries are where a checkerboard
// slid along the self-similarity of timbre, harmony, level and rhythm sees the
// most change (Foote, "Automatic audio segmentation using a measure of audio
// novelty", 2000), at bars and preferably at phrases of four and eight. They
// cover the track without gaps; nil when it has no length. What is kept of the
// self-similarity is a band along its diagonal, so hours are no trouble.
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

// boundaries are the units at which sections begin, without the first.
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

// pick takes boundaries, the best first, that leave no section too short.
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

// distinct takes the boundaries away between parts that are alike on the whole,
// however much changes where they meet: the most alike first.
func (u *units) distinct(bounds []int) []int {
	for len(bounds) > 0 {
		edges := append(append([]int{0}, bounds...), u.count())
		least, nearest := 0, float32(math.Inf(1))
		for i := range bounds {
			before, after := u.average(edges[i], edges[i+1]), u.average(edges[i+1], edges[i+2])
			if d := distance(&before, &after); d < nearest {
				least, nearest = i, d
			}
		}
		if nearest >= alike {
			break
		}
		bounds = slices.Delete(bounds, least, least+1)
	}
	return bounds
}

// average is what a stretch of units sounds like.
func (u *units) average(from, to int) (mean [formDims]float32) {
	for i := from; i < to; i++ {
		for k, v := range u.features[i] {
			mean[k] += v / float32(to-from)
		}
	}
	return mean
}

// joined makes one of neighbouring sections that are both the intro or both the
// outro, and without bars of those that are alike in label and energy: nobody
// counts phrases there.
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

// phase is the first unit of a phrase: mostly the first bar, unless the
// boundaries are clearly elsewhere, as after a pick-up.
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
