package plan

import (
	"fmt"
	"math"
	"slices"

	"sonora/internal/ai/compose/prompt"
	"sonora/internal/ai/compose/score"
)

// sectionLengths gives sections another length, if wishes for a length name some. The wishes are met
// then, or doubts say why they cannot be.
func (m *maker) sectionLengths(changed func(what, from, to string)) {
	w := &m.wish
	if w.LengthOf.Section == "" {
		return
	}
	m.sectionLength(w.LengthOf, m.sectionBars, changed)
	for _, asked := range w.AlsoOf {
		m.sectionLength(asked, func(bars int) int { return m.barsOf(asked, bars) }, changed)
	}
	w.Longer, w.By, w.BarsBy, w.LengthTimes = 0, 0, 0, 0
}

// barsOf returns how many bars a section gets that has so many.
func (m *maker) barsOf(asked prompt.SectionLength, bars int) int {
	switch {
	case asked.Bars != 0:
		return asked.Bars
	case asked.Seconds != 0:
		return int(math.Round(asked.Seconds / m.plan.bar()))
	}
	return longerSection(bars, &prompt.Wish{Longer: asked.Size})
}

// sectionLength gives the sections that a wish names as many bars as a function says.
func (m *maker) sectionLength(asked prompt.SectionLength, barsOf func(bars int) int, changed func(what, from, to string)) {
	before, named := m.plan.Sections, at(m.plan.Sections, asked.Place)
	m.plan.Sections = slices.Clone(before)
	same, possible := true, true
	for _, i := range named {
		bars := max(1, barsOf(before[i].Bars))
		m.plan.Sections[i].Bars = bars
		same, possible = same && bars == before[i].Bars, possible && bars <= maxBars
	}
	seconds := m.plan.seconds()
	possible = possible && seconds <= MaxLength+m.plan.bar() && seconds >= MinLength-m.plan.bar()
	switch {
	case len(named) == 0:
		m.doubt("section", asked.Words, "missing")
	case !possible:
		m.plan.Sections = before
		m.doubt("length", asked.Words, "section")
	case same && m.edits:
		m.doubt("length", asked.Words, "already")
	}
	for _, i := range named {
		name, from, to := before[i].Name, before[i].Bars, m.plan.Sections[i].Bars
		changed("length", fmt.Sprintf("%s %d bars", name, from), fmt.Sprintf("%s %d bars", name, to))
	}
}

// sectionBars returns how many bars the wish wants of a section that has so many.
func (m *maker) sectionBars(bars int) int {
	w := &m.wish
	inBars := func(seconds float64) int { return int(math.Round(seconds / m.plan.bar())) }
	switch {
	case w.LengthOf.Bars != 0 || w.LengthOf.Seconds != 0:
		return m.barsOf(w.LengthOf, bars)
	case w.BarsBy != 0:
		return bars + w.BarsBy
	case w.By > 0:
		return bars + max(1, inBars(w.By))
	case w.By < 0:
		return bars - max(1, inBars(-w.By))
	case w.LengthTimes > 0:
		return 2 * bars
	case w.LengthTimes < 0:
		return bars / 2
	}
	return longerSection(bars, w)
}

// longerSection returns how many bars a longer or a shorter section has than one of so many: whole
// phrases, unless only a bit.
func longerSection(bars int, w *prompt.Wish) int {
	switch {
	case w.LengthBit:
		return bars + 2*w.Longer
	case w.Longer > 0:
		return (bars*3/2 + phrase - 1) / phrase * phrase
	case w.Longer < 0 && bars > phrase:
		return max(bars*2/3/phrase, 1) * phrase
	case w.Longer < 0:
		return bars / 2
	}
	return bars
}

// addSections adds one more section of a name: after the last of its name, or where such
// sections usually are.
func (e *editor) addSections() {
	for _, name := range e.wish.Add {
		section, at := e.oneMore(name)
		sections := slices.Insert(slices.Clone(e.plan.Sections), at, section)
		longer := e.plan
		longer.Sections = sections
		if longer.seconds() > MaxLength+longer.bar() {
			e.doubt("section", e.said("section", "+"+name), "ignored")
			continue
		}
		e.plan.Sections = sections
		e.changed("section", "", name)
	}
}

// oneMore returns a section of a name for the plan, and where it belongs. It leaves the climax
// where it is.
func (e *editor) oneMore(name string) (Section, int) {
	sections := e.plan.Sections
	for i, again := range slices.Backward(sections) {
		if again.Name == name {
			again.Roles = slices.Clone(again.Roles)
			again.Energy = round(again.Energy*0.98, 0.001)
			return again, i + 1
		}
	}
	at := len(sections)
	if name == "intro" {
		at = 0
	} else if name != "outro" && sections[at-1].Name == "outro" {
		at--
	}
	section := e.newSection(name)
	section.Letter = e.freeLetter()
	return section, at
}

// newSection returns a section that the plan has none of, as the style has it, or else with
// everybody.
func (e *editor) newSection(name string) Section {
	section := Section{Name: name, Bars: 2 * phrase, Energy: round(e.plan.Energy*0.98, 0.001)}
	for _, form := range e.style.Forms {
		for _, s := range sectionsOf(form) {
			if s.Name == name {
				section.Bars, section.Roles = s.Bars, s.Roles
			}
		}
	}
	silent := func(role score.Role) bool {
		_, plays := e.plan.Instruments[role]
		return !plays
	}
	if section.Roles = slices.DeleteFunc(section.Roles, silent); len(section.Roles) == 0 {
		section.Roles = slices.DeleteFunc(slices.Clone(score.Roles), silent)
	}
	return section
}

// freeLetter returns the first letter that no section has.
func (e *editor) freeLetter() string {
	for letter := 'A'; letter <= 'Z'; letter++ {
		if times(e.plan.Sections, string(letter)) == 0 {
			return string(letter)
		}
	}
	return "AA"
}
