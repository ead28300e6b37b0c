package auth

import (
	"context"
	"fmt"

	"sonora/internal/music"
	"sonora/internal/people"
)

// proof is the way in which a person proved that an account is theirs.
type proof string

const (
	byPassword proof = "password"
	byProvider proof = "provider" // the identity provider vouches for the person
	byPasskey  proof = "passkey"  // counts as two factors, because the device verified its user
	byFactor   proof = "second factor"
)

// admit signs in a person who proved that the account is theirs and opens a
// session. If a requirement is missing, it returns an Unauthenticated error:
// with the field "unverified" for an unverified email address, or with the
// fields "challenge" (a token) and "second_factor" (the ways to finish) for a
// second factor.
func (a *Service) admit(ctx context.Context, account *music.Account, by proof) (*Grant, error) {
	if a.settings.Get().RequireVerification && account.VerifiedAt.IsZero() && account.Role != music.Admin {
		return nil, errUnverified
	}
	if by == byPassword || by == byProvider {
		if err := a.wantFactor(ctx, account); err != nil {
			return nil, err
		}
	}
	if err := a.noticeDevice(ctx, account); err != nil {
		return nil, err
	}
	grant, err := a.openSession(ctx, account)
	if err != nil {
		return nil, err
	}
	if err := a.note(ctx, people.SignedIn, account.ID, string(by)); err != nil {
		return nil, fmt.Errorf("record sign-in: %w", err)
	}
	return grant, nil
}

// errUnverified has a field, so that programs can tell it from other errors.
var errUnverified = music.FieldError(music.Unauthenticated, "unverified",
	music.Coded(music.CodeEmailUnverified, "Verify your email address first. The link is in the mail we sent you."))
