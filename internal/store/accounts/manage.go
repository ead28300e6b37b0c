package accounts

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store/generations"
	"sonora/internal/store/kernel"
	"sonora/internal/store/library"
	"sonora/internal/store/listening"
	"sonora/internal/store/uploads"
)

// errLastOperator is returned when a change would leave the server without an
// operator.
var errLastOperator = music.NewError(music.Conflict, "This is the last operator.")

// manage changes accounts. It rolls the change back and returns errLastOperator
// if no operator who can sign in, and is not scheduled for deletion, would
// remain.
func (s *Store) manage(ctx context.Context, what string, change func(tx *kernel.Tx) error) error {
	return s.db.Update(ctx, what, func(tx *kernel.Tx) error {
		if err := tx.OneAtATime(ctx); err != nil {
			return err
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

// SetRole changes an account's role. It returns Conflict for the last operator.
func (s *Store) SetRole(ctx context.Context, id string, role music.Role) error {
	return s.manage(ctx, "set role", func(tx *kernel.Tx) error {
		return kernel.Found(tx.Exec(ctx, "update account set role = ? where id = ?", string(role), id))
	})
}

// SetDisabled disables an account; the zero time enables it. It returns
// Conflict for the last operator.
func (s *Store) SetDisabled(ctx context.Context, id string, at time.Time) error {
	return s.manage(ctx, "disable account", func(tx *kernel.Tx) error {
		return kernel.Found(tx.Exec(ctx, "update account set disabled_at = ? where id = ?", kernel.Millis(at), id))
	})
}

// RemoveAccount disables an account that an operator deletes, until its data are
// deleted at a time, or earlier if its owner asked for that. A second time changes
// nothing. The two times are the same unless the account was disabled before, which
// RestoreAccount then keeps. It returns Conflict for the last operator.
func (s *Store) RemoveAccount(ctx context.Context, id string, at, deleteAt time.Time) error {
	now, due := kernel.Millis(at), kernel.Millis(deleteAt)
	return s.manage(ctx, "remove account", func(tx *kernel.Tx) error {
		return kernel.Found(tx.Exec(ctx, `update account set
			removed_at = case when removed_at > 0 then removed_at when disabled_at >= ? then disabled_at + 1 else ? end,
			disabled_at = case when disabled_at > 0 then disabled_at else ? end,
			delete_at = case when delete_at > 0 and delete_at < ? then delete_at else ? end where id = ?`, now, now, now, due, due, id))
	})
}

// RestoreAccount takes back RemoveAccount. An account that was disabled before stays
// so. It returns NotFound if no operator removed such an account.
func (s *Store) RestoreAccount(ctx context.Context, id string) error {
	return s.manage(ctx, "restore account", func(tx *kernel.Tx) error {
		return kernel.Found(tx.Exec(ctx, `update account set delete_at = 0, removed_at = 0,
			disabled_at = case when disabled_at = removed_at then 0 else disabled_at end where id = ? and removed_at > 0`, id))
	})
}

// DeleteAccount deletes an account with its sessions, likes, plays, playlists,
// uploads, stations, mixes and recorded shows. Its tracks disappear for everyone,
// except for those that are the sound of somebody else's mix or of an operator's:
// these are handed over. The files of the others and of the shows are marked for
// deletion. It returns Conflict for the last operator.
func (s *Store) DeleteAccount(ctx context.Context, id string) error {
	err := s.manage(ctx, "delete account", func(tx *kernel.Tx) error {
		// Keep the log entries, but without addresses and names.
		_, err := tx.Exec(ctx, `update security_event set detail = '', address = '', user_agent = ''
			where account = (select seq from account where account.id = ?)`, id)
		if err != nil {
			return err
		}
		if err := forgetBroadcasts(ctx, tx, id); err != nil {
			return err
		}
		if err := uploads.HandOver(ctx, s.db, tx, id); err != nil {
			return err
		}
		if _, err := uploads.DropUploaded(ctx, s.db, tx, (&kernel.Query{}).Add("owner = ?", id)); err != nil {
			return err
		}
		if err := listening.ForgetPerson(ctx, tx, id); err != nil {
			return err
		}
		if err := generations.ForgetPerson(ctx, tx, id); err != nil {
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

// forgetBroadcasts deletes a person's stations, mixes and recorded shows. Relays
// and mixes that an operator added remain.
func forgetBroadcasts(ctx context.Context, tx *kernel.Tx, accountID string) error {
	const person = "(select seq from account where account.id = ?)"
	for _, statement := range []string{
		"delete from mix where id in (select mix from recording where mix <> '' and account = " + person + ")",
		"delete from mix where owner = (select seq from account where account.id = ? and account.role <> '" + string(music.Admin) + "')",
		"update recording set state = '" + string(station.RecordingGone) + "', mix = '', tracklist = '[]' where account = " + person,
		"delete from station where owner = (select seq from account where account.id = ? and (station.mode <> 'relay' or account.role <> '" + string(music.Admin) + "'))",
	} {
		if _, err := tx.Exec(ctx, statement, accountID); err != nil {
			return fmt.Errorf("delete broadcasts: %w", err)
		}
	}
	return nil
}
