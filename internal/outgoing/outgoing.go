// Package outgoing asks machines of others over HTTP. What answers may be
// slow, broken or hostile: it cannot have this server talk to its own network,
// nor fill its memory, nor keep it waiting.
package outgoing

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"syscall"
	"time"
)

const (
	maxRedirects   = 5
	maxFault       = 1 << 10 // bytes read of an answer that is an error: it ends up in the log
	maxHeaderBytes = 64 << 10
	dialTimeout    = 10 * time.Second
)

// What a request is refused for.
var (
	ErrTooLarge  = errors.New("the answer is too large")
	ErrAddress   = errors.New("an address inside a private network")
	ErrRedirects = errors.New("too many redirects")
	ErrRedirect  = errors.New("a redirect to where nothing can be trusted")
)

// Config says what a client may do.
type Config struct {
	// Named is an address the operator wrote down. Its host and port, and no
	// others, may be asked without TLS when it begins with http, and may be in a
	// private network. nil is for none.
	Named   *url.URL
	MaxBody int64         // bytes of one answer, unpacked
	Timeout time.Duration // for one answer with all its redirects, to its last byte
}

// New returns a client that asks https addresses in public networks only. It
// looks at where a name leads when it connects, so that a name that leads
// elsewhere the next time is of no use. It keeps no cookies and uses no proxy,
// which would make looking at addresses pointless.
func New(c Config) *http.Client {
	g := guard{named: c.Named}
	transport := &http.Transport{
		DialContext: g.dial, ForceAttemptHTTP2: true, TLSHandshakeTimeout: dialTimeout, ResponseHeaderTimeout: c.Timeout,
		MaxIdleConns: 4, IdleConnTimeout: time.Minute, MaxResponseHeaderBytes: maxHeaderBytes,
	}
	return &http.Client{Transport: g.over(Limit(transport, c.MaxBody)), CheckRedirect: checkRedirect, Timeout: c.Timeout}
}

// guard says where requests may go.
type guard struct{ named *url.URL }

// over checks the address of every request, also of those redirects lead to.
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
	case u.Scheme == "https", u.Scheme == "http" && g.isNamed(hostPort(u)) && g.named.Scheme == "http":
		return nil
	}
	return fmt.Errorf("%w: %s://%s", ErrRedirect, u.Scheme, u.Host)
}

// isNamed reports whether the operator wrote down this HOST:PORT.
func (g guard) isNamed(address string) bool { return g.named != nil && hostPort(g.named) == address }

// hostPort is where an address is connected to.
func hostPort(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return net.JoinHostPort(u.Hostname(), port)
}

// dial connects to what is public, and to what the operator wrote down.
func (g guard) dial(ctx context.Context, network, address string) (net.Conn, error) {
	d := net.Dialer{Timeout: dialTimeout}
	if !g.isNamed(address) {
		d.Control = refuseInside
	}
	return d.DialContext(ctx, network, address)
}

// refuseInside is called with the address that a name turned out to have.
func refuseInside(_, address string, _ syscall.RawConn) error {
	if !isOutside(address) {
		return fmt.Errorf("%w: %s", ErrAddress, address)
	}
	return nil
}

// checkRedirect leaves addresses to the guard. Who was asked with TLS cannot
// lead to where there is none; archives that forget it are followed with TLS.
func checkRedirect(r *http.Request, via []*http.Request) error {
	r.Header.Del("Referer") // nobody's business
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
