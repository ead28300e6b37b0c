// Package text decodes text in tags and streams, which often does not name its
// encoding or names the wrong one.
package text

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// Decode decodes text that should be UTF-8 or Latin-1. Valid UTF-8 is taken as
// UTF-8, because Latin-1 text is almost never valid by chance. Other text is
// decoded as Windows-1252, which has letters in place of the control characters
// of Latin-1.
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

// UTF16 decodes UTF-16. order is the byte order of text without a byte order
// mark.
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
