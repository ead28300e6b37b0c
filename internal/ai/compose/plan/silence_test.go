package plan

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sonora/internal/ai/compose/prompt"
	"sonora/internal/ai/compose/score"
)

// TestSilentBars leaves the drums out of the bars that the text names, and of no others.
func TestSilentBars(t *testing.T) {
	for text, silent := range map[string]int{
		"pop, the first 8 bars without drums": 8, "pop, los primeros 8 compases sin batería": 8, "pop, no drums in the first 12 bars": 12,
		"pop without drums in the last 6 bars": -6, "pop sin batería en los últimos 6 compases": -6,
	} {
		for seed := range uint64(8) {
			p, all := Make(prompt.Read(text), seed), Make(prompt.Read("pop"), seed)
			bar, wrong := 0, 0
			total := all.bars()
			for _, s := range p.Sections {
				for range s.Bars {
					within := silent > 0 && bar < silent || silent < 0 && bar >= total+silent
					want := !within && slices.Contains(rolesAt(all, bar), score.Drums)
					if slices.Contains(s.Roles, score.Drums) != want {
						wrong++
					}
					bar++
				}
			}
			if wrong >= minPiece*2 || p.bars() != total || len(p.Doubts) > 0 || p.Valid() != nil {
				t.Errorf("%q, seed %d: %d bars are wrong in %v; %v", text, seed, wrong, p.Sections, p.Doubts)
			}
		}
	}
	pop := Make(prompt.Read("pop"), 1)
	p, changes := Edit(pop, "the first 8 bars without drums")
	if len(changes) != 1 || slices.Contains(p.Sections[0].Roles, score.Drums) || !slices.Contains(p.Sections[len(p.Sections)-2].Roles, score.Drums) {
		t.Errorf("%v: %v", changes, p.Sections)
	}
	if p, _ = Edit(pop, "bars 9 to 16 without drums"); doubts(p) != "without bars 9 to 16 without drums moment" {
		t.Errorf("doubts %s", doubts(p))
	}
}

// rolesAt returns who plays in a bar of a plan.
func rolesAt(p Plan, bar int) []score.Role {
	for _, s := range p.Sections {
		if bar -= s.Bars; bar < 0 {
			return s.Roles
		}
	}
	return nil
}

// TestSeveralSectionLengths gives every section the length that the text says.
func TestSeveralSectionLengths(t *testing.T) {
	for _, text := range []string{
		"house with a 16 bars intro and an 8 bar chorus", "house con una intro de 16 compases y un estribillo de 8 compases",
	} {
		for seed := range uint64(8) {
			p := Make(prompt.Read(text), seed)
			for _, s := range p.Sections {
				if s.Name == "intro" && s.Bars != 16 || s.Name == "chorus" && s.Bars != 8 {
					t.Errorf("%q, seed %d: %s of %d bars", text, seed, s.Name, s.Bars)
				}
			}
			if slices.ContainsFunc(p.Doubts, func(d prompt.Doubt) bool { return d.Done != "missing" }) {
				t.Errorf("%q, seed %d: %v", text, seed, p.Doubts)
			}
		}
	}
	pop := Make(prompt.Read("pop with an intro and an outro"), 3)
	short, _ := Edit(pop, "a 4 bar intro, a 12 bar verse and a long outro")
	var got []string
	for _, s := range short.Sections {
		if s.Name == "intro" || s.Name == "verse" {
			got = append(got, fmt.Sprint(s.Name, " ", s.Bars))
		}
	}
	if len(got) == 0 || slices.ContainsFunc(got, func(s string) bool { return s != "intro 4" && s != "verse 12" }) {
		t.Errorf("%s", strings.Join(got, ", "))
	}
}

// TestSoManyPlayers has as many people play as the text says. Who plays the chords may play the tune
// and the bass too.
func TestSoManyPlayers(t *testing.T) {
	jazz := map[score.Role]string{score.Drums: "acoustic-kit", score.Bass: "upright-bass", score.Comp: "grand-piano", score.Lead: "grand-piano"}
	for text, want := range map[string]map[score.Role]string{
		"jazz trio": jazz, "trío de jazz": jazz, "a jazz piano trio in F": jazz,
		"string quintet":                 {score.Lead: "violin", score.Counter: "violin", score.Comp: "strings", score.Pad: "strings", score.Bass: "cello"},
		"quinteto de cuerda":             {score.Lead: "violin", score.Counter: "violin", score.Comp: "strings", score.Pad: "strings", score.Bass: "cello"},
		"string trio":                    {score.Lead: "violin", score.Comp: "strings", score.Bass: "cello"},
		"guitar duet":                    {score.Lead: "steel-guitar", score.Comp: "steel-guitar"},
		"dúo de guitarras":               {score.Lead: "steel-guitar", score.Comp: "steel-guitar"},
		"classical trio":                 {score.Lead: "violin", score.Counter: "cello", score.Comp: "grand-piano"},
		"saxophone quartet":              {score.Lead: "saxophone", score.Counter: "saxophone", score.Pad: "saxophone", score.Bass: "saxophone"},
		"quinteto de metales":            {score.Lead: "trumpet", score.Counter: "trumpet", score.Comp: "brass", score.Pad: "brass", score.Bass: "brass"},
		"trio for flute, cello and harp": {score.Lead: "flute", score.Counter: "cello", score.Comp: "harp"},
	} {
		for seed := range uint64(5) {
			p := Make(prompt.Read(text), seed)
			same := len(p.Instruments) == len(want)
			for role, name := range want {
				got := p.Instruments[role]
				same = same && (got == name || role == score.Drums && strings.HasSuffix(got, "-kit"))
			}
			if !same || len(p.Doubts) > 0 || p.Valid() != nil {
				t.Errorf("%q, seed %d: %v, %v", text, seed, p.Instruments, p.Doubts)
			}
		}
	}
	for text, players := range map[string]int{"rock quintet": 5, "funk quartet": 4, "cuarteto de bossa nova": 4} {
		if p := Make(prompt.Read(text), 1); len(p.Instruments) != players || len(p.Doubts) > 0 {
			t.Errorf("%q: %v, %v", text, p.Instruments, p.Doubts)
		}
	}
	if p := Make(prompt.Read("techno with a string quintet"), 1); p.Instruments[score.Drums] == "" {
		t.Errorf("techno with strings has %v", p.Instruments)
	}
}
