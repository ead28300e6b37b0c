package auth

import (
	"context"
	"fmt"

	"sonora/internal/music"
	"sonora/internal/people"
)

// proof is how somebody proved to be an account's owner.
type proof string

const (
	byPassword proof = "password"
	byProvider proof = "provider" // an identity provider said so
	byPasskey  proof = "passkey"  // a factor of its own kind and a second one: the device checked its user
	byFactor   proof = "second factor"
)

// admit lets a proven owner in: it opens a session, or says what is missing
// as an Unauthenticated Error: a proven e-mail address, with the field
// "unverified", or a second factor, for which the field "challenge" holds a
// token and "second_factor" the ways.
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

// errUnverified says what is missing in a field as well, for programs to tell
// it from other reasons.
var errUnverified = music.FieldError(music.Unauthenticated, "unverified",
	music.Say("Verify your e-mail address first. The link is in the mail we sent you."))
