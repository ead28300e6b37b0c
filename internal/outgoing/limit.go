package outgoing

import (
	"fmt"
	"io"
	"net/http"
)

// Limit bounds how much of an answer is read: most bytes when it is good,
// then reading fails with ErrTooLarge; the first KiB when it is an error.
func Limit(next http.RoundTripper, most int64) http.RoundTripper {
	return layer{next, func(r *http.Request) (*http.Response, error) {
		res, err := next.RoundTrip(r)
		if err != nil {
			return nil, err
		}
		if res.StatusCode != http.StatusOK {
			res.Body = part{io.LimitReader(res.Body, maxFault), res.Body}
			return res, nil
		}
		if res.ContentLength > most {
			res.Body.Close()
			return nil, fmt.Errorf("%w: %d bytes", ErrTooLarge, res.ContentLength)
		}
		res.Body = part{&limited{res.Body, most}, res.Body}
		return res, nil
	}}
}

// layer does something about what another transport sends and gets.
type layer struct {
	next http.RoundTripper
	do   func(*http.Request) (*http.Response, error)
}

func (l layer) RoundTrip(r *http.Request) (*http.Response, error) { return l.do(r) }

// CloseIdleConnections lets http.Client.CloseIdleConnections through.
func (l layer) CloseIdleConnections() {
	if closer, ok := l.next.(interface{ CloseIdleConnections() }); ok {
		closer.CloseIdleConnections()
	}
}

// part is a beginning of a body.
type part struct {
	io.Reader
	io.Closer
}

// limited fails where io.LimitReader would pretend that the body ends.
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
