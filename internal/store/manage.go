package store

import (
	"context"
	"errors"
	"time"

	"sonora/internal/music"
)

// errLastOperator keeps a server from having nobody who may look after it.
var errLastOperator = music.NewError(music.Conflict, "This is the last operator.")

// manage changes accounts and takes the change back with errLastOperator
// when no operator who can sign in, and will go on to, is left.
func (s *Store) manage(ctx context.Context, what string, change func(tx *tx) error) error {
	return s.update(ctx, what, func(tx *tx) error {
		if s.d.oneAtATime != "" {
			if _, err := tx.exec(ctx, s.d.oneAtATime); err != nil {
				return err
			}
		}
		if err := change(tx); err != nil {
			return err
		}
		left, err := one(ctx, tx, &cell[bool]{}, "select exists (select 1 from account where role = ? and disabled_at = 0 and delete_at = 0)", string(music.Admin))
		if err == nil && !left {
			err = errLastOperator
		}
		return err
	})
}

// SetRole changes what an account may do. Conflict when it is the last operator.
func (s *Store) SetRole(ctx context.Context, id string, role music.Role) error {
	return s.manage(ctx, "set role", func(tx *tx) error {
		return must(tx.exec(ctx, "update account set role = ? where id = ?", string(role), id))
	})
}

// SetDisabled keeps an account from signing in from a time on; the zero time
// lets it in again. Conflict when it is the last operator.
func (s *Store) SetDisabled(ctx context.Context, id string, at time.Time) error {
	return s.manage(ctx, "disable account", func(tx *tx) error {
		return must(tx.exec(ctx, "update account set disabled_at = ? where id = ?", millis(at), id))
	})
}

// DeleteAccount removes an account with its sessions, likes, plays and playlists. It
// returns Conflict while the account owns tracks: they are to be deleted or
// handed over first, because without an owner every member would hear them;
// and when it is the last operator.
func (s *Store) DeleteAccount(ctx context.Context, id string) error {
	return s.manage(ctx, "delete account", func(tx *tx) error {
		// The log keeps what happened, but no addresses and names.
		_, err := tx.exec(ctx, `update security_event set detail = '', address = '', user_agent = ''
			where account = (select seq from account where account.id = ?)`, id)
		if err != nil {
			return err
		}
		err = must(tx.exec(ctx, "delete from account where id = ?", id))
		var e *music.Error
		if errors.As(err, &e) && e.Code == music.NotFound && e.Err != nil { // a foreign key, not a missing row
			return music.NewError(music.Conflict, "This account still owns tracks.").Because(err)
		}
		return err
	})
}
