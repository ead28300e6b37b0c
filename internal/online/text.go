package online

import (
	"errors"
	"strings"
	"unicode"

	"sonora/internal/music"
)

// errNoAnswer is returned for JSON with an unexpected content.
var errNoAnswer = errors.New("unexpected response")

const maxName = 500 // characters

// clean returns a name on one line, as tags may hold it.
func clean(text string) string { return music.OneLine(text, maxName) }

// cleanLines returns a text of several lines, as tags may hold it.
func cleanLines(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n").Replace(text)
	lines := strings.Split(strings.ToValidUTF8(text, ""), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(strings.Map(allowed, line), " ")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// allowed drops characters that people's texts may not contain.
func allowed(r rune) rune {
	switch {
	case r == '\t', r == '\u2028', r == '\u2029':
		return ' '
	case unicode.IsControl(r), r == unicode.ReplacementChar, r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069':
		return -1
	}
	return r
}
