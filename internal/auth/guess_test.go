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
)

// another returns a second server of the cluster.
func another(a *Service) *Service {
	return &Service{store: a.store, settings: a.settings, mail: a.mail, log: a.log, now: a.now}
}

func TestGuessesEndAtALimitOnAllServers(t *testing.T) {
	a, _, c := open(t)
	servers := []*Service{a, another(a)}
	from := func(address string) context.Context { return WithDevice(t.Context(), Device{Address: address}) }
	looked := 0
	wrong := func() error { looked++; return music.ErrNotFound }
	right := func() error { return nil }
	for i := range 10_000 {
		err := servers[i%2].Guess(from(fmt.Sprintf("2001:db8::%x:1", i)), "code", "ana", wrong)
		if code := music.CodeOf(err); code != music.NotFound && code != music.TooMany {
			t.Fatal(err)
		}
	}
	if looked != maxPersonGuesses {
		t.Errorf("looked %d times", looked)
	}
	err := a.Guess(from("192.0.2.1"), "code", "ana", right)
	if wantCode(t, "the right one, too late", err, music.TooMany); retryAfter(err).Round(time.Second) != guessWindow {
		t.Errorf("wait %v", retryAfter(err))
	}
	c.pass(30 * time.Second)
	err = a.Guess(from("192.0.2.1"), "code", "ana", right)
	if e, ok := errors.AsType[*music.Error](err); !ok || e.Detail.String() != "You tried too many wrong codes. Try again in 60 minutes." || e.Detail.Code != music.CodeLockedOut {
		t.Errorf("half a minute later: %v", err)
	}
	if err := a.Guess(from("192.0.2.1"), "other", "ana", right); err != nil {
		t.Errorf("a secret of another kind: %v", err)
	}
	for i := range 1000 {
		err := servers[i%2].Guess(from("192.0.2.1"), "code", fmt.Sprint("account-", i), wrong)
		if code := music.CodeOf(err); code != music.NotFound && code != music.TooMany {
			t.Fatal(err)
		}
	}
	if looked != maxPersonGuesses+maxClientGuesses {
		t.Errorf("looked %d times", looked)
	}
	if err := a.Guess(from("192.0.2.2"), "code", "ben", right); err != nil {
		t.Errorf("somebody else: %v", err)
	}
	c.pass(guessWindow + time.Second)
	if err := a.Guess(from("192.0.2.1"), "code", "ana", right); err != nil {
		t.Errorf("an hour later: %v", err)
	}
}

// TestRightGuessesDoNotCount redeems more codes than may be wrong.
func TestRightGuessesDoNotCount(t *testing.T) {
	a, _, _ := open(t)
	for i := range 2 * maxClientGuesses {
		if err := a.Guess(t.Context(), "code", "ana", func() error { return nil }); err != nil {
			t.Fatalf("code %d: %v", i, err)
		}
	}
	used := music.NewError(music.Conflict, "Used.")
	for range maxPersonGuesses {
		wantCode(t, "a used one", a.Guess(t.Context(), "code", "ana", func() error { return used }), music.Conflict)
	}
	wantCode(t, "used ones must not start the count again", a.Guess(t.Context(), "code", "ana", func() error { return nil }), music.TooMany)
}

func TestGuessesAtOnceGetNoMoreAnswers(t *testing.T) {
	a, _, _ := open(t)
	servers := []*Service{a, another(a)}
	var looked atomic.Int32
	var wait sync.WaitGroup
	for i := range 40 {
		wait.Go(func() {
			err := servers[i%2].Guess(t.Context(), "code", "ana", func() error { looked.Add(1); return music.ErrNotFound })
			if code := music.CodeOf(err); code != music.NotFound && code != music.TooMany {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if n := looked.Load(); n > maxPersonGuesses {
		t.Errorf("looked %d times", n)
	}
}

func TestSpendCountsADayOnAllServers(t *testing.T) {
	a, _, c := open(t)
	servers := []*Service{a, another(a)}
	spend := func(want int) {
		t.Helper()
		left := 0
		for i := range 20 {
			is, err := servers[i%2].Spend(t.Context(), "mail/ana", 3)
			if err != nil {
				t.Fatal(err)
			}
			if is {
				left++
			}
		}
		if left != want {
			t.Errorf("spent %d times, not %d", left, want)
		}
	}
	spend(3)
	c.pass(spendWindow - time.Minute)
	spend(0)
	c.pass(2 * time.Minute)
	spend(3)
}
