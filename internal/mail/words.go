package mail

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"sonora/internal/music"
)

// lines makes each text safe for one line of a message.
func lines(texts []string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = music.OneLine(text, 0)
	}
	return out
}

const maxName = 50

// greetable returns a name that is safe in a greeting, or "". Otherwise anyone
// could register somebody else's address with a name such as "visit
// example.com", which mail programs turn into a link.
func greetable(name string) string {
	name = music.OneLine(name, 0)
	if utf8.RuneCountInString(name) > maxName || strings.Count(name, " ") > 4 {
		return ""
	}
	for i, r := range name {
		switch {
		case unicode.IsLetter(r), unicode.IsMark(r), strings.ContainsRune(" '’-·", r):
		case r == '.' && (i+1 == len(name) || name[i+1] == ' '): // an initial
		default:
			return ""
		}
	}
	return name
}

var months = strings.Fields("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre")

// moment returns a time in words, in the given time zone, or "" for the zero
// time.
func moment(t time.Time, language, zone string) string {
	if t.IsZero() {
		return ""
	}
	location, err := time.LoadLocation(zone)
	if err != nil { // the machine lacks a time zone database
		location = time.UTC
	}
	t = t.In(location)
	if language == "es" {
		return fmt.Sprintf("%d de %s de %d, %s", t.Day(), months[t.Month()-1], t.Year(), t.Format("15:04 MST"))
	}
	return t.Format("2 January 2006, 15:04 MST")
}
