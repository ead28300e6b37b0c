package auth

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
)

// toJoin is the purpose of the link with which a person takes over the account that was
// made for them.
const toJoin = "join"

const joinLifetime = 30 * 24 * time.Hour

var (
	errNobody        = music.NewError(music.Conflict, "Nobody has an account on this server yet. Create your own first.")
	errBadInvitation = music.NewError(music.Forbidden, "This invitation is not valid any more.").Coded(music.CodeInvitationInvalid)
	errJoinFirst     = music.NewError(music.Forbidden, "You are invited, and your account waits for you. Open the link of your invitation first, then connect the provider in the settings.")
)

// AccountAt returns the account with an email address. It returns NotFound if there is
// none, and Invalid for what is no address.
func (a *Service) AccountAt(ctx context.Context, email string) (*music.Account, error) {
	email, err := checkedEmail(email)
	if err != nil {
		return nil, err
	}
	return a.store.AccountByEmail(ctx, email)
}

// InviteOwner makes a listener's account for a person who is not here yet, so that things
// of theirs can be kept in it, and returns it with the invitation that they accept by
// Register. Until then nobody can sign in to it. For an account that waits already, it
// returns a new invitation if the last one has expired, or, if anew is true, in place of the
// last one, otherwise none; for any other account, none. It returns Invalid for what is no
// address, and Conflict if there are no accounts, because the first one is the operator's.
func (a *Service) InviteOwner(ctx context.Context, actor, email, name string, anew bool) (account *music.Account, invitation *people.Invitation, link string, err error) {
	account, err = a.AccountAt(ctx, email)
	if music.CodeOf(err) == music.NotFound {
		account, err = a.reserve(ctx, email, name)
	}
	if err != nil || !people.IsWaiting(account) {
		return account, nil, "", err
	}
	if anew {
		if err := a.store.DropTickets(ctx, account.ID, toJoin); err != nil {
			return nil, nil, "", fmt.Errorf("replace invitation: %w", err)
		}
	}
	if _, err := a.store.TicketOf(ctx, account.ID, toJoin, a.now()); music.CodeOf(err) != music.NotFound {
		return account, nil, "", err
	}
	secret, expires, err := a.giveTicket(ctx, account.ID, toJoin, account.Email, joinLifetime)
	if err != nil {
		return nil, nil, "", err
	}
	if err := a.noteBy(ctx, actor, people.InvitationMade, account.ID, account.Email); err != nil {
		return nil, nil, "", fmt.Errorf("record invitation: %w", err)
	}
	return account, invitationOf(account, expires), a.link("/invite", secret), nil
}

// reserve makes an account without a password.
func (a *Service) reserve(ctx context.Context, email, name string) (*music.Account, error) {
	others, err := a.store.AccountsPage(ctx, nil, music.Page{Limit: 1})
	if err != nil {
		return nil, fmt.Errorf("find accounts: %w", err)
	}
	if len(others.Items) == 0 {
		return nil, errNobody
	}
	account := &music.Account{Email: NormalizeEmail(email), FirstName: givenName(name), Role: music.Listener}
	a.begin(account)
	return account, taken(a.store.CreateAccount(ctx, account))
}

func invitationOf(account *music.Account, expires time.Time) *people.Invitation {
	return &people.Invitation{Role: account.Role, UsesLeft: 1, ExpiresAt: expires, Email: account.Email, FirstName: account.FirstName}
}

// waiting returns the account that an invitation with this secret is for, and until when.
// It returns NotFound if there is none, or if somebody else has taken it over meanwhile.
func (a *Service) waiting(ctx context.Context, secret string) (*music.Account, time.Time, error) {
	ticket, err := a.store.Ticket(ctx, hashToken(secret), toJoin, a.now())
	if err != nil {
		return nil, time.Time{}, err
	}
	account, err := a.store.AccountByID(ctx, ticket.AccountID)
	if err == nil && (!people.IsWaiting(account) || !account.DisabledAt.IsZero()) {
		return nil, time.Time{}, music.ErrNotFound
	}
	return account, ticket.ExpiresAt, err
}

// join gives an account that waits to the person who was invited to it.
func (a *Service) join(ctx context.Context, account *music.Account, r Registration) (*music.Account, error) {
	if NormalizeEmail(r.Email) != account.Email {
		return nil, music.FieldError(music.Invalid, "email", music.Say("This invitation is for %s.", account.Email))
	}
	wanted, err := a.checkRegistration(r)
	if err != nil {
		return nil, err
	}
	hash, err := a.hashPassword(ctx, r.Password1)
	if err != nil {
		return nil, err
	}
	if _, _, err := a.takeTicket(ctx, r.Invitation, toJoin); music.CodeOf(err) == music.Invalid {
		return nil, errBadInvitation
	} else if err != nil {
		return nil, err
	}
	if err := a.store.ReplacePassword(ctx, account.ID, hash, "", a.now(), toReset, toJoin); err != nil {
		return nil, fmt.Errorf("set the password: %w", err)
	}
	names := people.ProfileChange{LastName: &wanted.LastName}
	if wanted.FirstName != "" {
		names.FirstName = &wanted.FirstName
	}
	if err := a.store.UpdateProfile(ctx, account.ID, names); err != nil {
		return nil, fmt.Errorf("set the name: %w", err)
	}
	a.forgetAccount(account.ID)
	if err := a.note(ctx, people.Registered, account.ID, account.Email); err != nil {
		return nil, fmt.Errorf("record registration: %w", err)
	}
	return a.store.AccountByID(ctx, account.ID)
}
