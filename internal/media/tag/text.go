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

// cleanLine makes a text of one line: NFC, trimmed, with spaces for control
// characters, at most maxLine bytes.
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

// isPlain reports whether cleanLine would not change s, which is true for most
// tags.
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

// cleanText is cleanLine for a text of several lines, at most limit bytes long.
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

// capText truncates s to limit bytes on a character boundary.
func capText(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return strings.TrimSpace(s[:limit])
}
