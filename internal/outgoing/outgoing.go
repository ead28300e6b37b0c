// Package outgoing sends HTTP requests to other machines. A response may be
// slow, broken or hostile: it cannot make this server talk to its own network,
// fill its memory or keep it waiting.
package outgoing

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"syscall"
	"time"
)

const (
	maxRedirects   = 5
	maxFault       = 1 << 10 // bytes read of an error response, which ends up in the log
	maxHeaderBytes = 64 << 10
	dialTimeout    = 10 * time.Second
)

// The reasons for refusing a request or response.
var (
	ErrTooLarge  = errors.New("the response is too large")
	ErrAddress   = errors.New("the address is in a private network")
	ErrRedirects = errors.New("too many redirects")
	ErrRedirect  = errors.New("a redirect to an untrusted address")
)

// Config limits what a client may do.
type Config struct {
	// Named is an address that the operator configured. Its host and port, and
	// no others, may be in a private network and, if it begins with http, may
	// be requested without TLS. It may be nil.
	Named *url.URL
	// Inside reports whether every address may be in a private network, except those
	// that Dialer never connects to, and be requested without TLS. nil means never.
	Inside  func() bool
	MaxBody int64         // bytes of one response after decompression
	Timeout time.Duration // for one response, with all redirects, to its last byte
}

// New returns a client that requests only https addresses in public networks.
// It checks the resolved address when it connects, so a name that resolves
// differently the next time does not help an attacker. It keeps no cookies, and
// uses no proxy, which would defeat the check.
func New(c Config) *http.Client {
	g := guard{named: c.Named, inside: c.Inside}
	transport := &http.Transport{
		DialContext: g.dial, ForceAttemptHTTP2: true, TLSHandshakeTimeout: dialTimeout, ResponseHeaderTimeout: c.Timeout,
		MaxIdleConns: 4, IdleConnTimeout: time.Minute, MaxResponseHeaderBytes: maxHeaderBytes,
	}
	return &http.Client{Transport: g.over(Limit(transport, c.MaxBody)), CheckRedirect: checkRedirect, Timeout: c.Timeout}
}

// guard decides where requests may go.
type guard struct {
	named  *url.URL
	inside func() bool
}

// over checks the address of every request, including redirects.
func (g guard) over(next http.RoundTripper) http.RoundTripper {
	return layer{next, func(r *http.Request) (*http.Response, error) {
		if err := g.check(r.URL); err != nil {
			return nil, err
		}
		return next.RoundTrip(r)
	}}
}

func (g guard) check(u *url.URL) error {
	switch {
	case u.User != nil || u.Hostname() == "":
		return fmt.Errorf("%w: %s", ErrRedirect, u.Redacted())
	case u.Scheme == "https", u.Scheme == "http" && g.isNamed(hostPort(u)) && g.named.Scheme == "http", u.Scheme == "http" && g.allowsInside():
		return nil
	}
	return fmt.Errorf("%w: %s://%s", ErrRedirect, u.Scheme, u.Host)
}

// isNamed reports whether the operator configured this HOST:PORT.
func (g guard) isNamed(address string) bool { return g.named != nil && hostPort(g.named) == address }

func (g guard) allowsInside() bool { return g.inside != nil && g.inside() }

// hostPort returns the address to connect to.
func hostPort(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return net.JoinHostPort(u.Hostname(), port)
}

// dial connects to public addresses and to the one the operator configured.
func (g guard) dial(ctx context.Context, network, address string) (net.Conn, error) {
	d := net.Dialer{Timeout: dialTimeout}
	switch {
	case g.isNamed(address):
	case g.allowsInside():
		d.Control = refuseForbidden
	default:
		d.Control = refuseInside
	}
	return d.DialContext(ctx, network, address)
}

// refuseInside refuses private addresses. It is called with the resolved
// address.
func refuseInside(_, address string, _ syscall.RawConn) error {
	if !isOutside(address) {
		return fmt.Errorf("%w: %s", ErrAddress, address)
	}
	return nil
}

// refuseForbidden refuses the addresses that are not allowed with any setting.
func refuseForbidden(_, address string, _ syscall.RawConn) error {
	if a, err := netip.ParseAddrPort(address); err != nil || isForbidden(a.Addr()) {
		return fmt.Errorf("%w: %s", ErrAddress, address)
	}
	return nil
}

// checkRedirect limits the number of redirects and never downgrades from TLS: a
// redirect from https to http on the default port is followed with https, as
// some archives need, and any other is refused. The guard checks the addresses.
func checkRedirect(r *http.Request, via []*http.Request) error {
	r.Header.Del("Referer") // other servers need not know where a redirect came from
	if len(via) > maxRedirects {
		return ErrRedirects
	}
	if via[len(via)-1].URL.Scheme == "https" && r.URL.Scheme == "http" {
		if r.URL.Port() != "" {
			return ErrRedirect
		}
		r.URL.Scheme = "https"
	}
	return nil
}
