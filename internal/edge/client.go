package edge

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// request is what observe stores about a request.
type request struct {
	id     string
	client string // address
	secure bool   // the person's connection is encrypted
	route  *Route
	path   *path // nil for none
}

func requestOf(ctx context.Context) *request {
	if r, ok := ctx.Value(requestKey).(*request); ok {
		return r
	}
	return &request{route: unknown}
}

// RequestID returns the ID of a request in the log.
func RequestID(ctx context.Context) string { return requestOf(ctx).id }

// ClientOf returns the client address of a request.
func ClientOf(ctx context.Context) string { return requestOf(ctx).client }

// IsSecure reports whether the person's connection is encrypted.
func IsSecure(ctx context.Context) bool { return requestOf(ctx).secure }

// AddressOf returns the client address of a request. It trusts X-Forwarded-For
// only as far as trusted proxies wrote it, so it is the last address that is not
// one of theirs.
func (e *Edge) AddressOf(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	if !e.trusted(host) {
		return host
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		address, ok := forwarded(strings.TrimSpace(hop))
		if !ok {
			break
		}
		if host = address; !e.trusted(host) {
			break
		}
	}
	return host
}

// forwarded parses an address as proxies write it, some with a port.
func forwarded(hop string) (address string, ok bool) {
	if with, err := netip.ParseAddrPort(hop); err == nil {
		return with.Addr().Unmap().String(), true
	}
	ip, err := netip.ParseAddr(hop)
	return ip.Unmap().String(), err == nil
}

func (e *Edge) trusted(host string) bool {
	address, err := netip.ParseAddr(host)
	return err == nil && slices.ContainsFunc(e.TrustedProxies, func(p netip.Prefix) bool { return p.Contains(address.Unmap().WithZone("")) })
}

// Secure reports whether the person's connection is encrypted.
func (e *Edge) Secure(r *http.Request) bool {
	host, _, _ := net.SplitHostPort(r.RemoteAddr)
	return r.TLS != nil || e.trusted(host) && r.Header.Get("X-Forwarded-Proto") == "https"
}
