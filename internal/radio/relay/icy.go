package relay

import (
	"bytes"
	"io"
	"regexp"
	"strconv"
	"strings"

	"sonora/internal/station"
)

// maxMetaint bounds what lies between two blocks of metadata: what a server
// says beyond it is no distance but a mistake.
const maxMetaint = 1 << 22

// metaint is the distance of metadata blocks that a header names; 0 for none.
func metaint(header string) int {
	n, err := strconv.Atoi(strings.TrimSpace(header))
	if err != nil || n <= 0 || n > maxMetaint {
		return 0
	}
	return n
}

// icyReader takes the metadata out of a SHOUTcast stream: after every so many
// bytes of sound a byte n and n·16 bytes of text.
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

// streamTitle finds the title in a block such as
// StreamTitle='It's; a 'title”;StreamUrl=”: quotes in it are not escaped, so
// it ends at a quote behind which the block or another field follows.
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
