package auth

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/people"
	"sonora/internal/store"
)

// RotateKeys adds a signing key. Running servers use it within a minute. Older
// keys verify until the last session that they may have signed ends; atOnce
// retires them immediately, which signs everybody out.
func (a *Service) RotateKeys(ctx context.Context, actor string, atOnce bool) error {
	now := a.now()
	retire := now
	if !atOnce {
		last, err := a.store.LastSessionEnd(ctx)
		if err != nil {
			return fmt.Errorf("find end of last session: %w", err)
		}
		// Servers sign with the old key until they reload the keys.
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
	RetiredAt time.Time // zero if not planned
	Signs     bool      // whether it signs new tokens
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

// all returns every key, including retired ones.
func (k *keyring) all() []store.SigningKey {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.keys // replaced as a whole, never modified
}
