package plan

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"sonora/internal/ai/compose/dice"
	"sonora/internal/ai/compose/prompt"
	"sonora/internal/ai/compose/score"
	"sonora/internal/ai/compose/style"
)

// The limits of the length of pieces, in s.
const MinLength, MaxLength = 15, 600

const minBPM, maxBPM = 40, 220

// Make returns the plan for a wish. The same wish and seed give the same plan.
func Make(w prompt.Wish, seed uint64) Plan { return MakeLike(w, Like{}, seed) }

func (m *maker) make() Plan {
	m.wish.Only = m.wish.Only || m.wish.Alone
	w := m.wish
	m.style = m.chooseStyle()
	m.plan = Plan{
		Engine: Engine, Prompt: w.Text, Seed: m.seed, Style: m.style.Name, Moods: slices.Clone(w.Moods),
		Beats: m.style.Beats, Swing: m.style.Swing, Loudness: m.style.Mix.Loudness, Instruments: map[score.Role]string{},
		Textures: []string{}, Understood: slices.Clone(w.Readings), Doubts: slices.Clone(w.Doubts),
	}
	m.metre()
	m.straighten()
	m.energy()
	m.tempo()
	m.key()
	m.plan.Ending = m.ending()
	m.fitTempo()
	m.form()
	m.instruments()
	m.sound()
	m.plan.Title = title(w, m.plan)
	return m.plan.tidy()
}

// maker makes one plan.
type maker struct {
	wish  prompt.Wish
	like  Like
	seed  uint64
	style *style.Style
	plan  Plan
	edits bool // a plan that is there
}

// dice returns dice for one decision. Styles have dice of their own, so that pieces of
// one seed do not all have one key.
func (m *maker) dice(what string) *rand.Rand {
	if m.style == nil {
		return dice.New(m.seed, "plan", what)
	}
	return dice.New(m.seed, "plan", m.style.Name, what)
}

func (m *maker) pick(what string, choices style.Choices) string {
	return dice.Pick(m.dice(what), choices, func(c style.Weighted) float64 { return c.Weight }).Value
}

func (m *maker) doubt(what, said, done string) {
	m.plan.Doubts = append(m.plan.Doubts, prompt.Doubt{What: what, Said: said, Done: done})
}

// said returns the words of the prompt that were read as something; any of its values
// without one.
func (m *maker) said(what string, value ...string) string {
	for _, r := range m.wish.Readings {
		if r.What == what && (len(value) == 0 || r.Value == value[0]) {
			return r.Words
		}
	}
	return ""
}

// calls returns the words of the prompt for a part: its name where they say it in another way.
func (m *maker) calls(part prompt.Part) string {
	name := part.String()
	return cmp.Or(m.said("instrument", name), m.said("instrument", "+"+name), m.said("instrument", "-"+name), m.said("part", name), name)
}

// usualStyle is the style of a piece for which nothing was asked.
const usualStyle = "lo-fi"

// chooseStyle returns the style that was asked for, never one to avoid. Without one, it draws from those
// that have the energy of the moods and the instruments that were asked for, and suit
// the track that the piece should resemble.
func (m *maker) chooseStyle() *style.Style {
	for _, name := range []string{m.wish.Style, m.wish.EraStyle} {
		if s := style.Named(name); s != nil && !slices.Contains(m.wish.Avoid, name) {
			return s
		}
	}
	if s := m.fitting(); s != nil {
		return s
	}
	feeling, moody := m.feeling()
	resembles := m.like.BPM != 0 || m.like.Energy != 0 || m.like.Key.Valid()
	plain := !m.inThree() && !moody && len(m.wish.Play) == 0 && m.wish.Energy == 0 && m.wish.Pace == 0 && !resembles
	if plain && !slices.Contains(m.wish.Avoid, usualStyle) {
		return style.Named(usualStyle)
	}
	energy := cmp.Or(m.like.Energy, 0.5) + float64(0.4*feeling.Arousal) + float64(0.15*float64(m.wish.Energy)) + float64(0.1*float64(m.wish.Pace))
	return dice.Pick(m.dice("style"), m.styles(), func(s *style.Style) float64 {
		distance := math.Abs(s.Energy - energy)
		bright := 1 + float64(0.8*feeling.Valence*pleasant(s))
		weight := bright * bright / (0.02 + float64(distance*distance)) * m.like.suits(s)
		for _, part := range m.wish.Play {
			if part.Instrument != "" && !hasInstrument(s, part.Instrument) {
				weight /= 100
			}
		}
		return weight
	})
}

// usualAlone are the styles in which instruments play without others, if no style was asked for.
var usualAlone = map[string]string{
	"grand-piano": "classical-piano", "felt-piano": "classical-piano", "violin": "classical-piano", "cello": "classical-piano", "strings": "classical-piano",
	"harp": "classical-piano", "flute": "classical-piano", "oboe": "classical-piano", "clarinet": "classical-piano", "church-organ": "classical-piano",
	"harpsichord": "classical-piano", "saxophone": "jazz-swing", "trumpet": "jazz-swing", "muted-trumpet": "jazz-swing",
	"clean-guitar": "folk", "steel-guitar": "folk", "nylon-guitar": "folk", "banjo": "folk", "ukulele": "folk", "choir": "gospel",
}

// fitting returns the style of instruments that play alone, or nil if they have none in common.
func (m *maker) fitting() *style.Style {
	if !m.wish.Only || len(m.wish.Play) == 0 {
		return nil
	}
	name := usualAlone[m.wish.Play[0].Instrument]
	differs := func(part prompt.Part) bool { return usualAlone[part.Instrument] != name }
	s := style.Named(name)
	if s == nil || slices.ContainsFunc(m.wish.Play, differs) || !slices.Contains(m.styles(), s) {
		return nil
	}
	return s
}

// styles returns the styles that may be drawn: all but those to avoid, or all of them
// if somebody wants to avoid all.
func (m *maker) styles() []*style.Style {
	avoided := func(s *style.Style) bool {
		return slices.Contains(m.wish.Avoid, s.Name) || m.inThree() && s.Beats != 3 || slices.Contains(m.wish.NotMetres, strconv.Itoa(s.Beats)+"/4") ||
			m.wish.Straight && s.Name == "jazz-swing"
	}
	if left := slices.DeleteFunc(slices.Clone(style.All()), avoided); len(left) > 0 {
		return left
	}
	return style.All()
}

// inThree reports whether the piece shall be in three.
func (m *maker) inThree() bool {
	return m.wish.Metre == "3/4" || m.wish.Metre == "" && slices.Contains(m.wish.NotMetres, "4/4")
}

// unwanted is how far moods that are not wanted move a piece the other way.
const unwanted = 0.5

// feeling returns the mean of the moods, or the opposite of those that are not wanted, and whether it
// may decide the style: the opposite of several is none in particular.
func (m *maker) feeling() (prompt.Feeling, bool) {
	if feeling, moody := m.wish.Feeling(); moody || len(m.wish.NotMoods) == 0 {
		return feeling, moody
	}
	not, _ := (&prompt.Wish{Moods: m.wish.NotMoods}).Feeling()
	return prompt.Feeling{Valence: -unwanted * not.Valence, Arousal: -unwanted * not.Arousal}, len(m.wish.NotMoods) == 1
}

// pleasant returns how major a style's modes are, from -1 for none to 1 for all of them.
func pleasant(s *style.Style) float64 {
	sum, all := 0.0, 0.0
	for _, c := range s.Modes {
		mode := score.Mode(c.Value)
		all += c.Weight
		if mode == score.Major || mode == score.Lydian || mode == score.Mixolydian {
			sum += c.Weight
		} else {
			sum -= c.Weight
		}
	}
	return sum / all
}

func hasInstrument(s *style.Style, name string) bool {
	for _, choices := range s.Instruments {
		if slices.ContainsFunc(choices, func(c style.Weighted) bool { return c.Value == name }) {
			return true
		}
	}
	return false
}

func (m *maker) energy() {
	feeling, _ := m.feeling()
	energy := cmp.Or(m.like.Energy, m.style.Energy) + float64(0.2*feeling.Arousal) + float64(0.15*float64(m.wish.Energy))
	m.plan.Energy = round(clamp(energy, 0.05, 1), 0.01)
}

// scaleEnergy multiplies the energy of all sections, so that the climax stays the climax.
func (p *Plan) scaleEnergy(factor float64) {
	top := 0.01
	for _, s := range p.Sections {
		top = max(top, s.Energy)
	}
	factor = clamp(factor, 0.4, 1/top)
	for i := range p.Sections {
		p.Sections[i].Energy = round(clamp(p.Sections[i].Energy*factor, 0.05, 1), 0.001)
	}
}

// sound decides how bright and how distant the music is.
func (m *maker) sound() {
	feeling, _ := m.feeling()
	bright := float64(0.5*float64(m.wish.Bright)) + float64(0.15*feeling.Arousal)
	if slices.Contains(m.wish.Moods, "dark") {
		bright -= 0.3
	}
	m.plan.Bright = round(clamp(bright, -1, 1), 0.01)
	m.plan.Wet = round(clamp(float64(0.5*float64(m.wish.Wet)), -1, 1), 0.01)
}

// longer returns the length in s that "longer" or "shorter" means for one of so many s, or "a bit
// longer".
func longer(length float64, w *prompt.Wish) float64 {
	factor := 1.5
	if w.LengthBit {
		factor = 1.15
	}
	if w.Longer < 0 {
		factor = 1 / factor
	}
	return clamp(length*factor, MinLength, MaxLength)
}

// tidy makes empty lists of nil, as clients expect them.
func (p Plan) tidy() Plan {
	p.Moods = slices.Clip(append([]string{}, p.Moods...))
	p.Understood = slices.Clip(append([]prompt.Reading{}, p.Understood...))
	p.Doubts = slices.Clip(append([]prompt.Doubt{}, p.Doubts...))
	return p
}

func clamp(v, low, high float64) float64 { return min(max(v, low), high) }

// round rounds v to a multiple of step.
func round(v, step float64) float64 {
	n := math.Round(1 / step)
	return math.Round(v*n) / n
}

func text(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
