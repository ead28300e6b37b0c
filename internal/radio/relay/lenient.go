package relay

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"regexp"
	"slices"
	"strings"

	"sonora/internal/codec/id3"
	"sonora/internal/codec/ogg"
)

// lenient turns what stream servers answer into valid HTTP: SHOUTcast starts
// with "ICY 200 OK", some servers send sound without a response head, and many
// send header lines that net/http rejects. It handles one response.
type lenient struct {
	net.Conn
	in   *bufio.Reader
	head io.Reader // sent before the rest; nil before the first read
}

func newLenient(conn net.Conn) *lenient {
	return &lenient{Conn: conn, in: bufio.NewReaderSize(conn, 4<<10)}
}

// Read implements net.Conn.
func (l *lenient) Read(p []byte) (int, error) {
	if l.head == nil {
		if err := l.begin(); err != nil {
			return 0, err
		}
	}
	if n, err := l.head.Read(p); n > 0 || err == nil {
		return n, nil
	}
	return l.in.Read(p)
}

func (l *lenient) begin() error {
	first, err := l.in.Peek(4)
	if len(first) == 0 {
		return err
	}
	if first[0] == 0xff || bytes.HasPrefix(first, []byte(id3.Magic)) || string(first) == ogg.Magic { // HTTP/0.9: a response without a head
		l.head = strings.NewReader("HTTP/1.0 200 OK\r\n\r\n")
		return nil
	}
	var head bytes.Buffer
	for read := 0; ; {
		line, err := l.line(maxHeader - read)
		if err != nil && len(line) == 0 {
			break // net/http reports what is wrong with a partial head
		}
		if read += len(line); read >= maxHeader {
			return errTooLong
		}
		text := bytes.TrimRight(line, "\r\n")
		if head.Len() == 0 {
			text = statusLine(text)
		} else if len(text) > 0 && !isHeader(text) {
			continue
		}
		head.Write(withoutControls(text))
		head.WriteString("\r\n")
		if len(text) == 0 {
			break
		}
	}
	l.head = &head
	return nil
}

// line reads a line of at most limit bytes.
func (l *lenient) line(limit int) ([]byte, error) {
	var line []byte
	for len(line) < limit {
		part, err := l.in.ReadSlice('\n')
		line = append(line, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
	return line, nil
}

func statusLine(line []byte) []byte {
	if rest, ok := bytes.CutPrefix(line, []byte("ICY ")); ok {
		return append([]byte("HTTP/1.0 "), rest...)
	}
	return line
}

var headerName = regexp.MustCompile(`^[!#$%&'*+.^_|~0-9A-Za-z-]+:`)

func isHeader(line []byte) bool { return headerName.Match(line) }

// withoutControls removes control bytes. It works on bytes because headers are
// often Latin-1.
func withoutControls(line []byte) []byte {
	return slices.DeleteFunc(line, func(c byte) bool { return c < ' ' && c != '\t' || c == 0x7f })
}
