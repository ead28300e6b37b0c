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

// challenge asks for a password. libshout looks at Allow for what it may use.
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

// welcome lets a source send. Who waits for it is told to go on, and everybody
// that all is well: there is no later time to say so.
func welcome(h *head) string {
	text := "HTTP/1.0 200 OK\r\nConnection: close\r\n\r\n"
	if h.expectsContinue() {
		return "HTTP/1.1 100 Continue\r\n\r\n" + text
	}
	return text
}

// refusal is the answer to a source that may not come on air: its sentence
// also stands where programs show it, in the first line.
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

// statusOf is the status of an error, as Icecast would have it, the sentence
// for people, and for how many seconds to wait; "".
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
	return status, e.Detail, retry
}

// answer writes to a connection; false when it is gone.
func answer(conn net.Conn, text string) bool {
	_, err := io.WriteString(conn, text)
	return err == nil
}

// refuse says why somebody may not come on air, and waits until they can have
// read it: many send sound already, and closing a connection with bytes nobody
// read takes the answer away from them.
func refuse(conn net.Conn, err error) {
	if answer(conn, refusal(err)) {
		linger(conn)
	}
}
