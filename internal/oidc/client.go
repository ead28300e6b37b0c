package oidc

import (
	"errors"
	"net/http"
	"time"

	"sonora/internal/outgoing"
)

const (
	timeout      = 10 * time.Second // for one response of a provider
	maxAnswer    = 1 << 20
	maxRedirects = 3
)

var (
	errRedirects = errors.New("too many redirects")
	errRedirect  = errors.New("the provider redirects to an untrusted address")
	errMoved     = errors.New("the provider redirects a request that contains secrets")
)

// newClient returns a client for requests to providers, which may be slow,
// broken or hostile. The operator configures them, so they may be in a private
// network.
func newClient() *http.Client {
	transport := &http.Transport{
		Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, TLSHandshakeTimeout: timeout,
		MaxIdleConns: 4, IdleConnTimeout: time.Minute, MaxResponseHeaderBytes: 64 << 10,
	}
	return &http.Client{Transport: outgoing.Limit(transport, maxAnswer), Timeout: timeout, CheckRedirect: checkRedirect}
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
