package arrange

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sonora/internal/ai/compose/plan"
	"sonora/internal/ai/compose/prompt"
	"sonora/internal/ai/compose/score"
	"sonora/internal/ai/compose/style"
)

// drawPlan returns a plan that somebody gets who names a style.
func drawPlan(s *style.Style, seed uint64) plan.Plan {
	return plan.Make(prompt.Wish{Style: s.Name}, seed)
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

// TestBassAgreesWithTheSheet looks at the bass below each chord that starts a bar, in flamenco and
// wherever there may be a pedal: it is the root, or the note that the sheet has after a slash. Choruses
// and bridges have no pedal.
func TestBassAgreesWithTheSheet(t *testing.T) {
	pedals := 0
	for _, s := range style.All() {
		for seed := range uint64(12) {
			piece := write(t, drawPlan(s, seed), s)
			bass := piece.Part(score.Bass)
			w := writer{plan: drawPlan(s, seed), style: s}
			isPedal := w.bassFamily() == "pedal"
			if bass == nil || !isPedal && s.Name != "flamenco" {
				continue
			}
			for _, c := range piece.Chords {
				if c.Start%piece.Bar() != 0 {
					continue
				}
				const near = score.Quarter / 4 // people play a little early or late
				i := slices.IndexFunc(bass.Notes, func(n score.Note) bool { return n.Start > c.Start-near && n.Start < c.Start+near })
				if i < 0 {
					continue
				}
				if int(bass.Notes[i].Pitch)%12 != c.Bass {
					t.Errorf("%s %d: the bass plays %d below %s at bar %d", s.Name, seed, bass.Notes[i].Pitch, c.Symbol, c.Start/piece.Bar()+1)
				}
				if isPedal && strings.Contains(c.Symbol, "/") && !strings.Contains(c.Roman, "/") {
					pedals++
					if name := sectionOf(piece, c.Start).Name; name == "chorus" || name == "bridge" {
						t.Errorf("%s %d: a pedal below %s in a %s", s.Name, seed, c.Symbol, name)
					}
				}
			}
		}
	}
	if pedals == 0 {
		t.Error("no piece has a pedal")
	}
}

// sectionOf returns the section of a piece that sounds at a tick.
func sectionOf(piece *score.Score, at score.Tick) score.Section {
	i := slices.IndexFunc(piece.Sections, func(s score.Section) bool { return s.Start > at })
	if i < 0 {
		i = len(piece.Sections)
	}
	return piece.Sections[i-1]
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

func TestSeedsOfEveryStyleDiffer(t *testing.T) {
	for _, s := range style.All() {
		chords, melodies := map[string]uint64{}, map[string]uint64{}
		for seed := range uint64(12) {
			piece := write(t, drawPlan(s, seed), s)
			var romans, steps []string
			for _, c := range piece.Chords {
				romans = append(romans, c.Roman)
			}
			if lead := piece.Part(score.Lead); lead != nil {
				for i, n := range lead.Notes[1:] {
					steps = append(steps, strconv.Itoa(int(n.Pitch)-int(lead.Notes[i].Pitch)))
				}
			} else {
				steps = append(steps, "no lead", strconv.FormatUint(seed, 10))
			}
			for what, seen := range map[string]map[string]uint64{strings.Join(romans, " "): chords, strings.Join(steps, " "): melodies} {
				if other, ok := seen[what]; ok {
					t.Errorf("%s: seeds %d and %d share %s", s.Name, other, seed, what)
				}
				seen[what] = seed
			}
		}
	}
}
