package ai

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"sonora/internal/ai/compose/plan"
	"sonora/internal/ai/compose/prompt"
	"sonora/internal/ai/compose/score"
	"sonora/internal/generation"
	"sonora/internal/words"
)

func TestUnderstoodTellsTheLengthThatIsHeard(t *testing.T) {
	p := plan.Make(prompt.Read("lo-fi in D minor at 80 bpm, 40 seconds"), 1)
	x := &generation.Generation{}
	if err := describe(x, &p); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		heard time.Duration // 0 while it is composed
		want  string
	}{
		{0, "Lo-fi in D minor at 80 BPM, 0:40 long."},
		{41_700 * time.Millisecond, "Lo-fi in D minor at 80 BPM, 0:41 long."},
	} {
		if c.heard > 0 {
			x.Duration = c.heard
		}
		if got, err := Understood(x); err != nil || got.String() != c.want {
			t.Errorf("%v: %q, want %q (%v)", c.heard, got, c.want, err)
		}
	}
}

func TestKeysAreNamedInBothLanguages(t *testing.T) {
	for key, want := range map[string][2]string{
		"A minor": {"A minor", "la menor"}, "F# harmonic minor": {"F# harmonic minor", "fa sostenido menor armónica"},
		"Db major": {"Db major", "re bemol mayor"}, "no key": {"no key", "no key"}, "": {"", ""},
	} {
		for i, language := range []string{"en", "es"} {
			if got := words.Render(language, KeyName(key)); got != want[i] {
				t.Errorf("%q in %s is %q, want %q", key, language, got, want[i])
			}
		}
	}
	for tonic := range 12 {
		for _, mode := range []score.Mode{score.Major, score.Minor, score.Dorian, score.Phrygian, score.Lydian, score.Mixolydian, score.Harmonic, score.Dominant} {
			key := score.Key{Tonic: tonic, Mode: mode}.String()
			if got := words.Render("es", KeyName(key)); got == key {
				t.Errorf("%s has no Spanish name", key)
			}
		}
	}
}

func TestUnmetWishesAreExplained(t *testing.T) {
	for text, want := range map[string]string{
		"pop, 3 seconds":             "“3 seconds” is too short: the shortest piece lasts 15 seconds.",
		"pop, 20 minutes":            "“20 minutes” is too long: the longest piece lasts 10 minutes.",
		"pop, 0 seconds":             "“0 seconds” was not used: the shortest piece lasts 15 seconds.",
		"pop in H minor":             "“H minor” was taken as B minor: H is the German name of B.",
		"jazz, techno, salsa":        "“salsa” was not used: a piece has a style and a touch of a second one, no more.",
		"pop in C minor, D minor":    "“D minor” was not used: you had asked for something else before it.",
		"900 bpm techno":             "“900 bpm” is not possible: the nearest tempo is 220 BPM.",
		"ambient at 200 bpm":         "“200 bpm” became 100 BPM, half of it.",
		"piano clásico con batería":  "“batería” was not used: it does not fit this piece.",
		"pop":                        "",
		"pop in 5/4":                 "“5/4” was not used: Pop is in 4/4 time.",
		"a 3/4 waltz":                "",
		"synthwave without synths":   "“without synths” was followed only in part: Synthwave needs synthesizers. Ask for other instruments by name, or for another style.",
		"80s pop sin sintetizadores": "",
	} {
		x := &generation.Generation{}
		p := plan.Make(prompt.Read(text), 1)
		if err := describe(x, &p); err != nil {
			t.Fatal(err)
		}
		words, sentences, err := Unmet(x)
		if err != nil || len(words) != len(sentences) {
			t.Fatalf("%q: %q, %v, %v", text, words, sentences, err)
		}
		if got := fmt.Sprint(sentences); got != "["+want+"]" {
			t.Errorf("%q: %s, want %q", text, got, want)
		}
	}
}

func TestUnmetFollowUpsAreExplained(t *testing.T) {
	pop := plan.Make(prompt.Read("pop in D major, 60 seconds"), 1)
	pop.Sections = slices.DeleteFunc(pop.Sections, func(s plan.Section) bool { return s.Name == "intro" })
	for text, want := range map[string][2]string{
		"up an octave": {"“up an octave” changes nothing: an octave higher or lower, the key is the same.", "«up an octave» no cambia nada: una octava más arriba o más abajo, la tonalidad es la misma."},
		"up a ninth": {
			"“up a ninth” was not used, because its distance is not clear. By how many semitones should the key go up or down? For example: up 3 semitones.",
			"«up a ninth» no se ha usado, porque no está clara la distancia. ¿Cuántos semitonos debe subir o bajar la tonalidad? Por ejemplo: sube 3 semitonos.",
		},
		"a longer intro": {
			"“longer intro” was not followed: the piece has no such section. Ask for one first, for example: add an intro.",
			"«longer intro» no se ha seguido: la pieza no tiene esa sección. Pídela antes, por ejemplo: añade una intro.",
		},
		"a longer chorus": {
			"“longer chorus” changed the whole piece: a section cannot get another length alone.",
			"«longer chorus» ha cambiado toda la pieza: no se puede cambiar la duración de una sola sección.",
		},
	} {
		p, _ := plan.Edit(pop, text)
		if len(p.Doubts) != 1 {
			t.Errorf("%q: %v", text, p.Doubts)
			continue
		}
		for i, language := range []string{"en", "es"} {
			if got := words.Render(language, explain(p.Doubts[0], &p)); got != want[i] {
				t.Errorf("%q: %s, want %s", text, got, want[i])
			}
		}
	}
}
