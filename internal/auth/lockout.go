package auth

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
)

// An account does not answer an address that failed MaxLoginAttempts times in
// lockOut. Against many addresses, it also does not answer new ones after
// siegeShare times as many failures in siege, wherever they came from.
const (
	lockOut     = 15 * time.Minute
	siege       = time.Hour
	siegeShare  = 20
	knownMemory = 30 * 24 * time.Hour // an address somebody signed in from is no new one for so long
)

var (
	errLocked   = music.NewError(music.TooMany, "Too many failed attempts. Try again in 15 minutes.")
	errBesieged = music.NewError(music.TooMany, "Too many failed attempts on this account. Try again later.")
)

func retryIn(e *music.Error, rest time.Duration) error {
	c := *e
	c.RetryAfter = rest
	return &c
}

// attemptOf is the key that failures of an account from this address are
// counted by. Those of the account from everywhere are counted by its e-mail.
func attemptOf(ctx context.Context, email string) string { return email + " " + deviceOf(ctx).Address }

// checkAttempts returns TooMany when the account does not answer this address
// at the moment. It does the same for accounts that do not exist.
func (a *Service) checkAttempts(ctx context.Context, email string) error {
	if err := a.checkLockOut(ctx, attemptOf(ctx, email)); err != nil {
		return err
	}
	rest, err := a.lockedFor(ctx, email, a.settings.Get().MaxLoginAttempts*siegeShare, siege)
	if err != nil || rest <= 0 {
		return err
	}
	known, err := a.signedInFromHere(ctx, email)
	if err != nil || known {
		return err
	}
	return retryIn(errBesieged, rest)
}

func (a *Service) checkLockOut(ctx context.Context, attempt string) error {
	rest, err := a.lockedFor(ctx, attempt, a.settings.Get().MaxLoginAttempts, lockOut)
	if err != nil || rest <= 0 {
		return err
	}
	return retryIn(errLocked, rest)
}

// lockedFor is how long a key with so many failures within a time has to
// wait: until the first of them is that long ago.
func (a *Service) lockedFor(ctx context.Context, key string, most int, within time.Duration) (time.Duration, error) {
	first, err := a.store.FailedLoginBefore(ctx, key, most)
	if err != nil {
		return 0, fmt.Errorf("count failed logins: %w", err)
	}
	if first.IsZero() {
		return 0, nil
	}
	return first.Add(within).Sub(a.now()), nil
}

// signedInFromHere reports whether the owner used this address of late.
func (a *Service) signedInFromHere(ctx context.Context, email string) (bool, error) {
	account, err := a.store.AccountByEmail(ctx, email)
	if music.CodeOf(err) == music.NotFound {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("find the account: %w", err)
	}
	known, err := a.store.KnownDevices(ctx, account.ID, a.now().Add(-knownMemory))
	if err != nil {
		return false, err
	}
	here := deviceOf(ctx).Address
	return slices.ContainsFunc(known, func(d Device) bool { return d.Address == here }), nil
}

// failedLogin counts a failure and notes it; the account has no ID when there
// is none. Of many tries at once, those past the limit get its error.
func (a *Service) failedLogin(ctx context.Context, attempt string, account *music.Account, email string) error {
	count, err := a.store.FailedLogin(ctx, attempt, a.now())
	if err == nil {
		_, err = a.store.FailedLogin(ctx, email, a.now())
	}
	if err != nil {
		return fmt.Errorf("count a failed login: %w", err)
	}
	kind, most := people.SignInFailed, a.settings.Get().MaxLoginAttempts
	var locked error
	if count >= most {
		locked = a.checkLockOut(ctx, attempt)
	}
	if locked != nil {
		kind = people.SignInLocked
	}
	tried := email
	if account.ID != "" {
		tried = "" // it is in the account, and goes with it
	}
	if err := a.noteBy(ctx, "", kind, account.ID, tried); err != nil {
		return fmt.Errorf("record failed login: %w", err)
	}
	if count > most {
		return locked
	}
	return nil
}

// Locked returns the e-mail addresses whose accounts do not answer some
// address, or no new one, at the moment.
func (a *Service) Locked(ctx context.Context) (map[string]bool, error) {
	most, now := a.settings.Get().MaxLoginAttempts, a.now()
	locked := map[string]bool{}
	for _, rule := range []struct {
		within time.Duration
		least  int
		all    bool // addresses together
	}{{lockOut, most, false}, {siege, most * siegeShare, true}} {
		keys, err := a.store.OftenFailed(ctx, now.Add(-rule.within), rule.least)
		if err != nil {
			return nil, fmt.Errorf("list lock-outs: %w", err)
		}
		for _, key := range keys {
			if email, address, _ := strings.Cut(key, " "); (address == "") == rule.all {
				locked[email] = true
			}
		}
	}
	return locked, nil
}

// Unlock lets an account answer every address again, also for codes of the
// second factor.
func (a *Service) Unlock(ctx context.Context, actor, accountID string) error {
	account, err := a.store.AccountByID(ctx, accountID)
	if err != nil {
		return err
	}
	for _, key := range []string{account.Email, factorTries(account.ID)} {
		if err := a.store.ClearFailedLoginsOf(ctx, key); err != nil {
			return fmt.Errorf("clear failed logins: %w", err)
		}
	}
	return a.noteBy(ctx, actor, people.SignInUnlocked, account.ID, "")
}
