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
		"pop in 5/4":                 "“5/4” was not used: Pop is in 4/4 time. Only waltzes are in 3/4: say “make it a waltz”.",
		"a waltz in 4/4":             "“4/4” was not used: Waltz is in 3/4 time. Other styles are in 4/4: ask for one of them.",
		"pop with a singer":          "“singer” was not used: the composer writes music without words. It can add a choir, or let an instrument play the melody: try “add a choir”.",
		"a 3/4 waltz":                "",
		"synthwave without synths":   "“without synths” was followed only in part: Synthwave needs synthesizers. Ask for other instruments by name, or for another style.",
		"80s pop sin sintetizadores": "",
		"happy sad pop":              "“sad” is the opposite of what you said before it: the piece has something of both.",
		"fast slow pop":              "“slow” was not used: you had asked for something else before it.",
		"pop, piano without piano":   "“piano” was not used: you also asked for the piece without it.",
		"slow jazz at 200 BPM":       "“slow” was not used: the number decides, and the piece has 200 BPM.",
		"techno, tempo 500":          "“500” is not possible: the nearest tempo is 220 BPM.",
		"a short 10 minute pop song": "“short” was not used: the number says how long the piece is.",
		"in the style of Beethoven":  "“Beethoven” is not imitated: the composer writes melodies of its own and copies nobody’s. The style that it chose is Classical.",
		"pop in the style of Zork":   "“Zork” was not used: the composer does not know this name, and imitates no artist. Name a genre, an instrument or a mood instead.",
		"pop with 40 choruses":       "“40 choruses” was not followed: how often a section comes depends on the form and the length of the piece. To get one more, say for example “add a chorus”.",
		"pop, every 8 bars no drums": "“every 8 bars no drums” was not followed: a part can be silent in the first or the last bars, or in a section that you name, as in “no drums in the intro”.",
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
		"in 3/4": {
			"“3/4” was not used: Pop is in 4/4 time. Only waltzes are in 3/4: say “make it a waltz”.",
			"«3/4» no se ha usado: Pop va en compás de 4/4. Solo los valses van en 3/4: di «conviértela en un vals».",
		},
		"no drop": {
			"“no drop” changes nothing: the piece has no such section.",
			"«no drop» no cambia nada: la pieza no tiene esa sección.",
		},
		"start with the drop": {
			"“start with the drop” was not followed: the piece has no such section. Ask for one first, for example: add an intro.",
			"«start with the drop» no se ha seguido: la pieza no tiene esa sección. Pídela antes, por ejemplo: añade una intro.",
		},
		"make the chorus 200 bars long": {
			"“chorus 200 bars” was not followed: pieces last between 15 seconds and 10 minutes.",
			"«chorus 200 bars» no se ha seguido: las piezas duran entre 15 segundos y 10 minutos.",
		},
		"add vocals": {
			"“vocals” was not used: the composer writes music without words. It can add a choir, or let an instrument play the melody: try “add a choir”.",
			"«vocals» no se ha usado: el compositor escribe música sin palabras. Puede añadir un coro o dar la melodía a un instrumento: prueba «añade coros».",
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
