package automix

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sonora/internal/generation"
	"sonora/internal/music"
)

// titlesOf returns the titles of the tracks of a pair, sorted.
func titlesOf(p *Pair) string {
	var titles []string
	for _, d := range p.Decks {
		if d.Track != nil {
			titles = append(titles, d.Track.Title)
		}
	}
	slices.Sort(titles)
	return strings.Join(titles, " ")
}

// wantedOf returns what a pair wants to be composed, or a dash for each deck whose
// track fits.
func wantedOf(p *Pair) string {
	var all []string
	for _, d := range p.Decks {
		if d.Wanted == nil {
			all = append(all, "–")
			continue
		}
		all = append(all, d.Wanted.Prompt)
	}
	return strings.Join(all, ", ")
}

// outline is a composer that writes down what is usual, and understands nothing.
func outline(_ string, usual generation.Usual) *generation.Outline {
	return &generation.Outline{Prompt: fmt.Sprint(usual.Style, " ", usual.Tempos, " ", usual.Key)}
}

// TestPairIsOfTwoRecordings has two files of one song, and two files with the
// same sound.
func TestPairIsOfTwoRecordings(t *testing.T) {
	f := newFixture(t)
	f.add(map[string]float64{"A": 128, "A.copy": 128, "B.copy of A": 128, "far": 165}, 31)
	prompt := "deep house"
	for range 20 { // the order of candidates depends on the text
		p := must[*Pair](t)(f.Pair(t.Context(), f.ana, prompt))
		if titles := titlesOf(p); !strings.HasSuffix(titles, " far") || strings.Count(titles, " ") != 1 {
			t.Errorf("%s: a pair of %q", prompt, titles)
		}
		if p.Decks[0].Wanted != nil || wantedOf(p) != "–, house [128] Cm" { // nobody plays these two at one tempo
			t.Errorf("%s: wanted %s", prompt, wantedOf(p))
		}
		prompt += " please"
	}
}

// usually is what is composed for a description that says nothing of the tempo and the key.
const usually = "house [128 130] Am, house [130 128] Cm"

func TestPairOfDescription(t *testing.T) {
	f := newFixture(t)
	ctx := t.Context()
	f.add(map[string]float64{"A": 120, "B": 122, "far": 165, "slow": 61}, 31)
	for prompt, want := range map[string]struct{ titles, wanted, relaxed string }{
		"deep house around 122 bpm":    {"A B", "–, –", ""},
		"something by Nina":            {"A B", "–, –", ""},
		"something for the night":      {"A B", usually, ""},
		"deep house by Nina, 170 bpm":  {"B far", "–, house [165] Cm", "bpm"},
		"deep house at 200 bpm":        {"A B", "house [194] Am, house [194] Cm", "bpm"},
		"slow deep house in 9A":        {"A B", "house [100] Em, house [100] Em", "bpm keys"},
		"techno":                       {"A B", usually, ""}, // not a genre of this library
		"no house":                     {"", usually, ""},
		"sin deep house":               {"", usually, ""},
		"anything except Nina":         {"", usually, ""},
		"99:99 of calm music":          {"A B", usually, "energy"},
		"very fast, but without polka": {"B far", "–, house [165] Cm", "bpm"},
	} {
		p := must[*Pair](t)(f.Pair(ctx, f.ana, prompt))
		if got := titlesOf(p); got != want.titles || wantedOf(p) != want.wanted || strings.Join(p.Understood.Relaxed, " ") != want.relaxed {
			t.Errorf("%s: %q, wanted %q, understood %+v", prompt, got, wantedOf(p), p.Understood)
		}
	}
	for _, prompt := range []string{" \n", strings.Repeat("a", 501)} {
		if _, err := f.Pair(ctx, f.ana, prompt); music.CodeOf(err) != music.Invalid {
			t.Errorf("%q: %v", prompt, err)
		}
	}
}

// TestPairWithoutLibrary has nothing to choose from.
func TestPairWithoutLibrary(t *testing.T) {
	f := newFixture(t)
	p := must[*Pair](t)(f.Pair(t.Context(), f.ana, "something for the night"))
	if titlesOf(p) != "" || wantedOf(p) != usually {
		t.Errorf("%q, wanted %s", titlesOf(p), wantedOf(p))
	}
}

// TestPairOfOneTrack has one track, which fits only one of the descriptions.
func TestPairOfOneTrack(t *testing.T) {
	f := newFixture(t)
	f.add(map[string]float64{"A": 121.7}, 31)
	for prompt, want := range map[string]string{"deep house": "–, house [121.7] Cm", "techno": usually} {
		p := must[*Pair](t)(f.Pair(t.Context(), f.ana, prompt))
		if titlesOf(p) != "A" || wantedOf(p) != want {
			t.Errorf("%s: %q, wanted %s", prompt, titlesOf(p), wantedOf(p))
		}
	}
}
