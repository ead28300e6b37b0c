package ingest

import (
	"bufio"
	"encoding/base64"
	"errors"
	"net/http"
	"net/textproto"
	"strconv"
	"strings"
)

// maxHead limits what a source sends before any sound.
const maxHead = 16 << 10

var (
	errHead    = errors.New("not a request")
	errTooLong = errors.New("more than 16 KB of headers")
)

// head is the request head of a source client: HTTP, or what source clients
// make of it.
type head struct {
	method, target, proto string
	header                http.Header
}

// lines reads lines that end in LF or CRLF, up to a total number of bytes.
type lines struct {
	r    *bufio.Reader
	left int
}

func (l *lines) next() (string, error) {
	var line []byte
	for {
		part, err := l.r.ReadSlice('\n')
		if l.left -= len(part); l.left < 0 {
			return "", errTooLong
		}
		line = append(line, part...)
		if err == nil {
			return strings.TrimSuffix(string(line[:len(line)-1]), "\r"), nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return "", err
		}
	}
}

// readHead reads a request up to its empty line.
func readHead(r *bufio.Reader) (*head, error) {
	l := &lines{r, maxHead}
	first, err := l.next()
	if err != nil {
		return nil, err
	}
	words := strings.Fields(first)
	if len(words) < 2 {
		return nil, errHead
	}
	h := &head{method: words[0], target: words[1]}
	if len(words) > 2 {
		h.proto = words[len(words)-1]
	}
	h.header, err = readHeader(l)
	return h, err
}

// readHeader reads header lines up to an empty one. It skips lines that are not
// headers.
func readHeader(l *lines) (http.Header, error) {
	header := http.Header{}
	for {
		line, err := l.next()
		if err != nil {
			return nil, err
		}
		if line == "" {
			return header, nil
		}
		if name, value, found := strings.Cut(line, ":"); found {
			header.Add(textproto.CanonicalMIMEHeaderKey(strings.TrimSpace(name)), strings.TrimSpace(value))
		}
	}
}

// credentials returns the user and password of Basic authentication.
func (h *head) credentials() (user, password string, ok bool) {
	scheme, encoded, _ := strings.Cut(h.header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Basic") {
		return "", "", false
	}
	plain, err := base64.StdEncoding.DecodeString(strings.TrimSpace(encoded))
	if err != nil {
		return "", "", false
	}
	user, password, ok = strings.Cut(string(plain), ":")
	if !ok { // only a password
		user, password = "", user
	}
	return decoded(user), decoded(password), password != ""
}

// length returns how many bytes follow; -1 if that is unknown.
func (h *head) length() int64 {
	n, err := strconv.ParseInt(h.header.Get("Content-Length"), 10, 64)
	if err != nil || n < 0 {
		return -1
	}
	return n
}

func (h *head) chunked() bool {
	return strings.EqualFold(h.header.Get("Transfer-Encoding"), "chunked")
}

func (h *head) expectsContinue() bool {
	return strings.EqualFold(h.header.Get("Expect"), "100-continue")
}

// staysOpen reports whether another request may follow on the connection.
func (h *head) staysOpen() bool {
	connection := h.header.Get("Connection")
	if strings.EqualFold(connection, "close") {
		return false
	}
	return h.length() == 0 && (strings.EqualFold(connection, "keep-alive") || h.proto == "HTTP/1.1") || h.expectsContinue()
}

// first returns the value of the first of these headers that is present,
// because programs use both ice- and icy- prefixes.
func (h *head) first(names ...string) string {
	for _, name := range names {
		if value := h.header.Get(name); value != "" {
			return decoded(value)
		}
	}
	return ""
}

// bitrate returns the announced bitrate in kbit/s; 0 for unknown.
func (h *head) bitrate() int {
	text := h.first("Ice-Bitrate", "Icy-Br")
	for part := range strings.FieldsFuncSeq(h.header.Get("Ice-Audio-Info"), func(r rune) bool { return r == ';' || r == ' ' }) {
		name, value, _ := strings.Cut(part, "=")
		if name = strings.ToLower(name); text == "" && (name == "ice-bitrate" || name == "bitrate") {
			text = value
		}
	}
	text, _, _ = strings.Cut(strings.ToLower(text), ",")
	n, err := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(text, "quality")))
	if err != nil || n < 0 || n > 10_000 {
		return 0
	}
	return n
}
