package accounts

import (
	"context"
	"slices"
	"time"

	"sonora/internal/store/kernel"
)

// SigningKey signs access tokens.
type SigningKey struct {
	ID        string
	Secret    []byte
	CreatedAt time.Time
	RetiredAt time.Time // zero while in use
}

type keyRow struct {
	k                SigningKey
	created, retired int64
}

func (r *keyRow) Dest() []any { return []any{&r.k.ID, &r.k.Secret, &r.created, &r.retired} }

func (r *keyRow) Value() SigningKey {
	k := r.k
	k.Secret, k.CreatedAt, k.RetiredAt = slices.Clone(k.Secret), kernel.Moment(r.created), kernel.Moment(r.retired)
	return k
}

// SigningKeys returns every key, newest first.
func (s *Store) SigningKeys(ctx context.Context) ([]SigningKey, error) {
	return kernel.Collect(ctx, s.db.Read, &keyRow{}, "select id, secret, created_at, retired_at from signing_key order by created_at desc, id desc")
}

// AddSigningKey adds a key. It returns Conflict if the ID is taken.
func (s *Store) AddSigningKey(ctx context.Context, k SigningKey) error {
	_, err := s.db.Write.Exec(ctx, "insert into signing_key (id, secret, created_at, retired_at) values (?, ?, ?, ?)",
		k.ID, k.Secret, kernel.Millis(k.CreatedAt), kernel.Millis(k.RetiredAt))
	return err
}

// RotateSigningKey adds a key and sets when all others retire.
func (s *Store) RotateSigningKey(ctx context.Context, k SigningKey, retire time.Time) error {
	return s.db.Update(ctx, "rotate signing key", func(tx *kernel.Tx) error {
		// This includes keys that would retire later, so that an immediate
		// rotation affects all of them.
		if _, err := tx.Exec(ctx, "update signing_key set retired_at = ? where retired_at = 0 or retired_at > ?", kernel.Millis(retire), kernel.Millis(retire)); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "insert into signing_key (id, secret, created_at, retired_at) values (?, ?, ?, ?)",
			k.ID, k.Secret, kernel.Millis(k.CreatedAt), kernel.Millis(k.RetiredAt))
		return err
	})
}
