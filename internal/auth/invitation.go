package auth

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"sonora/internal/music"
	"sonora/internal/people"
)

// Limits of an invitation.
const (
	maxNote           = 200 // characters
	maxInvitationUses = 1000
	maxInvitationDays = 365
)

// NewInvitation is a request for an invitation.
type NewInvitation struct {
	Note string
	Role music.Role
	Uses int
	Days int // until it expires
}

// Invite creates an invitation and returns it with its link, which is not
// stored. It returns Invalid if a field is out of range.
func (a *Service) Invite(ctx context.Context, v music.Viewer, n NewInvitation) (i *people.Invitation, link string, err error) {
	n.Note = norm.NFC.String(strings.TrimSpace(n.Note))
	if err := n.check(); err != nil {
		return nil, "", err
	}
	secret := rand.Text()
	i = &people.Invitation{
		Hash: hashToken(secret), Note: n.Note, Role: n.Role, UsesLeft: n.Uses,
		CreatedAt: a.now(), ExpiresAt: a.now().AddDate(0, 0, n.Days),
	}
	if err := a.store.CreateInvitation(ctx, i); err != nil {
		return nil, "", fmt.Errorf("make an invitation: %w", err)
	}
	if err := a.note(ctx, people.InvitationMade, v.AccountID, i.Note); err != nil {
		return nil, "", fmt.Errorf("record invitation: %w", err)
	}
	return i, a.link("/invite", secret), nil
}

func (n *NewInvitation) check() error {
	f := music.FieldErrors{}
	if utf8.RuneCountInString(n.Note) > maxNote {
		f.Add("note", "Enter at most %d characters.", maxNote)
	}
	if strings.ContainsFunc(n.Note, notPrintable) {
		f.Add("note", "Control characters are not allowed.")
	}
	if n.Role != music.Listener && n.Role != music.Creator {
		f.Add("role", "Choose listener or creator.")
	}
	if n.Uses < 1 || n.Uses > maxInvitationUses {
		f.Add("uses", "Enter a number from %v to %v.", 1, maxInvitationUses)
	}
	if n.Days < 1 || n.Days > maxInvitationDays {
		f.Add("days", "Enter a number from %v to %v.", 1, maxInvitationDays)
	}
	return f.Err("note", "role", "uses", "days")
}

// Invitations returns every invitation, newest first.
func (a *Service) Invitations(ctx context.Context) ([]people.Invitation, error) {
	return a.store.Invitations(ctx)
}

// Invitation returns the invitation with this secret, or NotFound if it cannot
// be used to register.
func (a *Service) Invitation(ctx context.Context, secret string) (*people.Invitation, error) {
	account, expires, err := a.waiting(ctx, secret)
	if err == nil {
		return invitationOf(account, expires), nil
	}
	if music.CodeOf(err) != music.NotFound {
		return nil, fmt.Errorf("find the account of an invitation: %w", err)
	}
	if a.settings.Get().Registration == music.RegistrationClosed {
		return nil, music.ErrNotFound
	}
	return a.store.Invitation(ctx, hashToken(secret), a.now())
}

// Uninvite deletes an invitation. It returns NotFound if there is none with
// this ID.
func (a *Service) Uninvite(ctx context.Context, v music.Viewer, id string) error {
	i, err := a.store.DeleteInvitation(ctx, id)
	if err != nil {
		return err
	}
	if err := a.note(ctx, people.InvitationRemoved, v.AccountID, i.Note); err != nil {
		return fmt.Errorf("record invitation: %w", err)
	}
	return nil
}
