package auth

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/people"
)

const (
	resetLifetime = time.Hour
	// Limits of mail to unknown addresses within mailMemory, for one address
	// and for all together, so that the server cannot be used to send spam.
	mailMemory          = time.Hour
	maxStrangerMails    = 1
	maxAllStrangerMails = 20
)

// AskReset sends a link to choose a new password. The response does not reveal
// whether the address has an account.
func (a *Service) AskReset(ctx context.Context, email string) error {
	email, err := checkedEmail(email)
	if err != nil {
		return err
	}
	a.later(ctx, "send password reset", func(ctx context.Context) error { return a.sendReset(ctx, email) })
	return nil
}

func (a *Service) sendReset(ctx context.Context, email string) error {
	if _, err := a.store.AccountByEmail(ctx, email); music.CodeOf(err) == music.NotFound {
		return a.tellStranger(ctx, email)
	}
	account, err := a.reachable(ctx, email, toReset)
	if err != nil || account == nil {
		return err
	}
	return a.mailReset(ctx, "", account)
}

// mailReset sends the link to an account's owner and invalidates earlier links.
func (a *Service) mailReset(ctx context.Context, actor string, account *music.Account) error {
	if err := a.store.DropTickets(ctx, account.ID, toReset); err != nil {
		return fmt.Errorf("delete older links: %w", err)
	}
	secret, expires, err := a.giveTicket(ctx, account.ID, toReset, account.Email, resetLifetime)
	if err != nil {
		return err
	}
	if err := a.noteBy(ctx, actor, people.PasswordResetAsked, account.ID, ""); err != nil {
		return fmt.Errorf("record request: %w", err)
	}
	return a.tellOwner(ctx, account, mail.Message{Kind: mail.ResetPassword, Link: a.link("/reset", secret), Expires: expires})
}

// tellStranger tells an unknown address that it has no account, because the
// person may have registered with another address.
func (a *Service) tellStranger(ctx context.Context, email string) error {
	for key, limit := range map[string]int{"stranger " + email: maxStrangerMails, "strangers": maxAllStrangerMails} {
		n, _, err := a.store.FailedLogins(ctx, key, a.now().Add(-mailMemory))
		if err != nil {
			return fmt.Errorf("count mails to unknown addresses: %w", err)
		}
		if n >= limit {
			return nil
		}
	}
	for _, key := range []string{"stranger " + email, "strangers"} {
		if _, err := a.store.FailedLogin(ctx, key, a.now()); err != nil {
			return fmt.Errorf("count mails to unknown addresses: %w", err)
		}
	}
	err := a.mail.Send(ctx, mail.Message{Kind: mail.NoAccount, To: email, Language: music.LanguageOf(ctx), Link: a.link("/register", "")})
	if err != nil {
		return fmt.Errorf("write to unknown address: %w", err)
	}
	return nil
}

// Reset sets a new password by the link of a reset mail. It ends all sessions,
// pending sign-ins, API keys and a pending change of address, and marks
// the address as verified. The second factor remains, unless the address was
// never verified before: then Reset removes it along with every other way to
// sign in. An account that waits for its owner has an owner then.
func (a *Service) Reset(ctx context.Context, secret, password1, password2 string) error {
	account, err := a.resettable(ctx, secret)
	if err != nil {
		return err
	}
	if err := a.checkNewPassword(password1, password2, account); err != nil {
		return err // the link remains valid
	}
	hash, err := a.hashPassword(ctx, password1)
	if err != nil {
		return err
	}
	ticket, account, err := a.takeTicket(ctx, secret, toReset)
	if err != nil {
		return err
	}
	err = a.store.ReplacePassword(ctx, account.ID, hash, "", a.now(), toReset, toJoin, factorChallenge, enrolChallenge)
	if err != nil {
		return fmt.Errorf("set the password: %w", err)
	}
	// A stranger may have created the account before its owner verified the
	// address, and waited for the owner to use it.
	if err := a.store.DropWaysIn(ctx, account.ID, account.VerifiedAt.IsZero()); err != nil {
		return fmt.Errorf("delete other credentials: %w", err)
	}
	if err := a.store.SetPendingEmail(ctx, account.ID, "", emailLinks...); err != nil {
		return fmt.Errorf("delete change of address: %w", err)
	}
	if err := a.store.ClearFailedLoginsOf(ctx, account.Email); err != nil {
		return fmt.Errorf("clear failed logins: %w", err)
	}
	if err := a.proven(ctx, account, ticket.Data); err != nil {
		return err
	}
	return a.passwordChanged(ctx, account, account.ID, "reset")
}

// resettable returns the account whose password a link may reset, without
// consuming the link.
func (a *Service) resettable(ctx context.Context, secret string) (*music.Account, error) {
	ticket, err := a.store.Ticket(ctx, hashToken(secret), toReset, a.now())
	if music.CodeOf(err) == music.NotFound {
		return nil, errBadLink
	}
	if err != nil {
		return nil, fmt.Errorf("find the link: %w", err)
	}
	account, err := a.store.AccountByID(ctx, ticket.AccountID)
	if music.CodeOf(err) == music.NotFound {
		return nil, errBadLink
	}
	if err != nil {
		return nil, fmt.Errorf("find the account: %w", err)
	}
	return account, nil
}

// passwordChanged applies a new password, records it and informs the owner.
func (a *Service) passwordChanged(ctx context.Context, account *music.Account, actor, how string) error {
	a.forgetAccount(account.ID)
	if err := a.noteBy(ctx, actor, people.PasswordChanged, account.ID, how); err != nil {
		return fmt.Errorf("record new password: %w", err)
	}
	return a.tellOwner(ctx, account, mail.Message{Kind: mail.PasswordChanged})
}
