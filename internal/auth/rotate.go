package auth

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/people"
	"sonora/internal/store"
)

// RotateKeys has tokens signed with a new key from now on, at the latest
// within a minute on running servers. The others verify until the last
// session they may have signed has ended; at once retires them now, which
// signs everybody out.
func (a *Service) RotateKeys(ctx context.Context, actor string, atOnce bool) error {
	now := a.now()
	retire := now
	if !atOnce {
		last, err := a.store.LastSessionEnd(ctx)
		if err != nil {
			return fmt.Errorf("find end of last session: %w", err)
		}
		// Servers sign with the old one until they read the keys again.
		if retire = a.expiry(now, now); last.After(retire) {
			retire = last
		}
		retire = retire.Add(2 * keyReload)
	}
	if err := a.store.RotateSigningKey(ctx, newKey(now), retire); err != nil {
		return fmt.Errorf("rotate the signing key: %w", err)
	}
	if err := a.keys.reload(ctx, now); err != nil {
		return fmt.Errorf("read the signing keys: %w", err)
	}
	detail := ""
	if atOnce {
		detail = "at once"
	}
	return a.noteBy(ctx, actor, people.KeysRotated, "", detail)
}

// Key is a signing key without its secret.
type Key struct {
	ID        string
	CreatedAt time.Time
	RetiredAt time.Time // zero: not planned
	Signs     bool      // new tokens
}

// Keys returns the signing keys, newest first.
func (a *Service) Keys(ctx context.Context) ([]Key, error) {
	if err := a.keys.reload(ctx, a.now()); err != nil {
		return nil, fmt.Errorf("read the signing keys: %w", err)
	}
	signs, _ := a.keys.newest()
	list := []Key{}
	for _, k := range a.keys.all() {
		list = append(list, Key{ID: k.ID, CreatedAt: k.CreatedAt, RetiredAt: k.RetiredAt, Signs: k.ID == signs.ID})
	}
	return list, nil
}

// all returns every key, retired ones too.
func (k *keyring) all() []store.SigningKey {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.keys // replaced as a whole, never changed
}
