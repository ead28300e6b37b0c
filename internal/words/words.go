// Package words puts the server's sentences into a person's language. They
// are written in English where they arise; the catalogue here maps each to
// its translation. In it, {} stands for what differs from case to case.
package words

import (
	"regexp"
	"strings"
	"sync"
)

// In returns the sentence in a language, or as it is where the catalogue has
// none.
func In(language, sentence string) string {
	if language != "es" || sentence == "" {
		return sentence
	}
	if said, ok := spanish[sentence]; ok {
		return said
	}
	for _, p := range patterns() {
		if values := p.english.FindStringSubmatch(sentence); values != nil {
			return fill(p.said, values[1:])
		}
	}
	return sentence
}

// Member is what somebody is called who wants to stay unseen.
func Member(language string) string { return In(language, "A member") }

// pattern is an entry of the catalogue with gaps.
type pattern struct {
	english *regexp.Regexp
	said    string
}

// patterns are compiled when somebody first needs one: a megabyte.
var patterns = sync.OnceValue(func() []pattern { return compile(spanish) })

func compile(catalogue map[string]string) []pattern {
	var list []pattern
	for english, said := range catalogue {
		if strings.Contains(english, "{}") {
			gaps := strings.ReplaceAll(regexp.QuoteMeta(english), `\{\}`, "(.+)")
			list = append(list, pattern{regexp.MustCompile("^(?s:" + gaps + ")$"), said})
		}
	}
	return list
}

func fill(said string, values []string) string {
	for _, v := range values {
		said = strings.Replace(said, "{}", v, 1)
	}
	return said
}
