package auth

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
)

// Purposes of tickets in mail.
const (
	toVerify          = "verify"
	toReset           = "reset"
	toConfirmOldEmail = "email_old" // the old address approves the change
	toApproveEmail    = "email_nod" // the old, unverified address approves the change, which is optional
	toVerifyNewEmail  = "email_new" // verifies the new address
)

// emailLinks are the purposes of links for a change of address.
var emailLinks = []string{toConfirmOldEmail, toApproveEmail, toVerifyNewEmail}

var errBadLink = music.NewError(music.Invalid, "This link is not valid any more. Ask for a new one.")

// giveTicket creates a single-use secret for a link in a mail.
func (a *Service) giveTicket(ctx context.Context, accountID, purpose, data string, lifetime time.Duration) (secret string, expires time.Time, err error) {
	secret, expires = rand.Text(), a.now().Add(lifetime)
	err = a.store.CreateTicket(ctx, people.Ticket{
		Hash: hashToken(secret), Purpose: purpose, AccountID: accountID, Data: data, CreatedAt: a.now(), ExpiresAt: expires,
	})
	if err != nil {
		return "", time.Time{}, fmt.Errorf("make a link: %w", err)
	}
	return secret, expires, nil
}

// takeTicket consumes a link and returns it with its account. It returns
// Invalid for a link that is unknown, used or expired.
func (a *Service) takeTicket(ctx context.Context, secret, purpose string) (*people.Ticket, *music.Account, error) {
	ticket, err := a.store.TakeTicket(ctx, hashToken(secret), purpose, a.now())
	if music.CodeOf(err) == music.NotFound {
		return nil, nil, errBadLink
	}
	if err != nil {
		return nil, nil, fmt.Errorf("take the link: %w", err)
	}
	account, err := a.store.AccountByID(ctx, ticket.AccountID)
	if music.CodeOf(err) == music.NotFound || err == nil && !account.DisabledAt.IsZero() {
		return nil, nil, errBadLink
	}
	if err != nil {
		return nil, nil, fmt.Errorf("find the account: %w", err)
	}
	return ticket, account, nil
}
