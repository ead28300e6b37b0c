package auth

import (
	"context"
	"fmt"
	"maps"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
)

// maxRemembered limits the memory for sessions.
const maxRemembered = 10_000

// trust caches recently recognised viewers, so that most requests need no
// database.
type trust struct {
	seen  map[string]seen // by session ID, or by the hash of an API key
	rings map[string]ring // by email address
	// round increases with every forget; a lookup that began earlier may be
	// outdated.
	round int
	used  map[use]people.Use // not yet in the database
}

// seen is a cached credential.
type seen struct {
	viewer music.Viewer
	of     use
	until  time.Time
}

// use identifies a credential in the database.
type use struct {
	id     string
	apiKey bool
}

func newTrust() trust {
	return trust{seen: map[string]seen{}, rings: map[string]ring{}, used: map[use]people.Use{}}
}

// trustedUntil returns until when a credential is trusted that was checked now and
// expires at a time; zero for never.
func (a *Service) trustedUntil(expires time.Time) time.Time {
	until := a.now().Add(sessionTrust)
	if !expires.IsZero() && expires.Before(until) {
		return expires
	}
	return until
}

// recall returns the viewer that a credential proved recently. If there is
// none, pass round to remember.
func (a *Service) recall(key string) (v music.Viewer, ok bool, round int) {
	now := a.now()
	a.mu.Lock()
	defer a.mu.Unlock()
	s, ok := a.trust.seen[key]
	return s.viewer, ok && now.Before(s.until), a.trust.round
}

// remember caches a credential, unless something was forgotten since round.
func (a *Service) remember(key string, s seen, round int) {
	now := a.now()
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.trust.round == round {
		keep(a.trust.seen, key, s, func(s seen) bool { return now.Before(s.until) })
	}
}

// recallRing is recall for the keys of an account.
func (a *Service) recallRing(email string) (keys []openKey, ok bool, round int) {
	now := a.now()
	a.mu.Lock()
	defer a.mu.Unlock()
	r, ok := a.trust.rings[email]
	return r.keys, ok && now.Before(r.until), a.trust.round
}

// rememberRing is remember for the keys of an account.
func (a *Service) rememberRing(email string, keys []openKey, round int) {
	now := a.now()
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.trust.round == round {
		keep(a.trust.rings, email, ring{keys, now.Add(sessionTrust)}, func(r ring) bool { return now.Before(r.until) })
	}
}

// keep adds a value to a cache. A full cache drops what is not fresh; it does not
// take the value if that is not enough.
func keep[V any](cache map[string]V, key string, value V, fresh func(V) bool) {
	if len(cache) >= maxRemembered {
		maps.DeleteFunc(cache, func(_ string, v V) bool { return !fresh(v) })
	}
	if len(cache) < maxRemembered {
		cache[key] = value
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
	sessions, keys := map[string]people.Use{}, map[string]people.Use{}
	for of, u := range used {
		if of.apiKey {
			keys[of.id] = u
		} else {
			sessions[of.id] = u
		}
	}
	if err := a.store.SessionsUsed(ctx, sessions); err != nil {
		return fmt.Errorf("record uses of sessions: %w", err)
	}
	if err := a.store.APIKeysUsed(ctx, keys); err != nil {
		return fmt.Errorf("record uses of API keys: %w", err)
	}
	return nil
}

// forget removes a session from the cache.
func (a *Service) forget(sessionID string) {
	a.forgetWhere(func(s seen) bool { return s.of == use{id: sessionID} })
}

// forgetAccount removes the sessions and API keys of an account from the
// cache.
func (a *Service) forgetAccount(accountID string) {
	a.forgetWhere(func(s seen) bool { return s.viewer.AccountID == accountID })
}

func (a *Service) forgetWhere(gone func(seen) bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.trust.round++
	clear(a.trust.rings) // they are soon read again
	maps.DeleteFunc(a.trust.seen, func(_ string, s seen) bool { return gone(s) })
}

// forgetRings makes a new API key usable.
func (a *Service) forgetRings() { a.forgetWhere(func(seen) bool { return false }) }
