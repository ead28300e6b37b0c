package collection

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// FromUTF16 returns a document in UTF-8 that may be in UTF-16: with a byte order mark, or with
// "<" as its first character. It removes byte order marks, and leaves other encodings as they
// are.
func FromUTF16(r io.Reader) io.Reader {
	b := bufio.NewReader(r)
	begin, _ := b.Peek(2) // the reader returns the error again
	switch {
	case bytes.Equal(begin, []byte("<\x00")):
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewDecoder().Reader(b)
	case bytes.Equal(begin, []byte("\x00<")):
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewDecoder().Reader(b)
	}
	return transform.NewReader(b, unicode.BOMOverride(transform.Nop))
}

// declared returns the text of a document in the encoding that it declares. Where that is
// UTF-16, FromUTF16 has read it, or the declaration could not have been read.
func declared(name string, r io.Reader) (io.Reader, error) {
	if strings.HasPrefix(strings.ToLower(name), "utf-16") {
		return r, nil
	}
	encoding, err := htmlindex.Get(name)
	if err != nil {
		return nil, fmt.Errorf("%w: unknown encoding %.50q", ErrFormat, name)
	}
	return encoding.NewDecoder().Reader(r), nil
}
