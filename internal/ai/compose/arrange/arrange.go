// Package arrange writes the parts of a piece: what each role plays in each
// section, from the harmony, the style's pattern families and motifs.
package arrange

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"sonora/internal/ai/compose/dice"
	"sonora/internal/ai/compose/harmony"
	"sonora/internal/ai/compose/instrument"
	"sonora/internal/ai/compose/perform"
	"sonora/internal/ai/compose/plan"
	"sonora/internal/ai/compose/score"
	"sonora/internal/ai/compose/style"
)

// Write composes the piece that a plan describes, in its style, and performs it.
// The same plan gives the same score; another take of a section changes that
// section only. It returns an error if the plan cannot be played: no section, an
// unknown instrument, or a chord of the style that is none.
func Write(p plan.Plan, s *style.Style) (*score.Score, error) {
	if err := check(p); err != nil {
		return nil, err
	}
	chords, err := harmony.Write(p, s)
	if err != nil {
		return nil, err
	}
	w := newWriter(p, s, chords)
	piece := &score.Score{Title: p.Title, BPM: p.BPM, Beats: p.Beats, Key: p.Key, Chords: chords}
	for _, section := range w.sections {
		piece.Sections = append(piece.Sections, score.Section{
			Name: section.Name, Letter: section.Letter, Start: section.start, Bars: section.Bars, Energy: section.Energy, Key: section.key,
		})
	}
	for _, role := range score.Roles {
		if name, ok := p.Instruments[role]; ok && role != score.Texture {
			if notes := w.part(role, name); len(notes) > 0 {
				piece.Parts = append(piece.Parts, score.Part{Role: role, Instrument: name, Notes: notes})
				if role == score.Bass {
					w.namePedals(piece.Chords, notes)
				}
			}
		}
	}
	piece.Slowing = w.slowing()
	perform.Play(piece, p, s)
	piece.Parts = append(piece.Parts, textures(p, piece)...)
	return piece, nil
}

func check(p plan.Plan) error {
	switch {
	case len(p.Sections) == 0:
		return fmt.Errorf("the plan has no section")
	case p.Beats != 3 && p.Beats != 4:
		return fmt.Errorf("a bar has %d beats, and 3 or 4 can be written", p.Beats)
	case !(p.BPM > 0):
		return fmt.Errorf("%v is not a tempo", p.BPM)
	}
	for _, s := range p.Sections {
		if s.Bars <= 0 {
			return fmt.Errorf("section %q has %d bars", s.Name, s.Bars)
		}
	}
	for _, role := range score.Roles {
		if name, ok := p.Instruments[role]; ok {
			if _, known := instrument.Named(name); !known {
				return fmt.Errorf("there is no instrument %q for the role %s", name, role)
			}
		}
	}
	return nil
}

// writer writes the parts of one piece.
type writer struct {
	plan     plan.Plan
	style    *style.Style
	bar      score.Tick
	sections []section
	drums    drumFamily
	idea     motif
}

// section is a section of the plan with its place in the piece.
type section struct {
	plan.Section
	start, end score.Tick
	key        score.Key
	chords     []score.Chord
	before     *plan.Section // nil for the first section
	after      *plan.Section // nil for the last section
	again      int           // sections of its letter that came before
}

func newWriter(p plan.Plan, s *style.Style, chords []score.Chord) *writer {
	p.Sections = slices.Clone(p.Sections)
	for i := range p.Sections {
		p.Sections[i].Roles = playing(p, p.Sections[i])
	}
	w := &writer{plan: p, style: s, bar: score.Tick(p.Beats) * score.Quarter}
	at := score.Tick(0)
	for i, written := range p.Sections {
		part := section{Section: written, start: at, key: p.Key.Transpose(written.Shift)}
		at += score.Tick(written.Bars) * w.bar
		part.end = at
		for len(chords) > 0 && chords[0].Start < at {
			part.chords, chords = append(part.chords, chords[0]), chords[1:]
		}
		for _, before := range p.Sections[:i] {
			if before.Letter == written.Letter {
				part.again++
			}
		}
		if i > 0 {
			part.before = &p.Sections[i-1]
		}
		if i+1 < len(p.Sections) {
			part.after = &p.Sections[i+1]
		}
		w.sections = append(w.sections, part)
	}
	w.drums = drumFamilies()[w.family(score.Drums, s.Drums, "ballad")]
	w.idea = w.newMotif(p.Dice(score.Lead, "idea"), 0)
	return w
}

// playing returns the roles of a section that have an instrument. Sections that name no roles have all of them:
// valid plans have no section with an empty list.
func playing(p plan.Plan, s plan.Section) []score.Role {
	return slices.DeleteFunc(slices.Clone(score.Roles), func(role score.Role) bool {
		_, has := p.Instruments[role]
		return !has || len(s.Roles) > 0 && !slices.Contains(s.Roles, role)
	})
}

// family draws the family that a role plays throughout the piece.
func (w *writer) family(role score.Role, of []style.Weighted, otherwise string) string {
	known := Families(role)
	of = slices.DeleteFunc(slices.Clone(of), func(v style.Weighted) bool { return !slices.Contains(known, v.Value) })
	r := w.plan.Dice(role, "family", string(role))
	if drawn := dice.Pick(r, of, func(v style.Weighted) float64 { return v.Weight }).Value; drawn != "" {
		return drawn
	}
	return otherwise
}

// dice returns the dice of a role in a section.
func (w *writer) dice(s *section, role score.Role) *rand.Rand {
	return w.plan.Dice(role, s.Letter, strconv.Itoa(s.Take), string(role))
}

// part returns the notes that a role plays in all sections.
func (w *writer) part(role score.Role, name string) []score.Note {
	on, _ := instrument.Named(name)
	var notes []score.Note
	for i := range w.sections {
		s := &w.sections[i]
		if !s.plays(role) {
			continue
		}
		written := w.write(role, on, s)
		from := s.start + score.Tick(s.entrance(role))*w.bar
		if late := entering(role, written, from); len(late) > 0 {
			written = late
		}
		notes = append(notes, w.end(role, on, s, written)...)
	}
	return notes
}

// entering returns the notes of a role from a tick on. Chords that are held then start there.
func entering(role score.Role, notes []score.Note, from score.Tick) []score.Note {
	var late []score.Note
	for _, n := range notes {
		if held := role == score.Pad && n.Start < from && n.End() > from; held {
			n.Start, n.Length = from, n.End()-from
		}
		if n.Start >= from {
			late = append(late, n)
		}
	}
	return late
}

func (w *writer) write(role score.Role, on instrument.Instrument, s *section) []score.Note {
	switch role {
	case score.Drums:
		return w.writeDrums(s)
	case score.Percussion:
		return w.writePercussion(s)
	case score.Bass:
		return w.writeBass(on, s)
	case score.Comp:
		return w.writeComp(on, s)
	case score.Pad:
		return w.writePad(on, s)
	case score.Arp:
		return w.writeArp(on, s)
	case score.Lead:
		return w.writeLead(on, s)
	case score.Counter:
		return w.writeCounter(on, s)
	case score.Effects:
		return w.writeEffects(s)
	default:
		return nil
	}
}

// plays reports whether a role plays in a section.
func (s *section) plays(role score.Role) bool { return slices.Contains(s.Roles, role) }

// layers lists the roles in the order in which they enter.
var layers = []score.Role{score.Pad, score.Comp, score.Arp, score.Drums, score.Bass, score.Percussion, score.Lead, score.Counter}

// entrance returns the bar of a section in which a role enters. Where a section
// brings more than two new roles, they enter two by two every four bars, unless all of them
// come at once: in choruses and drops.
func (s *section) entrance(role score.Role) int {
	if s.Bars < 8 || s.Energy >= 0.75 || s.Name == "chorus" || s.Name == "drop" {
		return 0
	}
	fresh := 0
	for _, layer := range layers {
		known := s.before != nil && slices.Contains(s.before.Roles, layer)
		if known || !s.plays(layer) {
			continue
		}
		if layer == role {
			return min(fresh/2*4, s.Bars/2/4*4)
		}
		fresh++
	}
	return 0
}

// level returns which of n levels of a family a bar of a section plays. Builds rise, and the second half of long
// sections is a little fuller.
func (s *section) level(bar, n int) int {
	percent := int(s.Energy * 100)
	switch {
	case s.Name == "build":
		percent = max(percent, 40) * (s.Bars + 2*bar) / (2 * s.Bars)
	case s.Bars >= 8 && bar < s.Bars/2:
		percent -= 8
	}
	return max(0, min(percent*n/100, n-1))
}

// chordAt returns the chord of a section that sounds at a tick.
func (s *section) chordAt(at score.Tick) score.Chord {
	for _, c := range s.chords {
		if at < c.Start+c.Length {
			return c
		}
	}
	return s.chords[len(s.chords)-1]
}

// chordAfter returns the chord that follows at a tick, the last one for the last.
func (s *section) chordAfter(at score.Tick) score.Chord {
	c := s.chordAt(at)
	return s.chordAt(c.Start + c.Length)
}

// startsChord reports whether a chord starts at a tick.
func (s *section) startsChord(at score.Tick) bool { return s.chordAt(at).Start == at }
