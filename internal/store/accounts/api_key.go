package accounts

import (
	"context"
	"fmt"
	"slices"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store/kernel"
)

const selectAPIKey = `select k.id, a.id, k.hash, k.sealed, k.name, k.scopes, k.created_at, k.expires_at, k.last_used_at, k.last_address
	from api_key k join account a on a.seq = k.account where `

type apiKeyRow struct {
	k                          people.APIKey
	created, expires, lastUsed int64
}

func (r *apiKeyRow) Dest() []any {
	return []any{&r.k.ID, &r.k.AccountID, &r.k.Hash, &r.k.Sealed, &r.k.Name, &r.k.Scopes, &r.created, &r.expires, &r.lastUsed, &r.k.LastAddress}
}

func (r *apiKeyRow) Value() people.APIKey {
	k := r.k
	k.Hash, k.Sealed = slices.Clone(k.Hash), slices.Clone(k.Sealed)
	k.CreatedAt, k.ExpiresAt, k.LastUsedAt = kernel.Moment(r.created), kernel.Moment(r.expires), kernel.Moment(r.lastUsed)
	return k
}

// AddAPIKey adds an API key and fills in its ID if empty. It returns NotFound if
// there is no such account, and Conflict if the account already has limit keys.
func (s *Store) AddAPIKey(ctx context.Context, k *people.APIKey, limit int) error {
	id := k.ID
	if id == "" {
		id = music.NewID()
	}
	err := s.db.Update(ctx, "add API key", func(tx *kernel.Tx) error {
		if err := tx.OneAtATime(ctx); err != nil {
			return err
		}
		n, err := kernel.One(ctx, tx, &kernel.Cell[int]{}, "select count(*) from api_key where account = (select seq from account where id = ?)", k.AccountID)
		if err != nil {
			return err
		}
		if n >= limit {
			return music.NewError(music.Conflict, "There are too many API keys. Revoke one first.").Coded(music.CodeLimitReached)
		}
		return kernel.Found(tx.Exec(ctx, `insert into api_key (id, account, hash, sealed, name, scopes, created_at, expires_at, last_used_at, last_address)
			select ?, seq, ?, ?, ?, ?, ?, ?, ?, ? from account where account.id = ?`,
			id, k.Hash, k.Sealed, kernel.Clean(k.Name), string(k.Scopes), kernel.Millis(k.CreatedAt), kernel.Millis(k.ExpiresAt),
			kernel.Millis(k.LastUsedAt), kernel.Clean(k.LastAddress), k.AccountID))
	})
	if err == nil {
		k.ID = id
	}
	return err
}

// APIKeys returns an account's API keys, newest first.
func (s *Store) APIKeys(ctx context.Context, accountID string) ([]people.APIKey, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &apiKeyRow{}, selectAPIKey+"a.id = ? order by k.seq desc", accountID)
	if err != nil {
		return nil, fmt.Errorf("list API keys: %w", err)
	}
	return list, nil
}

// APIKeyByHash returns the API key whose secret has this hash, or NotFound.
func (s *Store) APIKeyByHash(ctx context.Context, hash []byte) (*people.APIKey, error) {
	return kernel.Pointer(kernel.One(ctx, s.db.Read, &apiKeyRow{}, selectAPIKey+"k.hash = ?", hash))
}

// DeleteAPIKey removes an API key of an account and returns it, or NotFound.
func (s *Store) DeleteAPIKey(ctx context.Context, accountID, id string) (k *people.APIKey, err error) {
	err = s.db.Update(ctx, "delete API key", func(tx *kernel.Tx) error {
		if k, err = kernel.Pointer(kernel.One(ctx, tx, &apiKeyRow{}, selectAPIKey+"k.id = ? and a.id = ?", id, accountID)); err != nil {
			return err
		}
		return kernel.Found(tx.Exec(ctx, "delete from api_key where id = ?", id))
	})
	return k, err
}

// APIKeysUsed records uses of API keys by ID. It ignores revoked ones.
func (s *Store) APIKeysUsed(ctx context.Context, uses map[string]people.Use) error {
	if len(uses) == 0 {
		return nil
	}
	return s.db.Update(ctx, "record uses", func(tx *kernel.Tx) error {
		for id, u := range uses {
			at := kernel.Millis(u.At)
			if _, err := tx.Exec(ctx, "update api_key set last_used_at = ?, last_address = ? where id = ? and last_used_at < ?", at, kernel.Clean(u.Address), id, at); err != nil {
				return err
			}
		}
		return nil
	})
}
