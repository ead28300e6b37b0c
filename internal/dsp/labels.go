package dsp

import (
	"cmp"
	"slices"
)

const (
	drumShare  = 0.55 // share of the drums of the fullest sections below which the drums pause
	levelSpan  = 9.0  // LU, minimum range of levels that energies span
	drumWeight = 0.35 // weight of the drums in a section's energy
	dropBelow  = 0.12 // a section this close to the highest energy is a drop
	calmBelow  = 0.12 // by how much an intro or outro is calmer than its neighbour
	breakBelow = 0.25 // by how much a break is below its neighbours
	riseLU     = 1.0  // rise within a section that makes it a build
	buildBars  = 16   // length of the longest rising build
	stepBars   = 8    // length of the longest build that is only a step
	barTime    = 2.0  // s, length that stands for a bar where there are none
)

// part holds the measurements of a section that labels are derived from.
type part struct {
	units      int
	level      float64 // LUFS
	drums      float64 // onset strength
	rise       float64 // LU, second half relative to the first
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

// label sets the energy, drums and label of each section.
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

// energies sets each section's energy and drums, relative to the loudest
// section and the one with the most drums.
func energies(sections []Section, parts []part, bars bool) {
	loudest, softest, drums := parts[0].level, parts[0].level, 0.0
	for _, p := range parts {
		loudest, softest, drums = max(loudest, p.level), min(softest, p.level), max(drums, p.drums)
	}
	// One nearly silent section must not make all others look the same.
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

// fullDrums returns how strong the drums are where they play: the value that a
// quarter of the track's time reaches.
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

// ends returns the first section after the intro and the last one before the
// outro. An intro or outro is calmer than its neighbour and continues while its
// energy stays far below the median. Neither takes more than a third of the
// track.
func ends(sections []Section, middle float64) (first, last int) {
	n := len(sections)
	last = n - 1
	if n < 2 {
		return 0, last
	}
	length := sections[n-1].End
	isCalm := func(i, inner int) bool {
		s := sections[i]
		return calmer(s, sections[inner]) || s.Energy <= middle-breakBelow
	}
	for first < n-1 && isCalm(first, first+1) && (first == 0 || sections[first].Energy <= middle-breakBelow && sections[first].End <= length/3) {
		first++
	}
	for last > first && isCalm(last, last-1) && (last == n-1 || sections[last].Energy <= middle-breakBelow && sections[last].Start >= length*2/3) {
		last--
	}
	return first, last
}

// medianEnergy returns the median energy, weighted by duration.
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

// calmer reports whether the first or last section is calmer than its
// neighbour.
func calmer(end, neighbour Section) bool {
	return end.Energy <= neighbour.Energy-calmBelow || !end.Drums && neighbour.Drums
}

// isBreak reports whether a section is a break: its drums pause, or without
// drums its energy is far below the median or its neighbours, or it continues a
// break. A calmer section with drums is a verse.
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

// isBuild reports whether a section leads up to a drop: it rises, or it is a
// short step between the section before and the drop.
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
