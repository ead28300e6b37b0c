package plan

import "slices"

// fit repeats, stretches, cuts and drops sections until they have so many bars. The
// climax stays, and stays the only one.
func fit(sections []Section, bars int) []Section {
	sections = slices.Clone(sections)
	sections = repeat(sections, bars)
	shorten(sections, bars)
	sections = drop(sections, bars)
	for total(sections) != bars {
		before := total(sections)
		if before < bars {
			stretch(sections, bars-before)
		} else {
			sections = cut(sections, before-bars)
		}
	}
	for i := range sections {
		sections[i].Roles = slices.Clone(sections[i].Roles)
	}
	return sections
}

func total(sections []Section) int {
	n := 0
	for _, s := range sections {
		n += s.Bars
	}
	return n
}

// climax returns the index of the section with the most energy.
func climax(sections []Section) int {
	top := 0
	for i, s := range sections {
		if s.Energy > sections[top].Energy {
			top = i
		}
	}
	return top
}

// repeat inserts what lies between the first section and the climax again before
// the climax, as long as it fits. Repeated sections have a little less energy.
func repeat(sections []Section, bars int) []Section {
	at := climax(sections)
	if at < 2 {
		return sections
	}
	cycle := slices.Clone(sections[1:at])
	for total(sections)+total(cycle) <= bars {
		for i := range cycle {
			cycle[i].Energy = round(cycle[i].Energy*0.98, 0.001)
		}
		sections = slices.Insert(sections, at, cycle...)
		at += len(cycle)
	}
	return sections
}

// shorten halves the longest sections while the whole is longer than so many bars.
// Sections keep two phrases, those that lead to others and those of short pieces one.
func shorten(sections []Section, bars int) {
	for total(sections) > bars {
		longest := -1
		for i, s := range sections {
			least := 2 * phrase
			if bars < 32 || slices.Contains(transitions, s.Name) {
				least = phrase
			}
			if s.Bars >= 2*least && (longest < 0 || s.Bars > sections[longest].Bars) {
				longest = i
			}
		}
		if longest < 0 {
			return
		}
		half := sections[longest].Bars / 2
		sections[longest].Bars = half - half%phrase
	}
}

// transitions are the sections that lead to others.
var transitions = []string{"intro", "outro", "build", "break"}

// droppable ranks sections by what music misses least; those that it must have are not in it.
var droppable = map[string]int{"break": 1, "bridge": 2, "solo": 3, "build": 4, "verse": 5, "chorus": 6, "drop": 6, "intro": 7, "outro": 8}

// drop removes whole sections while more than half of one is too much. A section
// whose letter comes again goes before others, and one that a build leads to after them.
// The last one stays where the piece would end with an interlude.
func drop(sections []Section, bars int) []Section {
	for len(sections) > 1 {
		top, worst, worstRank := climax(sections), -1, 0
		excess := total(sections) - bars
		for i, s := range sections {
			closes := i > 0 && i == len(sections)-1 && !slices.Contains(full, sections[i-1].Name)
			if i == top || closes || s.Bars > 2*excess {
				continue
			}
			rank := 100 - 2*droppable[s.Name]
			if times(sections, s.Letter) > 1 && droppable[s.Name] < 7 {
				rank += 20
			}
			if i > 0 && sections[i-1].Name == "build" {
				rank -= 30
			}
			if worst < 0 || rank >= worstRank {
				worst, worstRank = i, rank
			}
		}
		if worst < 0 || excess <= 0 {
			break
		}
		sections = slices.Delete(sections, worst, worst+1)
	}
	return sections
}

func times(sections []Section, letter string) int {
	n := 0
	for _, s := range sections {
		if s.Letter == letter {
			n++
		}
	}
	return n
}

// phrase is how many bars a phrase has. Sections grow and shrink by phrases, as long as they can.
const phrase = 4

// stretch adds bars to the sections that are shortest for their importance; what is
// less than a phrase goes to the last section.
func stretch(sections []Section, missing int) {
	if missing < phrase {
		sections[len(sections)-1].Bars += missing
		return
	}
	for missing >= phrase {
		best := -1
		for i, s := range sections {
			if s.Name == "intro" || s.Name == "outro" || s.Name == "build" {
				continue
			}
			if best < 0 || s.Bars < sections[best].Bars {
				best = i
			}
		}
		if best < 0 {
			best = 0
		}
		sections[best].Bars += phrase
		missing -= phrase
	}
}

// cut takes bars from the longest sections.
func cut(sections []Section, excess int) []Section {
	for excess > 0 {
		longest := 0
		for i, s := range sections {
			if s.Bars > sections[longest].Bars {
				longest = i
			}
		}
		bars := &sections[longest].Bars
		step := min(excess, phrase)
		if *bars <= 2*phrase {
			step = min(step, 2)
		}
		if *bars <= 2 {
			step = 1
		}
		if *bars <= 1 {
			return slices.Delete(sections, longest, longest+1)
		}
		*bars -= step
		excess -= step
	}
	return sections
}
