package plan

import (
	"slices"

	"sonora/internal/ai/compose/prompt"
)

// at returns where the sections are that a place names.
func at(sections []Section, place prompt.Place) (list []int) {
	for i, s := range sections {
		if s.Name == place.Section {
			list = append(list, i)
		}
	}
	switch n := place.Which; {
	case n > len(list) || n < 0 && len(list) == 0:
		return nil
	case n > 0:
		return list[n-1 : n]
	case n < 0:
		return list[len(list)-1:]
	}
	return list
}

// moved returns the sections in another order, and what keeps a move from being made: missing for
// a section that there is not, already where the order is as wished.
func moved(sections []Section, move prompt.Move) (next []Section, why string) {
	what, beside := at(sections, move.What), at(sections, move.Beside)
	if len(what) == 0 || move.Beside.Section != "" && len(beside) == 0 {
		return sections, "missing"
	}
	next = slices.Clone(sections)
	switch move.Where {
	case "swap":
		exchange(next, what, beside)
	case "start":
		next = toFront(next, what[0])
	case "end":
		next = toBack(next, what[len(what)-1])
	case "before":
		next = insertAt(next, what[0], beside[0])
	case "after":
		next = insertAt(next, what[0], beside[0]+1)
	}
	if slices.EqualFunc(sections, next, func(a, b Section) bool { return a.Name == b.Name && a.Letter == b.Letter && a.Bars == b.Bars }) {
		return sections, "already"
	}
	return next, ""
}

// exchange swaps sections one by one, each in the key of its new place.
func exchange(sections []Section, one, other []int) {
	for n := range min(len(one), len(other)) {
		a, b := &sections[one[n]], &sections[other[n]]
		*a, *b = *b, *a
		a.Shift, b.Shift = b.Shift, a.Shift
	}
}

// insertAt moves a section to a place, in the key of the section that is there.
func insertAt(sections []Section, from, to int) []Section {
	s := sections[from]
	s.Shift = sections[min(to, len(sections)-1)].Shift
	if from < to {
		to--
	}
	return slices.Insert(slices.Delete(sections, from, from+1), to, s)
}

// toFront begins the piece with a section, instead of the intro.
func toFront(sections []Section, from int) []Section {
	sections = insertAt(sections, from, 0)
	if from > 0 && sections[1].Name == "intro" {
		sections = slices.Delete(sections, 1, 2)
	}
	return sections
}

// toBack ends the piece with a section, instead of the outro.
func toBack(sections []Section, from int) []Section {
	last := len(sections) - 1
	sections = insertAt(sections, from, len(sections))
	if from < last && sections[last-1].Name == "outro" {
		sections = slices.Delete(sections, last-1, last)
	}
	return sections
}

// reorder puts the sections of a new piece into the order that was asked for.
func (m *maker) reorder() {
	for _, move := range m.wish.Moves {
		next, why := moved(m.plan.Sections, move)
		if why == "missing" {
			m.doubt("section", m.said("section", move.String()), why)
		}
		m.plan.Sections = next
	}
}

// reorder puts the sections of the piece into another order. It never gets too short.
func (e *editor) reorder() {
	for _, move := range e.wish.Moves {
		next, why := moved(e.plan.Sections, move)
		if why != "" {
			e.doubt("section", e.said("section", move.String()), why)
			continue
		}
		e.plan.Sections = next
		e.notTooShort()
		e.changed("section", "", move.String())
	}
}

// notTooShort makes the sections longer if the piece has become shorter than the shortest.
func (e *editor) notTooShort() {
	if least := e.plan.barsIn(MinLength); e.plan.bars() < least {
		e.plan.Sections = fit(e.plan.Sections, least)
	}
}
