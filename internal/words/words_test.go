package words

import (
	"fmt"
	"maps"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/message/catalog"

	"sonora/internal/music"
)

func TestRender(t *testing.T) {
	at := time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		language string
		m        music.Message
		want     string
	}{
		{"en", music.Say("Not found."), "Not found."},
		{"es", music.Say("Not found."), "No encontrado."},
		{"xx", music.Say("Not found."), "Not found."},
		{"es", music.Say("Nobody ever wrote this."), "Nobody ever wrote this."},
		{"es", music.Say("Nobody ever wrote %s, 100%% sure.", "this"), "Nobody ever wrote this, 100% sure."},
		{"es", music.Message{}, ""},
		{"en", music.Say("Enter a number from %v to %v.", 1, 20), "Enter a number from 1 to 20."},
		{"es", music.Say("Enter a number from %v to %v.", 1, 20), "Escribe un número de 1 a 20."},
		{"en", music.Say("Enter a number from %v to %v.", 0.5, 20_000), "Enter a number from 0.5 to 20000."},
		{"es", music.Say("Enter a number from %v to %v.", 0.5, 20_000), "Escribe un número de 0,5 a 20.000."},
		{"es", music.Say("Enter a number from %v to %v.", -5.0, 1e6), "Escribe un número de -5 a 1.000.000."},
		{"es", music.Say("Enter a number from %v to %v.", int64(1999), 9999.5), "Escribe un número de 1999 a 9999,5."},
		{"en", music.Say("Your next show begins on %s.", at), "Your next show begins on 21 November 2026, 20:00."},
		{"es", music.Say("Your next show begins on %s.", at), "Tu próximo programa empieza el 21 de noviembre de 2026, 20:00."},
		{"es", music.Say("%s: %s", "name", music.Say("This field is required.")), "name: Este campo es obligatorio."},
		{"es", music.Say("%s: %s", "name", music.Say("Choose one of %s.", "a, b")), "name: Elige uno de estos valores: a, b."},
		{"en", music.Say("The file is cut off: its header promises %s of audio, only %s is there.", music.Verbatim("1:04"), music.Say("0:%s.%s", "03", "0")), "The file is cut off: its header promises 1:04 of audio, only 0:03.0 is there."},
		{"es", music.Say("The file is cut off: its header promises %s of audio, only %s is there.", music.Verbatim("1:04"), music.Say("0:%s.%s", "03", "0")), "El archivo está cortado: la cabecera promete 1:04 de audio y solo hay 0:03,0."},
		{"es", music.Verbatim("Not found."), "Not found."},
	} {
		if got := Render(c.language, c.m); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.language, c.m.ID, got, c.want)
		}
	}
}

// TestArgumentsStayVerbatim uses names that look like placeholders and verbs.
func TestArgumentsStayVerbatim(t *testing.T) {
	m := music.Say("%s connected with %s and sends %s.", "{} %s %d", "%[1]s 100% {who}", "{}")
	for language, want := range map[string]string{
		"en": "{} %s %d connected with %[1]s 100% {who} and sends {}.",
		"es": "{} %s %d se conectó con %[1]s 100% {who} y envía {}.",
	} {
		if got := Render(language, m); got != want {
			t.Errorf("%s: %q, want %q", language, got, want)
		}
	}
	if got := m.String(); got != "{} %s %d connected with %[1]s 100% {who} and sends {}." {
		t.Errorf("%q", got)
	}
}

// TestTranslationIsDeterministic renders overlapping messages a thousand times,
// because the result must not depend on the order of a map.
func TestTranslationIsDeterministic(t *testing.T) {
	for _, m := range []music.Message{
		music.Say("%s is skipped. %s", "Nina – Blue", music.Say("The file is damaged.")),
		music.Say("%s was lost: %s", "Ada", music.Say("The source was lost.")),
	} {
		first := Render("es", m)
		for range 1000 {
			list := printers()
			if got := list["es"].Sprintf(m.ID, m.Args[0], Render("es", m.Args[1].(music.Message))); got != first || Render("es", m) != first {
				t.Fatalf("%q, then %q", first, got)
			}
		}
		if strings.Contains(first, " is ") || strings.Contains(first, " was ") || strings.Contains(first, "The ") {
			t.Errorf("half of %q is English", first)
		}
	}
}

// TestAllEntriesRender renders every entry with arguments for its verbs.
func TestAllEntriesRender(t *testing.T) {
	all := catalog.NewBuilder()
	for id, said := range spanish {
		if err := all.SetString(language.Spanish, id, said); err != nil {
			t.Errorf("%q: %v", id, err)
		}
	}
	for _, list := range counted {
		for id, f := range list {
			if err := all.Set(language.Spanish, id, plural.Selectf(f.arg, "", "=1", f.one, plural.Other, f.many)); err != nil {
				t.Errorf("%q: %v", id, err)
			}
		}
	}
	for id := range spanish {
		verbs := verbsOf(id)
		if len(verbs) == 0 {
			continue
		}
		args, names := make([]any, len(verbs)), 0
		for n, v := range verbs {
			if args[n-1] = 2; v == "s" {
				args[n-1] = "X{}%s"
				names++
			}
		}
		for _, language := range music.Languages {
			if got := Render(language, music.Say(id, args...)); strings.Contains(got, "%!") || strings.Count(got, "X{}%s") != names {
				t.Errorf("%s: %q", language, got)
			}
		}
	}
}

// TestVerbsMatchBetweenLanguages checks that translations have the same arguments
// as the English.
func TestVerbsMatchBetweenLanguages(t *testing.T) {
	for id, said := range spanish {
		if !maps.Equal(verbsOf(id), verbsOf(said)) {
			t.Errorf("%q takes other arguments than %q", said, id)
		}
	}
	for _, list := range counted {
		for id, f := range list {
			want := verbsOf(id)
			if !maps.Equal(want, verbsOf(f.many)) {
				t.Errorf("%q takes other arguments than %q", f.many, id)
			}
			if want[f.arg] != "d" {
				t.Errorf("%q: argument %d is no number", id, f.arg)
			}
			for n, v := range verbsOf(f.one) { // may leave numbers out
				if want[n] != v {
					t.Errorf("%q takes other arguments than %q", f.one, id)
				}
				delete(want, n)
			}
			for n, v := range want {
				if v != "d" {
					t.Errorf("%q does not say argument %d", f.one, n)
				}
			}
		}
	}
}

// TestCounts has one thing and several, in each language.
func TestCounts(t *testing.T) {
	for _, c := range []struct {
		m      music.Message
		en, es string
	}{
		{music.Say("%s added %d tracks to %s.", "Ada", 1, "{}"), "Ada added a track to {}.", "Ada añadió una canción a {}."},
		{music.Say("%s added %d tracks to %s.", "%s", 3, "Run"), "%s added 3 tracks to Run.", "%s añadió 3 canciones a Run."},
		{music.Say("%d tracks were added to %s.", int64(1), "Run"), "A track was added to Run.", "Se añadió una canción a Run."},
		{music.Say("Enter a number from %v to %v.", 0, 2100), "Enter a number from 0 to 2100.", "Escribe un número de 0 a 2100."},
		{music.Say("%d tracks were added to %s.", 12000, "Run"), "12000 tracks were added to Run.", "Se añadieron 12.000 canciones a Run."},
		{music.Say("And %d more updates.", 1), "And one more update.", "Y un aviso más."},
		{music.Say("And %d more updates.", 2), "And 2 more updates.", "Y 2 avisos más."},
	} {
		if got := Render("en", c.m); got != c.en {
			t.Errorf("%q, want %q", got, c.en)
		}
		if got := Render("es", c.m); got != c.es {
			t.Errorf("%q, want %q", got, c.es)
		}
	}
}

var verb = regexp.MustCompile(`%(?:\[(\d)\])?([a-zA-Z%])`)

// verbsOf returns the verbs of a format string by the number of their argument, from 1.
func verbsOf(id string) map[int]string {
	verbs := map[int]string{}
	next := 1
	for _, v := range verb.FindAllStringSubmatch(id, -1) {
		if v[2] == "%" {
			continue
		}
		if v[1] != "" {
			fmt.Sscan(v[1], &next)
		}
		verbs[next] = v[2]
		next++
	}
	return verbs
}

// TestStoredSentences has what databases hold from before messages were kept
// with their arguments: what has a translation of its own has it, the rest
// stays English.
func TestStoredSentences(t *testing.T) {
	for stored, want := range map[string]string{
		"The file is damaged.":                        spanish["The file is damaged."],
		"Nina is skipped: its file cannot be played.": "Nina is skipped: its file cannot be played.",
		"The file ends at byte 12,345, 100% %s {}":    "The file ends at byte 12,345, 100% %s {}",
	} {
		if got := Render("es", music.DecodeMessage(stored)); got != want {
			t.Errorf("%q: %q, want %q", stored, got, want)
		}
		if got := Render("en", music.DecodeMessage(stored)); got != stored {
			t.Errorf("%q: %q", stored, got)
		}
	}
}

// neverOne are the messages whose number is a limit, a unit, a place or large,
// so that the plural is always right.
var neverOne = regexp.MustCompile(`at most %d|up to %d|Up to %d|no more than %d|at least %d|1 to %d|nested %d deep|%d to %d|byte %d|bytes|%d Hz|minute %d|Line %d|%d hours|channels: %d|the first %d`)

// TestNumbersAreCounted finds messages that could say "1 songs".
func TestNumbersAreCounted(t *testing.T) {
	for id := range spanish {
		if strings.Contains(id, "%d") && !neverOne.MatchString(id) {
			t.Errorf("%q belongs into counted", id)
		}
	}
	for id := range counted["en"] {
		if _, ok := counted["es"][id]; !ok || len(counted["en"]) != len(counted["es"]) {
			t.Errorf("%q is not counted in every language", id)
		}
	}
}
