package accounts

import (
	"context"
	"fmt"
	"slices"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store/kernel"
)

const selectSession = `select s.id, a.id, s.refresh_hash, s.previous_hash, s.rotated_at, s.created_at, s.last_used_at,
	s.expires_at, s.revoked_at, s.user_agent, s.address, s.name from session s join account a on a.seq = s.account where `

type sessionRow struct {
	s                                            music.Session
	rotated, created, lastUsed, expires, revoked int64
}

func (r *sessionRow) Dest() []any {
	return []any{
		&r.s.ID, &r.s.AccountID, &r.s.RefreshHash, &r.s.PreviousHash, &r.rotated, &r.created, &r.lastUsed,
		&r.expires, &r.revoked, &r.s.UserAgent, &r.s.Address, &r.s.Name,
	}
}

func (r *sessionRow) Value() music.Session {
	s := r.s
	s.RefreshHash, s.PreviousHash = slices.Clone(s.RefreshHash), slices.Clone(s.PreviousHash)
	s.RotatedAt, s.CreatedAt, s.LastUsedAt = kernel.Moment(r.rotated), kernel.Moment(r.created), kernel.Moment(r.lastUsed)
	s.ExpiresAt, s.RevokedAt = kernel.Moment(r.expires), kernel.Moment(r.revoked)
	return s
}

// CreateSession adds a session and fills in its ID if empty. It returns
// NotFound if there is no such account.
func (s *Store) CreateSession(ctx context.Context, session *music.Session) error {
	id := session.ID
	if id == "" {
		id = music.NewID()
	}
	err := kernel.Found(s.db.Write.Exec(ctx, `insert into session (id, account, refresh_hash, previous_hash, rotated_at, created_at,
			last_used_at, expires_at, revoked_at, user_agent, address)
		select ?, seq, ?, ?, ?, ?, ?, ?, ?, ?, ? from account where account.id = ?`,
		id, session.RefreshHash, session.PreviousHash, kernel.Millis(session.RotatedAt), kernel.Millis(session.CreatedAt),
		kernel.Millis(session.LastUsedAt), kernel.Millis(session.ExpiresAt), kernel.Millis(session.RevokedAt),
		kernel.Clean(session.UserAgent), kernel.Clean(session.Address), session.AccountID))
	if err == nil {
		session.ID = id
	}
	return err
}

// SessionByID returns a session, which may be revoked or expired, or NotFound.
func (s *Store) SessionByID(ctx context.Context, id string) (*music.Session, error) {
	return kernel.Pointer(kernel.One(ctx, s.db.Read, &sessionRow{}, selectSession+"s.id = ?", id))
}

// RotateSession replaces the refresh token of an active session if it has
// oldHash. It returns false if the token was replaced or the session revoked
// concurrently.
func (s *Store) RotateSession(ctx context.Context, id string, oldHash, newHash []byte, at, expires time.Time) (bool, error) {
	n, err := s.db.Write.Exec(ctx, `update session set previous_hash = refresh_hash, refresh_hash = ?, rotated_at = ?,
			last_used_at = ?, expires_at = ? where id = ? and refresh_hash = ? and revoked_at = 0`,
		newHash, kernel.Millis(at), kernel.Millis(at), kernel.Millis(expires), id, oldHash)
	return n == 1, err
}

// RevokeSession ends a session and returns its account ID. It returns NotFound
// if there is no active session with this ID.
func (s *Store) RevokeSession(ctx context.Context, id string, at time.Time) (accountID string, err error) {
	return kernel.One(ctx, s.db.Write, &kernel.Cell[string]{}, `update session set revoked_at = ? where id = ? and revoked_at = 0
		returning (select a.id from account a where a.seq = session.account)`, kernel.Millis(at), id)
}

// RevokeSessionOf ends a session of an account. It returns NotFound if the
// account has no active session with this ID.
func (s *Store) RevokeSessionOf(ctx context.Context, accountID, id string, at time.Time) error {
	return kernel.Found(s.db.Write.Exec(ctx, `update session set revoked_at = ?
		where id = ? and account = (select seq from account where account.id = ?) and revoked_at = 0 and expires_at > ?`,
		kernel.Millis(at), id, accountID, kernel.Millis(at)))
}

// RenameSession names an account's active session, "" for none. It returns
// NotFound if there is no such session.
func (s *Store) RenameSession(ctx context.Context, accountID, id, name string, now time.Time) error {
	return kernel.Found(s.db.Write.Exec(ctx, `update session set name = ?
		where id = ? and account = (select seq from account where account.id = ?) and revoked_at = 0 and expires_at > ?`,
		kernel.Clean(name), id, accountID, kernel.Millis(now)))
}

// RevokeOtherSessions ends every session of an account except one.
func (s *Store) RevokeOtherSessions(ctx context.Context, accountID, keep string, at time.Time) error {
	_, err := s.db.Write.Exec(ctx, `update session set revoked_at = ?
		where account = (select seq from account where account.id = ?) and id <> ? and revoked_at = 0`, kernel.Millis(at), accountID, keep)
	return err
}

// RevokeSessions ends every session of an account.
func (s *Store) RevokeSessions(ctx context.Context, accountID string, at time.Time) error {
	_, err := s.db.Write.Exec(ctx, `update session set revoked_at = ?
		where account = (select seq from account where account.id = ?) and revoked_at = 0`, kernel.Millis(at), accountID)
	return err
}

// SessionsOf returns an account's active sessions, last used first.
func (s *Store) SessionsOf(ctx context.Context, accountID string, now time.Time) ([]music.Session, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &sessionRow{}, selectSession+"a.id = ? and s.revoked_at = 0 and s.expires_at > ? order by s.last_used_at desc, s.id desc",
		accountID, kernel.Millis(now))
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	return list, nil
}

// LastSessionEnd returns when the last of all sessions ends, or zero if there
// are none.
func (s *Store) LastSessionEnd(ctx context.Context) (time.Time, error) {
	end, err := kernel.One(ctx, s.db.Read, &kernel.Cell[int64]{}, "select coalesce(max(expires_at), 0) from session where revoked_at = 0")
	return kernel.Moment(end), err
}

// SessionsUsed records uses of sessions by ID, like APIKeysUsed.
func (s *Store) SessionsUsed(ctx context.Context, uses map[string]people.Use) error {
	if len(uses) == 0 {
		return nil
	}
	return s.db.Update(ctx, "record uses", func(tx *kernel.Tx) error {
		for id, u := range uses {
			at := kernel.Millis(u.At)
			if _, err := tx.Exec(ctx, "update session set last_used_at = ? where id = ? and last_used_at < ?", at, id, at); err != nil {
				return err
			}
		}
		return nil
	})
}

// KnownDevices returns the devices of an account's sessions that were used at
// or after since, including ended sessions.
func (s *Store) KnownDevices(ctx context.Context, accountID string, since time.Time) ([]people.Device, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &deviceRow{}, `select distinct user_agent, address from session
		where account = (select seq from account where account.id = ?) and last_used_at >= ?`, accountID, kernel.Millis(since))
	if err != nil {
		return nil, fmt.Errorf("list devices: %w", err)
	}
	return list, nil
}

type deviceRow struct{ d people.Device }

func (r *deviceRow) Dest() []any { return []any{&r.d.UserAgent, &r.d.Address} }

func (r *deviceRow) Value() people.Device { return r.d }
