package accounts

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// SetDeleteAt schedules the deletion of an account; the zero time cancels it.
// It returns Conflict for the last operator.
func (s *Store) SetDeleteAt(ctx context.Context, id string, at time.Time) error {
	const change = "update account set delete_at = ? where id = ?"
	if at.IsZero() {
		return kernel.Found(s.db.Write.Exec(ctx, change, 0, id))
	}
	return s.manage(ctx, "set deletion", func(tx *kernel.Tx) error {
		return kernel.Found(tx.Exec(ctx, change, kernel.Millis(at), id))
	})
}

// AccountsToDelete returns the accounts whose deletion is due.
func (s *Store) AccountsToDelete(ctx context.Context, now time.Time) ([]music.Account, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &accountRow{}, "select "+accountColumns+" from account where delete_at > 0 and delete_at <= ? order by seq", kernel.Millis(now))
	if err != nil {
		return nil, fmt.Errorf("list accounts to delete: %w", err)
	}
	return list, nil
}
