package accounts

import (
	"context"
	"slices"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store/kernel"
)

const selectPasskey = `select p.id, a.id, p.credential_id, p.credential, p.name, p.created_at, p.last_used_at
	from passkey p join account a on a.seq = p.account where `

type passkeyRow struct {
	p                 people.Passkey
	created, lastUsed int64
}

func (r *passkeyRow) Dest() []any {
	return []any{&r.p.ID, &r.p.AccountID, &r.p.CredentialID, &r.p.Credential, &r.p.Name, &r.created, &r.lastUsed}
}

func (r *passkeyRow) Value() people.Passkey {
	p := r.p
	p.CredentialID, p.CreatedAt, p.LastUsedAt = slices.Clone(p.CredentialID), kernel.Moment(r.created), kernel.Moment(r.lastUsed)
	return p
}

// CreatePasskey adds a passkey and fills in its ID if empty. It returns
// Conflict for a known credential, and NotFound if there is no such account.
func (s *Store) CreatePasskey(ctx context.Context, p *people.Passkey) error {
	id := p.ID
	if id == "" {
		id = music.NewID()
	}
	err := kernel.Found(s.db.Write.Exec(ctx, `insert into passkey (id, account, credential_id, credential, name, created_at, last_used_at)
		select ?, seq, ?, ?, ?, ?, ? from account where account.id = ?`,
		id, p.CredentialID, p.Credential, kernel.Clean(p.Name), kernel.Millis(p.CreatedAt), kernel.Millis(p.LastUsedAt), p.AccountID))
	if err == nil {
		p.ID = id
	}
	return err
}

// Passkeys returns an account's passkeys, oldest first.
func (s *Store) Passkeys(ctx context.Context, accountID string) ([]people.Passkey, error) {
	// Read from the writer, so that a passkey removed just now does not count.
	return kernel.Collect(ctx, s.db.Write, &passkeyRow{}, selectPasskey+"a.id = ? order by p.seq", accountID)
}

// Passkey returns one of an account's passkeys, or NotFound.
func (s *Store) Passkey(ctx context.Context, accountID, id string) (*people.Passkey, error) {
	return kernel.Pointer(kernel.One(ctx, s.db.Write, &passkeyRow{}, selectPasskey+"a.id = ? and p.id = ?", accountID, id))
}

// UsePasskey stores the new state of a credential after a use. It returns false
// if the passkey was used or removed concurrently.
func (s *Store) UsePasskey(ctx context.Context, p people.Passkey, credential string, at time.Time) (bool, error) {
	n, err := s.db.Write.Exec(ctx, "update passkey set credential = ?, last_used_at = ? where id = ? and credential = ?",
		credential, kernel.Millis(at), p.ID, p.Credential)
	return n == 1, err
}

// RenamePasskey renames one of an account's passkeys, or returns NotFound.
func (s *Store) RenamePasskey(ctx context.Context, accountID, id, name string) error {
	return kernel.Found(s.db.Write.Exec(ctx, "update passkey set name = ? where id = ? and account = (select seq from account where account.id = ?)",
		kernel.Clean(name), id, accountID))
}

// DeletePasskey deletes one of an account's passkeys. It returns NotFound if
// there is none, and Conflict if it is the only way to sign in, or if keepOne
// is set and no factor would remain. Removing the last factor also deletes the
// recovery codes.
func (s *Store) DeletePasskey(ctx context.Context, accountID, id string, keepOne bool) error {
	return s.db.Update(ctx, "remove a passkey", func(tx *kernel.Tx) error {
		// This changes nothing, but locks the account's row against concurrent
		// changes.
		if err := kernel.Found(tx.Exec(ctx, "update account set totp_at = totp_at where id = ?", accountID)); err != nil {
			return err
		}
		err := kernel.Found(tx.Exec(ctx, "delete from passkey where id = ? and account = (select seq from account where account.id = ?)", id, accountID))
		if err != nil {
			return err
		}
		if err := checkWayIn(ctx, tx, accountID); err != nil {
			return err
		}
		return checkFactors(ctx, tx, accountID, keepOne)
	})
}
