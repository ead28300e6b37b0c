package auth

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
)

// maxRemembered limits the memory for sessions.
const maxRemembered = 10_000

// trust caches recently recognised viewers, so that most requests need no
// database.
type trust struct {
	seen map[string]seen // by session ID, or by the key of an app password
	// round increases with every forget; a lookup that began earlier may be
	// outdated.
	round int
	used  map[use]people.Use // not yet in the database
}

// seen is a cached credential.
type seen struct {
	viewer music.Viewer
	of     use
	at     time.Time
}

// use identifies a credential in the database.
type use struct {
	id          string
	appPassword bool
}

func newTrust() trust { return trust{seen: map[string]seen{}, used: map[use]people.Use{}} }

// recall returns the viewer that a credential proved recently. If there is
// none, pass round to remember.
func (a *Service) recall(key string) (v music.Viewer, ok bool, round int) {
	now := a.now()
	a.mu.Lock()
	defer a.mu.Unlock()
	s, ok := a.trust.seen[key]
	return s.viewer, ok && now.Sub(s.at) < sessionTrust, a.trust.round
}

// remember caches a credential, unless something was forgotten since round.
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

// noteUse records the use of a credential in memory. Run writes it to the
// database later, so that requests do not wait.
func (a *Service) noteUse(ctx context.Context, of use) {
	now := a.now()
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.trust.used) < maxRemembered {
		a.trust.used[of] = people.Use{At: now, Address: deviceOf(ctx).Address}
	}
}

// lastUse returns when a credential was last used: the later of memory and
// known, the time in the database.
func (a *Service) lastUse(of use, known time.Time) time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	if u := a.trust.used[of]; u.At.After(known) {
		return u.At
	}
	return known
}

// writeUses writes the recorded uses to the database.
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

// forget removes a session from the cache.
func (a *Service) forget(sessionID string) {
	a.forgetWhere(func(s seen) bool { return s.of == use{id: sessionID} })
}

// forgetAccount removes the sessions and app passwords of an account from the
// cache.
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
