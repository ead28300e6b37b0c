// Package webhook writes alerts in the forms that other services take.
package webhook

import (
	"strings"
	"time"
)

// Note is an alert in words.
type Note struct {
	ID     string // the same in every attempt
	Kind   string
	Title  string
	Text   string
	Link   string // a whole address; "" for none
	Site   string // name of the site
	Open   string // what the link is called
	Count  int
	Solved bool
	Trial  bool // only tries the channel out
	At     time.Time
}

// shortened escapes a text rune by rune and cuts it to a number of characters after
// escaping, so that no escape is cut in two.
func shortened(text string, most int, escape func(rune) string) string {
	var b strings.Builder
	left := most - 1 // for the ellipsis
	for _, r := range strings.TrimSpace(text) {
		e := escape(r)
		n := len([]rune(e))
		if n > left {
			return b.String() + "…"
		}
		b.WriteString(e)
		left -= n
	}
	return b.String()
}

// unlinked separates the colon of an address from what follows, so that a text from
// people does not become a link.
const unlinked = ":\u200b//"

func withoutLinks(text string) string { return strings.ReplaceAll(text, "://", unlinked) }
