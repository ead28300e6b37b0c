package oidc

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

const (
	timeout      = 10 * time.Second // for one answer of a provider
	maxAnswer    = 1 << 20
	maxFault     = 1 << 10 // of an answer that is an error: it ends up in the log
	maxRedirects = 3
)

var (
	errTooLarge  = errors.New("the answer is too large")
	errRedirects = errors.New("too many redirects")
	errRedirect  = errors.New("a redirect to where the provider cannot be trusted")
	errMoved     = errors.New("the provider redirects a call that holds secrets")
)

// newClient asks providers, which may be slow, broken or hostile.
func newClient() *http.Client {
	transport := &http.Transport{
		Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, TLSHandshakeTimeout: timeout,
		MaxIdleConns: 4, IdleConnTimeout: time.Minute, MaxResponseHeaderBytes: 64 << 10,
	}
	return &http.Client{Transport: bounded{transport}, Timeout: timeout, CheckRedirect: checkRedirect}
}

func checkRedirect(r *http.Request, via []*http.Request) error {
	switch {
	case len(via) > maxRedirects:
		return errRedirects
	case via[0].Method != http.MethodGet:
		return errMoved
	case !trustworthy(r.URL) || via[0].URL.Scheme == "https" && r.URL.Scheme != "https":
		return errRedirect
	}
	return nil
}

// bounded limits how much of an answer is read.
type bounded struct{ next http.RoundTripper }

func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := b.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	if res.StatusCode != http.StatusOK {
		res.Body = part{io.LimitReader(res.Body, maxFault), res.Body}
		return res, nil
	}
	if res.ContentLength > maxAnswer {
		res.Body.Close()
		return nil, fmt.Errorf("%w: %d bytes", errTooLarge, res.ContentLength)
	}
	res.Body = part{&limited{res.Body, maxAnswer}, res.Body}
	return res, nil
}

// part is a beginning of a body.
type part struct {
	io.Reader
	io.Closer
}

// limited fails where io.LimitReader would pretend that the body ends.
type limited struct {
	r    io.Reader
	left int
}

func (l *limited) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if l.left -= n; l.left < 0 {
		return 0, errTooLarge
	}
	return n, err
}
