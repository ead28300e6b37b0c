package auth

import (
	"context"
	"fmt"
	"strings"

	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/oidc"
	"sonora/internal/people"
)

var (
	errDisabled     = music.NewError(music.Forbidden, "This account is disabled.")
	errUnproven     = music.NewError(music.Forbidden, "The provider has not verified your e-mail address, so it does not open an account here.")
	errLinkFirst    = music.NewError(music.Forbidden, "There is an account with your e-mail address already. Sign in with its password first, then connect the provider in the settings.")
	errNoEmail      = music.NewError(music.Forbidden, "The provider did not tell your e-mail address, so it does not open an account here.")
	errUnlinkNobody = music.NewError(music.NotFound, "Your account is not connected with this provider.")
)

// accountOf returns the account of somebody a provider vouches for: the one
// that is linked, else the one with the same proven address, else a new one.
func (a *Service) accountOf(ctx context.Context, p IdentityProvider, who *oidc.Identity) (*music.Account, error) {
	known, err := a.store.Identity(ctx, p.ID(), who.Subject)
	if err == nil {
		return a.knownAccount(ctx, p, known, who)
	}
	if music.CodeOf(err) != music.NotFound {
		return nil, fmt.Errorf("find the identity: %w", err)
	}
	email, err := provenEmail(who)
	if err != nil {
		return nil, err
	}
	account, err := a.store.AccountByEmail(ctx, email)
	if music.CodeOf(err) != music.NotFound {
		return a.sameEmail(ctx, p, who, account, err)
	}
	account, err = a.newcomer(ctx, p, who, email)
	if music.CodeOf(err) != music.Invalid {
		return account, err
	}
	// Another request was faster: the account is there now.
	account, err = a.store.AccountByEmail(ctx, email)
	return a.sameEmail(ctx, p, who, account, err)
}

// provenEmail is the address that the provider says is the person's.
func provenEmail(who *oidc.Identity) (string, error) {
	email := NormalizeEmail(who.Email)
	f := music.FieldErrors{}
	if checkEmail(f, email); len(f) > 0 {
		return "", errNoEmail
	}
	if !who.EmailVerified {
		return "", errUnproven
	}
	return email, nil
}

func (a *Service) knownAccount(ctx context.Context, p IdentityProvider, known *people.Identity, who *oidc.Identity) (*music.Account, error) {
	account, err := a.store.AccountByID(ctx, known.AccountID)
	if err != nil {
		return nil, fmt.Errorf("find the account: %w", err)
	}
	if err := a.checkEnabled(ctx, p, account); err != nil {
		return nil, err
	}
	if err := a.store.UseIdentity(ctx, p.ID(), who.Subject, who.Email, a.now()); err != nil {
		return nil, fmt.Errorf("record use of identity: %w", err)
	}
	return account, a.provenBy(ctx, account, who)
}

func (a *Service) checkEnabled(ctx context.Context, p IdentityProvider, account *music.Account) error {
	if account.DisabledAt.IsZero() {
		return nil
	}
	if err := a.noteBy(ctx, "", people.SignInFailed, account.ID, p.ID()); err != nil {
		return fmt.Errorf("record failed login: %w", err)
	}
	return errDisabled
}

// provenBy takes the provider's word for the account's own address.
func (a *Service) provenBy(ctx context.Context, account *music.Account, who *oidc.Identity) error {
	if !account.VerifiedAt.IsZero() || !who.EmailVerified || NormalizeEmail(who.Email) != account.Email {
		return nil
	}
	if err := a.proven(ctx, account, account.Email); err != nil {
		return err
	}
	account.VerifiedAt = a.now()
	return nil
}

// sameEmail links an account with somebody who has its address; err is of
// looking for it. Whoever made an account without proving the address may
// not be its owner: who is must not end up in an account that they share.
func (a *Service) sameEmail(ctx context.Context, p IdentityProvider, who *oidc.Identity, account *music.Account, err error) (*music.Account, error) {
	if err != nil {
		return nil, fmt.Errorf("find the account: %w", err)
	}
	if err := a.checkEnabled(ctx, p, account); err != nil {
		return nil, err
	}
	if account.VerifiedAt.IsZero() {
		return nil, errLinkFirst
	}
	return account, a.connect(ctx, p, who, account)
}

// newcomer creates an account for somebody, as far as the operator lets
// people in. Invalid when the address was taken meanwhile.
func (a *Service) newcomer(ctx context.Context, p IdentityProvider, who *oidc.Identity, email string) (*music.Account, error) {
	account := &music.Account{
		Email: email, FirstName: givenName(who.FirstName), LastName: givenName(who.LastName), VerifiedAt: a.now(), AuthProvider: p.ID(),
	}
	account, err := a.enrol(ctx, account, "")
	if err != nil {
		return nil, err
	}
	if err := a.store.LinkIdentity(ctx, a.identity(p, who, account)); err != nil {
		return nil, fmt.Errorf("link the identity: %w", err)
	}
	if err := a.tellOwner(ctx, account, mail.Message{Kind: mail.Welcome, Link: a.link("/", "")}); err != nil {
		a.log.Error("write welcome mail failed", "account", account.ID, "error", err)
	}
	return account, nil
}

// givenName makes a name that a person could have entered.
func givenName(name string) string {
	name = strings.Map(func(r rune) rune {
		if notPrintable(r) {
			return -1
		}
		return r
	}, name)
	if letters := []rune(cleanName(name)); len(letters) > maxName {
		return cleanName(string(letters[:maxName]))
	}
	return cleanName(name)
}

func (a *Service) identity(p IdentityProvider, who *oidc.Identity, account *music.Account) people.Identity {
	return people.Identity{
		Provider: p.ID(), Subject: who.Subject, AccountID: account.ID, Email: cut(who.Email, maxEmail), CreatedAt: a.now(), LastUsedAt: a.now(),
	}
}

// linkOwn gives a signed-in person's account another way in.
func (a *Service) linkOwn(ctx context.Context, accountID string, p IdentityProvider, who *oidc.Identity) (*Grant, error) {
	account, err := a.store.AccountByID(ctx, accountID)
	if music.CodeOf(err) == music.NotFound || err == nil && !account.DisabledAt.IsZero() {
		return nil, music.ErrUnauthenticated
	}
	if err != nil {
		return nil, fmt.Errorf("find the account: %w", err)
	}
	if err := a.connect(ctx, p, who, account); err != nil {
		return nil, err
	}
	if err := a.provenBy(ctx, account, who); err != nil {
		return nil, err
	}
	return &Grant{Account: account}, nil
}

// connect links an account and tells its owner, unless it is linked already.
func (a *Service) connect(ctx context.Context, p IdentityProvider, who *oidc.Identity, account *music.Account) error {
	known, err := a.store.Identity(ctx, p.ID(), who.Subject)
	if err == nil && known.AccountID == account.ID {
		return nil
	}
	if err != nil && music.CodeOf(err) != music.NotFound {
		return fmt.Errorf("find the identity: %w", err)
	}
	if err := a.store.LinkIdentity(ctx, a.identity(p, who, account)); err != nil {
		return err
	}
	if account.AuthProvider == "" {
		account.AuthProvider = p.ID()
	}
	return a.tellFactor(ctx, account, people.IdentityLinked, p.Label())
}

// Unlink takes a provider away from the viewer's account. NotFound when it is
// not linked; Conflict when it is the only way in.
func (a *Service) Unlink(ctx context.Context, v music.Viewer, provider string) error {
	account, err := a.store.AccountByID(ctx, v.AccountID)
	if err != nil {
		return fmt.Errorf("find the account: %w", err)
	}
	err = a.store.DeleteIdentity(ctx, account.ID, provider)
	if music.CodeOf(err) == music.NotFound {
		return errUnlinkNobody
	}
	if err != nil {
		return err
	}
	return a.tellFactor(ctx, account, people.IdentityUnlinked, a.LabelOf(provider))
}

// LabelOf is a provider's name for people, also of one that is not set up any more.
func (a *Service) LabelOf(provider string) string {
	if p, err := a.Provider(provider); err == nil {
		return p.Label()
	}
	return provider
}
