package accounts

import (
	"context"
	"fmt"
	"slices"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store/kernel"
)

const selectAppPassword = `select p.id, a.id, p.hash, p.name, p.scope, p.created_at, p.last_used_at, p.last_address
	from app_password p join account a on a.seq = p.account where `

type appPasswordRow struct {
	p                 people.AppPassword
	created, lastUsed int64
}

func (r *appPasswordRow) Dest() []any {
	return []any{&r.p.ID, &r.p.AccountID, &r.p.Hash, &r.p.Name, &r.p.Scope, &r.created, &r.lastUsed, &r.p.LastAddress}
}

func (r *appPasswordRow) Value() people.AppPassword {
	p := r.p
	p.Hash, p.CreatedAt, p.LastUsedAt = slices.Clone(p.Hash), kernel.Moment(r.created), kernel.Moment(r.lastUsed)
	return p
}

// AddAppPassword adds an app password and fills in its ID if empty. It returns
// NotFound if there is no such account, and Conflict if the account already has
// limit app passwords.
func (s *Store) AddAppPassword(ctx context.Context, p *people.AppPassword, limit int) error {
	id := p.ID
	if id == "" {
		id = music.NewID()
	}
	err := s.db.Update(ctx, "add app password", func(tx *kernel.Tx) error {
		if err := tx.OneAtATime(ctx); err != nil {
			return err
		}
		n, err := kernel.One(ctx, tx, &kernel.Cell[int]{}, "select count(*) from app_password where account = (select seq from account where id = ?)", p.AccountID)
		if err != nil {
			return err
		}
		if n >= limit {
			return music.NewError(music.Conflict, "There are too many app passwords. Remove one first.").Coded(music.CodeLimitReached)
		}
		return kernel.Found(tx.Exec(ctx, `insert into app_password (id, account, hash, name, scope, created_at, last_used_at, last_address)
			select ?, seq, ?, ?, ?, ?, ?, ? from account where account.id = ?`,
			id, p.Hash, kernel.Clean(p.Name), string(p.Scope), kernel.Millis(p.CreatedAt), kernel.Millis(p.LastUsedAt), kernel.Clean(p.LastAddress), p.AccountID))
	})
	if err == nil {
		p.ID = id
	}
	return err
}

// AppPasswords returns an account's app passwords, newest first.
func (s *Store) AppPasswords(ctx context.Context, accountID string) ([]people.AppPassword, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &appPasswordRow{}, selectAppPassword+"a.id = ? order by p.seq desc", accountID)
	if err != nil {
		return nil, fmt.Errorf("list app passwords: %w", err)
	}
	return list, nil
}

// AppPasswordByHash returns the app password whose secret has this hash, or
// NotFound.
func (s *Store) AppPasswordByHash(ctx context.Context, hash []byte) (*people.AppPassword, error) {
	return kernel.Pointer(kernel.One(ctx, s.db.Read, &appPasswordRow{}, selectAppPassword+"p.hash = ?", hash))
}

// DeleteAppPassword removes an app password of an account and returns it, or
// NotFound.
func (s *Store) DeleteAppPassword(ctx context.Context, accountID, id string) (p *people.AppPassword, err error) {
	err = s.db.Update(ctx, "delete app password", func(tx *kernel.Tx) error {
		if p, err = kernel.Pointer(kernel.One(ctx, tx, &appPasswordRow{}, selectAppPassword+"p.id = ? and a.id = ?", id, accountID)); err != nil {
			return err
		}
		return kernel.Found(tx.Exec(ctx, "delete from app_password where id = ?", id))
	})
	return p, err
}

// AppPasswordsUsed records uses of app passwords by ID. It ignores deleted
// ones.
func (s *Store) AppPasswordsUsed(ctx context.Context, uses map[string]people.Use) error {
	if len(uses) == 0 {
		return nil
	}
	return s.db.Update(ctx, "record uses", func(tx *kernel.Tx) error {
		for id, u := range uses {
			at := kernel.Millis(u.At)
			if _, err := tx.Exec(ctx, "update app_password set last_used_at = ?, last_address = ? where id = ? and last_used_at < ?", at, kernel.Clean(u.Address), id, at); err != nil {
				return err
			}
		}
		return nil
	})
}
