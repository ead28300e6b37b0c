package oidc

import (
	"errors"
	"net/http"
	"time"

	"sonora/internal/outgoing"
)

const (
	timeout      = 10 * time.Second // for one answer of a provider
	maxAnswer    = 1 << 20
	maxRedirects = 3
)

var (
	errRedirects = errors.New("too many redirects")
	errRedirect  = errors.New("a redirect to where the provider cannot be trusted")
	errMoved     = errors.New("the provider redirects a call that holds secrets")
)

// newClient asks providers, which may be slow, broken or hostile. The operator
// names them, also inside a private network.
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
