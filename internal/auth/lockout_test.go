package auth

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
)

// try signs in from an address.
func try(t *testing.T, a *Service, email, pass, address string) error {
	t.Helper()
	_, err := a.Login(WithDevice(t.Context(), Device{Address: address}), Credentials{email, pass})
	return err
}

func retryAfter(err error) time.Duration {
	var e *music.Error
	if !errors.As(err, &e) {
		return 0
	}
	return e.RetryAfter
}

func TestLockOutReturnsRemainingTime(t *testing.T) {
	a, _, c := open(t)
	signUp(t, a, "ada@example.com")
	for range 5 {
		wantCode(t, "a failure", try(t, a, "ada@example.com", "wrong", "198.51.100.1"), music.Unauthenticated)
		c.pass(time.Minute)
	}
	err := try(t, a, "ada@example.com", password, "198.51.100.1")
	wantCode(t, "after five", err, music.TooMany)
	if rest := retryAfter(err); rest.Round(time.Second) != 10*time.Minute {
		t.Errorf("remaining time five minutes after the first failure: %v", rest)
	}
	c.pass(retryAfter(err) - time.Second)
	wantCode(t, "a second early", try(t, a, "ada@example.com", password, "198.51.100.1"), music.TooMany)
	c.pass(2 * time.Second)
	if err := try(t, a, "ada@example.com", password, "198.51.100.1"); err != nil {
		t.Errorf("a second late: %v", err)
	}
	if got := kinds(t, a, accountID(t, a, "ada@example.com")); got[1] != people.SignInLocked || got[2] != people.SignInFailed {
		t.Errorf("audit log: %v", got)
	}
}

// TestManyGuessesAtOnce checks that concurrent guesses get no more answers than
// sequential ones.
func TestManyGuessesAtOnce(t *testing.T) {
	a, _, _ := open(t)
	signUp(t, a, "ada@example.com")
	ctx := WithDevice(context.WithoutCancel(t.Context()), Device{Address: "198.51.100.1"})
	var told atomic.Int32
	var wg sync.WaitGroup
	for range 40 {
		wg.Go(func() {
			if _, err := a.Login(ctx, Credentials{"ada@example.com", "wrong"}); music.CodeOf(err) == music.Unauthenticated {
				told.Add(1)
			}
		})
	}
	wg.Wait()
	if n := int(told.Load()); n > 5 {
		t.Errorf("%d guesses were checked", n)
	}
}

func TestGuessesFromManyAddresses(t *testing.T) {
	a, _, c := open(t)
	signUp(t, a, "ada@example.com")
	login(t, a, "ada@example.com") // from 192.0.2.1
	for _, email := range []string{"ada@example.com", "nobody@example.com"} {
		for i := range 100 { // 20 times five
			if _, err := a.store.FailedLogin(t.Context(), email, c.now()); err != nil {
				t.Fatal(err)
			}
			if i == 98 {
				wantCode(t, "the 99th", try(t, a, email, "wrong", "203.0.113.1"), music.Unauthenticated)
				break
			}
		}
		err := try(t, a, email, password, fmt.Sprint("203.0.113.", 9))
		wantCode(t, email+" from a new address", err, music.TooMany)
		if rest := retryAfter(err); rest <= 59*time.Minute || rest > time.Hour {
			t.Errorf("remaining time %v", rest)
		}
	}
	if err := try(t, a, "ada@example.com", password, "192.0.2.1"); err != nil {
		t.Errorf("from the owner's own address: %v", err)
	}
	locked, err := a.Locked(t.Context())
	if err != nil || !locked["ada@example.com"] || len(locked) != 2 {
		t.Errorf("locked: %v, %v", locked, err)
	}
	c.pass(time.Hour + time.Second)
	if err := try(t, a, "ada@example.com", password, "203.0.113.9"); err != nil {
		t.Errorf("an hour later: %v", err)
	}
}

func TestUnlock(t *testing.T) {
	a, _, _ := open(t)
	operator := signUp(t, a, "root@example.com").Account.ID
	id := signUp(t, a, "ada@example.com").Account.ID
	addresses := []string{"198.51.100.1", "2001:db8::1"}
	for _, address := range addresses {
		for range 5 {
			wantCode(t, "a failure", try(t, a, "ada@example.com", "wrong", address), music.Unauthenticated)
		}
		wantCode(t, "locked", try(t, a, "ada@example.com", password, address), music.TooMany)
	}
	if locked, err := a.Locked(t.Context()); err != nil || !locked["ada@example.com"] || locked["root@example.com"] {
		t.Errorf("locked: %v, %v", locked, err)
	}
	if err := a.Unlock(t.Context(), operator, id); err != nil {
		t.Fatal(err)
	}
	for _, address := range addresses {
		if err := try(t, a, "ada@example.com", password, address); err != nil {
			t.Errorf("from %s: %v", address, err)
		}
	}
	if locked, err := a.Locked(t.Context()); err != nil || len(locked) != 0 {
		t.Errorf("locked: %v, %v", locked, err)
	}
	wantCode(t, "nobody", a.Unlock(t.Context(), operator, "nobody"), music.NotFound)
	if got := kinds(t, a, id); got[2] != people.SignInUnlocked {
		t.Errorf("audit log: %v", got)
	}
}
