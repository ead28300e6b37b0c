package auth

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"time"

	"golang.org/x/oauth2"

	"sonora/internal/music"
	"sonora/internal/oidc"
	"sonora/internal/people"
)

const (
	// AttemptLifetime is how long a sign-in may take at the provider.
	AttemptLifetime = 10 * time.Minute
	attemptPurpose  = "sign in with a provider"
	usedCode        = "code of a provider"
	maxState        = 512
	maxCode         = 4096
)

var (
	errAttemptOver  = music.NewError(music.Invalid, "This sign-in took too long or was begun elsewhere. Start again.")
	errOtherAccount = music.NewError(music.Conflict, "The account that began this is not signed in any more. Start again.")
	errNoGoogle     = music.NewError(music.Invalid, "Google sign-in is not configured.")
	errProviderDown = music.NewError(music.Invalid, "The sign-in service does not answer. Try again later.")
)

// Google is the provider with routes of its own, which exist even if it is not
// configured.
const Google = oidc.Google

// IdentityProvider identifies people. Exchange returns Invalid for a code that
// is not accepted, for any reason.
type IdentityProvider interface {
	ID() string    // in URLs
	Label() string // for people
	ClientID() string
	Scope() string
	AuthURL(ctx context.Context, state, nonce, verifier, redirectURI string) (string, error)
	Exchange(ctx context.Context, code, verifier, redirectURI, nonce string) (*oidc.Identity, error)
}

// Providers returns the identity providers in the configured order.
func (a *Service) Providers() []IdentityProvider { return a.providers }

// Provider returns a provider. It returns NotFound for an unknown one, but
// Invalid for Google when it is not configured.
func (a *Service) Provider(id string) (IdentityProvider, error) {
	for _, p := range a.providers {
		if p.ID() == id {
			return p, nil
		}
	}
	if id == Google {
		return nil, errNoGoogle
	}
	return nil, music.ErrNotFound
}

// ProviderStart is a request to sign in with a provider or, if the viewer is
// signed in, to link it to their account.
type ProviderStart struct {
	Provider    string
	State       string // chosen and checked by the page
	RedirectURI string
	Address     string // server address of the request; "" if unknown
	Password    string // of the account to link
}

// attempt is a sign-in with a provider that BeginProvider started. The browser
// keeps it sealed.
type attempt struct {
	Purpose   string    `json:"purpose"`
	Provider  string    `json:"provider"`
	State     []byte    `json:"state"` // SHA-256
	Nonce     string    `json:"nonce"`
	Verifier  string    `json:"verifier"`
	AccountID string    `json:"account"` // account to link; "" to sign in
	Expires   time.Time `json:"expires"`
}

// BeginProvider returns the URL of the provider's page, and the sealed attempt
// that the browser must send back. When linking an account, it also returns the
// errors of Confirm.
func (a *Service) BeginProvider(ctx context.Context, v music.Viewer, s ProviderStart) (address, sealed string, err error) {
	p, err := a.Provider(s.Provider)
	if err != nil {
		return "", "", err
	}
	f := music.FieldErrors{}
	if s.State == "" || len(s.State) > maxState {
		f.Add("state", "Give 1 to 512 characters that nobody can guess.")
	}
	a.checkRedirect(f, p, s.RedirectURI, s.Address)
	if err := f.Err("state", "redirect_uri"); err != nil {
		return "", "", err
	}
	if v.SignedIn() { // linking adds a way to sign in, so it needs confirmation like a passkey
		if _, err := a.Confirm(ctx, v, s.Password); err != nil {
			return "", "", err
		}
	}
	t := attempt{
		Purpose: attemptPurpose, Provider: p.ID(), State: hashToken(s.State), Nonce: rand.Text(), Verifier: oauth2.GenerateVerifier(),
		AccountID: v.AccountID, Expires: a.now().Add(AttemptLifetime),
	}
	if address, err = p.AuthURL(ctx, s.State, t.Nonce, t.Verifier, s.RedirectURI); err != nil {
		a.log.Error("find address of identity provider failed", "provider", p.ID(), "error", err)
		return "", "", errProviderDown.Because(err)
	}
	data, err := json.Marshal(t)
	if err != nil {
		return "", "", fmt.Errorf("store sign-in with provider: %w", err)
	}
	return address, base64.RawURLEncoding.EncodeToString(a.box.Close(data)), nil
}

// openAttempt unseals an attempt. It returns an error if the attempt has
// expired.
func (a *Service) openAttempt(sealed string) (*attempt, error) {
	data, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil {
		return nil, errAttemptOver.Because(err)
	}
	if data, err = a.box.Open(data); err != nil {
		return nil, errAttemptOver.Because(err)
	}
	t := &attempt{}
	if err := json.Unmarshal(data, t); err != nil {
		return nil, errAttemptOver.Because(err)
	}
	if t.Purpose != attemptPurpose || !t.Expires.After(a.now()) {
		return nil, errAttemptOver
	}
	return t, nil
}

// ProviderReturn is a person's return from a provider.
type ProviderReturn struct {
	Provider    string
	Code        string
	State       string // "" if the page checked it
	RedirectURI string
	Address     string // as in ProviderStart
	Sealed      string // from BeginProvider; "" if the page did not call it
}

// FinishProvider signs in the person that the provider identifies, or links the
// provider to the viewer's account; the Grant then has only the Account. It
// returns Invalid for a code that is not accepted, Forbidden or Conflict if the
// identity may not sign in, and the errors of Login for a missing requirement.
func (a *Service) FinishProvider(ctx context.Context, v music.Viewer, r ProviderReturn) (*Grant, error) {
	p, err := a.Provider(r.Provider)
	if err != nil {
		return nil, err
	}
	t, err := a.checkReturn(v, p, r)
	if err != nil {
		return nil, err
	}
	who, err := p.Exchange(ctx, r.Code, t.Verifier, r.RedirectURI, t.Nonce)
	if err != nil {
		a.log.Warn("exchange code with identity provider failed", "provider", p.ID(), "error", err)
		return nil, err
	}
	if err := a.useCode(ctx, p, r.Code); err != nil {
		return nil, err
	}
	if t.AccountID != "" {
		return a.linkOwn(ctx, t.AccountID, p, who)
	}
	account, err := a.accountOf(ctx, p, who)
	if err != nil {
		return nil, err
	}
	return a.admit(ctx, account, byProvider)
}

// checkReturn validates a return and returns its attempt. If the page did not
// call BeginProvider, there is no verifier or nonce; the exchange then fails if
// the provider was given one, so that nobody can use a code from another
// browser.
func (a *Service) checkReturn(v music.Viewer, p IdentityProvider, r ProviderReturn) (*attempt, error) {
	f := music.FieldErrors{}
	if r.Code == "" {
		f.Add("code", "The code from the provider is missing.")
	}
	if len(r.Code) > maxCode || !a.ownRedirect(p, r.RedirectURI, r.Address) {
		f.Add("non_field_errors", "Failed to exchange code for access token")
	}
	if err := f.Err("code", "non_field_errors"); err != nil {
		return nil, err
	}
	if r.Sealed == "" {
		return &attempt{AccountID: v.AccountID}, nil
	}
	t, err := a.openAttempt(r.Sealed)
	if err != nil {
		return nil, err
	}
	if t.Provider != p.ID() || r.State != "" && !bytes.Equal(t.State, hashToken(r.State)) {
		return nil, errAttemptOver
	}
	if t.AccountID != "" && t.AccountID != v.AccountID {
		return nil, errOtherAccount
	}
	return t, nil
}

// useCode rejects a code that was used before, since some providers do not.
func (a *Service) useCode(ctx context.Context, p IdentityProvider, code string) error {
	err := a.store.CreateTicket(ctx, people.Ticket{
		Hash: hashToken(usedCode + " " + p.ID() + " " + code), Purpose: usedCode, CreatedAt: a.now(), ExpiresAt: a.now().Add(AttemptLifetime),
	})
	if music.CodeOf(err) == music.Conflict {
		return errAttemptOver.Because(err)
	}
	if err != nil {
		return fmt.Errorf("store code of provider: %w", err)
	}
	return nil
}
