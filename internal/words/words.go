// Package words puts the server's messages into a person's language. They are
// written in English where they arise; the catalogue here has the translation
// of each by its identifier, which is the English format string. See
// docs/adr/0016-messages-by-identifier.md.
package words

import (
	"math"
	"reflect"
	"sync"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/message/catalog"
	"golang.org/x/text/number"

	"sonora/internal/music"
)

// Render returns the message in a language, in English where there is no
// translation. Numbers and times are written as the language does. Spanish puts
// separators between thousands from five digits on, English never: its texts
// are also read by programs.
func Render(language string, m music.Message) string {
	if len(m.Args) == 0 {
		return In(language, m.ID)
	}
	args := make([]any, len(m.Args))
	for i, a := range m.Args {
		switch a := a.(type) {
		case music.Message:
			args[i] = Render(language, a)
		case time.Time:
			args[i] = timeIn(language, a)
		case int, int64, float64:
			options := []number.Option{number.MaxFractionDigits(9)}
			if known(language) == "en" || isShort(a) {
				options = append(options, number.NoSeparator())
			}
			args[i] = number.Decimal(a, options...)
		default:
			args[i] = a
		}
	}
	return printers()[known(language)].Sprintf(m.ID, args...)
}

// isShort reports whether a number has at most four digits before the decimal
// sign, such as a year. Spanish does not separate these.
func isShort(n any) bool {
	v := reflect.ValueOf(n)
	if v.CanInt() {
		return -10_000 < v.Int() && v.Int() < 10_000
	}
	return math.Abs(v.Float()) < 10_000
}

// In returns a sentence without arguments in a language, or as it is where
// there is no translation.
func In(language, sentence string) string {
	if said, ok := spanish[sentence]; ok && language == "es" {
		return said
	}
	return sentence
}

// Member returns the name shown for a person whose profile is private.
func Member(language string) string { return In(language, "A member") }

// known is the language itself where there is a catalogue of it, else English.
func known(language string) string {
	if language == "es" {
		return language
	}
	return "en"
}

// printers write in each language. They are made when somebody first needs one.
var printers = sync.OnceValue(func() map[string]*message.Printer {
	all := catalog.NewBuilder(catalog.Fallback(language.English))
	for id, said := range spanish {
		set(all.SetString(language.Spanish, id, said))
	}
	for name, list := range counted {
		for id, f := range list {
			set(all.Set(language.Make(name), id, plural.Selectf(f.arg, "", "=1", f.one, plural.Other, f.many)))
		}
	}
	return map[string]*message.Printer{
		"en": message.NewPrinter(language.English, message.Catalog(all)),
		"es": message.NewPrinter(language.Spanish, message.Catalog(all)),
	}
})

// set panics on an entry that cannot be compiled; the tests compile all.
func set(err error) {
	if err != nil {
		panic("words: " + err.Error())
	}
}

// forms are a message that depends on the number of one of its arguments,
// counted from 1.
type forms struct {
	arg       int
	one, many string
}
