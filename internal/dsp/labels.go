package dsp

import (
	"cmp"
	"slices"
)

const (
	drumShare  = 0.55 // of the drums of the fullest sections: less means that they rest
	levelSpan  = 9.0  // LU at least that energies span
	drumWeight = 0.35 // of the drums in a section's energy
	dropBelow  = 0.12 // what is that near to the most energy is a drop
	calmBelow  = 0.12 // an end is calmer than its neighbour by that
	breakBelow = 0.25 // a break is that far below its neighbours
	riseLU     = 1.0  // what rises that much is a build
	buildBars  = 16   // at most
	stepBars   = 8    // at most, for what is a step only
	barTime    = 2.0  // s: about a bar, where there are none
)

// part is what labels go by.
type part struct {
	units      int
	level      float64 // LUFS
	drums      float64 // onset strength
	rise       float64 // LU, of the second half above the first
	start, end float64
}

func (u *units) part(from, to int) part {
	p := part{units: to - from, level: u.levelOf(from, to), start: u.at[from], end: u.at[to]}
	for i := from; i < to; i++ {
		p.drums += (u.low[i] + u.high[i]) / float64(to-from)
	}
	if middle := (from + to) / 2; middle > from {
		p.rise = u.levelOf(middle, to) - u.levelOf(from, middle)
	}
	return p
}

func (u *units) levelOf(from, to int) float64 {
	levels := make([]float32, 0, to-from)
	for _, l := range u.level[from:to] {
		levels = append(levels, float32(l))
	}
	return meanLevel(levels)
}

// label sets the energies, drums and labels of sections.
func label(sections []Section, parts []part, bars bool) {
	energies(sections, parts, bars)
	top := 0.0
	for _, s := range sections {
		top = max(top, s.Energy)
	}
	middle := medianEnergy(sections)
	first, last := ends(sections, middle)
	for i := range sections {
		s := &sections[i]
		switch {
		case len(sections) == 1:
			s.Label = Verse
		case i < first:
			s.Label = Intro
		case i > last:
			s.Label = Outro
		case s.Energy >= top-dropBelow:
			s.Label = Drop
		case i > 0 && i < len(sections)-1 && isBreak(sections, i, middle):
			s.Label = Break
		default:
			s.Label = Verse
		}
	}
	for i := max(1, first); i < min(last, len(sections)-1); i++ {
		if isBuild(sections, parts, i, bars) {
			sections[i].Label = Build
		}
	}
}

// energies are of level and drums, against the loudest and fullest section.
func energies(sections []Section, parts []part, bars bool) {
	loudest, softest, drums := parts[0].level, parts[0].level, 0.0
	for _, p := range parts {
		loudest, softest, drums = max(loudest, p.level), min(softest, p.level), max(drums, p.drums)
	}
	// One section that is nearly silent must not make all others the same.
	bottom := max(loudest-2*levelSpan, min(softest, loudest-levelSpan))
	full := fullDrums(parts)
	for i := range sections {
		level := share(parts[i].level, bottom, loudest)
		if loudest <= SilenceLUFS {
			level = 0
		}
		beat := share(parts[i].drums, 0, drums)
		sections[i].Energy = min(1, (1-drumWeight)*level+drumWeight*beat)
		sections[i].Drums = bars && drums > 0 && parts[i].drums >= drumShare*full
	}
}

// fullDrums is how strong the drums are where they play: the upper quarter of
// the track's time.
func fullDrums(parts []part) float64 {
	sorted := slices.Clone(parts)
	slices.SortFunc(sorted, func(a, b part) int { return cmp.Compare(b.drums, a.drums) })
	total, sum := 0.0, 0.0
	for _, p := range parts {
		total += p.end - p.start
	}
	for _, p := range sorted {
		if sum += p.end - p.start; sum >= total/4 {
			return p.drums
		}
	}
	return 0
}

// ends finds the first section behind the intro and the last in front of the
// outro: an end is calmer than its neighbour, and goes on while it stays far
// below the middle of the track. Neither takes more than a third of the track.
func ends(sections []Section, middle float64) (first, last int) {
	n := len(sections)
	last = n - 1
	if n < 2 {
		return 0, last
	}
	length := sections[n-1].End
	calm := func(i, inner int) bool {
		s := sections[i]
		return calmer(s, sections[inner]) || s.Energy <= middle-breakBelow
	}
	for first < n-1 && calm(first, first+1) && (first == 0 || sections[first].Energy <= middle-breakBelow && sections[first].End <= length/3) {
		first++
	}
	for last > first && calm(last, last-1) && (last == n-1 || sections[last].Energy <= middle-breakBelow && sections[last].Start >= length*2/3) {
		last--
	}
	return first, last
}

// medianEnergy is that of half the track's time.
func medianEnergy(sections []Section) float64 {
	sorted := slices.Clone(sections)
	slices.SortFunc(sorted, func(a, b Section) int { return cmp.Compare(a.Energy, b.Energy) })
	var time float64
	for _, s := range sorted {
		if time += s.End - s.Start; time >= sections[len(sections)-1].End/2 {
			return s.Energy
		}
	}
	return 0
}

// calmer is an end of the track beside its neighbour.
func calmer(end, neighbour Section) bool {
	return end.Energy <= neighbour.Energy-calmBelow || !end.Drums && neighbour.Drums
}

// isBreak tells what lets the drums rest, what is far below the middle of the
// track or its neighbours when none play, and what goes on like that. With
// drums, what is calmer is a verse.
func isBreak(sections []Section, i int, middle float64) bool {
	s, before, after := sections[i], sections[i-1], sections[i+1]
	switch {
	case s.Drums:
		return false
	case before.Drums && s.Energy < before.Energy, before.Label == Break && s.Energy <= before.Energy+calmBelow:
		return true
	}
	return s.Energy <= max(middle, min(before.Energy, after.Energy))-breakBelow
}

// isBuild tells what leads up to a drop: rising, or a short step between what
// is in front and the drop.
func isBuild(sections []Section, parts []part, i int, bars bool) bool {
	s := sections[i]
	if s.Label == Drop || sections[i+1].Label != Drop {
		return false
	}
	length := float64(parts[i].units)
	if !bars {
		length = (s.End - s.Start) / barTime
	}
	step := s.Energy > sections[i-1].Energy+calmBelow && s.Energy < sections[i+1].Energy
	return length <= buildBars && parts[i].rise >= riseLU || length <= stepBars && step
}
