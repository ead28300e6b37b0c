package auth

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"sync"
	"time"

	"sonora/internal/music"
	"sonora/internal/store"
)

const (
	// keyReload is how often the keys are reloaded, so that a running server
	// picks up new keys and drops retired ones.
	keyReload = time.Minute
	// unknownKeyReload is the minimum interval between reloads caused by
	// unknown keys.
	unknownKeyReload = 10 * time.Second
)

var errUnknownKey = errors.New("signed with an unknown key")

// keyring holds the keys that sign tokens. The newest key signs; every key that
// is not retired verifies. Keys can be added at any time.
type keyring struct {
	store *store.Store
	log   *slog.Logger

	reading sync.Mutex // held while keys are reloaded
	mu      sync.RWMutex
	keys    []store.SigningKey // newest first
	read    time.Time
}

func openKeyring(ctx context.Context, s *store.Store, log *slog.Logger, now time.Time) (*keyring, error) {
	k := &keyring{store: s, log: log}
	if err := k.reload(ctx, now); err != nil {
		return nil, err
	}
	if _, ok := k.newest(); ok {
		return k, nil
	}
	if err := s.AddSigningKey(ctx, newKey(now)); err != nil {
		return nil, err
	}
	return k, k.reload(ctx, now)
}

func newKey(now time.Time) store.SigningKey {
	secret := make([]byte, 32)
	rand.Read(secret) // never fails, see crypto/rand
	return store.SigningKey{ID: music.NewID(), Secret: secret, CreatedAt: now}
}

func (k *keyring) reload(ctx context.Context, now time.Time) error {
	keys, err := k.store.SigningKeys(ctx)
	if err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.keys, k.read = keys, now
	return nil
}

// refresh reloads the keys if they are older than age. One request reloads;
// concurrent requests use the current keys, and so do all requests if the
// database does not respond.
func (k *keyring) refresh(ctx context.Context, now time.Time, age time.Duration) {
	k.mu.RLock()
	fresh := now.Sub(k.read) <= age
	k.mu.RUnlock()
	if fresh || !k.reading.TryLock() {
		return
	}
	defer k.reading.Unlock()
	if err := k.reload(ctx, now); err != nil && ctx.Err() == nil {
		k.log.Error("reload signing keys failed", "error", err)
	}
}

// newest returns the newest key that is not being retired.
func (k *keyring) newest() (store.SigningKey, bool) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	for _, key := range k.keys {
		if key.RetiredAt.IsZero() {
			return key, true
		}
	}
	return store.SigningKey{}, false
}

// signing returns the key that signs, after reloading outdated keys.
func (k *keyring) signing(ctx context.Context, now time.Time) (store.SigningKey, error) {
	k.refresh(ctx, now, keyReload)
	key, ok := k.newest()
	if !ok {
		return key, errNoKey
	}
	return key, nil
}

var errNoKey = errors.New("there is no signing key; make one with sonora key rotate")

// secret returns the secret of a key that is not retired. For an unknown ID it
// reloads, because another server may just have added the key.
func (k *keyring) secret(ctx context.Context, id string, now time.Time) ([]byte, error) {
	k.refresh(ctx, now, keyReload)
	secret, ok := k.find(id, now)
	if !ok {
		k.refresh(ctx, now, unknownKeyReload)
		secret, ok = k.find(id, now)
	}
	if !ok {
		return nil, errUnknownKey
	}
	return secret, nil
}

func (k *keyring) find(id string, now time.Time) (secret []byte, ok bool) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	for _, key := range k.keys {
		if key.ID == id && isValid(key, now) {
			return key.Secret, true
		}
	}
	return nil, false
}

func isValid(key store.SigningKey, now time.Time) bool {
	return key.RetiredAt.IsZero() || key.RetiredAt.After(now)
}

// valid returns every key that is not retired.
func (k *keyring) valid(now time.Time) []store.SigningKey {
	k.mu.RLock()
	defer k.mu.RUnlock()
	keys := make([]store.SigningKey, 0, len(k.keys))
	for _, key := range k.keys {
		if isValid(key, now) {
			keys = append(keys, key)
		}
	}
	return keys
}
