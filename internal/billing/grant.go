package billing

import (
	"context"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/premium"
)

var (
	errFreeGrant  = music.NewError(music.Conflict, "Everybody has this plan already.")
	errOverBefore = music.NewError(music.Conflict, "This has ended already.")
	errNoProvider = music.NewError(music.Conflict, "Payments are not set up, so this subscription can only be ended at the payment provider.").Coded(premium.CodePaymentsNotConfigured)
)

// Grant gives a person a plan, until a moment or without end. It returns Invalid for an
// end in the past or no reason, and NotFound without that person or plan.
func (s *Service) Grant(ctx context.Context, v music.Viewer, accountID, planID string, endsAt time.Time, reason string) (*premium.Membership, error) {
	now := s.Now()
	reason = tidied(reason)
	f := music.FieldErrors{}
	premium.CheckFuture(f, "endsAt", endsAt, now)
	checkReason(f, reason)
	if err := f.Err(); err != nil {
		return nil, err
	}
	plan, err := s.planToGive(ctx, planID)
	if err != nil {
		return nil, err
	}
	m := &premium.Membership{
		AccountID: accountID, PlanID: planID, Source: premium.ByGrant, Status: premium.Active, StartsAt: now, EndsAt: endsAt,
		Reason: reason, GrantedBy: v.AccountID, CreatedAt: now, UpdatedAt: now,
	}
	if err := s.Store.SaveMembership(ctx, m); err != nil {
		return nil, err
	}
	if err := s.Renewed(ctx, accountID); err != nil {
		return nil, err
	}
	return m, s.Audit.NoteBy(ctx, v.AccountID, people.MembershipGranted, accountID, plan.Name+until(endsAt)+": "+reason)
}

func checkReason(f music.FieldErrors, reason string) {
	if reason == "" {
		f.Add("reason", "This field is required.")
	}
	premium.CheckNote(f, "reason", reason)
}

// until says when a plan ends, for the audit log.
func until(end time.Time) string {
	if end.IsZero() {
		return ""
	}
	return " – " + end.UTC().Format(time.DateOnly)
}

// planToGive returns a plan that a person can be given.
func (s *Service) planToGive(ctx context.Context, id string) (*premium.Plan, error) {
	if id == premium.FreeID {
		return nil, errFreeGrant
	}
	return s.Plan(ctx, id)
}

// End ends a membership for an operator at once. A subscription is ended at the payment
// provider. It returns NotFound, and Conflict if it has ended already.
func (s *Service) End(ctx context.Context, v music.Viewer, id, reason string) (*premium.Membership, error) {
	now := s.Now()
	reason = tidied(reason)
	f := music.FieldErrors{}
	if checkReason(f, reason); len(f) > 0 {
		return nil, f.Err()
	}
	m, err := s.Store.Membership(ctx, id)
	if err != nil {
		return nil, err
	}
	if m.StatusAt(now) == premium.Ended {
		return nil, errOverBefore
	}
	switch m.Source {
	case premium.ByStripe:
		if s.Provider == nil {
			return nil, errNoProvider
		}
		if err := s.Provider.Cancel(ctx, m); err != nil {
			return nil, err
		}
	case premium.ByGrant, premium.ByCode, premium.ByFamily: // only here
	case premium.ByCommunity:
		if err := s.Store.ForgetPaid(ctx, serviceOf(m), m.AccountID, m.PlanID); err != nil {
			return nil, err
		}
	}
	m.Status, m.CanceledAt, m.UpdatedAt, m.Reason = premium.Ended, now, now, reason
	if err := s.Store.SaveMembership(ctx, m); err != nil {
		return nil, err
	}
	if err := s.Renewed(ctx, m.AccountID); err != nil {
		return nil, err
	}
	return m, s.Audit.NoteBy(ctx, v.AccountID, people.MembershipEnded, m.AccountID, reason)
}

// Renewed tells that the memberships of a person changed, and with them the plans of the
// people who share theirs.
func (s *Service) Renewed(ctx context.Context, accountID string) error {
	s.changed(accountID)
	members, err := s.Store.Family(ctx, accountID, s.Now())
	if err != nil {
		return err
	}
	for i := range members {
		if id := members[i].MemberID; id != "" {
			s.changed(id)
		}
	}
	return nil
}
