package accounts

import (
	"context"
	"time"

	"sonora/internal/store/kernel"
)

// failureMemory is how long a failed sign-in is remembered.
const failureMemory = 24 * time.Hour

// FailedLogin notes a failed sign-in for a key, such as an account with an
// address, and returns how many the key has had in the last 24 hours.
func (s *Store) FailedLogin(ctx context.Context, key string, at time.Time) (count int, err error) {
	err = s.db.Update(ctx, "note failed login", func(tx *kernel.Tx) error {
		key := kernel.Bounded(kernel.Clean(key))
		if _, err := tx.Exec(ctx, "delete from failed_login where at < ?", kernel.Millis(at.Add(-failureMemory))); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "insert into failed_login (key, at) values (?, ?)", key, kernel.Millis(at)); err != nil {
			return err
		}
		count, err = kernel.One(ctx, tx, &kernel.Cell[int]{}, "select count(*) from failed_login where key = ?", key)
		return err
	})
	return count, err
}

// FailedLogins returns how many sign-ins failed for a key at or after since,
// and when the last did.
func (s *Store) FailedLogins(ctx context.Context, key string, since time.Time) (count int, last time.Time, err error) {
	p, err := kernel.One(ctx, s.db.Read, &kernel.Pair[int, int64]{},
		"select count(*), coalesce(max(at), 0) from failed_login where key = ? and at >= ?", kernel.Bounded(kernel.Clean(key)), kernel.Millis(since))
	return p.A, kernel.Moment(p.B), err
}

// ClearFailedLogins forgets a key's failures, after a success.
func (s *Store) ClearFailedLogins(ctx context.Context, key string) error {
	_, err := s.db.Write.Exec(ctx, "delete from failed_login where key = ?", kernel.Bounded(kernel.Clean(key)))
	return err
}

// FailedLoginBefore returns when the n-th latest sign-in failed for a key,
// the zero time when fewer did.
func (s *Store) FailedLoginBefore(ctx context.Context, key string, n int) (time.Time, error) {
	at, err := kernel.One(ctx, s.db.Read, &kernel.Cell[int64]{},
		"select coalesce((select at from failed_login where key = ? order by at desc limit 1 offset ? + 0), 0)", kernel.Bounded(kernel.Clean(key)), n-1)
	return kernel.Moment(at), err
}

// OftenFailed returns the keys that failed at least so many times after since.
func (s *Store) OftenFailed(ctx context.Context, since time.Time, least int) ([]string, error) {
	return kernel.Collect(ctx, s.db.Read, &kernel.Cell[string]{},
		"select key from failed_login where at > ? group by key having count(*) >= ? order by key", kernel.Millis(since), least)
}

// ClearFailedLoginsOf forgets the failures of a key and of everything that
// begins with it and a space: of an account from all addresses.
func (s *Store) ClearFailedLoginsOf(ctx context.Context, key string) error {
	key = kernel.Clean(key)
	_, err := s.db.Write.Exec(ctx, "delete from failed_login where key = ? or key >= ? and key < ?", kernel.Bounded(key), kernel.Bounded(key+" "), kernel.Bounded(key+"!"))
	return err
}
