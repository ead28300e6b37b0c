package auth

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/people"
)

const (
	verifyLifetime = 3 * 24 * time.Hour
	// mailPause is the minimum time between two mails of the same kind to an
	// account.
	mailPause = time.Minute
)

// sendVerification sends the link that verifies an account's address and
// invalidates earlier links.
func (a *Service) sendVerification(ctx context.Context, account *music.Account) error {
	if err := a.store.DropTickets(ctx, account.ID, toVerify); err != nil {
		return fmt.Errorf("delete older links: %w", err)
	}
	secret, expires, err := a.giveTicket(ctx, account.ID, toVerify, account.Email, verifyLifetime)
	if err != nil {
		return err
	}
	return a.tellOwner(ctx, account, mail.Message{Kind: mail.Verify, Link: a.link("/verify", secret), Expires: expires})
}

// Verify verifies an account's address by the link of a verification mail.
func (a *Service) Verify(ctx context.Context, secret string) error {
	ticket, account, err := a.takeTicket(ctx, secret, toVerify)
	if err != nil {
		return err
	}
	return a.proven(ctx, account, ticket.Data)
}

// proven marks an account's address as verified. It does nothing if it already
// is, and returns Invalid if the account has a different address now.
func (a *Service) proven(ctx context.Context, account *music.Account, email string) error {
	if account.Email != email {
		return errBadLink
	}
	if !account.VerifiedAt.IsZero() {
		return nil
	}
	err := a.store.SetVerified(ctx, account.ID, email, a.now())
	if errors.Is(err, music.ErrNotFound) {
		return nil // another request has verified it meanwhile
	}
	if err != nil {
		return fmt.Errorf("record verified address: %w", err)
	}
	if err := a.note(ctx, people.EmailVerified, account.ID, email); err != nil {
		return fmt.Errorf("record verified address: %w", err)
	}
	a.tellVerified(ctx, account.ID)
	return a.tellOwner(ctx, account, mail.Message{Kind: mail.Welcome, Link: a.link("/", "")})
}

// tellVerified tells that an account has a verified address from now on.
func (a *Service) tellVerified(ctx context.Context, accountID string) {
	if a.isVerified != nil {
		a.isVerified(ctx, accountID)
	}
}

// ResendVerification sends the verification mail again if the account needs it.
// The response does not reveal whether there is one.
func (a *Service) ResendVerification(ctx context.Context, email string) error {
	email, err := checkedEmail(email)
	if err != nil {
		return err
	}
	a.later(ctx, "resend verification", func(ctx context.Context) error {
		account, err := a.reachable(ctx, email, toVerify)
		if err != nil || account == nil || !account.VerifiedAt.IsZero() {
			return err
		}
		return a.sendVerification(ctx, account)
	})
	return nil
}

// reachable returns the account of an address to which a mail of this purpose
// may be sent. It returns nil if there is none, if it is disabled, or if it
// received such a mail within mailPause.
func (a *Service) reachable(ctx context.Context, email, purpose string) (*music.Account, error) {
	account, err := a.store.AccountByEmail(ctx, email)
	if music.CodeOf(err) == music.NotFound || err == nil && !account.DisabledAt.IsZero() {
		return nil, nil //nolint:nilnil // nobody is an answer
	}
	if err != nil {
		return nil, fmt.Errorf("find the account: %w", err)
	}
	last, err := a.store.TicketOf(ctx, account.ID, purpose, a.now())
	if music.CodeOf(err) == music.NotFound {
		return account, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find the last link: %w", err)
	}
	if a.now().Sub(last.CreatedAt) < mailPause {
		return nil, nil //nolint:nilnil // nobody is an answer
	}
	return account, nil
}

func checkedEmail(email string) (string, error) {
	email = NormalizeEmail(email)
	f := music.FieldErrors{}
	checkEmail(f, email)
	return email, f.Err()
}
