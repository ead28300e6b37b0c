package accounts

import (
	"context"
	"time"

	"sonora/internal/store/kernel"
)

// ReplacePassword sets the hash of an account's password. It also ends every
// session except keepSession ("" for none), and deletes the account's tickets
// for the given purposes.
func (s *Store) ReplacePassword(ctx context.Context, accountID, hash, keepSession string, at time.Time, purposes ...string) error {
	return s.db.Update(ctx, "replace password", func(tx *kernel.Tx) error {
		if err := kernel.Found(tx.Exec(ctx, "update account set password_hash = ? where id = ?", hash, accountID)); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `update session set revoked_at = ?
			where account = (select seq from account where account.id = ?) and revoked_at = 0 and id <> ?`, kernel.Millis(at), accountID, keepSession)
		if err != nil {
			return err
		}
		return dropTickets(ctx, tx, accountID, purposes)
	})
}

// DropWaysIn deletes an account's API keys. If all is set, it also deletes
// passkeys, second factors and identities, which leaves only the password.
func (s *Store) DropWaysIn(ctx context.Context, accountID string, all bool) error {
	tables := []string{"api_key"}
	if all {
		tables = append(tables, "identity", "passkey", "recovery_code")
	}
	return s.db.Update(ctx, "delete credentials", func(tx *kernel.Tx) error {
		for _, table := range tables {
			if _, err := tx.Exec(ctx, "delete from "+table+" where account = (select seq from account where account.id = ?)", accountID); err != nil {
				return err
			}
		}
		if !all {
			return nil
		}
		return kernel.Found(tx.Exec(ctx, "update account set totp_secret = null, totp_at = 0, auth_provider = '' where id = ?", accountID))
	})
}

// SetVerified marks an account's address as verified. It returns NotFound if
// the account has a different address now or was verified before.
func (s *Store) SetVerified(ctx context.Context, accountID, email string, at time.Time) error {
	return kernel.Found(s.db.Write.Exec(ctx, "update account set verified_at = ? where id = ? and email = ? and verified_at = 0", kernel.Millis(at), accountID, email))
}

// SetPendingEmail sets the requested address of an account, "" for none. It
// deletes the account's tickets for the given purposes, which belong to an
// earlier request.
func (s *Store) SetPendingEmail(ctx context.Context, accountID, email string, purposes ...string) error {
	return s.db.Update(ctx, "set pending email", func(tx *kernel.Tx) error {
		if err := kernel.Found(tx.Exec(ctx, "update account set pending_email = ? where id = ?", email, accountID)); err != nil {
			return err
		}
		return dropTickets(ctx, tx, accountID, purposes)
	})
}

// SetEmail changes an account's address. verified is when it was verified, or
// zero. It removes any pending change and deletes the account's tickets for the
// given purposes, because the reader of the old address must not use them. It
// returns Conflict if the address is taken.
func (s *Store) SetEmail(ctx context.Context, accountID, email string, verified time.Time, purposes ...string) error {
	return s.db.Update(ctx, "set email", func(tx *kernel.Tx) error {
		err := kernel.Found(tx.Exec(ctx, "update account set email = ?, pending_email = '', verified_at = ? where id = ?", email, kernel.Millis(verified), accountID))
		if err != nil {
			return err
		}
		return dropTickets(ctx, tx, accountID, purposes)
	})
}
