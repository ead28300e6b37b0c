package collection

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf16"
)

// wide returns a text in UTF-16.
func wide(text string, isBigEndian bool) string {
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune(text)) {
		first, second := byte(unit), byte(unit>>8)
		if isBigEndian {
			first, second = second, first
		}
		b.WriteByte(first)
		b.WriteByte(second)
	}
	return b.String()
}

// TestEncodings reads a name in every encoding that DJ programs write.
func TestEncodings(t *testing.T) {
	document := func(encoding, name string) string {
		return `<?xml version="1.0" encoding="` + encoding + `"?><a name="` + name + `"/>`
	}
	for name, test := range map[string]struct{ text, want string }{
		"UTF-8":                             {document("UTF-8", "Ñandú 🎧"), "Ñandú 🎧"},
		"UTF-8 with a byte order mark":      {"\ufeff" + document("utf-8", "Ñandú"), "Ñandú"},
		"UTF-16LE":                          {"\xff\xfe" + wide(document("UTF-16", "Ñandú 🎧"), false), "Ñandú 🎧"},
		"UTF-16BE":                          {"\xfe\xff" + wide(document("utf-16", "Ñandú 🎧"), true), "Ñandú 🎧"},
		"UTF-16LE without byte order mark":  {wide(document("UTF-16LE", "Ñandú"), false), "Ñandú"},
		"UTF-16BE without byte order mark":  {wide(document("UTF-16BE", "Ñandú"), true), "Ñandú"},
		"UTF-8 that says that it is UTF-16": {document("UTF-16", "Ñandú"), "Ñandú"},
		"ISO-8859-1":                        {document("ISO-8859-1", "\xd1and\xfa"), "Ñandú"},
		"Windows":                           {document("windows-1252", "\x80"), "€"},
		"Japanese":                          {document("Shift_JIS", "\x93\xfa\x96\x7b"), "日本"},
	} {
		e, err := NewXML(strings.NewReader(test.text)).Next()
		if err != nil || e.Attr("name") != test.want {
			t.Errorf("%s: %v %v, want %q", name, e, err, test.want)
		}
	}
}

// TestEncodingsThatAreRefused reads what no encoding explains, and elements that are too long
// in UTF-16 and in an encoding that is declared.
func TestEncodingsThatAreRefused(t *testing.T) {
	long := `<a name="` + strings.Repeat("x", 3*maxToken) + `"/>`
	for name, text := range map[string]string{
		"unknown":            `<?xml version="1.0" encoding="klingon"?><a/>`,
		"long, UTF-16":       "\xff\xfe" + wide(long, false),
		"long, ISO-8859-1":   `<?xml version="1.0" encoding="ISO-8859-1"?>` + long,
		"entities in UTF-16": "\xff\xfe" + wide(`<!DOCTYPE a [<!ENTITY b "b">]><a>&b;</a>`, false),
	} {
		if _, err := NewXML(strings.NewReader(text)).Next(); !errors.Is(err, ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
