package plan

import (
	"slices"

	"sonora/internal/ai/compose/prompt"
	"sonora/internal/ai/compose/score"
)

// minPiece is the shortest piece of a section, in bars, that a part may be silent in.
const minPiece = 2

// silences leaves parts out of the first or the last bars of the piece, and reports which ones.
func (m *maker) silences() (done []prompt.Silence) {
	for _, silence := range m.wish.Silences {
		if m.silenceBars(silence) {
			done = append(done, silence)
		} else {
			m.doubt("without", silence.Said, "section")
		}
	}
	return done
}

// silenceBars leaves a part out of some bars. A section of which the part plays only a piece becomes
// two of its name.
func (m *maker) silenceBars(silence prompt.Silence) bool {
	p, total := &m.plan, m.plan.bars()
	silent := p.rolesOf(silence.Part)
	if slices.Contains(silent, score.Drums) { // as leaveOut
		silent = append(silent, score.Percussion)
	}
	from, to := 0, min(silence.Bars, total)
	if silence.Bars < 0 {
		from, to = max(0, total+silence.Bars), total
	}
	before := p.Sections
	p.Sections = splitAt(splitAt(p.Sections, from), to)
	at, done := 0, false
	for i := range p.Sections {
		s := &p.Sections[i]
		middle := at + s.Bars/2
		at += s.Bars
		if middle < from || middle >= to {
			continue
		}
		left := slices.DeleteFunc(p.playing(s), func(role score.Role) bool { return slices.Contains(silent, role) })
		if slices.ContainsFunc(left, func(role score.Role) bool { return role != score.Texture && role != score.Effects }) {
			s.Roles, done = left, true
		}
	}
	if !done || len(silent) == 0 {
		p.Sections = before
		return len(silent) == 0
	}
	return true
}

// playing returns the roles that play in a section.
func (p *Plan) playing(s *Section) (roles []score.Role) {
	for _, role := range score.Roles {
		if _, has := p.Instruments[role]; has && (len(s.Roles) == 0 || slices.Contains(s.Roles, role)) {
			roles = append(roles, role)
		}
	}
	return roles
}

// splitAt cuts the section that goes on at a bar in two, unless one of them were too short.
func splitAt(sections []Section, bar int) []Section {
	at := 0
	for i, s := range sections {
		first := bar - at
		at += s.Bars
		if first < minPiece || s.Bars-first < minPiece {
			continue
		}
		rest := s
		rest.Bars, rest.Roles = s.Bars-first, slices.Clone(s.Roles)
		list := slices.Clone(sections)
		list[i].Bars, list[i].Roles = first, slices.Clone(s.Roles)
		return slices.Insert(list, i+1, rest)
	}
	return slices.Clone(sections)
}

// count says if the piece has not as many sections of a name as the wish asks for.
func (m *maker) count() {
	for _, asked := range m.wish.Counts {
		if len(at(m.plan.Sections, prompt.Place{Section: asked.Section})) != asked.Number {
			m.doubt("section", asked.Words, "count")
		}
	}
}
