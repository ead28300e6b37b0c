package testkit

import (
	"context"
	"net/http"
	"net/url"
	"testing"

	"github.com/golang-jwt/jwt/v5"
	"github.com/oauth2-proxy/mockoidc"

	"sonora/internal/oidc"
)

// Provider is a test double for an identity provider.
type Provider struct {
	Config oidc.Config // for Options
	mock   *mockoidc.MockOIDC
}

// Identity is a person known to the provider.
type Identity struct {
	Subject, Email      string
	Unverified          bool // the provider does not vouch for Email
	FirstName, LastName string
}

// StartProvider runs a provider until the test ends.
func StartProvider(t testing.TB, id string) *Provider {
	t.Helper()
	mock, err := mockoidc.Run()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := mock.Shutdown(); err != nil {
			t.Error(err)
		}
	})
	return &Provider{oidc.Config{ID: id, Issuer: mock.Issuer(), ClientID: mock.ClientID, ClientSecret: mock.ClientSecret}, mock}
}

// Visit opens the provider's page as a person and returns the parameters of the
// redirect back.
func (p *Provider) Visit(t testing.TB, page string, as Identity) url.Values {
	t.Helper()
	p.mock.QueueUser(person{as})
	client := &http.Client{
		Transport:     &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	req, err := http.NewRequestWithContext(context.WithoutCancel(t.Context()), http.MethodGet, page, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	res, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	back, err := res.Location()
	if err != nil {
		t.Fatalf("the provider responds with %s to %s", res.Status, page)
	}
	return back.Query()
}

// person adapts an Identity to mockoidc.
type person struct{ Identity }

// ID implements mockoidc.User.
func (p person) ID() string { return p.Subject }

// Userinfo implements mockoidc.User.
func (p person) Userinfo([]string) ([]byte, error) { return []byte("{}"), nil }

type personClaims struct {
	*mockoidc.IDTokenClaims
	Email         string `json:"email"`
	EmailVerified bool   `json:"email_verified"`
	GivenName     string `json:"given_name"`
	FamilyName    string `json:"family_name"`
}

// Claims implements mockoidc.User.
func (p person) Claims(_ []string, c *mockoidc.IDTokenClaims) (jwt.Claims, error) {
	return personClaims{c, p.Email, !p.Unverified, p.FirstName, p.LastName}, nil
}
