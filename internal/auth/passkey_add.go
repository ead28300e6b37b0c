package auth

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"sonora/internal/music"
	"sonora/internal/people"
)

var (
	errAddingOver      = music.NewError(music.Invalid, "Adding the passkey took too long. Start again.")
	errPasskeyNotAdded = music.NewError(music.Invalid, "This device's answer was not accepted. Try again.")
	errKnownPasskey    = music.NewError(music.Conflict, "This passkey is in use already.")
	errTooManyPasskeys = music.NewError(music.Conflict, "An account has at most %d passkeys.", maxPasskeys).Coded(music.CodeLimitReached)
)

// BeginPasskey starts to add a passkey. It returns the errors of Confirm, and
// Unavailable if passkeys are not possible at this server's address.
func (a *Service) BeginPasskey(ctx context.Context, v music.Viewer, password string) (*Ceremony, error) {
	account, err := a.Confirm(ctx, v, password)
	if err != nil {
		return nil, err
	}
	w, err := a.webAuthn()
	if err != nil {
		return nil, err
	}
	owner, err := a.keyOwner(ctx, account)
	if err != nil {
		return nil, err
	}
	if len(owner.passkeys) >= maxPasskeys {
		return nil, errTooManyPasskeys
	}
	options, session, err := w.BeginRegistration(owner,
		webauthn.WithExclusions(webauthn.Credentials(owner.credentials).CredentialDescriptors()),
		webauthn.WithAuthenticatorSelection(protocol.AuthenticatorSelection{
			// A key that cannot store credentials still works as a second
			// factor.
			ResidentKey: protocol.ResidentKeyRequirementPreferred, UserVerification: protocol.VerificationPreferred,
		}))
	if err != nil {
		return nil, fmt.Errorf("begin to add a passkey: %w", err)
	}
	return a.beginCeremony(ctx, addCeremony, account.ID, options.Response, ceremony{Session: *session})
}

// AddPasskey stores the passkey that a device created and ends the viewer's
// other sessions. It returns recovery codes if this is the account's first
// second factor, otherwise nil.
func (a *Service) AddPasskey(ctx context.Context, v music.Viewer, token, name string, answer []byte) (*people.Passkey, []string, error) {
	name, err := passkeyName(name)
	if err != nil {
		return nil, nil, err
	}
	accountID, c, err := a.takeCeremony(ctx, addCeremony, token)
	if err != nil {
		return nil, nil, ceremonyError(err, errAddingOver)
	}
	if accountID != v.AccountID {
		return nil, nil, errAddingOver
	}
	account, err := a.store.AccountByID(ctx, accountID)
	if err != nil {
		return nil, nil, fmt.Errorf("find the account: %w", err)
	}
	passkey, err := a.newPasskey(ctx, account, c.Session, answer)
	if err != nil {
		return nil, nil, err
	}
	passkey.Name = name
	codes, err := a.savePasskey(ctx, passkey)
	if err != nil {
		return nil, nil, err
	}
	return passkey, codes, a.factorChanged(ctx, account, v.SessionID, people.PasskeyAdded, name)
}

// newPasskey verifies a device's answer.
func (a *Service) newPasskey(ctx context.Context, account *music.Account, session webauthn.SessionData, answer []byte) (*people.Passkey, error) {
	w, err := a.webAuthn()
	if err != nil {
		return nil, err
	}
	owner, err := a.keyOwner(ctx, account)
	if err != nil {
		return nil, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil {
		return nil, errPasskeyNotAdded.Because(err)
	}
	credential, err := w.CreateCredential(owner, session, parsed)
	if err != nil {
		return nil, errPasskeyNotAdded.Because(err)
	}
	encoded, err := json.Marshal(credential)
	if err != nil {
		return nil, fmt.Errorf("encode a passkey: %w", err)
	}
	return &people.Passkey{AccountID: account.ID, CredentialID: credential.ID, Credential: string(encoded), CreatedAt: a.now()}, nil
}

// savePasskey stores a passkey. It returns recovery codes if this is the
// account's first second factor.
func (a *Service) savePasskey(ctx context.Context, p *people.Passkey) ([]string, error) {
	before, err := a.store.Factors(ctx, p.AccountID)
	if err != nil {
		return nil, fmt.Errorf("read second factors: %w", err)
	}
	if err := a.store.CreatePasskey(ctx, p); err != nil {
		if music.CodeOf(err) == music.Conflict {
			return nil, errKnownPasskey.Because(err)
		}
		return nil, fmt.Errorf("save a passkey: %w", err)
	}
	if before.Any() {
		return nil, nil
	}
	codes, hashes := newRecoveryCodes()
	if err := a.store.ReplaceRecoveryCodes(ctx, p.AccountID, hashes); err != nil {
		return nil, fmt.Errorf("make recovery codes: %w", err)
	}
	return codes, nil
}
