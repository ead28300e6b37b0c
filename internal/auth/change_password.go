package auth

import (
	"context"
	"fmt"

	"sonora/internal/music"
	"sonora/internal/people"
)

// ChangePassword changes the viewer's password and ends their other sessions.
// It returns Invalid with the field "current" for a wrong current password.
// Viewers without a password must have signed in within freshSession.
func (a *Service) ChangePassword(ctx context.Context, v music.Viewer, current, password1, password2 string) error {
	account, err := a.confirm(ctx, v, "current", current)
	if err != nil {
		return err
	}
	if err := a.checkNewPassword(password1, password2, account); err != nil {
		return err
	}
	hash, err := a.hashPassword(ctx, password1)
	if err != nil {
		return err
	}
	if err := a.store.ReplacePassword(ctx, account.ID, hash, v.SessionID, a.now(), toReset, factorChallenge, enrolChallenge); err != nil {
		return fmt.Errorf("set the password: %w", err)
	}
	return a.passwordChanged(ctx, account, account.ID, "")
}

// SetPassword sets the password of an account and ends all its sessions, for
// the command line. It returns Invalid if the password breaks a rule.
func (a *Service) SetPassword(ctx context.Context, accountID, password string) error {
	account, err := a.store.AccountByID(ctx, accountID)
	if err != nil {
		return fmt.Errorf("find the account: %w", err)
	}
	f := music.FieldErrors{}
	a.checkPasswordRules(f, "password", password, account)
	if err := f.Err(); err != nil {
		return err
	}
	hash, err := a.hashPassword(ctx, password)
	if err != nil {
		return err
	}
	if err := a.store.ReplacePassword(ctx, accountID, hash, "", a.now(), toReset, toJoin, factorChallenge, enrolChallenge); err != nil {
		return fmt.Errorf("set the password: %w", err)
	}
	if err := a.store.DropWaysIn(ctx, accountID, false); err != nil {
		return fmt.Errorf("delete API keys: %w", err)
	}
	return a.passwordChanged(ctx, account, people.ActorOperator, "")
}

// checkNewPassword returns Invalid if the password, entered twice, is not
// allowed for the account.
func (a *Service) checkNewPassword(password1, password2 string, account *music.Account) error {
	f := music.FieldErrors{}
	a.checkPasswords(f, password1, password2, account)
	return f.Err("password1", "password2", "non_field_errors")
}

func (a *Service) checkPasswords(f music.FieldErrors, password1, password2 string, account *music.Account) {
	a.checkPasswordRules(f, "password1", password1, account)
	switch {
	case password2 == "":
		f.Add("password2", "This field is required.")
	case password1 != "" && password1 != password2:
		f.Add("non_field_errors", "The two password fields didn't match.")
	}
}
