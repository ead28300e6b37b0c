package outgoing

import (
	"fmt"
	"io"
	"net/http"
)

// Limit limits how much of a response is read. Reading more than limit bytes of
// a successful response fails with ErrTooLarge; an error response is cut after
// 1 KiB.
func Limit(next http.RoundTripper, limit int64) http.RoundTripper {
	return layer{next, func(r *http.Request) (*http.Response, error) {
		res, err := next.RoundTrip(r)
		if err != nil {
			return nil, err
		}
		if res.StatusCode >= http.StatusMultipleChoices {
			res.Body = part{io.LimitReader(res.Body, maxFault), res.Body}
			return res, nil
		}
		if res.ContentLength > limit {
			res.Body.Close()
			return nil, fmt.Errorf("%w: %d bytes", ErrTooLarge, res.ContentLength)
		}
		res.Body = part{&limited{res.Body, limit}, res.Body}
		return res, nil
	}}
}

// layer wraps a transport with a function that sees each request and response.
type layer struct {
	next http.RoundTripper
	do   func(*http.Request) (*http.Response, error)
}

func (l layer) RoundTrip(r *http.Request) (*http.Response, error) { return l.do(r) }

// CloseIdleConnections makes http.Client.CloseIdleConnections work.
func (l layer) CloseIdleConnections() {
	if closer, ok := l.next.(interface{ CloseIdleConnections() }); ok {
		closer.CloseIdleConnections()
	}
}

// part is the beginning of a body.
type part struct {
	io.Reader
	io.Closer
}

// limited fails beyond its limit, where io.LimitReader would report the end of
// the body.
type limited struct {
	r    io.Reader
	left int64
}

func (l *limited) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if l.left -= int64(n); l.left < 0 {
		return 0, ErrTooLarge
	}
	return n, err
}
