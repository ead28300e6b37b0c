package frame

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"sonora/internal/station"
)

// mostTitle is how many characters of a title are kept.
const mostTitle = 300

// id3Title finds title and artist among the frames of a tag, which may be cut
// off behind.
func id3Title(b []byte, version int, flags byte) *station.StreamTitle {
	const unsynchronised, extended = 0x80, 0x40
	if flags&unsynchronised != 0 && version < 4 {
		b = bytes.ReplaceAll(b, []byte{0xff, 0}, []byte{0xff})
	}
	if flags&extended != 0 && version > 2 {
		b = afterExtended(b, version)
	}
	var found station.StreamTitle
	for {
		name, text, rest, ok := id3Frame(b, version)
		if !ok {
			break
		}
		switch name {
		case "TIT2", "TT2":
			found.Title = id3Text(text)
		case "TPE1", "TP1":
			found.Artist = id3Text(text)
		}
		b = rest
	}
	return titleOf(found.Artist, found.Title)
}

func afterExtended(b []byte, version int) []byte {
	if len(b) < 4 {
		return nil
	}
	size := int(binary.BigEndian.Uint32(b)) + 4
	if version == 4 {
		size, _ = synchsafe(b[:4])
	}
	return b[min(max(size, 4), len(b)):]
}

func id3Frame(b []byte, version int) (name string, text, rest []byte, ok bool) {
	head, nameSize := 10, 4
	if version == 2 {
		head, nameSize = 6, 3
	}
	if len(b) < head || b[0] == 0 {
		return "", nil, nil, false
	}
	var size int
	switch version {
	case 2:
		size = int(b[3])<<16 | int(b[4])<<8 | int(b[5])
	case 3:
		size = int(binary.BigEndian.Uint32(b[4:]))
	default:
		if size, ok = synchsafe(b[4:8]); !ok {
			return "", nil, nil, false
		}
	}
	if size < 0 || size > len(b)-head {
		return "", nil, nil, false
	}
	text, rest = b[head:head+size], b[head+size:]
	const lengthFirst = 1
	if version == 4 && b[9]&lengthFirst != 0 && len(text) >= 4 {
		text = text[4:]
	}
	return string(b[:nameSize]), text, rest, true
}

// id3Text decodes a text frame; of several values the first.
func id3Text(b []byte) string {
	if len(b) < 2 {
		return ""
	}
	switch encoding, b := b[0], b[1:]; encoding {
	case 1, 2:
		return utf16Text(b, encoding == 2)
	case 3:
		text, _, _ := strings.Cut(string(b), "\x00")
		return text
	default:
		text, _, _ := bytes.Cut(b, []byte{0})
		return Latin(text)
	}
}

func utf16Text(b []byte, big bool) string {
	var units []uint16
	for i := 0; i+1 < len(b); i += 2 {
		unit := binary.LittleEndian.Uint16(b[i:])
		if big {
			unit = binary.BigEndian.Uint16(b[i:])
		}
		if i == 0 && (unit == 0xfeff || unit == 0xfffe) {
			big = big != (unit == 0xfffe)
			continue
		}
		if unit == 0 {
			break
		}
		units = append(units, unit)
	}
	return string(utf16.Decode(units))
}

// Latin is a text that is UTF-8 if it can be, else Latin-1: what senders that
// do not say write.
func Latin(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	runes := make([]rune, len(b))
	for i, c := range b {
		runes[i] = rune(c)
	}
	return string(runes)
}

// titleOf tidies what a stream says; nil when it says nothing.
func titleOf(artist, title string) *station.StreamTitle {
	found := station.StreamTitle{Artist: oneLine(artist), Title: oneLine(title)}
	if found == (station.StreamTitle{}) {
		return nil
	}
	if found.Artist == "" {
		found = station.ParseStreamTitle(found.Title)
	}
	return &found
}

func oneLine(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == utf8.RuneError {
			return ' '
		}
		return r
	}, text)
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > mostTitle {
		return strings.TrimSpace(string(runes[:mostTitle]))
	}
	return text
}
