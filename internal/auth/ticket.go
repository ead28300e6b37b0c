package auth

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
)

// Purposes of tickets in mails.
const (
	toVerify     = "verify"
	toReset      = "reset"
	toLeaveEmail = "email_old" // the old address agrees to a change
	toNodEmail   = "email_nod" // it agrees too, but is not needed
	toTakeEmail  = "email_new" // the new address is proven
)

// emailLinks are the purposes of links about a change of the address.
var emailLinks = []string{toLeaveEmail, toNodEmail, toTakeEmail}

var errBadLink = music.NewError(music.Invalid, "This link is not valid any more. Ask for a new one.")

// giveTicket makes a single-use secret for a link in a mail.
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

// takeTicket uses a link up and returns it with its account. Invalid when it
// is used, has run out or never was one.
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
