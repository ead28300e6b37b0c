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

// After MaxLoginAttempts failures within lockOut, an account rejects the
// address they came from. After attackFactor times as many failures within
// attackWindow, from any addresses, it rejects all addresses from which nobody
// signed in to it recently.
const (
	lockOut      = 15 * time.Minute
	attackWindow = time.Hour
	attackFactor = 20
	knownMemory  = 30 * 24 * time.Hour // how long an address is known after a sign-in
)

var (
	errLocked      = music.NewError(music.TooMany, "Too many failed attempts. Try again in 15 minutes.").Coded(music.CodeLockedOut)
	errUnderAttack = music.NewError(music.TooMany, "Too many failed attempts on this account. Try again later.").Coded(music.CodeLockedOut)
)

func retryIn(e *music.Error, wait time.Duration) error {
	c := *e
	c.RetryAfter = wait
	return &c
}

// attemptOf returns the key under which failures of an account from this
// address are counted. Failures from all addresses are counted under the email
// address alone.
func attemptOf(ctx context.Context, email string) string { return email + " " + deviceOf(ctx).Address }

// checkAttempts returns TooMany if the account currently rejects this address.
// It behaves the same for accounts that do not exist.
func (a *Service) checkAttempts(ctx context.Context, email string) error {
	if err := a.checkLockOut(ctx, attemptOf(ctx, email)); err != nil {
		return err
	}
	wait, err := a.lockedFor(ctx, email, a.settings.Get().MaxLoginAttempts*attackFactor, attackWindow)
	if err != nil || wait <= 0 {
		return err
	}
	known, err := a.signedInFromHere(ctx, email)
	if err != nil || known {
		return err
	}
	return retryIn(errUnderAttack, wait)
}

func (a *Service) checkLockOut(ctx context.Context, attempt string) error {
	wait, err := a.lockedFor(ctx, attempt, a.settings.Get().MaxLoginAttempts, lockOut)
	if err != nil || wait <= 0 {
		return err
	}
	return retryIn(errLocked, wait)
}

// lockedFor returns how long a key with at least limit failures must wait, or
// at most 0 if it need not: until the failure limit tries ago is older than
// within.
func (a *Service) lockedFor(ctx context.Context, key string, limit int, within time.Duration) (time.Duration, error) {
	first, err := a.store.FailedLoginBefore(ctx, key, limit)
	if err != nil {
		return 0, fmt.Errorf("count failed logins: %w", err)
	}
	if first.IsZero() {
		return 0, nil
	}
	return first.Add(within).Sub(a.now()), nil
}

// signedInFromHere reports whether the owner signed in from this address
// recently.
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

// failedLogin counts and records a failed login. account.ID is "" if there is
// no such account. It returns an error for concurrent tries beyond the limit.
func (a *Service) failedLogin(ctx context.Context, attempt string, account *music.Account, email string) error {
	count, err := a.store.FailedLogin(ctx, attempt, a.now())
	if err == nil {
		_, err = a.store.FailedLogin(ctx, email, a.now())
	}
	if err != nil {
		return fmt.Errorf("count a failed login: %w", err)
	}
	kind, limit := people.SignInFailed, a.settings.Get().MaxLoginAttempts
	var locked error
	if count >= limit {
		locked = a.checkLockOut(ctx, attempt)
	}
	if locked != nil {
		kind = people.SignInLocked
	}
	tried := email
	if account.ID != "" {
		tried = "" // the entry refers to the account, and is deleted with it
	}
	if err := a.noteBy(ctx, "", kind, account.ID, tried); err != nil {
		return fmt.Errorf("record failed login: %w", err)
	}
	if count > limit {
		return locked
	}
	return nil
}

// Locked returns the email addresses of accounts that currently reject some
// address, or all unknown addresses.
func (a *Service) Locked(ctx context.Context) (map[string]bool, error) {
	limit, now := a.settings.Get().MaxLoginAttempts, a.now()
	locked := map[string]bool{}
	for _, rule := range []struct {
		within time.Duration
		min    int
		all    bool // whether failures from all addresses count together
	}{{lockOut, limit, false}, {attackWindow, limit * attackFactor, true}} {
		keys, err := a.store.OftenFailed(ctx, now.Add(-rule.within), rule.min)
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

// Unlock lets an account accept every address again, for sign-ins and for codes
// of the second factor.
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
