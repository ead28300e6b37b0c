package oidc

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	gooidc "github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
	"golang.org/x/sync/singleflight"
)

// Provider is an identity provider. Its metadata is discovered on first use, so
// that the server starts without it. It is safe for concurrent use.
type Provider struct {
	c      Config
	client *http.Client

	asking   singleflight.Group
	mu       sync.Mutex
	metadata *metadata // nil until the provider has answered
}

// metadataLife is how long the metadata and keys of a provider are cached. The
// provider may revoke them.
const metadataLife = time.Hour

// metadata is the discovered metadata of a provider.
type metadata struct {
	provider *gooidc.Provider
	endpoint oauth2.Endpoint
	at       time.Time
}

// New returns a provider for a configuration that Complete has checked.
func New(c Config) *Provider { return &Provider{c: c, client: newClient()} }

// ID returns the provider's name in URLs.
func (p *Provider) ID() string { return p.c.ID }

// Label returns the provider's name for people.
func (p *Provider) Label() string { return p.c.Label }

// ClientID returns this server's client ID at the provider.
func (p *Provider) ClientID() string { return p.c.ClientID }

// Scope returns the scopes to request.
func (p *Provider) Scope() string { return strings.Join(p.c.Scopes, " ") }

// Reach returns why the provider cannot be used, or nil if it can.
func (p *Provider) Reach(ctx context.Context) error {
	_, err := p.discover(ctx)
	return err
}

// AuthURL returns the provider's sign-in page. The verifier must be passed to
// Exchange later, and the nonce comes back in the ID token.
func (p *Provider) AuthURL(ctx context.Context, state, nonce, verifier, redirectURI string) (string, error) {
	f, err := p.discover(ctx)
	if err != nil {
		return "", err
	}
	return p.config(f, redirectURI).AuthCodeURL(state, gooidc.Nonce(nonce), oauth2.S256ChallengeOption(verifier)), nil
}

func (p *Provider) config(f *metadata, redirectURI string) *oauth2.Config {
	return &oauth2.Config{
		ClientID: p.c.ClientID, ClientSecret: p.c.ClientSecret, Endpoint: f.endpoint, RedirectURL: redirectURI, Scopes: p.c.Scopes,
	}
}

// discover returns the provider's metadata, which it caches for metadataLife.
// Concurrent callers share one request.
func (p *Provider) discover(ctx context.Context) (*metadata, error) {
	p.mu.Lock()
	f := p.metadata
	p.mu.Unlock()
	if f != nil && time.Since(f.at) < metadataLife {
		return f, nil
	}
	answer := p.asking.DoChan("", func() (any, error) {
		f, err := p.ask(context.WithoutCancel(ctx))
		if err == nil {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.metadata = f
		}
		return f, err
	})
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case a := <-answer:
		if a.Err != nil {
			return nil, a.Err
		}
		return a.Val.(*metadata), nil //nolint:forcetypeassert // see above
	}
}

func (p *Provider) ask(ctx context.Context) (*metadata, error) {
	provider, err := gooidc.NewProvider(gooidc.ClientContext(ctx, p.client), p.c.Issuer)
	if err != nil {
		return nil, fmt.Errorf("discover %s: %w", p.c.Issuer, err)
	}
	var document struct {
		AuthURL  string   `json:"authorization_endpoint"`
		TokenURL string   `json:"token_endpoint"`
		KeysURL  string   `json:"jwks_uri"`
		Methods  []string `json:"token_endpoint_auth_methods_supported"`
	}
	if err := provider.Claims(&document); err != nil {
		return nil, fmt.Errorf("discovery document of %s: %w", p.c.Issuer, err)
	}
	for _, address := range []string{document.AuthURL, document.TokenURL, document.KeysURL} {
		if err := p.checkAddress(address); err != nil {
			return nil, err
		}
	}
	endpoint := provider.Endpoint()
	// Fix the style: trying both would send the code to the provider twice.
	endpoint.AuthStyle = oauth2.AuthStyleInHeader
	if slices.Contains(document.Methods, "client_secret_post") {
		endpoint.AuthStyle = oauth2.AuthStyleInParams
	}
	return &metadata{provider, endpoint, time.Now()}, nil
}

// checkAddress returns an error for an address in the metadata that is less
// trustworthy than the issuer's.
func (p *Provider) checkAddress(address string) error {
	u, err := url.Parse(address)
	if err != nil || !trustworthy(u) || strings.HasPrefix(p.c.Issuer, "https:") && u.Scheme != "https" {
		return fmt.Errorf("%s lists the address %q, which is not trustworthy", p.c.Issuer, address)
	}
	return nil
}
