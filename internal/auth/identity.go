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
	errDisabled  = music.NewError(music.Forbidden, "This account is disabled.").Coded(music.CodeAccountDisabled)
	errUnproven  = music.NewError(music.Forbidden, "The provider has not verified your email address, so it does not open an account here.")
	errLinkFirst = music.NewError(music.Forbidden, "There is an account with your email address already. Sign in with its password first, then connect the provider in the settings.")
	errNoEmail   = music.NewError(music.Forbidden, "The provider did not share your email address, so you cannot create an account with it.")
	errNotLinked = music.NewError(music.NotFound, "Your account is not connected with this provider.")
)

// accountOf returns the account for an identity: the linked account, else the
// one with the same verified address, else a new one.
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
	// Another request has created the account meanwhile.
	account, err = a.store.AccountByEmail(ctx, email)
	return a.sameEmail(ctx, p, who, account, err)
}

// provenEmail returns the address that the provider verified.
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

// provenBy marks the account's address as verified if the provider verified it.
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

// sameEmail links an identity to the account with the same address. err is the
// error of the lookup. An unverified account is not linked: a stranger may have
// created it with another person's address, and the two would share it.
func (a *Service) sameEmail(ctx context.Context, p IdentityProvider, who *oidc.Identity, account *music.Account, err error) (*music.Account, error) {
	if err != nil {
		return nil, fmt.Errorf("find the account: %w", err)
	}
	if err := a.checkEnabled(ctx, p, account); err != nil {
		return nil, err
	}
	if people.IsWaiting(account) {
		return nil, errJoinFirst
	}
	if account.VerifiedAt.IsZero() {
		return nil, errLinkFirst
	}
	return account, a.connect(ctx, p, who, account)
}

// newcomer creates an account for an identity if registration allows it. It
// returns Invalid if the address was taken meanwhile.
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
	a.tellVerified(ctx, account.ID)
	if err := a.tellOwner(ctx, account, mail.Message{Kind: mail.Welcome, Link: a.link("/", "")}); err != nil {
		a.log.Error("write welcome mail failed", "account", account.ID, "error", err)
	}
	return account, nil
}

// givenName cleans a provider's name so that it follows the rules for names.
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

// linkOwn links an identity to the account of the person who is signed in.
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

// connect links an identity to an account and informs the owner, unless they
// are already linked.
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

// Unlink removes a provider from the viewer's account. It returns NotFound if
// the provider is not linked, and Conflict if it is the only way to sign in.
func (a *Service) Unlink(ctx context.Context, v music.Viewer, provider string) error {
	account, err := a.store.AccountByID(ctx, v.AccountID)
	if err != nil {
		return fmt.Errorf("find the account: %w", err)
	}
	err = a.store.DeleteIdentity(ctx, account.ID, provider)
	if music.CodeOf(err) == music.NotFound {
		return errNotLinked
	}
	if err != nil {
		return err
	}
	return a.tellFactor(ctx, account, people.IdentityUnlinked, a.LabelOf(provider))
}

// LabelOf returns a provider's display name, or its ID if it is no longer
// configured.
func (a *Service) LabelOf(provider string) string {
	if p, err := a.Provider(provider); err == nil {
		return p.Label()
	}
	return provider
}
