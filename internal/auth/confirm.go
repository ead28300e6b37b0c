package auth

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
)

// freshSession is how old a session may be to confirm a change without a
// password, for accounts that have none.
const freshSession = 15 * time.Minute

var errSignInAgain = music.NewError(music.Forbidden, "Sign in again to do this.").Coded(music.CodeSignInAgain)

// Confirm asks for the password again before sensitive changes, since the
// viewer may have left a device signed in. It returns the viewer's account. A
// wrong password is Invalid with the field "password" and counts as a failed
// login. Accounts without a password must have signed in within freshSession,
// otherwise Confirm returns Forbidden.
func (a *Service) Confirm(ctx context.Context, v music.Viewer, password string) (*music.Account, error) {
	return a.confirm(ctx, v, "password", password)
}

func (a *Service) confirm(ctx context.Context, v music.Viewer, field, password string) (*music.Account, error) {
	if v.Scopes != "" || v.SessionID == "" {
		return nil, music.ErrForbidden
	}
	session, account, err := a.liveSession(ctx, v.SessionID)
	if err != nil {
		return nil, err
	}
	if account.PasswordHash == "" {
		if a.now().Sub(session.CreatedAt) > freshSession {
			return nil, errSignInAgain
		}
		return account, nil
	}
	f := music.FieldErrors{}
	if checkPassword(f, field, password); len(f) > 0 {
		return nil, f.Err()
	}
	return account, a.confirmPassword(ctx, account, field, password)
}

func (a *Service) confirmPassword(ctx context.Context, account *music.Account, field, password string) error {
	attempt := attemptOf(ctx, account.Email)
	if err := a.checkLockOut(ctx, attempt); err != nil {
		return err
	}
	ok, err := a.checkPassword(ctx, password, account.PasswordHash)
	if err != nil {
		return fmt.Errorf("check the password: %w", err)
	}
	if err := a.checkLockOut(ctx, attempt); err != nil {
		return err // concurrent tries must not learn more than the limit allows
	}
	if !ok {
		if err := a.failedLogin(ctx, attempt, account, account.Email); err != nil {
			return err
		}
		f := music.FieldErrors{}
		f.Add(field, "This password is incorrect.")
		return f.Err()
	}
	if err := a.store.ClearFailedLogins(ctx, attempt); err != nil {
		return fmt.Errorf("clear failed logins: %w", err)
	}
	return nil
}
