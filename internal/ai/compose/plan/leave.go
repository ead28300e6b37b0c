package plan

import (
	"slices"

	"sonora/internal/ai/compose/prompt"
)

// remaining returns the sections without those that a place names.
func remaining(sections []Section, place prompt.Place) []Section {
	named := at(sections, place)
	var left []Section
	for i, s := range sections {
		if !slices.Contains(named, i) {
			left = append(left, s)
		}
	}
	return left
}

// leave returns the sections without those that the piece shall not have. The last one stays.
func (m *maker) leave(sections []Section) []Section {
	for _, place := range m.wish.Leave {
		if left := remaining(sections, place); len(left) > 0 {
			sections = left
		} else {
			m.doubt("section", m.said("section", "-"+place.String()), "last")
		}
	}
	return sections
}

// leaveSections leaves sections out of the piece, which becomes shorter, but never too short.
func (e *editor) leaveSections() {
	for _, place := range e.wish.Leave {
		left := remaining(e.plan.Sections, place)
		said := e.said("section", "-"+place.String())
		switch {
		case len(left) == len(e.plan.Sections):
			e.doubt("section", said, "none")
			continue
		case len(left) == 0:
			e.doubt("section", said, "last")
			continue
		}
		e.plan.Sections = left
		e.notTooShort()
		e.changed("section", place.String(), "")
	}
}
