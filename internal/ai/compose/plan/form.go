package plan

import (
	"math/rand/v2"
	"slices"
	"strconv"

	"sonora/internal/ai/compose/dice"
	"sonora/internal/ai/compose/style"
)

// form draws a form of the style, varies it and fits it to the length.
func (m *maker) form() {
	if len(m.like.Sections) > 0 {
		m.formLike()
		return
	}
	p := &m.plan
	r := m.dice("form")
	form := dice.Pick(r, m.style.Forms, func(f style.Form) float64 { return f.Weight })
	p.Sections = sectionsOf(form)
	bars := m.barsAsked()
	v := variation{r: r, style: m.style, sections: p.Sections}
	v.structure()
	v.sections = fit(m.leave(v.sections), bars)
	v.lengths()
	p.Sections = v.sections
	m.reorder()
	m.sectionLengths(func(_, _, _ string) {})
	m.count()
	m.settleForm()
	m.changeKey()
}

// barsAsked returns how many bars the wish asks for: those of the sections, unless it says how long.
func (m *maker) barsAsked() int {
	p := &m.plan
	length := clamp(p.seconds(), MinLength, MaxLength)
	switch asked := m.wish.Length; {
	case asked != 0:
		length = clamp(asked, MinLength, MaxLength)
		if length != asked {
			m.doubt("length", m.said("length"), "clamped")
		}
		length = written(length)
	case m.wish.Bars != 0:
		return m.wholeBars()
	case m.wish.LengthOf.Section != "": // the length of the piece is that of its sections
	case m.wish.By != 0:
		length = clamp(length+m.wish.By, MinLength, MaxLength)
	case m.wish.Longer != 0:
		length = longer(length, &m.wish)
	}
	return p.barsIn(length)
}

// wholeBars returns how many bars the piece has that was asked for in bars, as far as it can.
func (m *maker) wholeBars() int {
	p := &m.plan
	low, high := p.barsIn(MinLength), p.barsIn(MaxLength)
	bars := min(max(m.wish.Bars, low), high)
	if bars != m.wish.Bars {
		m.doubt("length", m.said("length", strconv.Itoa(m.wish.Bars)+" bars"), "clamped")
	}
	return bars
}

// settleForm gives the plan the length of its sections, and these its energy.
func (m *maker) settleForm() {
	p := &m.plan
	p.Length = round(p.seconds(), 0.1)
	p.scaleEnergy(p.Energy / max(m.style.Energy, 0.05))
}

func sectionsOf(form style.Form) (sections []Section) {
	for _, s := range form.Sections {
		sections = append(sections, Section{
			Name: s.Name, Letter: s.Letter, Bars: s.Bars, Energy: s.Energy, Roles: slices.Clone(s.Roles),
		})
	}
	return sections
}

// variation varies a form as the style allows it, so that the pieces of a style
// do not all go the same way. The climax stays, and stays the only one.
type variation struct {
	r        *rand.Rand
	style    *style.Style
	sections []Section
}

// interludes are the sections that may stand in several places of a form.
var interludes = []string{"break", "bridge", "solo"}

// structure adds, moves and leaves out sections.
func (v *variation) structure() {
	for _, change := range []struct {
		share float64 // of the pieces
		do    func()
	}{
		{0.35, v.addVerse},
		{0.35, v.leaveOutVerse},
		{0.5, v.moveInterlude},
		{0.4, v.borrowInterlude},
		{0.2, v.leaveOutIntro},
		{0.15, v.leaveOutOutro},
	} {
		if v.r.Float64() < change.share {
			change.do()
		}
	}
}

// addVerse repeats a verse, with a little less energy.
func (v *variation) addVerse() {
	if at, found := v.drawn(func(i int) bool { return v.sections[i].Name == "verse" }); found {
		again := v.sections[at]
		again.Energy = round(again.Energy*0.98, 0.001)
		v.sections = slices.Insert(v.sections, at+1, again)
	}
}

// leaveOutVerse leaves out a verse that comes again.
func (v *variation) leaveOutVerse() {
	top := climax(v.sections)
	at, found := v.drawn(func(i int) bool {
		s := v.sections[i]
		return s.Name == "verse" && i != top && times(v.sections, s.Letter) > 1
	})
	if found && len(v.sections) > 4 {
		v.sections = slices.Delete(v.sections, at, at+1)
	}
}

// moveInterlude puts an interlude into another place.
func (v *variation) moveInterlude() {
	top := climax(v.sections)
	at, found := v.drawn(func(i int) bool { return slices.Contains(interludes, v.sections[i].Name) && i != top })
	if !found {
		return
	}
	moved := v.sections[at]
	v.sections = slices.Delete(v.sections, at, at+1)
	v.insert(moved)
}

// borrowInterlude takes an interlude from another form of the style.
func (v *variation) borrowInterlude() {
	var others []Section
	top := v.sections[climax(v.sections)].Energy
	for _, form := range v.style.Forms {
		for _, s := range sectionsOf(form) {
			known := slices.ContainsFunc(v.sections, func(o Section) bool { return o.Name == s.Name || o.Letter == s.Letter })
			if slices.Contains(interludes, s.Name) && !known {
				s.Energy = min(s.Energy, round(top*0.9, 0.001))
				others = append(others, s)
			}
		}
	}
	if len(others) > 0 {
		v.insert(others[v.r.IntN(len(others))])
	}
}

func (v *variation) leaveOutIntro() {
	if v.sections[0].Name == "intro" && len(v.sections) > 4 {
		v.sections = v.sections[1:]
	}
}

// leaveOutOutro leaves out the outro where the piece then ends with a section
// that is played in full.
func (v *variation) leaveOutOutro() {
	last := len(v.sections) - 1
	if v.sections[last].Name == "outro" && last > 3 && slices.Contains(full, v.sections[last-1].Name) {
		v.sections = v.sections[:last]
	}
}

// full are the sections that everybody plays.
var full = []string{"verse", "chorus", "drop"}

// insert puts an interlude after a section that was played in full, and not
// beside another interlude. Without such a place, it leaves it out.
func (v *variation) insert(s Section) {
	before, found := v.drawn(func(i int) bool {
		return slices.Contains(full, v.sections[i].Name) && i > 0 && i+1 < len(v.sections) && !slices.Contains(interludes, v.sections[i+1].Name)
	})
	if found {
		v.sections = slices.Insert(v.sections, before+1, s)
	}
}

// drawn draws one of the sections that a function chooses.
func (v *variation) drawn(chosen func(i int) bool) (at int, found bool) {
	var all []int
	for i := range v.sections {
		if chosen(i) {
			all = append(all, i)
		}
	}
	if len(all) == 0 {
		return 0, false
	}
	return all[v.r.IntN(len(all))], true
}

// lengths moves phrases, in short pieces halves of them, from some sections to
// others. The whole keeps its length.
func (v *variation) lengths() {
	bars := total(v.sections)
	step := phrase
	if bars < 10*phrase {
		step = phrase / 2
	}
	top := climax(v.sections)
	for range 3 * len(v.sections) {
		i, to := v.r.IntN(len(v.sections)), &v.sections[v.r.IntN(len(v.sections))]
		from, least := &v.sections[i], step
		if i == top {
			least = min(2*phrase, bars/4)
		}
		if from != to && from.Bars-step >= least && to.Bars+step <= longest(to.Name, bars) {
			from.Bars -= step
			to.Bars += step
		}
	}
}

// longest returns how many bars a section may have in a piece of so many.
func longest(name string, bars int) int {
	if slices.Contains(transitions, name) {
		return max(bars/6, phrase)
	}
	return max(bars/3, 2*phrase)
}

// changeKey raises the last chorus and what follows, where the style does so and most
// of the piece is over by then: its key is the one that it has been in.
func (m *maker) changeKey() {
	r := m.dice("key change")
	if r.Float64() >= m.style.KeyChange {
		return
	}
	shift := 1 + r.IntN(2)
	sections := m.plan.Sections
	last := -1
	for i, s := range sections {
		if s.Name == "chorus" || s.Name == "drop" {
			if last >= 0 && sections[last].Letter != s.Letter {
				return
			}
			last = i
		}
	}
	if last < 0 || slices.IndexFunc(sections, func(s Section) bool { return s.Name == sections[last].Name }) == last || 4*total(sections[last:]) > total(sections) {
		return
	}
	for i := last; i < len(sections); i++ {
		sections[i].Shift = shift
	}
}
