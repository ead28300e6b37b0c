package relay

import (
	"bytes"
	"io"
	"regexp"
	"strconv"
	"strings"

	"sonora/internal/station"
)

// maxMetaint limits the distance between two metadata blocks. A larger value is
// a mistake of the server.
const maxMetaint = 1 << 22

// metaint returns the distance between metadata blocks that a header names; 0
// for none.
func metaint(header string) int {
	n, err := strconv.Atoi(strings.TrimSpace(header))
	if err != nil || n <= 0 || n > maxMetaint {
		return 0
	}
	return n
}

// icyReader removes the metadata from a SHOUTcast stream. After every metaint
// bytes of sound comes a byte n, then n·16 bytes of text.
type icyReader struct {
	r     io.Reader
	every int
	left  int // bytes of sound until the next block
	block [255 * 16]byte
	told  func(station.StreamTitle)
}

func newICYReader(r io.Reader, every int, told func(station.StreamTitle)) *icyReader {
	return &icyReader{r: r, every: every, left: every, told: told}
}

// Read implements io.Reader.
func (i *icyReader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if i.left == 0 {
		if err := i.readBlock(); err != nil {
			return 0, err
		}
	}
	n, err := i.r.Read(p[:min(len(p), i.left)])
	i.left -= n
	return n, err
}

func (i *icyReader) readBlock() error {
	if _, err := io.ReadFull(i.r, i.block[:1]); err != nil {
		return err
	}
	block := i.block[:int(i.block[0])*16]
	if _, err := io.ReadFull(i.r, block); err != nil {
		return err
	}
	i.left = i.every
	if raw, ok := streamTitle(block); ok {
		i.told(titleOf(raw))
	}
	return nil
}

var (
	titleStart = regexp.MustCompile(`(?i)StreamTitle\s*=\s*`)
	nextField  = regexp.MustCompile(`^;\s*(?:$|[A-Za-z_][A-Za-z0-9_]*\s*=)`)
)

// streamTitle finds the title in an ICY metadata block. Its value is quoted, but
// quotes in it are not escaped, so the title ends at a quote
// that is followed by the end of the block or another field.
func streamTitle(block []byte) ([]byte, bool) {
	block = bytes.TrimRight(block, "\x00 \r\n")
	at := titleStart.FindIndex(block)
	if at == nil {
		return nil, false
	}
	text := block[at[1]:]
	if len(text) == 0 || text[0] != '\'' && text[0] != '"' {
		before, _, _ := bytes.Cut(text, []byte(";"))
		return before, true
	}
	quote := text[0]
	text = text[1:]
	for i, c := range text {
		if c == quote && (len(text) == i+1 || nextField.Match(text[i+1:])) {
			return text[:i], true
		}
	}
	return bytes.TrimRight(text, "';\""), true // the block was cut off
}
