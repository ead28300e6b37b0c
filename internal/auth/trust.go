package auth

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
)

// maxRemembered bounds the memory that sessions take.
const maxRemembered = 10_000

// trust remembers who was recognised of late, so that a request needs no
// database.
type trust struct {
	seen map[string]seen // by a session's id, or what an app password is known by
	// round counts what was forgotten: what was read before may be wrong by now.
	round int
	used  map[use]people.Use // not in the database yet
}

// seen is what was last read of a credential.
type seen struct {
	viewer music.Viewer
	of     use
	at     time.Time
}

// use names a credential in the database.
type use struct {
	id          string
	appPassword bool
}

func newTrust() trust { return trust{seen: map[string]seen{}, used: map[use]people.Use{}} }

// recall returns who a credential proved a moment ago. Else round is for remember.
func (a *Service) recall(key string) (v music.Viewer, ok bool, round int) {
	now := a.now()
	a.mu.Lock()
	defer a.mu.Unlock()
	s, ok := a.trust.seen[key]
	return s.viewer, ok && now.Sub(s.at) < sessionTrust, a.trust.round
}

// remember trusts a credential for a while, unless something was forgotten
// since the round of its recall.
func (a *Service) remember(key string, v music.Viewer, of use, round int) {
	now := a.now()
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.trust.round != round {
		return
	}
	if len(a.trust.seen) >= maxRemembered {
		for known, s := range a.trust.seen {
			if now.Sub(s.at) >= sessionTrust {
				delete(a.trust.seen, known)
			}
		}
	}
	if len(a.trust.seen) < maxRemembered {
		a.trust.seen[key] = seen{v, of, now}
	}
}

// noteUse notes that a credential was used, for Run to write down: requests
// do not wait for the database.
func (a *Service) noteUse(ctx context.Context, of use) {
	now := a.now()
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.trust.used) < maxRemembered {
		a.trust.used[of] = people.Use{At: now, Address: deviceOf(ctx).Address}
	}
}

// lastUse is when a credential was used, if later than the database knows.
func (a *Service) lastUse(of use, known time.Time) time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	if u := a.trust.used[of]; u.At.After(known) {
		return u.At
	}
	return known
}

// writeUses brings the uses noted since the last time into the database.
func (a *Service) writeUses(ctx context.Context) error {
	a.mu.Lock()
	used := a.trust.used
	a.trust.used = map[use]people.Use{}
	a.mu.Unlock()
	sessions, appPasswords := map[string]people.Use{}, map[string]people.Use{}
	for of, u := range used {
		if of.appPassword {
			appPasswords[of.id] = u
		} else {
			sessions[of.id] = u
		}
	}
	if err := a.store.SessionsUsed(ctx, sessions); err != nil {
		return fmt.Errorf("record uses of sessions: %w", err)
	}
	if err := a.store.AppPasswordsUsed(ctx, appPasswords); err != nil {
		return fmt.Errorf("record uses of app passwords: %w", err)
	}
	return nil
}

// forget drops a session.
func (a *Service) forget(sessionID string) {
	a.forgetWhere(func(s seen) bool { return s.of == use{id: sessionID} })
}

// forgetAccount drops what is remembered of an account: its sessions and app
// passwords have to prove themselves again.
func (a *Service) forgetAccount(accountID string) {
	a.forgetWhere(func(s seen) bool { return s.viewer.AccountID == accountID })
}

func (a *Service) forgetWhere(gone func(seen) bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.trust.round++
	for key, s := range a.trust.seen {
		if gone(s) {
			delete(a.trust.seen, key)
		}
	}
}
