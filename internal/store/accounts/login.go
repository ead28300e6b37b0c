package accounts

import (
	"context"
	"time"

	"sonora/internal/store/kernel"
)

// failureMemory is how long failed sign-ins are stored.
const failureMemory = 24 * time.Hour

// FailedLogin records a failed sign-in under a key, such as an account with a
// network address, and returns the number of failures of the key in the last 24
// hours.
func (s *Store) FailedLogin(ctx context.Context, key string, at time.Time) (count int, err error) {
	err = s.db.Update(ctx, "record failed login", func(tx *kernel.Tx) error {
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

// FailedLogins returns the number of failures of a key at or after since, and
// the time of the last.
func (s *Store) FailedLogins(ctx context.Context, key string, since time.Time) (count int, last time.Time, err error) {
	p, err := kernel.One(ctx, s.db.Read, &kernel.Pair[int, int64]{},
		"select count(*), coalesce(max(at), 0) from failed_login where key = ? and at >= ?", kernel.Bounded(kernel.Clean(key)), kernel.Millis(since))
	return p.A, kernel.Moment(p.B), err
}

// ClearFailedLogins deletes the failures of a key.
func (s *Store) ClearFailedLogins(ctx context.Context, key string) error {
	_, err := s.db.Write.Exec(ctx, "delete from failed_login where key = ?", kernel.Bounded(kernel.Clean(key)))
	return err
}

// FailedLoginBefore returns the time of the n-th latest failure of a key, or
// the zero time if there are fewer.
func (s *Store) FailedLoginBefore(ctx context.Context, key string, n int) (time.Time, error) {
	at, err := kernel.One(ctx, s.db.Read, &kernel.Cell[int64]{},
		"select coalesce((select at from failed_login where key = ? order by at desc limit 1 offset ? + 0), 0)", kernel.Bounded(kernel.Clean(key)), n-1)
	return kernel.Moment(at), err
}

// OftenFailed returns the keys with at least minCount failures after since.
func (s *Store) OftenFailed(ctx context.Context, since time.Time, minCount int) ([]string, error) {
	return kernel.Collect(ctx, s.db.Read, &kernel.Cell[string]{},
		"select key from failed_login where at > ? group by key having count(*) >= ? order by key", kernel.Millis(since), minCount)
}

// ClearFailedLoginsOf deletes the failures of a key and of all keys that start
// with it and a space: those of an account from all addresses.
func (s *Store) ClearFailedLoginsOf(ctx context.Context, key string) error {
	key = kernel.Clean(key)
	_, err := s.db.Write.Exec(ctx, "delete from failed_login where key = ? or key >= ? and key < ?", kernel.Bounded(key), kernel.Bounded(key+" "), kernel.Bounded(key+"!"))
	return err
}
