package store

import (
	"context"
	"slices"
	"time"
)

// SigningKey signs access tokens.
type SigningKey struct {
	ID        string
	Secret    []byte
	CreatedAt time.Time
	RetiredAt time.Time // zero: in use
}

type keyRow struct {
	k                SigningKey
	created, retired int64
}

func (r *keyRow) dest() []any { return []any{&r.k.ID, &r.k.Secret, &r.created, &r.retired} }

func (r *keyRow) value() SigningKey {
	k := r.k
	k.Secret, k.CreatedAt, k.RetiredAt = slices.Clone(k.Secret), moment(r.created), moment(r.retired)
	return k
}

// SigningKeys returns every key, newest first.
func (s *Store) SigningKeys(ctx context.Context) ([]SigningKey, error) {
	return collect(ctx, s.read, &keyRow{}, "select id, secret, created_at, retired_at from signing_key order by created_at desc, id desc")
}

// AddSigningKey adds a key; Conflict when the ID is taken.
func (s *Store) AddSigningKey(ctx context.Context, k SigningKey) error {
	_, err := s.write.exec(ctx, "insert into signing_key (id, secret, created_at, retired_at) values (?, ?, ?, ?)",
		k.ID, k.Secret, millis(k.CreatedAt), millis(k.RetiredAt))
	return err
}
