package auth

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/people"
)

const changeEmailLifetime = 24 * time.Hour

// ChangeEmail starts a change of the viewer's address. Both addresses get a
// link to confirm it. Without a mail server it changes the address immediately
// and returns applied. It returns Invalid for an address that is malformed,
// taken or already the viewer's, and for a wrong password.
func (a *Service) ChangeEmail(ctx context.Context, v music.Viewer, email, password string) (applied bool, err error) {
	email, err = checkedEmail(email)
	if err != nil {
		return false, err
	}
	account, err := a.Confirm(ctx, v, password)
	if err != nil {
		return false, err
	}
	if err := a.checkFree(ctx, email, account); err != nil {
		return false, err
	}
	if !a.mail.Delivers() {
		return true, a.setEmail(ctx, account, email, time.Time{})
	}
	old := toConfirmOldEmail
	if account.VerifiedAt.IsZero() {
		// An unverified address cannot block the change: it may be a typo that
		// belongs to a stranger.
		old = toApproveEmail
	}
	return false, a.askBoth(ctx, account, old, email)
}

func (a *Service) checkFree(ctx context.Context, email string, account *music.Account) error {
	f := music.FieldErrors{}
	switch _, err := a.store.AccountByEmail(ctx, email); {
	case email == account.Email:
		f.Add("email", "This is your email address already.")
	case err == nil:
		return errTaken()
	case music.CodeOf(err) != music.NotFound:
		return fmt.Errorf("find the account: %w", err)
	}
	return f.Err()
}

// askBoth sends the links and invalidates those of an earlier request.
func (a *Service) askBoth(ctx context.Context, account *music.Account, old, email string) error {
	if err := a.store.SetPendingEmail(ctx, account.ID, email, emailLinks...); err != nil {
		return fmt.Errorf("record new address: %w", err)
	}
	if err := a.note(ctx, people.EmailChangeAsked, account.ID, email); err != nil {
		return fmt.Errorf("record new address: %w", err)
	}
	next := *account
	next.Email = email
	if err := a.askToConfirm(ctx, account, old, mail.ChangeEmailOld, email); err != nil {
		return err
	}
	return a.askToConfirm(ctx, &next, toVerifyNewEmail, mail.ChangeEmailNew, email)
}

func (a *Service) askToConfirm(ctx context.Context, to *music.Account, purpose string, kind mail.Kind, email string) error {
	secret, expires, err := a.giveTicket(ctx, to.ID, purpose, email, changeEmailLifetime)
	if err != nil {
		return err
	}
	return a.tellOwner(ctx, to, mail.Message{Kind: kind, Link: a.link("/email/confirm", secret), Expires: expires, Detail: email})
}

// ConfirmEmail accepts the link of either of the two mails about a change of
// address, in any order. done means that the account has the new address now.
func (a *Service) ConfirmEmail(ctx context.Context, secret string) (done bool, err error) {
	var ticket *people.Ticket
	var account *music.Account
	for _, purpose := range emailLinks {
		ticket, account, err = a.takeTicket(ctx, secret, purpose)
		if music.CodeOf(err) != music.Invalid {
			break
		}
	}
	if err != nil {
		return false, err
	}
	if account.PendingEmail != ticket.Data {
		return false, errBadLink
	}
	other := toVerifyNewEmail
	if ticket.Purpose == toVerifyNewEmail {
		other = toConfirmOldEmail
	}
	_, err = a.store.TicketOf(ctx, account.ID, other, a.now())
	if err == nil {
		return false, nil
	}
	if music.CodeOf(err) != music.NotFound {
		return false, fmt.Errorf("find the other link: %w", err)
	}
	return true, a.setEmail(ctx, account, ticket.Data, a.now())
}

// setEmail changes the account's address and informs the old one. verified is
// when the new address was verified, or zero.
func (a *Service) setEmail(ctx context.Context, account *music.Account, email string, verified time.Time) error {
	err := a.store.SetEmail(ctx, account.ID, email, verified, append([]string{toVerify, toReset}, emailLinks...)...)
	if music.CodeOf(err) == music.Conflict {
		return errTaken()
	}
	if err != nil {
		return fmt.Errorf("set the address: %w", err)
	}
	a.forgetAccount(account.ID)
	if err := a.note(ctx, people.EmailChanged, account.ID, account.Email); err != nil {
		return fmt.Errorf("record new address: %w", err)
	}
	if !verified.IsZero() {
		a.tellVerified(ctx, account.ID)
	}
	if err := a.tellOwner(ctx, account, mail.Message{Kind: mail.EmailChanged, Detail: email}); err != nil || !verified.IsZero() {
		return err
	}
	next := *account
	next.Email = email
	return a.sendVerification(ctx, &next)
}

// CancelEmail cancels a pending change of the viewer's address.
func (a *Service) CancelEmail(ctx context.Context, v music.Viewer) error {
	if err := a.store.SetPendingEmail(ctx, v.AccountID, "", emailLinks...); err != nil {
		return fmt.Errorf("delete change of address: %w", err)
	}
	return nil
}

func errTaken() error {
	taken := music.FieldErrors{}
	taken.Add("email", "A user is already registered with this e-mail address.")
	return taken.Err()
}
