package oidc

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"strconv"
	"time"

	gooidc "github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"sonora/internal/music"
)

// Identity is what a provider says about a person.
type Identity struct {
	Subject       string // unique per provider and never reassigned
	Email         string
	EmailVerified bool
	FirstName     string
	LastName      string
}

const (
	exchangeTimeout = 20 * time.Second
	maxSubject      = 255
	maxCause        = 500 // length of a provider's message in the log
)

var (
	errNoToken   = errors.New("the provider returned no ID token")
	errNonce     = errors.New("the ID token is for another sign-in: nonce mismatch")
	errParty     = errors.New("the ID token was issued to another client: azp mismatch")
	errSubject   = errors.New("the ID token has no usable subject")
	errOtherUser = errors.New("the provider's user information is about another user")
)

// Exchange exchanges an authorization code for an identity. verifier and nonce
// are those passed to AuthURL; both are "" for an attempt that began without
// them, whose token must not have a nonce. Exchange returns an Invalid error if
// the code, the provider or its response is not acceptable; the error's cause
// is for the log.
func (p *Provider) Exchange(ctx context.Context, code, verifier, redirectURI, nonce string) (*Identity, error) {
	ctx, cancel := context.WithTimeout(gooidc.ClientContext(ctx, p.client), exchangeTimeout)
	defer cancel()
	identity, err := p.exchange(ctx, code, verifier, redirectURI, nonce)
	if err != nil {
		return nil, failed(err)
	}
	return identity, nil
}

// failed returns the error for a code that was not accepted.
func failed(err error) error {
	f := music.FieldErrors{}
	f.Add("non_field_errors", "Failed to exchange code for access token")
	e := &music.Error{Code: music.Invalid, Fields: f, Detail: f["non_field_errors"][0]}
	return e.Because(errors.New(brief(err.Error())))
}

// brief shortens a message of a provider to one line of the log.
func brief(s string) string {
	if len(s) > maxCause {
		s = s[:maxCause] + "…"
	}
	q := strconv.Quote(s)
	return q[1 : len(q)-1]
}

func (p *Provider) exchange(ctx context.Context, code, verifier, redirectURI, nonce string) (*Identity, error) {
	f, err := p.discover(ctx)
	if err != nil {
		return nil, err
	}
	var options []oauth2.AuthCodeOption
	if verifier != "" {
		options = append(options, oauth2.VerifierOption(verifier))
	}
	tokens, err := p.config(f, redirectURI).Exchange(ctx, code, options...)
	if err != nil {
		return nil, fmt.Errorf("exchange the code: %w", err)
	}
	signed, ok := tokens.Extra("id_token").(string)
	if !ok {
		return nil, errNoToken
	}
	c, err := p.verify(ctx, f, signed, nonce, tokens.AccessToken)
	if err != nil {
		return nil, err
	}
	if c.Email == "" && f.provider.UserInfoEndpoint() != "" {
		if c, err = p.complete(ctx, f, c, tokens); err != nil {
			return nil, err
		}
	}
	return &Identity{c.Subject, c.Email, bool(c.EmailVerified), c.GivenName, c.FamilyName}, nil
}

// claims are the claims of a token or of the user information.
type claims struct {
	Subject       string  `json:"sub"`
	Party         string  `json:"azp"`
	Email         string  `json:"email"`
	EmailVerified boolean `json:"email_verified"`
	GivenName     string  `json:"given_name"`
	FamilyName    string  `json:"family_name"`
}

// boolean also accepts "true", which some providers send.
type boolean bool

// UnmarshalJSON implements json.Unmarshaler.
func (b *boolean) UnmarshalJSON(data []byte) error {
	*b = boolean(string(data) == "true" || string(data) == `"true"`)
	return nil
}

// verify checks the signature, issuer, audience, expiry, authorized party,
// nonce and, if present, the hash of the access token (OpenID Connect Core 1.0,
// section 3.1.3.7).
func (p *Provider) verify(ctx context.Context, f *metadata, signed, nonce, access string) (*claims, error) {
	token, err := f.provider.Verifier(&gooidc.Config{ClientID: p.c.ClientID}).Verify(ctx, signed)
	if err != nil {
		return nil, fmt.Errorf("check the ID token: %w", err)
	}
	if subtle.ConstantTimeCompare([]byte(token.Nonce), []byte(nonce)) != 1 {
		return nil, errNonce
	}
	if token.AccessTokenHash != "" {
		if err := token.VerifyAccessToken(access); err != nil {
			return nil, fmt.Errorf("check the access token: %w", err)
		}
	}
	c := &claims{}
	if err := token.Claims(c); err != nil {
		return nil, fmt.Errorf("read the ID token: %w", err)
	}
	if c.Party != p.c.ClientID && (c.Party != "" || len(token.Audience) > 1) {
		return nil, errParty
	}
	if c.Subject == "" || len(c.Subject) > maxSubject {
		return nil, errSubject
	}
	return c, nil
}

// complete requests the user information for claims that some providers leave
// out of their tokens.
func (p *Provider) complete(ctx context.Context, f *metadata, c *claims, tokens *oauth2.Token) (*claims, error) {
	if err := p.checkAddress(f.provider.UserInfoEndpoint()); err != nil {
		return nil, err
	}
	info, err := f.provider.UserInfo(ctx, oauth2.StaticTokenSource(tokens))
	if err != nil {
		return nil, fmt.Errorf("request user information: %w", err)
	}
	more := &claims{}
	if err := info.Claims(more); err != nil {
		return nil, fmt.Errorf("read user information: %w", err)
	}
	if more.Subject != c.Subject {
		return nil, errOtherUser
	}
	return more, nil
}
