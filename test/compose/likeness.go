package main

import (
	"fmt"

	"sonora/internal/ai/compose/score"
)

// likeness is what two pieces have in common, each from 0 to 1.
type likeness struct{ progression, melody, form float64 }

func (l likeness) mean() float64 { return (l.progression + l.melody + l.form) / 3 }

func (l likeness) String() string {
	return fmt.Sprintf("%.2f %.2f %.2f", l.progression, l.melody, l.form)
}

// closest returns what the two most alike of some pieces have in common.
func closest(pieces []*piece) (most likeness) {
	for i, a := range pieces {
		for _, b := range pieces[:i] {
			l := likeness{
				progression: shared(progression(a.Score), progression(b.Score)),
				melody:      shared(melody(a.Score), melody(b.Score)),
				form:        shared(form(a.Score), form(b.Score)),
			}
			if l.mean() >= most.mean() {
				most = l
			}
		}
	}
	return most
}

// shared returns the share of things that two sets have in common (Jaccard).
func shared(a, b map[string]bool) float64 {
	both := 0
	for v := range a {
		if b[v] {
			both++
		}
	}
	if all := len(a) + len(b) - both; all > 0 {
		return float64(both) / float64(all)
	}
	return 0
}

// progression returns every run of four chords, in their keys.
func progression(s *score.Score) map[string]bool {
	found := map[string]bool{}
	for i := 0; i+4 <= len(s.Chords); i++ {
		var run [4]string
		for j, c := range s.Chords[i : i+4] {
			run[j] = c.Roman
		}
		found[fmt.Sprint(run)] = true
	}
	return found
}

// melody returns every run of six intervals of the lead with their rhythm.
func melody(s *score.Score) map[string]bool {
	found := map[string]bool{}
	lead := s.Part(score.Lead)
	if lead == nil {
		return found
	}
	const sixteenth = score.Quarter / 4
	for i := 0; i+7 <= len(lead.Notes); i++ {
		var run [12]int
		for j := range 6 {
			a, b := lead.Notes[i+j], lead.Notes[i+j+1]
			run[2*j], run[2*j+1] = int(b.Pitch)-int(a.Pitch), int((b.Start-a.Start+sixteenth/2)/sixteenth)
		}
		found[fmt.Sprint(run)] = true
	}
	return found
}

// form returns the sections with their place and length.
func form(s *score.Score) map[string]bool {
	found := map[string]bool{}
	for i, section := range s.Sections {
		found[fmt.Sprint(i, section.Name, section.Bars)] = true
	}
	return found
}
