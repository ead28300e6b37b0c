package auth

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"time"

	"sonora/internal/music"
	"sonora/internal/store"
)

// keyReload is how often an unknown key may have the keys read again.
const keyReload = 10 * time.Second

var errUnknownKey = errors.New("signed with an unknown key")

// keyring holds the keys tokens are signed with. The newest signs; all that
// are not retired verify, so that a new one can be added at any time.
type keyring struct {
	store *store.Store

	mu     sync.RWMutex
	byID   map[string][]byte
	newest string
	read   time.Time
}

func openKeyring(ctx context.Context, s *store.Store, now time.Time) (*keyring, error) {
	k := &keyring{store: s}
	if err := k.reload(ctx, now); err != nil {
		return nil, err
	}
	if k.newest != "" {
		return k, nil
	}
	secret := make([]byte, 32)
	rand.Read(secret) // never fails, see crypto/rand
	if err := s.AddSigningKey(ctx, store.SigningKey{ID: music.NewID(), Secret: secret, CreatedAt: now}); err != nil {
		return nil, err
	}
	return k, k.reload(ctx, now)
}

func (k *keyring) reload(ctx context.Context, now time.Time) error {
	keys, err := k.store.SigningKeys(ctx)
	if err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.byID, k.newest, k.read = map[string][]byte{}, "", now
	for _, key := range keys { // newest first
		if !key.RetiredAt.IsZero() && !key.RetiredAt.After(now) {
			continue
		}
		k.byID[key.ID] = key.Secret
		if k.newest == "" {
			k.newest = key.ID
		}
	}
	return nil
}

// signing returns the key that signs.
func (k *keyring) signing() (id string, secret []byte) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.newest, k.byID[k.newest]
}

// secret returns a key by its id. An unknown one may have been added by
// another server a moment ago.
func (k *keyring) secret(ctx context.Context, id string, now time.Time) ([]byte, error) {
	k.mu.RLock()
	secret, ok := k.byID[id]
	stale := now.Sub(k.read) > keyReload
	k.mu.RUnlock()
	if ok {
		return secret, nil
	}
	if !stale {
		return nil, errUnknownKey
	}
	if err := k.reload(ctx, now); err != nil {
		return nil, fmt.Errorf("read signing keys: %w", err)
	}
	k.mu.RLock()
	defer k.mu.RUnlock()
	if secret, ok = k.byID[id]; !ok {
		return nil, errUnknownKey
	}
	return secret, nil
}
