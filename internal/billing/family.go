package billing

import (
	"cmp"
	"context"
	"crypto/rand"
	netmail "net/mail"
	"net/url"
	"strings"

	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/premium"
)

// invitationDays is for how long an invitation to a family is valid.
const invitationDays = 14

const maxEmail = 254 // characters

var (
	errNoFamily           = music.NewError(music.Forbidden, "Your plan is not for families.").Coded(premium.CodePlanRequired)
	errTooManyInvitations = music.NewError(music.TooMany, "Too many invitations were made today. Try again tomorrow.")
)

// Invitation is an invitation to a family.
type Invitation struct {
	premium.FamilyMember

	Secret   string // with which the person joins; it is not kept
	IsMailed bool   // to the person; otherwise the one who pays has to pass it on
}

// InviteToFamily invites somebody to share the plan of a person who has one for families,
// by mail if the server sends any. It returns TooMany after too many invitations.
func (s *Service) InviteToFamily(ctx context.Context, v music.Viewer, email string) (*Invitation, error) {
	address, err := addressOf(email)
	if err != nil {
		return nil, err
	}
	standing, err := s.Standing(ctx, v.AccountID)
	if err != nil {
		return nil, err
	}
	if standing.Plan.FamilyMembers == 0 || standing.Status == premium.IsFamily {
		return nil, errNoFamily
	}
	if err := s.spendInvitation(ctx, v.AccountID, address); err != nil {
		return nil, err
	}
	now := s.Now()
	i := &Invitation{
		FamilyMember: premium.FamilyMember{PayerID: v.AccountID, Email: address, InvitedAt: now, ExpiresAt: now.AddDate(0, 0, invitationDays)}, Secret: rand.Text(),
	}
	if err := s.Store.InviteToFamily(ctx, &i.FamilyMember, hashOf(i.Secret), standing.Plan.FamilyMembers); err != nil {
		return nil, err
	}
	s.changed(v.AccountID)
	if err := s.Audit.NoteBy(ctx, v.AccountID, people.FamilyInvited, v.AccountID, address); err != nil {
		return nil, err
	}
	i.IsMailed, err = s.mailInvitation(ctx, i)
	return i, err
}

// Limits of invitations per day, so that nobody has the server send mail to strangers. They
// also count those that were taken back.
const (
	maxInvitations        = 10 // of one person
	maxInvitationsAddress = 3  // to one address, from everybody
)

// spendInvitation returns TooMany for one invitation more than a person may make, or an
// address may get.
func (s *Service) spendInvitation(ctx context.Context, accountID, address string) error {
	for _, spent := range []struct {
		key    string
		perDay int
	}{{"family/" + accountID, maxInvitations}, {"family@" + address, maxInvitationsAddress}} {
		isLeft, err := s.Limits.Spend(ctx, spent.key, spent.perDay)
		if err != nil {
			return err
		}
		if !isLeft {
			return errTooManyInvitations
		}
	}
	return nil
}

// mailInvitation sends an invitation to the person it is for, and reports whether that was
// possible. It names the one who pays by an address that is proven, because anybody can
// call themselves anything.
func (s *Service) mailInvitation(ctx context.Context, i *Invitation) (isMailed bool, err error) {
	payer, err := s.Accounts.AccountByID(ctx, i.PayerID)
	if err != nil || payer.VerifiedAt.IsZero() || !s.Mail.Delivers() {
		return false, err
	}
	page := s.Home.JoinPath("premium")
	page.RawQuery = url.Values{"family": {i.Secret}}.Encode()
	err = s.Mail.Send(ctx, mail.Message{
		Kind: mail.FamilyInvited, To: i.Email, Language: cmp.Or(payer.Language, music.LanguageOf(ctx)), Link: page.String(), Expires: i.ExpiresAt, Detail: payer.Email, At: s.Now(),
	})
	return err == nil, err
}

// addressOf returns an email address in lower case, or Invalid.
func addressOf(email string) (string, error) {
	email = strings.ToLower(strings.TrimSpace(email))
	parsed, err := netmail.ParseAddress(email)
	if err != nil || parsed.Address != email || len(email) > maxEmail || music.OneLine(email, 0) != email {
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
