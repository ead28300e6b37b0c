package auth

import (
	"net"
	"net/url"
	"strings"

	"sonora/internal/music"
)

// Callback is where a provider sends people back to who came by an address.
// That is at the server's public address; or, where nobody named one, at the
// address itself when it is one of this machine.
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

// originOf writes an address as browsers do.
func originOf(u *url.URL) string {
	host := strings.ToLower(u.Host)
	if port := u.Port(); port == "80" && u.Scheme == "http" || port == "443" && u.Scheme == "https" {
		host = strings.TrimSuffix(host, ":"+port)
	}
	return u.Scheme + "://" + host
}

// ownRedirect reports whether an address is exactly where people may come back to.
func (a *Service) ownRedirect(p IdentityProvider, redirectURI, address string) bool {
	return redirectURI == a.Callback(p.ID(), "") || redirectURI == a.Callback(p.ID(), address)
}

func (a *Service) checkRedirect(f music.FieldErrors, p IdentityProvider, redirectURI, address string) {
	if !a.ownRedirect(p, redirectURI, address) {
		f.Add("redirect_uri", "This is not an address of this server. Its operator names that with --public-url.")
	}
}
