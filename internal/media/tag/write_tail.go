package tag

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/encoding/charmap"

	"sonora/internal/codec/ape"
	"sonora/internal/codec/id3"
)

const maxAPE = 64 << 20 // bytes of an APE tag that can be rewritten

// rewriteTail returns where the audio ends, and the tags after it with the
// changed fields, so that no player shows outdated values.
func rewriteTail(s *source, start int64, c *Change) (end int64, tail []piece, err error) {
	end = s.size
	var v1 []byte
	if end-start >= id3.V1Size {
		b, err := s.read(end-id3.V1Size, id3.V1Size)
		if err != nil {
			return 0, nil, err
		}
		if string(b[:3]) == id3.V1Magic {
			end -= id3.V1Size
			v1 = changeID3v1(b, c)
		}
	}
	begin, err := (&file{fields: fields{}}).ape(s, start, end)
	if err != nil {
		return 0, nil, err
	}
	if begin < end {
		ape, err := rewriteAPE(s, begin, end, c)
		if err != nil {
			return 0, nil, err
		}
		tail = append(tail, ape)
	}
	if v1 != nil {
		tail = append(tail, bytesPiece(v1))
	}
	return begin, tail, nil
}

// changeID3v1 writes what fits into 128 bytes of Latin-1.
func changeID3v1(b []byte, c *Change) []byte {
	text := func(name string, field []byte) {
		if !c.changes(name) {
			return
		}
		clear(field)
		if values := c.Fields[name]; len(values) > 0 {
			latin, err := charmap.ISO8859_1.NewEncoder().String(latinOnly(values[0]))
			if err == nil {
				copy(field, latin)
			}
		}
	}
	text("TITLE", b[3:33])
	text("ARTIST", b[33:63])
	text("ALBUM", b[63:93])
	text("DATE", b[93:97])
	if len(c.Fields["DATE"]) == 0 {
		text("YEAR", b[93:97])
	}
	number := b[125:127]
	if number[0] == 0 {
		text("COMMENT", b[97:125])
	} else if c.changes("COMMENT") {
		text("COMMENT", b[97:127])
		number[0], number[1] = 0, 0
	}
	if c.changes("TRACKNUMBER") && number[0] == 0 {
		number[1] = 0
		if n, _ := fields(c.Fields).number("TRACKNUMBER", "TRACKTOTAL"); n < 256 {
			number[1] = byte(n)
		}
	}
	if c.changes("GENRE") {
		b[127] = id3v1Genre(fields(c.Fields).genres())
	}
	return b
}

// latinOnly replaces characters that Latin-1 lacks.
func latinOnly(s string) string {
	return strings.Map(func(r rune) rune {
		if r > 0xff {
			return '?'
		}
		return r
	}, s)
}

// id3v1Genre returns the number of the first genre that has one, or 255 for
// none.
func id3v1Genre(genres []string) byte {
	for _, g := range genres {
		for i, known := range id3v1Genres {
			if strings.EqualFold(g, known) {
				return byte(i)
			}
		}
	}
	return 255
}

// rewriteAPE changes the items of an APEv2 tag in [begin, end). It does not add
// items, because ID3 has them.
func rewriteAPE(s *source, begin, end int64, c *Change) (piece, error) {
	if end-begin > maxAPE {
		return piece{}, notWritable("an APE tag of %d bytes", end-begin)
	}
	b, err := s.read(begin, int(end-begin))
	if err != nil {
		return piece{}, err
	}
	footer := b[len(b)-ape.MarkSize:]
	items := b[:len(b)-ape.MarkSize]
	hasHeader := len(items) >= ape.MarkSize && string(items[:8]) == ape.Magic
	if hasHeader {
		items = items[ape.MarkSize:]
	}
	kept, n, ok := changeAPEItems(items, c)
	if !ok {
		return bytesPiece(b), nil // damaged; the ID3 tag takes precedence anyway
	}
	le := binary.LittleEndian
	out := make([]byte, 0, len(kept)+2*ape.MarkSize)
	mark := bytes.Clone(footer)
	le.PutUint32(mark[12:], uint32(len(kept)+ape.MarkSize))
	le.PutUint32(mark[16:], n)
	if hasHeader {
		out = append(out, mark...)
		le.PutUint32(out[20:], le.Uint32(mark[20:])|0x20000000) // this is the header
	}
	out = append(append(out, kept...), mark...)
	return bytesPiece(out), nil
}

func changeAPEItems(b []byte, c *Change) (kept []byte, n uint32, ok bool) {
	for len(b) > 0 {
		parsed, ok := ape.ParseItem(b)
		if !ok {
			return nil, 0, false
		}
		item := b[:parsed.Size]
		b = b[parsed.Size:]
		name := canonical(parsed.Key)
		switch {
		case strings.HasPrefix(name, "COVER ART") && c.Cover != nil:
			continue
		case c.changes(name):
			value := strings.Join(c.Fields[name], "\x00")
			if name == "TRACKNUMBER" || name == "DISCNUMBER" {
				value = apeNumber(c, name)
			}
			if value == "" {
				continue
			}
			size := binary.LittleEndian.AppendUint32(nil, uint32(len(value)))
			item = slices.Concat(size, item[4:8], []byte(parsed.Key), []byte{0}, []byte(value))
		}
		kept = append(kept, item...)
		n++
	}
	return kept, n, true
}

func apeNumber(c *Change, name string) string {
	if len(c.Fields[name]) == 0 {
		return ""
	}
	return withTotal(c, name)
}

// smallNumbers parses a number and its total in a change. ok is false unless
// both are integers that fit two bytes.
func smallNumbers(c *Change, name string) (n, total int, ok bool) {
	text, inside, _ := strings.Cut(firstOf(c.Fields[name]), "/")
	totalText := firstOf(c.Fields[strings.TrimSuffix(name, "NUMBER")+"TOTAL"])
	if totalText == "" {
		totalText = inside
	}
	for _, p := range []struct {
		text string
		to   *int
	}{{text, &n}, {totalText, &total}} {
		if p.text == "" {
			continue
		}
		v, err := strconv.ParseUint(strings.TrimSpace(p.text), 10, 16)
		if err != nil {
			return 0, 0, false
		}
		*p.to = int(v)
	}
	return n, total, true
}

func firstOf(values []string) string {
	if len(values) == 0 {
		return ""
	}
	return values[0]
}
