package arrange

import (
	"fmt"
	"slices"
	"testing"

	"sonora/internal/ai/compose/dice"
	"sonora/internal/ai/compose/plan"
	"sonora/internal/ai/compose/score"
	"sonora/internal/ai/compose/style"
)

// drawPlan returns a plan for a style with a form, key and instruments of the style.
func drawPlan(s *style.Style, seed uint64) plan.Plan {
	r := dice.New(seed, "test plan", s.Name)
	pick := func(of style.Choices) string {
		return dice.Pick(r, of, func(w style.Weighted) float64 { return w.Weight }).Value
	}
	p := plan.Plan{
		Seed: seed, Title: s.Name, Style: s.Name, BPM: s.Tempo.Typical, Beats: s.Beats, Swing: s.Swing,
		Key: score.Key{Tonic: r.IntN(12), Mode: score.Mode(pick(s.Modes))}, Ending: pick(s.Ending), Instruments: map[score.Role]string{},
	}
	for _, role := range score.Roles {
		if of := s.Instruments[role]; len(of) > 0 {
			p.Instruments[role] = pick(of)
		}
	}
	form := dice.Pick(r, s.Forms, func(f style.Form) float64 { return f.Weight })
	for _, section := range form.Sections {
		p.Sections = append(p.Sections, plan.Section{Name: section.Name, Letter: section.Letter, Bars: section.Bars, Energy: section.Energy, Roles: section.Roles})
	}
	return p
}

func TestEveryStyleCanBePlayed(t *testing.T) {
	for _, s := range style.All() {
		for seed := range uint64(6) {
			p := drawPlan(s, seed)
			piece := write(t, p, s)
			checkNotes(t, fmt.Sprintf("%s %d", s.Name, seed), piece)
			for _, role := range score.Roles {
				heard := slices.ContainsFunc(p.Sections, func(part plan.Section) bool { return slices.Contains(part.Roles, role) })
				if part := piece.Part(role); heard && part == nil && role != score.Texture && role != score.Effects {
					t.Errorf("%s %d: the %s play nothing", s.Name, seed, role)
				}
			}
		}
	}
}

func TestNobodyFallsSilent(t *testing.T) {
	for _, s := range style.All() {
		for seed := range uint64(4) {
			piece := write(t, drawPlan(s, seed), s)
			var notes []score.Note
			for _, part := range piece.Parts {
				if part.Role != score.Texture && part.Role != score.Effects {
					notes = append(notes, part.Notes...)
				}
			}
			slices.SortFunc(notes, func(a, b score.Note) int { return int(a.Start - b.Start) })
			end := score.Tick(0)
			for _, n := range notes {
				if gap := piece.Seconds(n.Start) - piece.Seconds(end); gap > 1 {
					t.Errorf("%s %d: nobody plays for %.1f s from %.1f s", s.Name, seed, gap, piece.Seconds(end))
				}
				end = max(end, n.End())
			}
		}
	}
}

func TestStylesNameFamiliesThatExist(t *testing.T) {
	for _, s := range style.All() {
		for role, of := range map[score.Role]style.Choices{
			score.Drums: s.Drums, score.Percussion: s.Percussion, score.Bass: s.Bass, score.Comp: s.Comp, score.Arp: s.Arp,
		} {
			for _, choice := range of {
				if !slices.Contains(Families(role), choice.Value) {
					t.Errorf("%s: there is no %s family %q", s.Name, role, choice.Value)
				}
			}
		}
	}
}
