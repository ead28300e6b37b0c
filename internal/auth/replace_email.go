package auth

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
)

// ReplaceEmail changes the viewer's address as a part of their profile, which
// asks for no password: where mails are delivered both addresses have to
// confirm it, as with ChangeEmail. It does nothing for the address they have
// or asked for. Without a mail server it counts at once, for who signed in a
// moment ago. Invalid with the field "email" for one that is none or taken.
func (a *Service) ReplaceEmail(ctx context.Context, v music.Viewer, email string) error {
	email, err := checkedEmail(email)
	if err != nil {
		return err
	}
	account, err := a.store.AccountByID(ctx, v.AccountID)
	if err != nil {
		return fmt.Errorf("find the account: %w", err)
	}
	if email == account.Email || email == account.PendingEmail {
		return nil
	}
	if err := a.checkFree(ctx, email, account); err != nil {
		return err
	}
	if !a.mail.Delivers() {
		if err := a.checkFresh(ctx, v); err != nil {
			return err
		}
		return a.setEmail(ctx, account, email, time.Time{})
	}
	return a.askBoth(ctx, account, toLeaveEmail, email)
}

// checkFresh refuses what asks for no password to a session that is not young:
// somebody may sit at a borrowed device.
func (a *Service) checkFresh(ctx context.Context, v music.Viewer) error {
	session, _, err := a.liveSession(ctx, v.SessionID)
	if err != nil {
		return err
	}
	f := music.FieldErrors{}
	if a.now().Sub(session.CreatedAt) > freshSession {
		f.Add("email", "Change your e-mail address in the settings: they ask for your password.")
	}
	return f.Err()
}
