package playlist

import (
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"sonora/internal/music"
)

const (
	// MaxFile is how large a playlist's file may be, in bytes: room for the longest
	// list that is exported, with long names in any script.
	MaxFile  = 48 << 20
	maxLines = 50_000
	maxText  = 8000 // bytes of one text in a file; what follows is cut off
)

// Format is how a playlist is written as a file.
type Format string

// Formats of files.
const (
	M3U  Format = "m3u"
	M3U8 Format = "m3u8"
	XSPF Format = "xspf"
	JSON Format = "json"
)

// Formats lists every format.
var Formats = []Format{M3U, M3U8, XSPF, JSON}

var (
	errFileTooLarge = music.NewError(music.TooLarge, "This file is larger than 48 MB.")
	errNotPlaylist  = music.NewError(music.Invalid, "This is no playlist that can be read: choose M3U, M3U8, XSPF or JSON.")
	errTooLong      = music.NewError(music.Invalid, "This playlist has more than 50000 lines.")
	errEmptyFile    = music.NewError(music.Invalid, "There are no tracks in this file.")
)

// file is what a playlist's file says.
type file struct {
	name, description string
	items             []item
}

// item is one track in a file. What the file does not say is empty.
type item struct {
	line                 int
	id                   string // of a track, when the file is one of ours
	location             string // a path or an address, as it is written
	title, artist, album string
	info                 string // artist and title in one, nobody knows how
	duration             time.Duration
}

// text is how people recognise the item.
func (i *item) text() string {
	for _, text := range []string{i.location, i.info, join(i.artist, i.title), i.id} {
		if text != "" {
			return shown(text)
		}
	}
	return ""
}

func join(artist, title string) string {
	if artist == "" || title == "" {
		return artist + title
	}
	return artist + " - " + title
}

// shown is a text of a file for people to see: short, without what controls a
// terminal or a page.
func shown(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == utf8.RuneError || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' {
			return -1
		}
		return r
	}, text)
	runes := []rune(text)
	if len(runes) > 300 {
		return string(runes[:300]) + "…"
	}
	return text
}

// parse reads a file; its content decides what it is.
func parse(data string) (*file, error) {
	if len(data) > MaxFile {
		return nil, errFileTooLarge
	}
	text := decode(data)
	switch begin := strings.TrimSpace(text[:min(len(text), 200)]); {
	case strings.ContainsRune(text, 0):
		return nil, errNotPlaylist
	case strings.HasPrefix(begin, "<"):
		return parseXSPF(text)
	case strings.HasPrefix(begin, "{"), strings.HasPrefix(begin, "["):
		return parseJSON(text)
	}
	return parseM3U(text)
}

// decode makes UTF-8 of a file. What is no UTF-8 is UTF-16 when it says so, as
// editors of Windows write it, else what Windows wrote before it.
func decode(data string) string {
	data = strings.TrimPrefix(data, "\ufeff")
	if utf8.ValidString(data) {
		return data
	}
	from := charmap.Windows1252.NewDecoder()
	if strings.HasPrefix(data, "\xff\xfe") || strings.HasPrefix(data, "\xfe\xff") {
		from = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder()
	}
	text, err := from.String(data)
	if err != nil {
		return strings.ToValidUTF8(data, "\ufffd")
	}
	return text
}

// cut bounds a text of a file.
func cut(text string) string {
	text = strings.TrimSpace(text)
	if len(text) <= maxText {
		return text
	}
	return strings.ToValidUTF8(text[:maxText], "")
}
