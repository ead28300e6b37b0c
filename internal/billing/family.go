package billing

import (
	"context"
	"crypto/rand"
	"net/mail"
	"strings"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/premium"
)

// invitationDays is for how long an invitation to a family is valid.
const invitationDays = 14

const maxEmail = 254 // characters

var errNoFamily = music.NewError(music.Forbidden, "Your plan is not for families.").Coded(premium.CodePlanRequired)

// InviteToFamily invites somebody to share the plan of a person who has one for families.
// It returns the invitation, which is not kept, for the person to pass on.
func (s *Service) InviteToFamily(ctx context.Context, v music.Viewer, email string) (f *premium.FamilyMember, invitation string, err error) {
	address, err := addressOf(email)
	if err != nil {
		return nil, "", err
	}
	standing, err := s.Standing(ctx, v.AccountID)
	if err != nil {
		return nil, "", err
	}
	if standing.Plan.FamilyMembers == 0 || standing.Status == premium.IsFamily {
		return nil, "", errNoFamily
	}
	now, secret := s.Now(), rand.Text()
	f = &premium.FamilyMember{PayerID: v.AccountID, Email: address, InvitedAt: now, ExpiresAt: now.AddDate(0, 0, invitationDays)}
	if err := s.Store.InviteToFamily(ctx, f, hashOf(secret), standing.Plan.FamilyMembers); err != nil {
		return nil, "", err
	}
	s.changed(v.AccountID)
	return f, secret, s.Audit.NoteBy(ctx, v.AccountID, people.FamilyInvited, v.AccountID, address)
}

// addressOf returns an email address in lower case, or Invalid.
func addressOf(email string) (string, error) {
	email = strings.ToLower(strings.TrimSpace(email))
	parsed, err := mail.ParseAddress(email)
	if err != nil || parsed.Address != email || len(email) > maxEmail {
		return "", music.FieldError(music.Invalid, "email", music.Say("Enter a valid email address."))
	}
	return email, nil
}

// JoinFamily makes a person a member of the family that the invitation is from.
func (s *Service) JoinFamily(ctx context.Context, v music.Viewer, invitation string) error {
	payer, err := s.Store.JoinFamily(ctx, v.AccountID, hashOf(invitation), s.Now())
	if err != nil {
		return err
	}
	s.changed(v.AccountID, payer)
	return s.Audit.NoteBy(ctx, v.AccountID, people.FamilyJoined, v.AccountID, "")
}

// LeaveFamily takes a member or an invitation out of a family: the person who pays can
// do that with all, and members with themselves.
func (s *Service) LeaveFamily(ctx context.Context, v music.Viewer, id string) error {
	f, err := s.Store.LeaveFamily(ctx, v.AccountID, id)
	if err != nil {
		return err
	}
	// Who joined later may have got a place.
	if err := s.Renewed(ctx, f.PayerID); err != nil {
		return err
	}
	whose := f.PayerID
	if f.MemberID != "" {
		s.changed(f.MemberID)
		whose = f.MemberID
	}
	return s.Audit.NoteBy(ctx, v.AccountID, people.FamilyLeft, whose, f.Email)
}
