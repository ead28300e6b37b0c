package accounts

import (
	"context"
	"time"

	"sonora/internal/store/kernel"
)

// ReplaceRecoveryCodes replaces an account's recovery codes by new ones, given
// by their hashes.
func (s *Store) ReplaceRecoveryCodes(ctx context.Context, accountID string, hashes [][]byte) error {
	return s.db.Update(ctx, "replace recovery codes", func(tx *kernel.Tx) error { return replaceRecoveryCodes(ctx, tx, accountID, hashes) })
}

func replaceRecoveryCodes(ctx context.Context, tx *kernel.Tx, accountID string, hashes [][]byte) error {
	if _, err := tx.Exec(ctx, "delete from recovery_code where account = (select seq from account where id = ?)", accountID); err != nil {
		return err
	}
	for _, hash := range hashes {
		err := kernel.Found(tx.Exec(ctx, "insert into recovery_code (account, hash, used_at) select seq, ?, 0 from account where id = ?", hash, accountID))
		if err != nil {
			return err
		}
	}
	return nil
}

// UseRecoveryCode consumes a code. It returns false if it is unknown or used.
func (s *Store) UseRecoveryCode(ctx context.Context, accountID string, hash []byte, at time.Time) (bool, error) {
	n, err := s.db.Write.Exec(ctx, `update recovery_code set used_at = ?
		where account = (select seq from account where id = ?) and hash = ? and used_at = 0`, kernel.Millis(at), accountID, hash)
	return n == 1, err
}
