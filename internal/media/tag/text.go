package tag

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/unicode/norm"
)

const (
	maxLine   = 1 << 10   // bytes of a name or title
	maxText   = 16 << 10  // bytes of a comment
	maxLyrics = 256 << 10 // bytes of lyrics
)

// utf8Text decodes text that should be UTF-8 and, when it is not, was written
// by an old Windows program.
func utf8Text(b []byte) string {
	b = bytes.TrimPrefix(b, []byte("\xef\xbb\xbf"))
	if utf8.Valid(b) {
		return string(b)
	}
	s, err := charmap.Windows1252.NewDecoder().Bytes(b)
	if err != nil {
		return strings.ToValidUTF8(string(b), "")
	}
	return string(s)
}

// latin1Text decodes what claims to be Latin-1. Many taggers write UTF-8 there,
// and Latin-1 text almost never happens to be valid UTF-8.
func latin1Text(b []byte) string { return utf8Text(b) }

// utf16Text decodes UTF-16 with a byte order mark, else in the given order.
func utf16Text(b []byte, order binary.ByteOrder) string {
	if len(b) >= 2 {
		switch {
		case b[0] == 0xff && b[1] == 0xfe:
			order, b = binary.LittleEndian, b[2:]
		case b[0] == 0xfe && b[1] == 0xff:
			order, b = binary.BigEndian, b[2:]
		}
	}
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = order.Uint16(b[2*i:])
	}
	return string(utf16.Decode(units))
}

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

// uint24 reads three bytes, the highest first.
func uint24(b []byte) int { return int(b[0])<<16 | int(b[1])<<8 | int(b[2]) }
