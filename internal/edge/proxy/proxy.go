// Package proxy finds out who is behind reverse proxies.
package proxy

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// Trusted are the networks of proxies whose X-Forwarded-For and
// X-Forwarded-Proto are believed.
type Trusted []netip.Prefix

// Parse parses addresses, such as 10.0.0.1, and networks, such as 10.0.0.0/8.
func Parse(list []string) (Trusted, error) {
	var t Trusted
	for _, text := range list {
		text = strings.TrimSpace(text)
		if address, err := netip.ParseAddr(text); err == nil {
			t = append(t, netip.PrefixFrom(address, address.BitLen()))
			continue
		}
		network, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, fmt.Errorf("trusted proxy %q: give an address such as 10.0.0.1 or a network such as 10.0.0.0/8", text)
		}
		t = append(t, network)
	}
	return t, nil
}

// Has reports whether an address is one of these proxies.
func (t Trusted) Has(address netip.Addr) bool {
	ip := address.Unmap().WithZone("")
	return slices.ContainsFunc(t, func(p netip.Prefix) bool { return p.Contains(ip) })
}

func (t Trusted) has(host string) bool {
	address, err := netip.ParseAddr(host)
	return err == nil && t.Has(address)
}

// Client returns the client address of a request. It believes X-Forwarded-For
// only as far as these proxies wrote it, so it is the last address that is not
// one of theirs.
func (t Trusted) Client(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	if !t.has(host) {
		return host
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		address, ok := forwarded(strings.TrimSpace(hop))
		if !ok {
			break
		}
		if host = address; !t.has(host) {
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

// IsSecure reports whether the person's connection is encrypted.
func (t Trusted) IsSecure(r *http.Request) bool {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	return r.TLS != nil || err == nil && t.has(host) && r.Header.Get("X-Forwarded-Proto") == "https"
}

// countryHeaders name the country of the client, as reverse proxies write them:
// Cloudflare, CloudFront, Google, and others as they are configured.
var countryHeaders = []string{"CF-IPCountry", "CloudFront-Viewer-Country", "X-Client-Geo-Country", "X-Country-Code", "X-Country"}

// Country returns the two-letter code of the client's country if one of these
// proxies names it, otherwise "".
func (t Trusted) Country(r *http.Request) string {
	if len(t) == 0 {
		return ""
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil || !t.has(host) {
		return ""
	}
	for _, name := range countryHeaders {
		code := strings.ToUpper(strings.TrimSpace(r.Header.Get(name)))
		if len(code) == 2 && isLetter(code[0]) && isLetter(code[1]) && code != "XX" { // Cloudflare's unknown
			return code
		}
	}
	return ""
}

func isLetter(c byte) bool { return 'A' <= c && c <= 'Z' }
