package podcast

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"

	"sonora/internal/feed"
	"sonora/internal/music"
)

const (
	mostTag   = 6 << 20 // bytes of a tag, which may hold a picture for every chapter
	tagHeader = 10
)

var errNoTag = errors.New("no ID3v2 tag with chapters")

// tagChapters reads the CHAP frames of the tag at the beginning of an
// episode's sound, by https://id3.org/id3v2-chapters-1.0: first how long the
// tag is, then the tag.
func (s *Service) tagChapters(ctx context.Context, e *feed.Episode) ([]feed.Chapter, error) {
	head, err := s.piece(ctx, e, 0, tagHeader)
	if err != nil {
		return nil, err
	}
	size, ok := tagSize(head)
	if !ok {
		return nil, errNoTag
	}
	tag, err := s.piece(ctx, e, 0, int64(min(size, mostTag)))
	if err != nil {
		return nil, err
	}
	return parseCHAP(tag), nil
}

// piece reads n bytes of an episode's sound, less at its end.
func (s *Service) piece(ctx context.Context, e *feed.Episode, from, n int64) ([]byte, error) {
	ctx, stop := context.WithTimeout(ctx, feedTime)
	defer stop()
	sound, err := s.Open(ctx, e, fmt.Sprintf("bytes=%d-%d", from, from+n-1))
	if err != nil {
		return nil, err
	}
	defer sound.Body.Close()
	return io.ReadAll(io.LimitReader(sound.Body, n)) // a server that knows no ranges begins at 0 as well
}

// tagSize is how long a tag is with its header.
func tagSize(head []byte) (int, bool) {
	if len(head) < tagHeader || string(head[:3]) != "ID3" || head[3] < 3 || head[3] > 4 {
		return 0, false
	}
	return syncsafe(head[6:10]) + tagHeader, true
}

func syncsafe(b []byte) int {
	return int(b[0]&0x7f)<<21 | int(b[1]&0x7f)<<14 | int(b[2]&0x7f)<<7 | int(b[3]&0x7f)
}

// parseCHAP finds the chapters of a tag of version 2.3 or 2.4, which may be cut.
func parseCHAP(tag []byte) []feed.Chapter {
	size, ok := tagSize(tag)
	if !ok {
		return nil
	}
	version, flags := tag[3], tag[5]
	body := tag[tagHeader:min(size, len(tag))]
	if version == 3 && flags&0x80 != 0 {
		body = bytes.ReplaceAll(body, []byte{0xff, 0}, []byte{0xff})
	}
	if flags&0x40 != 0 && len(body) >= 4 { // an extended header
		skip := syncsafe(body)
		if version == 3 {
			skip = int(binary.BigEndian.Uint32(body)) + 4
		}
		body = body[min(max(skip, 0), len(body)):]
	}
	var list []feed.Chapter
	frames(body, version, func(id string, content []byte) {
		if id == "CHAP" && len(list) < feed.MaxChapters {
			if c, ok := chapter(content, version); ok {
				list = append(list, c)
			}
		}
	})
	return inOrder(list)
}

// frames calls f for each frame of a tag, or inside one.
func frames(b []byte, version byte, f func(id string, content []byte)) {
	for len(b) >= tagHeader && b[0] != 0 {
		n := int(binary.BigEndian.Uint32(b[4:8]))
		if version == 4 {
			n = syncsafe(b[4:8])
		}
		if n < 0 || n > len(b)-tagHeader {
			return
		}
		f(string(b[:4]), b[tagHeader:tagHeader+n])
		b = b[tagHeader+n:]
	}
}

// chapter reads a CHAP frame: a name, start and end in milliseconds, where
// those are in bytes, and frames of its own.
func chapter(b []byte, version byte) (feed.Chapter, bool) {
	_, rest, ok := bytes.Cut(b, []byte{0})
	if !ok || len(rest) < 16 {
		return feed.Chapter{}, false
	}
	start, end := binary.BigEndian.Uint32(rest), binary.BigEndian.Uint32(rest[4:])
	c := feed.Chapter{Start: float64(start) / 1000, End: float64(end) / 1000}
	frames(rest[16:], version, func(id string, content []byte) {
		switch id {
		case "TIT2":
			c.Title = line(tagText(content), mostTitle)
		case "WXXX":
			if _, link, ok := bytes.Cut(content, []byte{0}); ok && len(link) < mostAddress && music.IsWebAddress(string(link)) {
				c.URL = string(link)
			}
		}
	})
	return c, true
}

// tagText decodes a text frame: its first byte says how it is written.
func tagText(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	kind, b := b[0], b[1:]
	switch kind {
	case 0: // Latin-1
		runes := make([]rune, len(b))
		for i, c := range b {
			runes[i] = rune(c)
		}
		return strings.TrimRight(string(runes), "\x00")
	case 1, 2:
		return utf16Text(b)
	}
	return strings.ToValidUTF8(strings.TrimRight(string(b), "\x00"), "\uFFFD")
}

func utf16Text(b []byte) string {
	var order binary.ByteOrder = binary.BigEndian
	if len(b) >= 2 && b[0] == 0xff && b[1] == 0xfe {
		order = binary.LittleEndian
	}
	units := make([]uint16, 0, len(b)/2)
	for ; len(b) >= 2; b = b[2:] {
		units = append(units, order.Uint16(b))
	}
	return strings.Trim(string(utf16.Decode(units)), "\x00\ufeff")
}
