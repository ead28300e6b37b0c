package auth

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"sonora/internal/music"
	"sonora/internal/people"
)

var (
	errBadPasskey = music.NewError(music.Unauthenticated, "This passkey was not accepted.").Coded(music.CodeWrongCredentials)
	errNoSuchKey  = errors.New("no such passkey")
	errCounter    = errors.New("the signature counter of the passkey decreased: the passkey may have been copied")
	errKeyChanged = errors.New("the passkey was used or removed meanwhile")
)

// BeginPasskeyLogin starts a sign-in with a passkey. With a challenge, the
// passkey is the second factor of a sign-in; without one, it replaces the
// password.
func (a *Service) BeginPasskeyLogin(ctx context.Context, challenge string) (*Ceremony, error) {
	w, err := a.webAuthn()
	if err != nil {
		return nil, err
	}
	if challenge != "" {
		return a.beginSecondFactor(ctx, w, challenge)
	}
	// The device must verify its user, because nothing else does.
	options, session, err := w.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return nil, fmt.Errorf("begin a sign-in with a passkey: %w", err)
	}
	return a.beginCeremony(ctx, signInCeremony, "", options.Response, ceremony{Session: *session})
}

func (a *Service) beginSecondFactor(ctx context.Context, w *webauthn.WebAuthn, challenge string) (*Ceremony, error) {
	hash := hashToken(challenge)
	account, err := a.challenged(ctx, factorChallenge, hash)
	if err != nil {
		return nil, err
	}
	owner, err := a.keyOwner(ctx, account)
	if err != nil {
		return nil, err
	}
	if len(owner.credentials) == 0 {
		return nil, errBadPasskey
	}
	options, session, err := w.BeginLogin(owner, webauthn.WithUserVerification(protocol.VerificationPreferred))
	if err != nil {
		return nil, fmt.Errorf("begin a sign-in with a passkey: %w", err)
	}
	return a.beginCeremony(ctx, signInCeremony, account.ID, options.Response, ceremony{Session: *session, Challenge: hash})
}

// PasskeyLogin finishes a sign-in with a device's answer. It returns
// Unauthenticated if the answer is not accepted.
func (a *Service) PasskeyLogin(ctx context.Context, token string, answer []byte) (*Grant, error) {
	accountID, c, err := a.takeCeremony(ctx, signInCeremony, token)
	if err != nil {
		return nil, ceremonyError(err, errChallengeOver)
	}
	account, err := a.checkAssertion(ctx, accountID, c, answer)
	if music.CodeOf(err) == music.Unauthenticated && account != nil {
		if err := a.note(ctx, people.FactorFailed, account.ID, "passkey"); err != nil {
			return nil, fmt.Errorf("record refused passkey: %w", err)
		}
	}
	if err != nil {
		return nil, err
	}
	if accountID != "" {
		return a.passFactor(ctx, account, c.Challenge)
	}
	return a.admit(ctx, account, byPasskey)
}

// checkAssertion verifies a device's answer and returns its account, even with
// an error if the account is known.
func (a *Service) checkAssertion(ctx context.Context, accountID string, c ceremony, answer []byte) (*music.Account, error) {
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return nil, errBadPasskey.Because(err)
	}
	w, err := a.webAuthn()
	if err != nil {
		return nil, err
	}
	if accountID == "" {
		accountID = string(parsed.Response.UserHandle)
	}
	owner, err := a.ownerByID(ctx, accountID)
	if err != nil {
		return nil, err
	}
	var credential *webauthn.Credential
	if len(c.Challenge) > 0 {
		credential, err = w.ValidateLogin(owner, c.Session, parsed)
	} else {
		_, credential, err = w.ValidatePasskeyLogin(func([]byte, []byte) (webauthn.User, error) { return owner, nil }, c.Session, parsed)
	}
	if err != nil {
		return owner.account, errBadPasskey.Because(err)
	}
	return owner.account, a.usePasskey(ctx, owner, credential)
}

// ownerByID returns an enabled account with its passkeys.
func (a *Service) ownerByID(ctx context.Context, accountID string) (*keyOwner, error) {
	account, err := a.store.AccountByID(ctx, accountID)
	if music.CodeOf(err) == music.NotFound || err == nil && !account.DisabledAt.IsZero() {
		return nil, errBadPasskey
	}
	if err != nil {
		return nil, fmt.Errorf("find the account: %w", err)
	}
	return a.keyOwner(ctx, account)
}

// usePasskey records the use of a passkey. A signature counter that does not
// increase indicates a copy of the key.
func (a *Service) usePasskey(ctx context.Context, owner *keyOwner, credential *webauthn.Credential) error {
	if credential.Authenticator.CloneWarning {
		return errBadPasskey.Because(errCounter)
	}
	encoded, err := json.Marshal(credential)
	if err != nil {
		return fmt.Errorf("encode a passkey: %w", err)
	}
	for _, p := range owner.passkeys {
		if !bytes.Equal(p.CredentialID, credential.ID) {
			continue
		}
		saved, err := a.store.UsePasskey(ctx, p, string(encoded), a.now())
		if err != nil {
			return fmt.Errorf("record use of passkey: %w", err)
		}
		if !saved {
			return errBadPasskey.Because(errKeyChanged)
		}
		return nil
	}
	return errBadPasskey.Because(errNoSuchKey)
}
