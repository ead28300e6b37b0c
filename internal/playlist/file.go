package playlist

import (
	"encoding/binary"
	"strings"
	"time"
	"unicode/utf8"

	"sonora/internal/codec/text"
	"sonora/internal/music"
)

const (
	// MaxFile is the maximum size of a playlist file in bytes: enough for the
	// longest list that is exported, with long names in any script.
	MaxFile  = 48 << 20
	maxLines = 50_000
	maxText  = 8000 // bytes of one text in a file; the rest is cut off
)

// Format is a file format for playlists.
type Format string

// The file formats.
const (
	M3U  Format = "m3u"
	M3U8 Format = "m3u8"
	XSPF Format = "xspf"
	JSON Format = "json"
)

// Formats lists all formats.
var Formats = []Format{M3U, M3U8, XSPF, JSON}

var (
	errFileTooLarge = music.NewError(music.TooLarge, "This file is larger than 48 MB.")
	errNotPlaylist  = music.NewError(music.Invalid, "This file is not a playlist. Choose an M3U, M3U8, XSPF or JSON file.")
	errTooLong      = music.NewError(music.Invalid, "This playlist has more than 50000 lines.")
	errEmptyFile    = music.NewError(music.Invalid, "There are no tracks in this file.")
)

// file is the content of a playlist file.
type file struct {
	name, description string
	items             []item
	isJSPF            bool
}

// item is one track in a file. Fields missing from the file are empty.
type item struct {
	line                 int
	id                   string // track ID, if Sonora wrote the file
	recordingID          string // of MusicBrainz
	location             string // a path or a URL, as written in the file
	title, artist, album string
	info                 string // artist and title in one text, in unknown order
	duration             time.Duration
}

// text returns a description by which people recognise the item.
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

// shown returns a text of a file for display.
func shown(text string) string { return music.Shorten(music.OneLine(text, 0), maxShown) }

const maxShown = 300 // characters

// parse parses a file. It detects the format from the content.
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

// decode converts a file to UTF-8: from UTF-16 if there is a byte order mark,
// as Windows editors write it, and otherwise from Windows-1252.
func decode(data string) string {
	data = strings.TrimPrefix(data, "\ufeff")
	if utf8.ValidString(data) {
		return data
	}
	if strings.HasPrefix(data, "\xff\xfe") || strings.HasPrefix(data, "\xfe\xff") {
		return text.UTF16([]byte(data), binary.LittleEndian)
	}
	return text.Decode([]byte(data))
}

// cut limits the length of a text in a file.
func cut(text string) string {
	text = strings.TrimSpace(text)
	if len(text) <= maxText {
		return text
	}
	return strings.ToValidUTF8(text[:maxText], "")
}
