package words

import (
	"fmt"
	"regexp"
	"slices"
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
		{"es", music.Say("Not found."), "No se ha encontrado."},
		{"xx", music.Say("Not found."), "Not found."},
		{"es", music.Say("Nobody ever wrote this."), "Nobody ever wrote this."},
		{"es", music.Say("Nobody ever wrote %s, 100%% sure.", "this"), "Nobody ever wrote this, 100% sure."},
		{"es", music.Message{}, ""},
		{"en", music.Say("Enter a number from %v to %v.", 1, 20), "Enter a number from 1 to 20."},
		{"es", music.Say("Enter a number from %v to %v.", 1, 20), "Escribe un número de 1 a 20."},
		{"en", music.Say("Enter a number from %v to %v.", 0.5, 20_000), "Enter a number from 0.5 to 20000."},
		{"es", music.Say("Enter a number from %v to %v.", 0.5, 20_000), "Escribe un número de 0,5 a 20.000."},
		{"en", music.Say("Your next show begins on %s.", at), "Your next show begins on 21 November 2026, 20:00."},
		{"es", music.Say("Your next show begins on %s.", at), "Tu próximo programa empieza el 21 de noviembre de 2026, 20:00."},
		{"es", music.Say("%s: %s", "name", music.Say("This field is required.")), "name: Este campo es obligatorio."},
		{"es", music.Say("%s: %s", "name", music.Say("Choose one of %s.", "a, b")), "name: Elige uno de estos valores: a, b."},
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
		"es": "{} %s %d se ha conectado con %[1]s 100% {who} y envía {}.",
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
		music.Say("%s is skipped: its file cannot be played. %s", "Nina – Blue", music.Say("The file is damaged.")),
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
		var args []any
		for _, v := range verbs {
			if v == "s" {
				args = append(args, "X{}%s")
			} else {
				args = append(args, 2)
			}
		}
		for _, language := range music.Languages {
			if got := Render(language, music.Say(id, args...)); strings.Contains(got, "%!") || strings.Count(got, "X{}%s") != strings.Count(strings.Join(verbs, ""), "s") {
				t.Errorf("%s: %q", language, got)
			}
		}
	}
}

// TestVerbsMatchBetweenLanguages checks that translations have the same arguments
// as the English.
func TestVerbsMatchBetweenLanguages(t *testing.T) {
	same := func(id, said string, left int) {
		want, got := verbsOf(id), verbsOf(said)
		slices.Sort(want)
		slices.Sort(got)
		if left > 0 { // the singular form may spell out the number
			want = slices.DeleteFunc(want, func(v string) bool { return v == "d" })
			got = slices.DeleteFunc(got, func(v string) bool { return v == "d" })
		}
		if !slices.Equal(want, got) {
			t.Errorf("%q takes other arguments than %q", said, id)
		}
	}
	for id, said := range spanish {
		same(id, said, 0)
	}
	for _, list := range counted {
		for id, f := range list {
			same(id, f.one, 1)
			same(id, f.many, 0)
			if verbs := verbsOf(id); f.arg < 1 || f.arg > len(verbs) || verbs[f.arg-1] != "d" {
				t.Errorf("%q: argument %d is no number", id, f.arg)
			}
		}
	}
}

var verb = regexp.MustCompile(`%(?:\[(\d)\])?([a-zA-Z%])`)

// verbsOf returns the verbs of a format string in the order of their arguments.
func verbsOf(id string) []string {
	list := map[int]string{}
	next := 1
	for _, v := range verb.FindAllStringSubmatch(id, -1) {
		if v[2] == "%" {
			continue
		}
		if v[1] != "" {
			fmt.Sscan(v[1], &next)
		}
		list[next] = v[2]
		next++
	}
	verbs := make([]string, 0, len(list))
	for n := 1; n <= len(list); n++ {
		verbs = append(verbs, list[n])
	}
	return verbs
}

// TestFinishedSentences translates sentences that earlier versions stored.
func TestFinishedSentences(t *testing.T) {
	for sentence, want := range map[string]string{
		"Nina – Blue is skipped: its file cannot be played. The file is damaged.": "Se salta Nina – Blue: su archivo no se puede reproducir. El archivo está dañado.",
		"Nina is skipped: its file cannot be played.":                             "Se salta Nina: su archivo no se puede reproducir.",
		"{} %s was lost: The source was lost.":                                    "{} %s ha perdido la conexión: Se ha perdido la fuente.",
		"Ada ended something nobody wrote":                                        "Ada ended something nobody wrote",
	} {
		for range 1000 {
			if got := In("es", sentence); got != want {
				t.Fatalf("%q: %q, want %q", sentence, got, want)
			}
		}
	}
}
