package profile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/premium"
	"sonora/internal/station"
)

// Grace is how long a person can change their mind after requesting the
// deletion of their account.
const Grace = 14 * 24 * time.Hour

// RemovalGrace is how long operators can restore an account that they deleted.
const RemovalGrace = 30 * 24 * time.Hour

// Delete schedules the deletion of the viewer's account for the end of the
// grace period and returns that time. Until then, nobody else sees the profile.
// The person is signed out everywhere else. Delete returns Conflict for the
// last operator.
func (s *Service) Delete(ctx context.Context, v music.Viewer) (time.Time, error) {
	account, err := s.account(ctx, v)
	if err != nil {
		return time.Time{}, err
	}
	if !account.DeleteAt.IsZero() {
		return account.DeleteAt, nil
	}
	at := s.now().Add(Grace).UTC().Truncate(time.Second)
	if err := s.store.SetDeleteAt(ctx, account.ID, at); err != nil {
		return time.Time{}, fmt.Errorf("schedule the deletion: %w", err)
	}
	if err := s.paid.Follow(ctx, account.ID); err != nil {
		return time.Time{}, fmt.Errorf("cancel the subscription: %w", err)
	}
	if err := s.accounts.EndOtherSessions(ctx, v); err != nil {
		return time.Time{}, fmt.Errorf("end other sessions: %w", err)
	}
	if err := s.accounts.Note(ctx, people.DeletionAsked, account.ID, ""); err != nil {
		return time.Time{}, fmt.Errorf("record the deletion request: %w", err)
	}
	err = s.mail.Send(ctx, mail.Message{
		Kind: mail.Deletion, AccountID: account.ID, To: account.Email, Name: account.FirstName, Language: s.language(ctx, account),
		Link: s.link("/settings"), Expires: at, At: s.now(),
	})
	if err != nil {
		return time.Time{}, fmt.Errorf("send mail about the deletion: %w", err)
	}
	return at, nil
}

// Remove deletes an account for an operator: the person is signed out and cannot
// sign in from now on, and nobody else sees the profile. The data are deleted after
// RemovalGrace, or when the person wanted them deleted if that is earlier. It returns
// NotFound if there is no such account, and Conflict for the last operator and for
// the operator's own account. It reports whether the account has changed.
func (s *Service) Remove(ctx context.Context, actor, accountID string) (changed bool, err error) {
	changed, err = s.accounts.Remove(ctx, actor, accountID, s.removalEnd())
	if err != nil || !changed {
		return changed, err
	}
	if err := s.paid.Follow(ctx, accountID); err != nil {
		return true, fmt.Errorf("cancel the subscription: %w", err)
	}
	return true, nil
}

// Restore takes back Remove for an operator. It returns NotFound if there is no such
// account, and Conflict if no operator removed it.
func (s *Service) Restore(ctx context.Context, actor, accountID string) error {
	if err := s.accounts.Restore(ctx, actor, accountID); err != nil {
		return err
	}
	if err := s.paid.Follow(ctx, accountID); err != nil {
		return fmt.Errorf("resume the subscription: %w", err)
	}
	return nil
}

func (s *Service) removalEnd() time.Time {
	return s.now().Add(RemovalGrace).UTC().Truncate(time.Second)
}

// RemovalEnd returns when the data of an account would be deleted if Remove were called
// now. deleteAt is when its owner wants that, or zero.
func (s *Service) RemovalEnd(deleteAt time.Time) time.Time {
	if end := s.removalEnd(); deleteAt.IsZero() || end.Before(deleteAt) {
		return end
	}
	return deleteAt
}

// Keep cancels a scheduled deletion. It does nothing if there is none.
func (s *Service) Keep(ctx context.Context, v music.Viewer) error {
	account, err := s.account(ctx, v)
	if err != nil || account.DeleteAt.IsZero() {
		return err
	}
	if err := s.store.SetDeleteAt(ctx, account.ID, time.Time{}); err != nil {
		return fmt.Errorf("cancel the deletion: %w", err)
	}
	if err := s.paid.Follow(ctx, account.ID); err != nil {
		return fmt.Errorf("resume the subscription: %w", err)
	}
	if err := s.accounts.Note(ctx, people.DeletionCancelled, account.ID, ""); err != nil {
		return fmt.Errorf("record the cancelled deletion: %w", err)
	}
	return nil
}

// language returns the language of mails to an account, or the request's
// language if the account has none.
func (s *Service) language(ctx context.Context, account *music.Account) string {
	if account.Language != "" {
		return account.Language
	}
	return music.LanguageOf(ctx)
}

// Purge deletes the accounts whose grace period is over, along with their likes
// and plays, and returns their number. An account that cannot be deleted, such
// as the last operator's, does not affect the others.
func (s *Service) Purge(ctx context.Context) (int, error) {
	due, err := s.store.AccountsToDelete(ctx, s.now())
	if err != nil {
		return 0, fmt.Errorf("purge accounts: %w", err)
	}
	purged := 0
	for _, account := range due {
		if err := s.purge(ctx, &account); err != nil {
			s.log.Error("delete account failed", "account", account.ID, "error", err)
			continue
		}
		purged++
	}
	return purged, nil
}

func (s *Service) purge(ctx context.Context, account *music.Account) error {
	now, err := s.store.AccountByID(ctx, account.ID)
	if err != nil {
		return err
	}
	if !now.DeleteAt.Equal(account.DeleteAt) {
		return nil // it was restored meanwhile
	}
	if err := s.Erase(ctx, "", account.ID); err != nil {
		return err
	}
	return s.mail.Send(ctx, mail.Message{
		Kind: mail.Deleted, To: account.Email, Name: account.FirstName, Language: account.Language, At: s.now(),
	})
}

// Erase deletes an account with its picture and its data exports. actor is the
// account that requested this, "" for none.
func (s *Service) Erase(ctx context.Context, actor, accountID string) error {
	account, err := s.store.AccountByID(ctx, accountID)
	if err != nil {
		return err
	}
	jobs, err := s.store.Jobs(ctx, accountID, exportKind)
	if err != nil {
		return fmt.Errorf("list the exports: %w", err)
	}
	if err := s.paid.EndAll(ctx, accountID); err != nil {
		return fmt.Errorf("end the subscription: %w", err)
	}
	if err := s.accounts.Delete(ctx, actor, accountID); err != nil {
		return err
	}
	// Its uploads, mixes and stations are gone.
	s.events.Publish(music.Event{Type: music.EventLibrary})
	s.events.Publish(music.Event{Type: music.EventMix})
	s.events.Publish(music.Event{Type: music.EventStations, Data: station.Change{IsPublic: true}})
	s.events.Publish(music.Event{Type: premium.Changed}) // those whose plan it paid have another one
	files := []string{}
	for _, j := range jobs {
		files = append(files, filepath.Join(s.exports, j.ID+exportSuffix))
	}
	if name, ours := strings.CutPrefix(account.ProfileImageURL, AvatarPath); ours && isAvatar(name) {
		files = append(files, filepath.Join(s.avatars, name))
	}
	var errs []error
	for _, file := range files { // the account is gone; a failure must not keep the other files
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, fmt.Errorf("remove a file of the account: %w", err))
		}
	}
	return errors.Join(errs...)
}
