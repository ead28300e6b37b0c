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
)

// Grace is how long somebody can think again who deletes their account.
const Grace = 14 * 24 * time.Hour

// Delete has the viewer's account deleted when the time of grace is over, and
// returns when that is. Until then nobody else sees the profile. They are
// signed out everywhere else. Conflict for the last operator.
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
		return time.Time{}, fmt.Errorf("ask for the deletion: %w", err)
	}
	if err := s.accounts.EndOtherSessions(ctx, v); err != nil {
		return time.Time{}, fmt.Errorf("end other sessions: %w", err)
	}
	if err := s.accounts.Note(ctx, people.DeletionAsked, account.ID, ""); err != nil {
		return time.Time{}, fmt.Errorf("note the deletion: %w", err)
	}
	err = s.mail.Send(ctx, mail.Message{
		Kind: mail.Deletion, AccountID: account.ID, To: account.Email, Name: account.FirstName, Language: s.language(ctx, account),
		Link: s.link("/settings"), Expires: at, At: s.now(),
	})
	if err != nil {
		return time.Time{}, fmt.Errorf("write about the deletion: %w", err)
	}
	return at, nil
}

// Keep takes a deletion back. It does nothing where none was asked for.
func (s *Service) Keep(ctx context.Context, v music.Viewer) error {
	account, err := s.account(ctx, v)
	if err != nil || account.DeleteAt.IsZero() {
		return err
	}
	if err := s.store.SetDeleteAt(ctx, account.ID, time.Time{}); err != nil {
		return fmt.Errorf("take the deletion back: %w", err)
	}
	if err := s.accounts.Note(ctx, people.DeletionCancelled, account.ID, ""); err != nil {
		return fmt.Errorf("note that the account stays: %w", err)
	}
	return nil
}

// language is the one an account is written to in, the request's when it chose none.
func (s *Service) language(ctx context.Context, account *music.Account) string {
	if account.Language != "" {
		return account.Language
	}
	return music.LanguageOf(ctx)
}

// Purge deletes the accounts whose time has come, with what they liked and
// played, and returns how many. One that cannot go, such as the last
// operator's, stays and does not hold up the others.
func (s *Service) Purge(ctx context.Context) (int, error) {
	due, err := s.store.AccountsToDelete(ctx, s.now())
	if err != nil {
		return 0, fmt.Errorf("purge accounts: %w", err)
	}
	purged := 0
	for _, account := range due {
		if err := s.purge(ctx, &account); err != nil {
			s.log.Error("an account was to be deleted and is not", "account", account.ID, "error", err)
			continue
		}
		purged++
	}
	return purged, nil
}

func (s *Service) purge(ctx context.Context, account *music.Account) error {
	if err := s.Erase(ctx, "", account.ID); err != nil {
		return err
	}
	return s.mail.Send(ctx, mail.Message{
		Kind: mail.Deleted, To: account.Email, Name: account.FirstName, Language: account.Language, At: s.now(),
	})
}

// Erase deletes an account, for whom it says, with its picture and the copies
// of its data.
func (s *Service) Erase(ctx context.Context, actor, accountID string) error {
	account, err := s.store.AccountByID(ctx, accountID)
	if err != nil {
		return err
	}
	jobs, err := s.store.Jobs(ctx, accountID, exportKind)
	if err != nil {
		return fmt.Errorf("list the copies: %w", err)
	}
	if err := s.accounts.Delete(ctx, actor, accountID); err != nil {
		return err
	}
	files := []string{}
	for _, j := range jobs {
		files = append(files, filepath.Join(s.exports, j.ID+exportForm))
	}
	if name, ours := strings.CutPrefix(account.ProfileImageURL, AvatarPath); ours && isAvatar(name) {
		files = append(files, filepath.Join(s.avatars, name))
	}
	var errs []error
	for _, file := range files { // the account is gone: one that stays must not keep the others
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, fmt.Errorf("remove a file of the account: %w", err))
		}
	}
	return errors.Join(errs...)
}
