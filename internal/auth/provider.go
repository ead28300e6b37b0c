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
	// AttemptLifetime is how long a person has at the provider's page.
	AttemptLifetime = 10 * time.Minute
	attemptPurpose  = "sign in with a provider"
	usedCode        = "code of a provider"
	maxState        = 512
	maxCode         = 4096
)

var (
	errAttemptOver = music.NewError(music.Invalid, "This sign-in took too long or was begun elsewhere. Start again.")
	errNotThatOne  = music.NewError(music.Conflict, "The account that began this is not signed in any more. Start again.")
	errNoGoogle    = music.NewError(music.Invalid, "Google sign-in is not configured.")
	errSilent      = music.NewError(music.Invalid, "The sign-in service does not answer. Try again later.")
)

// Google is the provider that has an address of its own in any case.
const Google = oidc.Google

// IdentityProvider says who somebody is. Exchange returns Invalid for a code
// that is no good, whatever the reason.
type IdentityProvider interface {
	ID() string    // in addresses
	Label() string // for people
	ClientID() string
	Scope() string
	AuthURL(ctx context.Context, state, nonce, verifier, redirectURI string) (string, error)
	Exchange(ctx context.Context, code, verifier, redirectURI, nonce string) (*oidc.Identity, error)
}

// Providers returns the identity providers in the operator's order.
func (a *Service) Providers() []IdentityProvider { return a.providers }

// Provider returns a provider. NotFound for an unknown one; Google, which has
// an address of its own in any case, is Invalid when it is not set up.
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

// ProviderStart begins a sign-in with a provider, or for a viewer the linking
// of their account.
type ProviderStart struct {
	Provider    string
	State       string // of the page, which looks at it when the person comes back
	RedirectURI string
	Address     string // the server's own, as the request came by it; "" for unknown
	Password    string // of the account to be linked
}

// attempt is a sign-in with a provider that began here. The browser keeps it
// sealed.
type attempt struct {
	Purpose   string    `json:"purpose"`
	Provider  string    `json:"provider"`
	State     []byte    `json:"state"` // SHA-256
	Nonce     string    `json:"nonce"`
	Verifier  string    `json:"verifier"`
	AccountID string    `json:"account"` // to be linked; "" to sign in
	Expires   time.Time `json:"expires"`
}

// BeginProvider returns the address of the provider's page, and the attempt
// that the browser has to bring back. To link an account, errors are also
// those of Confirm.
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
	if v.SignedIn() { // another way into the account: as with passkeys, not for somebody at a borrowed device
		if _, err := a.Confirm(ctx, v, s.Password); err != nil {
			return "", "", err
		}
	}
	t := attempt{
		Purpose: attemptPurpose, Provider: p.ID(), State: hashToken(s.State), Nonce: rand.Text(), Verifier: oauth2.GenerateVerifier(),
		AccountID: v.AccountID, Expires: a.now().Add(AttemptLifetime),
	}
	if address, err = p.AuthURL(ctx, s.State, t.Nonce, t.Verifier, s.RedirectURI); err != nil {
		a.log.Error("identity provider does not answer", "provider", p.ID(), "error", err)
		return "", "", errSilent.Because(err)
	}
	data, err := json.Marshal(t)
	if err != nil {
		return "", "", fmt.Errorf("store sign-in with provider: %w", err)
	}
	return address, base64.RawURLEncoding.EncodeToString(a.box.Close(data)), nil
}

// openAttempt returns what BeginProvider sealed, unless it is over.
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

// ProviderReturn is what a person comes back with from a provider.
type ProviderReturn struct {
	Provider    string
	Code        string
	State       string // "" when the page looked at it
	RedirectURI string
	Address     string // as in ProviderStart
	Sealed      string // as BeginProvider gave it; "" when the page began by itself
}

// FinishProvider signs in whoever the provider says it is, or links the
// viewer's account; the Grant of that has only the Account. It returns
// Invalid for a code that is no good, Forbidden and Conflict for somebody who
// cannot come in this way, and what a sign-in lacks as Login does.
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
		a.log.Warn("identity provider returned no identity", "provider", p.ID(), "error", err)
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

// checkReturn returns the attempt a person comes back from. Without a sealed
// one there is no verifier and no nonce: then the provider must not have been
// given any, so that nobody uses a code of somebody else's browser.
func (a *Service) checkReturn(v music.Viewer, p IdentityProvider, r ProviderReturn) (*attempt, error) {
	f := music.FieldErrors{}
	if r.Code == "" {
		f.Add("code", "This field is required.")
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
		return nil, errNotThatOne
	}
	return t, nil
}

// useCode refuses a code that came before, also where the provider does not.
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
