package accounts

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store/kernel"
	"sonora/internal/store/library"
	"sonora/internal/store/listening"
	"sonora/internal/store/uploads"
)

// errLastOperator keeps a server from having nobody who may look after it.
var errLastOperator = music.NewError(music.Conflict, "This is the last operator.")

// manage changes accounts and takes the change back with errLastOperator
// when no operator who can sign in, and will go on to, is left.
func (s *Store) manage(ctx context.Context, what string, change func(tx *kernel.Tx) error) error {
	return s.db.Update(ctx, what, func(tx *kernel.Tx) error {
		if s.db.Dialect.OneAtATime != "" {
			if _, err := tx.Exec(ctx, s.db.Dialect.OneAtATime); err != nil {
				return err
			}
		}
		if err := change(tx); err != nil {
			return err
		}
		left, err := kernel.One(ctx, tx, &kernel.Cell[bool]{}, "select exists (select 1 from account where role = ? and disabled_at = 0 and delete_at = 0)", string(music.Admin))
		if err == nil && !left {
			err = errLastOperator
		}
		return err
	})
}

// SetRole changes what an account may do. Conflict when it is the last operator.
func (s *Store) SetRole(ctx context.Context, id string, role music.Role) error {
	return s.manage(ctx, "set role", func(tx *kernel.Tx) error {
		return kernel.Found(tx.Exec(ctx, "update account set role = ? where id = ?", string(role), id))
	})
}

// SetDisabled keeps an account from signing in from a time on; the zero time
// lets it in again. Conflict when it is the last operator.
func (s *Store) SetDisabled(ctx context.Context, id string, at time.Time) error {
	return s.manage(ctx, "disable account", func(tx *kernel.Tx) error {
		return kernel.Found(tx.Exec(ctx, "update account set disabled_at = ? where id = ?", kernel.Millis(at), id))
	})
}

// DeleteAccount removes an account with its sessions, likes, plays, playlists,
// uploads, stations and recorded shows: the tracks it brought are gone for
// everybody, their bytes and those of the shows are doomed. Conflict when it is
// the last operator.
func (s *Store) DeleteAccount(ctx context.Context, id string) error {
	err := s.manage(ctx, "delete account", func(tx *kernel.Tx) error {
		// The log keeps what happened, but no addresses and names.
		_, err := tx.Exec(ctx, `update security_event set detail = '', address = '', user_agent = ''
			where account = (select seq from account where account.id = ?)`, id)
		if err != nil {
			return err
		}
		if _, err := uploads.DropUploaded(ctx, s.db, tx, (&kernel.Query{}).Add("owner = ?", id)); err != nil {
			return err
		}
		if err := listening.ForgetPerson(ctx, tx, id); err != nil {
			return err
		}
		if err := forgetBroadcasts(ctx, tx, id); err != nil {
			return err
		}
		return kernel.Found(tx.Exec(ctx, "delete from account where id = ?", id))
	})
	s.db.Tally.Forget()
	s.db.Folded.Forget()
	if err != nil {
		return err
	}
	_, err = library.Finish(ctx, s.db)
	return err
}

// forgetBroadcasts removes the stations of a person and the shows that were
// recorded of them. What an operator had relayed stays with the server.
func forgetBroadcasts(ctx context.Context, tx *kernel.Tx, accountID string) error {
	const person = "(select seq from account where account.id = ?)"
	for _, statement := range []string{
		"delete from mix where id in (select mix from recording where mix <> '' and account = " + person + ")",
		"update recording set state = '" + string(station.RecordingGone) + "', mix = '', tracklist = '[]' where account = " + person,
		"delete from station where owner = (select seq from account where account.id = ? and (station.mode <> 'relay' or account.role <> '" + string(music.Admin) + "'))",
	} {
		if _, err := tx.Exec(ctx, statement, accountID); err != nil {
			return fmt.Errorf("delete broadcasts: %w", err)
		}
	}
	return nil
}
