package id3

import (
	"bytes"
	"encoding/binary"

	"sonora/internal/codec/text"
)

// Text encodings, as the byte in front of a text names them (section 4).
const (
	Latin1  = 0
	UTF16   = 1 // has a byte order mark; little endian without one
	UTF16BE = 2
	UTF8    = 3
)

// Cut takes one text that ends with NUL from b. Without a NUL, ok is false and
// first is all of b.
func Cut(b []byte, encoding byte) (first, rest []byte, ok bool) {
	if encoding != UTF16 && encoding != UTF16BE {
		return bytes.Cut(b, []byte{0})
	}
	for i := 0; i+1 < len(b); i += 2 {
		if b[i] == 0 && b[i+1] == 0 {
			return b[:i], b[i+2:], true
		}
	}
	return b, nil, false
}

// Decode decodes a text. Text that is marked as Latin-1 is decoded as UTF-8 if
// it is valid UTF-8.
func Decode(b []byte, encoding byte) string {
	switch encoding {
	case UTF16:
		return text.UTF16(b, binary.LittleEndian)
	case UTF16BE:
		return text.UTF16(b, binary.BigEndian)
	}
	return text.Decode(b)
}

// Text decodes the content of a text frame. It returns the first of several
// values.
func Text(content []byte) string {
	if len(content) < 2 {
		return ""
	}
	first, _, _ := Cut(content[1:], content[0])
	return Decode(first, content[0])
}

// Chapter is the content of a CHAP frame (https://id3.org/id3v2-chapters-1.0).
type Chapter struct {
	Start, End uint32 // milliseconds
	Title      string
	Link       string
}

// Append appends the content of a CHAP frame of ID3v2.4 under the name of an
// element. It does not write the link.
func (c Chapter) Append(b []byte, element string) []byte {
	b = append(append(b, element...), 0)
	b = binary.BigEndian.AppendUint32(b, c.Start)
	b = binary.BigEndian.AppendUint32(b, c.End)
	b = append(b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff) // no positions in bytes
	return AppendFrame(b, "TIT2", [2]byte{}, append([]byte{UTF8}, c.Title...))
}

// Chapters reads at most limit chapters of the tag at the beginning of b, in
// the order of the tag. b may end before the tag does. Chapters may overwrite
// b.
func Chapters(b []byte, limit int) []Chapter {
	h, _ := ParseHeader(b)
	var list []Chapter
	Each(b, func(id string, content []byte) {
		if id != "CHAP" || len(list) >= limit {
			return
		}
		if c, ok := parseChapter(content, h.Version); ok {
			list = append(list, c)
		}
	})
	return list
}

// parseChapter reads a CHAP frame: the name of the element, start and end in
// milliseconds and in bytes, then frames of the chapter's own.
func parseChapter(content []byte, version byte) (c Chapter, ok bool) {
	_, rest, ok := bytes.Cut(content, []byte{0})
	if !ok || len(rest) < 16 {
		return c, false
	}
	c = Chapter{Start: binary.BigEndian.Uint32(rest), End: binary.BigEndian.Uint32(rest[4:])}
	body := rest[16:]
	framesIn(body, version).each(body, func(id string, content []byte) {
		switch id {
		case "TIT2":
			c.Title = Text(content)
		case "WXXX": // a description in the named encoding, then an address in Latin-1
			if len(content) > 1 {
				if _, link, ok := Cut(content[1:], content[0]); ok {
					link, _, _ = bytes.Cut(link, []byte{0})
					c.Link = string(link)
				}
			}
		}
	})
	return c, true
}
