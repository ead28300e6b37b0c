package tag

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const (
	maxLine   = 1 << 10   // bytes of a name or title
	maxText   = 16 << 10  // bytes of a comment
	maxLyrics = 256 << 10 // bytes of lyrics
)

// cleanLine makes a name of one line: NFC, trimmed, control characters as
// spaces, at most maxLine bytes.
func cleanLine(s string) string {
	if isPlain(s) {
		return s
	}
	s = strings.Map(func(r rune) rune {
		switch {
		case r == 0 || r == '\ufeff' || r == utf8.RuneError:
			return -1
		case unicode.IsControl(r):
			return ' '
		}
		return r
	}, s)
	return capText(strings.TrimSpace(norm.NFC.String(s)), maxLine)
}

// isPlain reports whether cleanLine has nothing to do, as for most tags.
func isPlain(s string) bool {
	if len(s) > maxLine || s == "" || s[0] == ' ' || s[len(s)-1] == ' ' {
		return false
	}
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

// cleanText is cleanLine for text of several lines, which end in \n.
func cleanText(s string, limit int) string {
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	s = strings.Map(func(r rune) rune {
		if r == '\ufeff' || r == utf8.RuneError || unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, s)
	return capText(strings.TrimSpace(norm.NFC.String(s)), limit)
}

// capText cuts s at a whole character.
func capText(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return strings.TrimSpace(s[:limit])
}
