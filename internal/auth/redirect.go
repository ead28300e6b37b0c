package auth

import (
	"net"
	"net/url"
	"strings"

	"sonora/internal/music"
)

// Callback returns the URL to which a provider redirects people who use the
// server at address. It is below the public URL, or below address if the public
// URL is not configured and address belongs to this machine.
func (a *Service) Callback(provider, address string) string {
	base, err := url.Parse(address)
	if !a.guessedURL || err != nil || !a.isHere(base.Hostname()) {
		base = a.publicURL
	}
	return originOf(base) + "/api/auth/" + provider + "/callback/"
}

func (a *Service) isHere(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback() || strings.EqualFold(host, a.publicURL.Hostname())
}

// originOf returns the origin of a URL, as browsers write it.
func originOf(u *url.URL) string {
	host := strings.ToLower(u.Host)
	if port := u.Port(); port == "80" && u.Scheme == "http" || port == "443" && u.Scheme == "https" {
		host = strings.TrimSuffix(host, ":"+port)
	}
	return u.Scheme + "://" + host
}

// ownRedirect reports whether a URL is exactly the callback of this server.
func (a *Service) ownRedirect(p IdentityProvider, redirectURI, address string) bool {
	return redirectURI == a.Callback(p.ID(), "") || redirectURI == a.Callback(p.ID(), address)
}

func (a *Service) checkRedirect(f music.FieldErrors, p IdentityProvider, redirectURI, address string) {
	if !a.ownRedirect(p, redirectURI, address) {
		f.Add("redirect_uri", "This is not an address of this server. Its operator names that with --public-url.")
	}
}
