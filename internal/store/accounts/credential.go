package accounts

import (
	"context"
	"time"

	"sonora/internal/store/kernel"
)

// ReplacePassword gives an account another password, by its hash. At once
// every session ends but the one to keep ("" for none), and so does what the
// tickets of these purposes were good for.
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

// DropWaysIn removes an account's app passwords, and with all set whatever
// else but the password lets somebody in: passkeys, second factors, identities.
func (s *Store) DropWaysIn(ctx context.Context, accountID string, all bool) error {
	tables := []string{"app_password"}
	if all {
		tables = append(tables, "identity", "passkey", "recovery_code")
	}
	return s.db.Update(ctx, "drop ways in", func(tx *kernel.Tx) error {
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

// SetVerified notes that an account's address is proven, unless the account
// has another one by now or it was proven before: then NotFound.
func (s *Store) SetVerified(ctx context.Context, accountID, email string, at time.Time) error {
	return kernel.Found(s.db.Write.Exec(ctx, "update account set verified_at = ? where id = ? and email = ? and verified_at = 0", kernel.Millis(at), accountID, email))
}

// SetPendingEmail notes the address an account is to have; "" for none. The
// tickets of these purposes were for the one before and are dropped.
func (s *Store) SetPendingEmail(ctx context.Context, accountID, email string, purposes ...string) error {
	return s.db.Update(ctx, "set pending e-mail", func(tx *kernel.Tx) error {
		if err := kernel.Found(tx.Exec(ctx, "update account set pending_email = ? where id = ?", email, accountID)); err != nil {
			return err
		}
		return dropTickets(ctx, tx, accountID, purposes)
	})
}

// SetEmail gives an account another address, proven at a time or not at all.
// No change is pending afterwards, and the tickets of these purposes are
// dropped: who reads the old address must not use them. Conflict when the
// address is taken.
func (s *Store) SetEmail(ctx context.Context, accountID, email string, verified time.Time, purposes ...string) error {
	return s.db.Update(ctx, "set e-mail", func(tx *kernel.Tx) error {
		err := kernel.Found(tx.Exec(ctx, "update account set email = ?, pending_email = '', verified_at = ? where id = ?", email, kernel.Millis(verified), accountID))
		if err != nil {
			return err
		}
		return dropTickets(ctx, tx, accountID, purposes)
	})
}
