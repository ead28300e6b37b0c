package ingest

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"sonora/internal/codec/text"
	"sonora/internal/music"
	"sonora/internal/station"
)

const (
	maxLineBytes = 10_000 // bytes that are inspected
	maxLineRunes = 500    // characters that are kept
)

// decoded decodes text of unknown encoding.
func decoded(s string) string { return text.Decode([]byte(s)) }

// encodings are the charsets a program may name besides UTF-8 and Latin-1.
var encodings = map[string]*charmap.Charmap{
	"windows-1251": charmap.Windows1251, "cp1251": charmap.Windows1251, "koi8-r": charmap.KOI8R, "koi8-u": charmap.KOI8U,
	"windows-1250": charmap.Windows1250, "cp1250": charmap.Windows1250, "iso-8859-2": charmap.ISO8859_2, "iso-8859-5": charmap.ISO8859_5,
	"iso-8859-7": charmap.ISO8859_7, "windows-1253": charmap.Windows1253, "iso-8859-9": charmap.ISO8859_9, "windows-1254": charmap.Windows1254,
	"iso-8859-15": charmap.ISO8859_15,
}

// decodedAs decodes text whose sender names a charset. Many name one and send
// UTF-8 anyway.
func decodedAs(text, charset string) string {
	named := encodings[strings.ToLower(strings.TrimSpace(charset))]
	if named == nil || utf8.ValidString(text) {
		return decoded(text)
	}
	out, err := named.NewDecoder().String(text)
	if err != nil {
		return decoded(text)
	}
	return out
}

// sanitizeLine is music.OneLine for the text that a program sends.
func sanitizeLine(text string) string {
	return music.OneLine(text[:min(len(text), maxLineBytes)], maxLineRunes)
}

// titleOf reads the title that a program sends: as artist and title, or both in
// song or title.
func titleOf(form values) station.StreamTitle {
	charset := form.get("charset")
	text := func(name string) string { return sanitizeLine(decodedAs(form.get(name), charset)) }
	artist, title := text("artist"), text("title")
	if title == "" {
		title = text("song")
	}
	if artist == "" {
		return station.ParseStreamTitle(title)
	}
	return station.StreamTitle{Artist: artist, Title: strings.TrimPrefix(title, artist+" - ")}
}

// hasTitle reports whether a form sets a title, even an empty one.
func hasTitle(form values) bool { return form.has("song") || form.has("title") || form.has("artist") }
