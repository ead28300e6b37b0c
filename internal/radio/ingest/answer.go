package ingest

import (
	"fmt"
	"io"
	"math"
	"net"
	"strconv"
	"strings"

	"sonora/internal/music"
)

// challenge asks for a password. libshout reads the supported methods from
// Allow.
func challenge(staysOpen bool) string {
	connection := "close"
	if staysOpen {
		connection = "keep-alive"
	}
	return "HTTP/1.1 401 Authentication Required\r\nWWW-Authenticate: Basic realm=\"" + realm + "\"\r\nAllow: " + allowed +
		"\r\nConnection: " + connection + "\r\nContent-Length: 0\r\n\r\n"
}

const (
	realm   = "Sonora"
	allowed = "GET, HEAD, POST, OPTIONS, PUT, SOURCE"
)

// welcome lets a source send. A source that expects 100 Continue is told to
// continue, and every source is told that all is well, because there is no
// later opportunity.
func welcome(h *head) string {
	text := "HTTP/1.0 200 OK\r\nConnection: close\r\n\r\n"
	if h.expectsContinue() {
		return "HTTP/1.1 100 Continue\r\n\r\n" + text
	}
	return text
}

// refusal is the response to a source that may not go on air. Its sentence is
// also the status line, which source clients show.
func refusal(err error) string {
	status, sentence, retry := statusOf(err)
	line := strings.TrimSuffix(strings.Map(ascii, sentence), ".")
	if retry != "" {
		retry = "Retry-After: " + retry + "\r\n"
	}
	if status == 401 {
		retry += "WWW-Authenticate: Basic realm=\"" + realm + "\"\r\n"
	}
	return fmt.Sprintf("HTTP/1.0 %d %s\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n%sContent-Length: %d\r\n\r\n%s\n",
		status, line, retry, len(sentence)+1, sentence)
}

func ascii(r rune) rune {
	if r < ' ' || r > '~' {
		return '?'
	}
	return r
}

// statusOf returns the status that Icecast would use for an error, the sentence
// for people, and the seconds to wait, or "".
func statusOf(err error) (status int, sentence, retry string) {
	e := music.NewError(music.Internal, "Something went wrong on the server.")
	if found := publicError(err); found != nil {
		e = found
	}
	if e.RetryAfter > 0 {
		retry = strconv.Itoa(int(math.Ceil(e.RetryAfter.Seconds())))
	}
	switch e.Code {
	case music.Invalid:
		status = 400
	case music.Unauthenticated:
		status = 401
	case music.Forbidden, music.Conflict:
		status = 403
	case music.NotFound:
		status = 404
	case music.TooLarge:
		status = 413
	case music.Unsupported:
		status = 415
	case music.TooMany:
		status = 429
	case music.Unavailable:
		status = 503
	default:
		status, e = 500, music.NewError(music.Internal, "Something went wrong on the server.")
	}
	return status, e.Detail.String(), retry
}

// answer writes to a connection; false if the connection is closed.
func answer(conn net.Conn, text string) bool {
	_, err := io.WriteString(conn, text)
	return err == nil
}

// refuse tells a source why it may not go on air and waits until it can have
// read that. Many sources send sound already, and closing a connection with
// unread bytes discards the response.
func refuse(conn net.Conn, err error) {
	if answer(conn, refusal(err)) {
		linger(conn)
	}
}
