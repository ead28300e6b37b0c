package auth

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
)

// ReplaceEmail changes the viewer's address as part of their profile, without
// asking for the password. With a mail server, both addresses must confirm the
// change, as in ChangeEmail; without one, the change applies immediately, but
// the session must be younger than freshSession. It does nothing if the address
// is already the viewer's or already requested. It returns Invalid with the
// field "email" for a malformed or taken address.
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
	return a.askBoth(ctx, account, toConfirmOldEmail, email)
}

// checkFresh rejects old sessions for changes that do not ask for the password,
// since the viewer may have left a device signed in.
func (a *Service) checkFresh(ctx context.Context, v music.Viewer) error {
	session, _, err := a.liveSession(ctx, v.SessionID)
	if err != nil {
		return err
	}
	f := music.FieldErrors{}
	if a.now().Sub(session.CreatedAt) > freshSession {
		f.Add("email", "Change your email address in the settings: they ask for your password.")
	}
	return f.Err()
}
