package plan

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"sonora/internal/ai/compose/dice"
	"sonora/internal/ai/compose/prompt"
	"sonora/internal/ai/compose/score"
	"sonora/internal/ai/compose/style"
)

// Change is one thing that Edit changed.
type Change struct {
	What string `json:"what"` // as prompt.Reading.What, or level
	From string `json:"from"` // as the plan had it; may be empty
	To   string `json:"to"`   // as the plan has it
}

// Edit changes a plan as a follow-up says, "slower" or "sin batería". Everything else
// stays, note by note. It returns no changes if it understood none; the doubts of the new plan
// are those of the follow-up.
func Edit(p Plan, text string) (Plan, []Change) {
	w := prompt.Read(prompt.Unpraised(text))
	if w.Opposed {
		return p, []Change{}
	}
	e := &editor{maker: maker{wish: w, seed: p.Seed, style: style.Named(p.Style), plan: p.clone(), edits: true}}
	if e.style == nil {
		return p, []Change{}
	}
	e.plan.Doubts = slices.Clone(w.Doubts)
	e.swing()
	e.restyle()
	e.metre()
	e.again()
	e.mood()
	e.tempo()
	e.key()
	e.straighten()
	e.ending()
	e.leaveSections()
	e.reorder()
	e.sectionLengths(e.changed)
	e.length()
	e.energy()
	e.parts()
	e.levels()
	e.sound()
	e.rewrite()
	e.anew()
	e.addSections()
	e.already()
	e.plan.Length = round(e.plan.seconds(), 0.1)
	return e.plan.tidy(), slices.Clip(append([]Change{}, e.changes...))
}

// already notes the wishes that the piece meets as it is, or that it cannot meet any better, where
// a text asks for nothing else.
func (e *editor) already() {
	if len(e.changes) > 0 || len(e.plan.Doubts) > 0 {
		return
	}
	for _, r := range e.wish.Readings {
		if slices.Contains([]string{"style", "mood", "energy", "instrument", "texture", "sound", "without", "ending", "era"}, r.What) {
			e.doubt(r.What, r.Words, "already")
		}
	}
}

// clone copies a plan, so that changes leave the other one as it is.
func (p Plan) clone() Plan {
	p.Moods, p.Textures = slices.Clone(p.Moods), slices.Clone(p.Textures)
	p.Understood, p.Sections = slices.Clone(p.Understood), slices.Clone(p.Sections)
	p.Instruments, p.Levels, p.Takes = maps.Clone(p.Instruments), maps.Clone(p.Levels), maps.Clone(p.Takes)
	for i := range p.Sections {
		p.Sections[i].Roles = slices.Clone(p.Sections[i].Roles)
	}
	if p.Instruments == nil {
		p.Instruments = map[score.Role]string{}
	}
	return p
}

// editor changes one plan.
type editor struct {
	maker
	changes []Change
}

func (e *editor) changed(what, from, to string) {
	if from != to {
		e.changes = append(e.changes, Change{what, from, to})
	}
}

// restyle writes the piece in another style, in the key, the length and the seed that it
// has: in the one that was asked for, in that of a decade, or in any other than one to avoid.
func (e *editor) restyle() {
	avoided := slices.Contains(e.wish.Avoid, e.plan.Style)
	wanted := e.wish.Style
	if len(e.wish.Play) == 0 && !slices.Contains(e.wish.Avoid, e.wish.EraStyle) { // "drums of the 80s" are no style
		wanted = cmp.Or(wanted, e.wish.EraStyle)
	}
	if !avoided && (wanted == "" || wanted == e.plan.Style) {
		return
	}
	w := prompt.Read(e.plan.Prompt)
	w.Style, w.Colour, w.BPM = wanted, e.wish.Colour, 0
	w.Avoid = append(w.Avoid, e.wish.Avoid...)
	w.Readings, w.Doubts = nil, nil
	w.Length = Heard(e.plan.Length)
	next := Make(w, e.plan.Seed)
	next.Key, next.Title, next.Moods = e.plan.Key, e.plan.Title, e.plan.Moods
	next.Prompt, next.Understood, next.Doubts = e.plan.Prompt, e.plan.Understood, e.plan.Doubts
	e.changed("style", e.plan.Style, next.Style)
	e.plan, e.style = next, style.Named(next.Style)
}

// again writes other notes for the same plan.
func (e *editor) again() {
	if !e.wish.Again {
		return
	}
	seed := dice.New(e.plan.Seed, "again").Uint64()
	e.changed("again", strconv.FormatUint(e.plan.Seed, 10), strconv.FormatUint(seed, 10))
	e.plan.Seed, e.seed = seed, seed
}

// mood takes new moods, with their energy and brightness, or leaves out those that are not
// wanted. A mood to have less of that the piece was not asked to have moves it the other way.
func (e *editor) mood() {
	moods := slices.DeleteFunc(slices.Clone(e.plan.Moods), func(name string) bool { return slices.Contains(e.wish.NotMoods, name) })
	if len(e.wish.Moods) > 0 {
		moods = slices.Clone(e.wish.Moods)
	}
	was, _ := (&prompt.Wish{Moods: e.plan.Moods}).Feeling()
	is, _ := (&prompt.Wish{Moods: moods}).Feeling()
	for _, name := range e.wish.NotMoods {
		if !slices.Contains(e.plan.Moods, name) && len(e.wish.Moods) == 0 {
			not, _ := (&prompt.Wish{Moods: []string{name}}).Feeling()
			is.Arousal -= not.Arousal
			e.changed("mood", name, "less "+name)
		}
	}
	if slices.Equal(moods, e.plan.Moods) && is == was {
		e.further(is)
		return
	}
	e.changed("mood", strings.Join(e.plan.Moods, ", "), strings.Join(moods, ", "))
	e.plan.Moods = moods
	e.setEnergy(e.plan.Energy + float64(0.2*(is.Arousal-was.Arousal)))
	e.plan.Bright = round(clamp(e.plan.Bright+float64(0.15*(is.Arousal-was.Arousal)), -1, 1), 0.01)
}

// further gives a piece more of the moods that it has, if these are asked for once more.
func (e *editor) further(feeling prompt.Feeling) {
	if len(e.wish.Moods) == 0 {
		return
	}
	energy, bright := e.plan.Energy, e.plan.Bright
	e.setEnergy(energy + float64(0.2*feeling.Arousal))
	e.plan.Bright = round(clamp(bright+float64(0.15*feeling.Arousal)+float64(0.1*feeling.Valence), -1, 1), 0.01)
	if e.plan.Energy != energy || e.plan.Bright != bright {
		moods := strings.Join(e.wish.Moods, ", ")
		e.changed("mood", moods, "more "+moods)
	}
}

func (e *editor) energy() {
	if by := e.wish.Energy; by != 0 {
		from := e.plan.Energy
		e.setEnergy(from + float64(0.15*float64(by)))
		e.changed("energy", text(from), text(e.plan.Energy))
	}
}

func (e *editor) setEnergy(energy float64) {
	from := max(e.plan.Energy, 0.05)
	e.plan.Energy = round(clamp(energy, 0.05, 1), 0.01)
	e.plan.scaleEnergy(e.plan.Energy / from)
}

// parts changes who plays.
func (e *editor) parts() {
	p := &e.plan
	before := maps.Clone(p.Instruments)
	sections := slices.Clone(p.Sections)
	textures := slices.Clone(p.Textures)
	for _, swap := range e.wish.Swaps {
		e.swap(swap)
	}
	e.place(e.wish.Play)
	for _, name := range e.wish.Textures {
		if !slices.Contains(p.Textures, name) {
			p.setTextures(append(p.Textures, name))
		}
	}
	for _, part := range e.wish.Without {
		e.leaveOut(part)
	}
	for _, absence := range e.wish.WithoutIn {
		if e.silence(absence) {
			e.changed("without", absence.Section, absence.Section+" without "+absence.Part.String())
		}
	}
	for _, silence := range e.silences() {
		e.changed("without", "", silence.Said)
	}
	if e.wish.Only {
		e.keepOnly()
	}
	if !p.sounds() {
		e.doubt("without", e.said("without"), "ignored")
		p.Instruments, p.Sections, p.Textures = before, sections, textures
		return
	}
	if len(e.wish.Swaps)+len(e.wish.Play)+len(e.wish.Textures)+len(e.wish.Without) > 0 {
		p.settleRoles()
	}
	for _, role := range score.Roles {
		if role == score.Texture {
			e.changed("texture", strings.Join(textures, ", "), strings.Join(p.Textures, ", "))
		} else {
			e.changed("instrument", before[role], p.Instruments[role])
		}
	}
}

// swap gives the role of one part to another. A role that nobody has, such as the melody of a
// piece without one, is added.
func (e *editor) swap(swap prompt.Swap) {
	if e.maker.swap(swap) {
		return
	}
	if role, name := swap.From.Role, e.own(swap.To.Instrument); role != "" && name != "" && playable(e.style, role) {
		e.plan.add(role, name)
	} else {
		e.doubt("instrument", cmp.Or(e.said("instrument", swap.To.String()), e.calls(swap.From)), "ignored")
	}
}

// The steps and limits of levels, in dB above the style's mix.
const levelStep, maxLevel = 3, 9

func (e *editor) levels() {
	for _, part := range e.wish.Louder {
		e.level(part, levelStep*e.steps(part))
	}
	for _, part := range e.wish.Quieter {
		e.level(part, -levelStep*e.steps(part))
	}
}

// steps returns how many steps louder or quieter a part shall be.
func (e *editor) steps(part prompt.Part) float64 { return cmp.Or(e.wish.Steps[part], 1) }

func (e *editor) level(part prompt.Part, by float64) {
	done := false
	for _, role := range score.Roles {
		name, plays := e.plan.Instruments[role]
		if !plays || role != part.Role && name != part.Instrument && !alike(name, part.Instrument) {
			continue
		}
		if e.plan.Levels == nil {
			e.plan.Levels = map[score.Role]float64{}
		}
		from := e.plan.Levels[role]
		e.plan.Levels[role] = clamp(from+by, -maxLevel, maxLevel)
		e.changed("level", fmt.Sprintf("%s %+g dB", role, from), fmt.Sprintf("%s %+g dB", role, e.plan.Levels[role]))
		done = true
	}
	if !done {
		e.doubt("instrument", e.calls(part), "ignored")
	}
}

func (e *editor) sound() {
	p := &e.plan
	bright, wet := p.Bright, p.Wet
	p.Bright = round(clamp(bright+float64(0.4*float64(e.wish.Bright)), -1, 1), 0.01)
	p.Wet = round(clamp(wet+float64(0.4*float64(e.wish.Wet)), -1, 1), 0.01)
	if e.wish.Bright != 0 {
		e.changed("sound", "bright "+text(bright), "bright "+text(p.Bright))
	}
	if e.wish.Wet != 0 {
		e.changed("sound", "wet "+text(wet), "wet "+text(p.Wet))
	}
}

// rewrite gives sections another take. All sections with the same letter share their
// material, and change together.
func (e *editor) rewrite() {
	for _, name := range e.wish.Rewrite {
		letters := map[string]bool{}
		for _, s := range e.plan.Sections {
			if s.Name == name {
				letters[s.Letter] = true
			}
		}
		if len(letters) == 0 {
			e.doubt("section", name, "ignored")
			continue
		}
		for i := range e.plan.Sections {
			if s := &e.plan.Sections[i]; letters[s.Letter] {
				s.Take++
				if s.Name == name {
					e.changed("section", fmt.Sprintf("%s %d", name, s.Take), fmt.Sprintf("%s %d", name, s.Take+1))
				}
			}
		}
	}
	e.changes = slices.CompactFunc(e.changes, func(a, b Change) bool { return a == b })
}

// anew gives parts another take: the others stay as they are, but for those that follow the
// chords if these change.
func (e *editor) anew() {
	for _, part := range e.wish.Anew {
		roles := e.plan.rolesOf(part)
		if part.Role == score.Comp && len(roles) == 0 {
			roles = []score.Role{score.Comp} // of the chords
		}
		if len(roles) == 0 {
			e.doubt("instrument", e.calls(part), "ignored")
		}
		for _, role := range roles {
			if e.plan.Takes == nil {
				e.plan.Takes = map[score.Role]int{}
			}
			e.plan.Takes[role]++
			e.changed("part", fmt.Sprintf("%s %d", role, e.plan.Takes[role]), fmt.Sprintf("%s %d", role, e.plan.Takes[role]+1))
		}
	}
}
