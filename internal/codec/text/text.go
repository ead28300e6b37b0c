// Package text decodes the texts in tags and streams, whose writers often do
// not say how they wrote them, or say it wrongly.
package text

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// Decode decodes text that should be UTF-8 or Latin-1: it is UTF-8 if it can
// be, since Latin-1 text almost never happens to be valid UTF-8, and else
// Windows-1252, which has letters where Latin-1 has control characters.
func Decode(b []byte) string {
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

// UTF16 decodes UTF-16 with a byte order mark, else in the given order.
func UTF16(b []byte, order binary.ByteOrder) string {
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
