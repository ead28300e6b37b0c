package plan

import (
	"slices"
	"strings"

	"sonora/internal/ai/compose/instrument"
	"sonora/internal/ai/compose/prompt"
	"sonora/internal/ai/compose/score"
	"sonora/internal/ai/compose/style"
)

// instruments chooses who plays: the palette of the style and what was asked for, without
// what the wish excludes.
func (m *maker) instruments() {
	p := &m.plan
	for _, role := range score.Roles {
		if p.plays(role) {
			p.Instruments[role] = m.pick("instrument "+string(role), m.palette(role))
		}
	}
	if len(m.wish.Textures) > 0 {
		p.setTextures(m.wish.Textures)
	} else if name, ok := p.Instruments[score.Texture]; ok {
		p.Textures = []string{name}
	}
	for _, swap := range m.wish.Swaps {
		if !m.swap(swap) {
			m.place([]prompt.Part{swap.To})
		}
	}
	m.place(m.wish.Play)
	for _, part := range m.wish.Without {
		m.leaveOut(part)
	}
	m.needsSynths()
	if m.wish.Only {
		m.keepOnly()
		m.addLeftHand()
		if len(m.wish.Textures) == 0 {
			p.remove(score.Texture)
		}
	}
	p.settleRoles()
	for _, absence := range m.wish.WithoutIn {
		m.silence(absence)
	}
	m.silences()
	if !p.sounds() && len(m.wish.Without) > 0 {
		m.doubt("without", m.said("without"), "ignored")
		m.wish.Without = nil
		p.restore(m.style)
		m.instruments()
	}
}

// needsSynths exchanges synthesizers where none are wanted, and says if some still play: some
// styles are made of them.
func (m *maker) needsSynths() {
	if !slices.Contains(m.wish.Without, prompt.Part{Instrument: "saw-lead"}) {
		return
	}
	left := false
	for _, role := range score.Roles {
		if name, plays := m.plan.Instruments[role]; !plays || !isSynth(name) {
			continue
		}
		others := slices.DeleteFunc(slices.Clone(m.style.Instruments[role]), func(c style.Weighted) bool { return isSynth(c.Value) })
		if len(others) == 0 {
			left = true
			continue
		}
		m.plan.Instruments[role] = m.pick("instead "+string(role), others)
	}
	if left {
		m.doubt("without", m.said("without", "saw-lead"), "style")
	}
}

// isSynth reports whether people call an instrument a synthesizer.
func isSynth(name string) bool {
	i, _ := instrument.Named(name)
	return i.Kind == instrument.Synth || i.Kind == instrument.Pad || strings.HasPrefix(name, "synth-")
}

// sounds reports whether anybody plays notes.
func (p *Plan) sounds() bool {
	return slices.ContainsFunc(score.Roles, func(role score.Role) bool {
		_, ok := p.Instruments[role]
		return ok && role != score.Texture && role != score.Effects
	})
}

// restore gives every section the roles that sections of its name have in the style.
func (p *Plan) restore(s *style.Style) {
	for i := range p.Sections {
		for _, form := range s.Forms {
			for _, section := range form.Sections {
				if section.Name == p.Sections[i].Name {
					p.Sections[i].Roles = slices.Clone(section.Roles)
				}
			}
		}
	}
}

// palette returns the instruments of a role. A second style lends those of chords and melody.
func (m *maker) palette(role score.Role) style.Choices {
	if colour := style.Named(m.wish.Colour); colour != nil && (role == score.Comp || role == score.Lead) && len(colour.Instruments[role]) > 0 {
		return colour.Instruments[role]
	}
	return m.style.Instruments[role]
}

// plays reports whether a role plays in any section.
func (p *Plan) plays(role score.Role) bool {
	return slices.ContainsFunc(p.Sections, func(s Section) bool { return slices.Contains(s.Roles, role) })
}

// place gives roles to the parts that were asked for.
func (m *maker) place(parts []prompt.Part) {
	taken := map[score.Role]bool{}
	for _, part := range parts {
		part.Instrument = m.own(part.Instrument)
		role := part.Role
		if role == "" {
			role = m.roleOf(part.Instrument, taken)
		}
		name := part.Instrument
		if name == "" {
			name = m.plan.Instruments[role]
		}
		if name == "" {
			name = m.usual(role)
		}
		if role == "" || name == "" || !playable(m.style, role) {
			m.doubt("instrument", m.calls(part), "ignored")
			continue
		}
		taken[role] = true
		m.plan.add(role, name)
	}
}

// swap gives the roles of one part to an instrument, and reports whether the part plays. Who
// says piano means the grand piano, or else any other.
func (m *maker) swap(swap prompt.Swap) bool {
	to, from := m.own(swap.To.Instrument), swap.From
	for _, means := range []func(name string) bool{
		func(name string) bool { return name == from.Instrument },
		func(name string) bool { return alike(name, from.Instrument) },
	} {
		done := false
		for _, role := range score.Roles {
			if name, plays := m.plan.Instruments[role]; plays && to != "" && (role == from.Role || means(name)) {
				m.plan.Instruments[role] = to
				done = true
			}
		}
		if done {
			return true
		}
	}
	return false
}

// own replaces a request for a guitar of no particular kind with the guitar of the style.
func (m *maker) own(name string) string {
	if name != "clean-guitar" || hasInstrument(m.style, name) {
		return name
	}
	for _, role := range score.Roles {
		for _, c := range m.style.Instruments[role] {
			if alike(c.Value, name) {
				return c.Value
			}
		}
	}
	return name
}

// alike reports whether people call two instruments by one name: "guitar" is any of them.
func alike(a, b string) bool {
	_, family, ok := strings.Cut(a, "-")
	_, other, _ := strings.Cut(b, "-")
	return ok && family == other && slices.Contains([]string{"guitar", "piano", "organ"}, family)
}

// usual returns an instrument for a role that the forms of the style leave out.
func (m *maker) usual(role score.Role) string {
	if choices := m.style.Instruments[role]; len(choices) > 0 {
		return m.pick("instrument "+string(role), choices)
	}
	return map[score.Role]string{score.Pad: "warm-pad", score.Lead: "sine-lead", score.Counter: "strings", score.Effects: "risers"}[role]
}

// playable reports whether a style knows how to write for a role.
func playable(s *style.Style, role score.Role) bool {
	patterns := map[score.Role]style.Choices{
		score.Drums: s.Drums, score.Percussion: s.Percussion, score.Bass: s.Bass, score.Comp: s.Comp, score.Arp: s.Arp,
	}
	choices, needed := patterns[role]
	return !needed || len(choices) > 0
}

// byKind lists the roles of each kind of instrument, the most likely first.
var byKind = map[instrument.Kind][]score.Role{
	instrument.Bass:    {score.Bass, score.Lead},
	instrument.Keys:    {score.Comp, score.Lead, score.Arp, score.Counter},
	instrument.Mallet:  {score.Lead, score.Arp, score.Counter, score.Comp},
	instrument.Plucked: {score.Comp, score.Lead, score.Arp, score.Counter},
	instrument.Bowed:   {score.Lead, score.Counter, score.Pad},
	instrument.Wind:    {score.Lead, score.Counter},
	instrument.Synth:   {score.Lead, score.Arp, score.Comp, score.Counter},
	instrument.Pad:     {score.Pad},
	instrument.Kit:     {score.Drums},
	instrument.Texture: {score.Texture},
	instrument.Effects: {score.Effects},
}

// roleOf returns the role that an instrument takes in a style: one in which the
// style has it, or else one of its kind, which is where somebody belongs who plays alone.
// Roles that are taken are left alone.
func (m *maker) roleOf(name string, taken map[score.Role]bool) score.Role {
	i, known := instrument.Named(name)
	if !known {
		return ""
	}
	roles := byKind[i.Kind]
	if name == "strings" || name == "choir" {
		roles = []score.Role{score.Pad, score.Lead, score.Counter}
	}
	for _, role := range roles {
		has := slices.ContainsFunc(m.style.Instruments[role], func(c style.Weighted) bool { return c.Value == name })
		if has && !m.wish.Only && !taken[role] && playable(m.style, role) {
			return role
		}
	}
	for _, role := range roles {
		if !taken[role] && playable(m.style, role) {
			return role
		}
	}
	return ""
}

// add lets an instrument play a role, in all sections but the calmest if the role is new.
func (p *Plan) add(role score.Role, name string) {
	p.Instruments[role] = name
	if p.plays(role) {
		return
	}
	mean := 0.0
	for _, s := range p.Sections {
		mean += s.Energy / float64(len(p.Sections))
	}
	for i := range p.Sections {
		if s := &p.Sections[i]; s.Energy >= mean-0.1 {
			s.Roles = append(s.Roles, role)
		}
	}
}

// setTextures lets textures sound through the piece.
func (p *Plan) setTextures(names []string) {
	p.Textures = slices.Clone(names)
	p.Instruments[score.Texture] = names[0]
	for i := range p.Sections {
		if s := &p.Sections[i]; !slices.Contains(s.Roles, score.Texture) {
			s.Roles = append(s.Roles, score.Texture)
		}
	}
}

// leaveOut removes a role, or an instrument wherever it plays. An instrument that the
// style has another one for is replaced.
func (m *maker) leaveOut(part prompt.Part) {
	p := &m.plan
	if part.Role == score.Texture && part.Instrument != "" {
		p.Textures = slices.DeleteFunc(p.Textures, func(name string) bool { return name == part.Instrument })
		if p.Instruments[score.Texture] != part.Instrument {
			return
		}
		part.Instrument = ""
		if len(p.Textures) > 0 {
			p.Instruments[score.Texture] = p.Textures[0]
			return
		}
	}
	if part.Instrument == "" {
		p.remove(part.Role)
		if part.Role == score.Drums { // who wants no drums wants no shaker either
			p.remove(score.Percussion)
		}
		return
	}
	for _, role := range score.Roles {
		if name, ok := p.Instruments[role]; !ok || name != part.Instrument && !alike(name, part.Instrument) {
			continue
		}
		others := slices.DeleteFunc(slices.Clone(m.style.Instruments[role]), func(c style.Weighted) bool {
			return c.Value == part.Instrument || alike(c.Value, part.Instrument) || slices.Contains(m.wish.Without, prompt.Part{Instrument: c.Value})
		})
		if len(others) == 0 {
			p.remove(role)
			continue
		}
		p.Instruments[role] = m.pick("instead "+string(role), others)
	}
}

// rolesOf returns the roles that a part has: that which it names, or those of its instrument.
func (p *Plan) rolesOf(part prompt.Part) (roles []score.Role) {
	for _, role := range score.Roles {
		name, plays := p.Instruments[role]
		if plays && (role == part.Role || part.Instrument != "" && (name == part.Instrument || alike(name, part.Instrument))) {
			roles = append(roles, role)
		}
	}
	return roles
}

// silence leaves a part out of the sections of a name, unless nobody would play there, and
// reports whether it did.
func (m *maker) silence(absence prompt.Absence) bool {
	p, done := &m.plan, false
	silent := p.rolesOf(absence.Part)
	if slices.Contains(silent, score.Drums) { // as leaveOut
		silent = append(silent, score.Percussion)
	}
	for i := range p.Sections {
		s := &p.Sections[i]
		if s.Name != absence.Section {
			continue
		}
		left := slices.DeleteFunc(p.playing(s), func(role score.Role) bool { return slices.Contains(silent, role) })
		if slices.ContainsFunc(left, func(role score.Role) bool { return role != score.Texture && role != score.Effects }) {
			s.Roles, done = left, true
		}
	}
	if !done {
		m.doubt("without", m.said("without"), "section")
	}
	return done
}

func (p *Plan) remove(role score.Role) {
	delete(p.Instruments, role)
	if role == score.Texture {
		p.Textures = []string{}
	}
	for i := range p.Sections {
		s := &p.Sections[i]
		s.Roles = slices.DeleteFunc(slices.Clone(s.Roles), func(r score.Role) bool { return r == role })
	}
}

// keepOnly removes all parts but those that were asked for. A part that is left alone and can play
// chords plays the melody too.
func (m *maker) keepOnly() {
	p := &m.plan
	parts := make([]prompt.Part, 0, len(m.wish.Play))
	for _, part := range m.wish.Play {
		parts = append(parts, prompt.Part{Role: part.Role, Instrument: m.own(part.Instrument)})
	}
	wanted := func(role score.Role, name string) bool {
		return slices.ContainsFunc(parts, func(part prompt.Part) bool { return part.Role == role || part.Role == "" && part.Instrument == name })
	}
	for _, role := range score.Roles {
		name, plays := p.Instruments[role]
		sounds := role == score.Texture && len(p.Textures) > 0
		if plays && !sounds && !wanted(role, name) {
			p.remove(role)
		}
	}
	if name, ok := p.Instruments[score.Comp]; ok && p.Instruments[score.Lead] == "" && (m.wish.Players > 0 || slices.Contains(parts, prompt.Part{Instrument: name})) {
		p.add(score.Lead, name)
	}
}

// addLeftHand gives the bass to keys that play alone.
func (m *maker) addLeftHand() {
	p := &m.plan
	name := p.Instruments[score.Comp]
	if i, _ := instrument.Named(name); i.Kind == instrument.Keys && p.Instruments[score.Lead] == name && p.Instruments[score.Bass] == "" && playable(m.style, score.Bass) {
		p.add(score.Bass, name)
	}
}

// settleRoles makes sure that some part plays notes in every section, and sorts the roles of each.
func (p *Plan) settleRoles() {
	var all []score.Role
	for _, role := range score.Roles {
		if _, ok := p.Instruments[role]; ok && !p.plays(role) {
			p.add(role, p.Instruments[role])
		}
		if _, ok := p.Instruments[role]; ok && role != score.Texture && role != score.Effects {
			all = append(all, role)
		}
	}
	for i := range p.Sections {
		s := &p.Sections[i]
		if !slices.ContainsFunc(s.Roles, func(r score.Role) bool { return slices.Contains(all, r) }) {
			s.Roles = append(s.Roles, all...)
		}
		slices.SortFunc(s.Roles, func(a, b score.Role) int { return slices.Index(score.Roles, a) - slices.Index(score.Roles, b) })
	}
}
