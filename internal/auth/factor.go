package auth

import (
	"context"
	"encoding/hex"
	"fmt"
	"time"

	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/people"
)

const (
	challengeLifetime = 5 * time.Minute
	// factorGrace is how long people may postpone a second factor that the
	// operator requires, counted from their first sign-in after that.
	factorGrace = 7 * 24 * time.Hour
	// Limits of wrong codes: for one challenge, and for an account within
	// lockOut, from any address.
	maxChallengeTries = 5
	maxFactorTries    = 10
)

// Purposes of tickets for sign-ins whose password was correct.
const (
	factorChallenge = "second factor" // a code or passkey is missing
	enrolChallenge  = "enrolment"     // a second factor must be set up
)

// Ways to finish a sign-in, as in the field "second_factor".
const (
	wayTOTP     = "totp"
	wayPasskey  = "passkey"
	wayRecovery = "recovery"
	wayEnrol    = "enrol"
)

var (
	errChallengeOver = music.NewError(music.Unauthenticated, "This sign-in took too long or was used already. Sign in again.").Coded(music.CodeSignInAgain)
	errNoFactor      = music.NewError(music.Conflict, "Turn on a second factor first.")
)

// wantFactor returns an error that asks for the missing second factor, or nil
// if none is missing.
func (a *Service) wantFactor(ctx context.Context, account *music.Account) error {
	f, err := a.store.Factors(ctx, account.ID)
	if err != nil {
		return fmt.Errorf("read second factors: %w", err)
	}
	if !f.Any() && a.settings.Get().EnableTwoFactor {
		return a.wantEnrolment(ctx, account)
	}
	if err := a.setFactorDue(ctx, account, time.Time{}); err != nil || !f.Any() {
		return err
	}
	detail, ways := music.Say("Use your passkey to finish signing in."), []string{}
	if f.TOTP {
		detail, ways = music.Say("Enter the code of your authenticator app."), append(ways, wayTOTP)
	}
	if f.Passkeys > 0 {
		ways = append(ways, wayPasskey)
	}
	if f.RecoveryCodes > 0 {
		ways = append(ways, wayRecovery)
	}
	return a.challenge(ctx, account, factorChallenge, detail, ways)
}

// wantEnrolment starts the grace period, and requires a second factor after it.
func (a *Service) wantEnrolment(ctx context.Context, account *music.Account) error {
	if account.FactorDueAt.IsZero() {
		return a.setFactorDue(ctx, account, a.now().Add(factorGrace))
	}
	if a.now().Before(account.FactorDueAt) {
		return nil
	}
	return a.challenge(ctx, account, enrolChallenge, music.Say("Set up a second factor to sign in."), []string{wayEnrol})
}

// overdue reports whether the account did not set up the required second factor
// in time. Its sessions then end, so that the next sign-in requires it.
func (a *Service) overdue(ctx context.Context, account *music.Account) (bool, error) {
	if !a.settings.Get().EnableTwoFactor {
		return false, nil
	}
	f, err := a.store.Factors(ctx, account.ID)
	if err != nil {
		return false, fmt.Errorf("read second factors: %w", err)
	}
	switch {
	case f.Any():
		return false, nil
	case account.FactorDueAt.IsZero():
		return false, a.setFactorDue(ctx, account, a.now().Add(factorGrace))
	}
	return !a.now().Before(account.FactorDueAt), nil
}

func (a *Service) setFactorDue(ctx context.Context, account *music.Account, at time.Time) error {
	if account.FactorDueAt.Equal(at) {
		return nil
	}
	if err := a.store.SetFactorDue(ctx, account.ID, at); err != nil {
		return fmt.Errorf("record deadline of second factor: %w", err)
	}
	account.FactorDueAt = at
	return nil
}

// challenge returns an error that asks the client to finish the sign-in.
func (a *Service) challenge(ctx context.Context, account *music.Account, purpose string, detail music.Message, ways []string) error {
	token, _, err := a.giveTicket(ctx, account.ID, purpose, passwordMark(account), challengeLifetime)
	if err != nil {
		return err
	}
	e := (&music.Error{Code: music.Unauthenticated, Detail: detail}).Coded(music.CodeSecondFactorRequired)
	e.Fields = music.FieldErrors{"challenge": {music.Verbatim(token)}}
	for _, way := range ways {
		e.Fields.Note("second_factor", music.Verbatim(way))
	}
	return e
}

// passwordMark identifies the account's password. A challenge stores it, so
// that a new password invalidates the challenge.
func passwordMark(account *music.Account) string {
	return hex.EncodeToString(hashToken(account.PasswordHash))
}

// challenged returns the account that a challenge belongs to, without consuming
// it.
func (a *Service) challenged(ctx context.Context, purpose string, challenge []byte) (*music.Account, error) {
	ticket, err := a.store.Ticket(ctx, challenge, purpose, a.now())
	if music.CodeOf(err) == music.NotFound {
		return nil, errChallengeOver
	}
	if err != nil {
		return nil, fmt.Errorf("find the challenge: %w", err)
	}
	account, err := a.store.AccountByID(ctx, ticket.AccountID)
	if music.CodeOf(err) == music.NotFound || err == nil && !account.DisabledAt.IsZero() {
		return nil, errChallengeOver
	}
	if err != nil {
		return nil, fmt.Errorf("find the account: %w", err)
	}
	if ticket.Data != passwordMark(account) {
		return nil, errChallengeOver
	}
	return account, nil
}

// useChallenge consumes a challenge. A second use fails.
func (a *Service) useChallenge(ctx context.Context, purpose string, challenge []byte) error {
	_, err := a.store.TakeTicket(ctx, challenge, purpose, a.now())
	if music.CodeOf(err) == music.NotFound {
		return errChallengeOver
	}
	if err != nil {
		return fmt.Errorf("use the challenge: %w", err)
	}
	return nil
}

// LoginCode finishes a sign-in with a code of the authenticator app or a
// recovery code. It returns Unauthenticated if the challenge is over, Invalid
// with the field "code" for a wrong code, and TooMany after too many wrong
// codes for the account.
func (a *Service) LoginCode(ctx context.Context, token, code string) (*Grant, error) {
	challenge := hashToken(token)
	account, err := a.challenged(ctx, factorChallenge, challenge)
	if err != nil {
		return nil, err
	}
	if err := a.spendTry(ctx, account.ID, challenge); err != nil {
		return nil, err
	}
	right, err := a.checkCode(ctx, account, code)
	if err != nil {
		return nil, err
	}
	if !right {
		if err := a.note(ctx, people.FactorFailed, account.ID, ""); err != nil {
			return nil, fmt.Errorf("record wrong code: %w", err)
		}
		return nil, wrongCode()
	}
	return a.passFactor(ctx, account, challenge)
}

// passFactor signs in a person who proved both factors.
func (a *Service) passFactor(ctx context.Context, account *music.Account, challenge []byte) (*Grant, error) {
	if err := a.useChallenge(ctx, factorChallenge, challenge); err != nil {
		return nil, err
	}
	if err := a.store.ClearFailedLogins(ctx, factorTries(account.ID)); err != nil {
		return nil, fmt.Errorf("clear wrong codes: %w", err)
	}
	return a.admit(ctx, account, byFactor)
}

// checkCode reports whether the code is correct, and consumes it.
func (a *Service) checkCode(ctx context.Context, account *music.Account, code string) (bool, error) {
	code = plainCode(code)
	if isTOTP(code) {
		return a.checkTOTP(ctx, account.ID, code)
	}
	return a.useRecoveryCode(ctx, account, code)
}

func factorTries(accountID string) string { return "factor/" + accountID }

// spendTry counts a try before the code is checked, so that concurrent tries do
// not exceed the limit.
func (a *Service) spendTry(ctx context.Context, accountID string, challenge []byte) error {
	over, last, err := a.countTry(ctx, factorTries(accountID), maxFactorTries, lockOut)
	if err != nil {
		return err
	}
	if over {
		locked := music.NewError(music.TooMany, "Too many wrong codes. Try again in 15 minutes.").Coded(music.CodeLockedOut)
		locked.RetryAfter = last.Add(lockOut).Sub(a.now())
		return locked
	}
	over, _, err = a.countTry(ctx, "challenge/"+hex.EncodeToString(challenge), maxChallengeTries, lockOut)
	if err == nil && over {
		err = errChallengeOver
	}
	return err
}

// countTry counts a try and reports whether the key exceeded limit tries within
// a time, and when the last one was. Rejected tries do not count.
func (a *Service) countTry(ctx context.Context, key string, limit int, within time.Duration) (over bool, last time.Time, err error) {
	since := a.now().Add(-within)
	tries, last, err := a.store.FailedLogins(ctx, key, since)
	if err == nil && tries >= limit {
		return true, last, nil
	}
	if err == nil {
		_, err = a.store.FailedLogin(ctx, key, a.now())
	}
	if err == nil {
		tries, last, err = a.store.FailedLogins(ctx, key, since)
	}
	if err != nil {
		return false, last, fmt.Errorf("count wrong codes: %w", err)
	}
	return tries > limit, last, nil
}

func wrongCode() error {
	return music.FieldError(music.Invalid, "code", music.Coded(music.CodeWrongCode, "This code is incorrect."))
}

// factorChanged ends the account's other sessions, records the change and
// informs the owner.
func (a *Service) factorChanged(ctx context.Context, account *music.Account, keepSession string, kind people.AuditKind, detail string) error {
	if err := a.store.RevokeOtherSessions(ctx, account.ID, keepSession, a.now()); err != nil {
		return fmt.Errorf("end other sessions: %w", err)
	}
	a.forgetAccount(account.ID)
	return a.tellFactor(ctx, account, kind, detail)
}

// tellFactor records a change of the second factors and informs the owner.
func (a *Service) tellFactor(ctx context.Context, account *music.Account, kind people.AuditKind, detail string) error {
	if err := a.note(ctx, kind, account.ID, detail); err != nil {
		return fmt.Errorf("record change of second factors: %w", err)
	}
	return a.tellOwner(ctx, account, mail.Message{Kind: mail.FactorChanged, Detail: string(kind)})
}

// ClearFactors removes every second factor of an account and ends its sessions,
// for operators whose members lost theirs.
func (a *Service) ClearFactors(ctx context.Context, accountID string) error {
	account, err := a.store.AccountByID(ctx, accountID)
	if err != nil {
		return err
	}
	if err := a.store.ClearFactors(ctx, accountID); err != nil {
		return fmt.Errorf("remove second factors: %w", err)
	}
	if err := a.endSessions(ctx, accountID); err != nil {
		return err
	}
	if err := a.noteBy(ctx, people.ActorOperator, people.FactorOff, accountID, ""); err != nil {
		return fmt.Errorf("record removal of second factors: %w", err)
	}
	return a.tellOwner(ctx, account, mail.Message{Kind: mail.FactorChanged, Detail: string(people.FactorOff)})
}
