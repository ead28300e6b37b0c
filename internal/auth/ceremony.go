package auth

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"

	"sonora/internal/music"
)

const (
	ceremonyLifetime = 5 * time.Minute
	// Purposes of tickets for WebAuthn ceremonies. A ceremony begins in one
	// request, continues in a browser dialog and ends in another request.
	addCeremony    = "add a passkey"
	signInCeremony = "sign in with a passkey"
)

// Ceremony is what a browser needs to ask a device for a passkey.
type Ceremony struct {
	Token   string          // returned with the device's answer
	Options json.RawMessage // for navigator.credentials
}

// ceremony is the server's state of a ceremony.
type ceremony struct {
	Session   webauthn.SessionData `json:"session"`
	Challenge []byte               `json:"challenge,omitempty"` // SHA-256 of the sign-in challenge that the passkey completes
}

// beginCeremony stores a ceremony. accountID is "" if the account is not known
// yet.
func (a *Service) beginCeremony(ctx context.Context, purpose, accountID string, options any, c ceremony) (*Ceremony, error) {
	data, err := json.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("store ceremony: %w", err)
	}
	encoded, err := json.Marshal(options)
	if err != nil {
		return nil, fmt.Errorf("encode the options of a ceremony: %w", err)
	}
	token, _, err := a.giveTicket(ctx, accountID, purpose, string(data), ceremonyLifetime)
	if err != nil {
		return nil, err
	}
	return &Ceremony{Token: token, Options: encoded}, nil
}

// takeCeremony consumes a ceremony, even if it then fails. It returns NotFound
// if the ceremony has expired or was used.
func (a *Service) takeCeremony(ctx context.Context, purpose, token string) (accountID string, c ceremony, err error) {
	ticket, err := a.store.TakeTicket(ctx, hashToken(token), purpose, a.now())
	if err != nil {
		return "", c, err
	}
	if err := json.Unmarshal([]byte(ticket.Data), &c); err != nil {
		return "", c, fmt.Errorf("read a ceremony: %w", err)
	}
	return ticket.AccountID, c, nil
}

// ceremonyError replaces the NotFound of takeCeremony by the error that the
// person reads.
func ceremonyError(err error, over *music.Error) error {
	if music.CodeOf(err) == music.NotFound {
		return over.Because(err)
	}
	return fmt.Errorf("find the ceremony: %w", err)
}
