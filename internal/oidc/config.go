// Package oidc identifies people through an identity provider with OpenID
// Connect: the authorization code flow with PKCE. Its callers decide which
// claims to trust and what follows from them.
package oidc

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// Google is the ID of the provider that needs no issuer and no label.
const Google = "google"

const (
	googleIssuer = "https://accounts.google.com"
	maxLabel     = 50
)

// Config is the operator's configuration of a provider.
type Config struct {
	ID           string   `json:"id"`    // part of URLs: /api/auth/ID/…
	Label        string   `json:"label"` // shown to people; defaults to the ID
	Issuer       string   `json:"issuer"`
	ClientID     string   `json:"clientId"`
	ClientSecret string   `json:"clientSecret"`
	Scopes       []string `json:"scopes"` // defaults to openid, email and profile
}

// reserved are the words that already stand in place of a provider's ID in
// URLs.
var reserved = []string{
	"login", "register", "logout", "token", "user", "verify", "password", "email", "invitation", "passkeys", "providers", "start", "callback",
}

var validID = regexp.MustCompile(`^[a-z0-9-]{1,32}$`)

// Parse parses a JSON array of providers.
func Parse(text []byte) ([]Config, error) {
	var list []Config
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&list); err != nil {
		return nil, fmt.Errorf(`identity providers: give a JSON array of {"id", "label", "issuer", "clientId", "clientSecret"}: %w`, err)
	}
	if decoder.More() {
		return nil, errors.New("identity providers: there is extra data after the JSON array")
	}
	return list, nil
}

// Complete fills in the defaults and returns an error if the list is not valid.
func Complete(list []Config) ([]Config, error) {
	list = slices.Clone(list)
	seen := map[string]bool{}
	for i := range list {
		c := &list[i]
		c.fill()
		if err := c.check(); err != nil {
			return nil, fmt.Errorf("identity provider %q: %w", c.ID, err)
		}
		if seen[c.ID] {
			return nil, fmt.Errorf("identity provider %q is configured twice", c.ID)
		}
		seen[c.ID] = true
	}
	return list, nil
}

func (c *Config) fill() {
	if c.ID == Google {
		c.Label, c.Issuer = cmp.Or(c.Label, "Google"), cmp.Or(c.Issuer, googleIssuer)
	}
	c.Label = cmp.Or(strings.TrimSpace(c.Label), c.ID)
	if len(c.Scopes) == 0 {
		c.Scopes = []string{"openid", "email", "profile"}
	}
}

func (c *Config) check() error {
	switch {
	case !validID.MatchString(c.ID):
		return errors.New("the id must be 1 to 32 lower-case letters, digits and dashes")
	case slices.Contains(reserved, c.ID):
		return errors.New("this id is one of Sonora's own addresses; choose another")
	case len(c.Label) > maxLabel:
		return fmt.Errorf("the label must have at most %d letters", maxLabel)
	case c.Issuer == "":
		return errors.New("the issuer is missing: the address of the provider, such as https://id.example")
	case c.ClientID == "":
		return errors.New("the client id is missing")
	case c.ClientSecret == "":
		return errors.New("the client secret is missing")
	case !slices.Contains(c.Scopes, "openid"):
		return errors.New("the scopes must include openid")
	}
	issuer, err := url.Parse(c.Issuer)
	if err != nil || !trustworthy(issuer) || issuer.RawQuery != "" || issuer.Fragment != "" || issuer.User != nil {
		return fmt.Errorf("the issuer %q must be an https address; http is for providers on this machine only", c.Issuer)
	}
	return nil
}

// trustworthy reports whether nobody on the network path can change the
// responses of an address.
func trustworthy(u *url.URL) bool {
	return u.Host != "" && (u.Scheme == "https" || u.Scheme == "http" && isThisMachine(u.Hostname()))
}

// isThisMachine reports whether a host is this machine.
func isThisMachine(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
