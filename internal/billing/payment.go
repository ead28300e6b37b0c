package billing

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/premium"
)

// Receive takes a payment, a refund or the end of payments that a service reported, and
// changes the plan of the person with the payer's address. What the service has reported
// before counts once; reported again, it completes what a stop of the server interrupted.
// What matches nobody waits for an operator.
func (s *Service) Receive(ctx context.Context, p *premium.Payment) error {
	if err := checkPayment(p); err != nil {
		return err
	}
	p.Email, p.CreatedAt = strings.ToLower(strings.TrimSpace(p.Email)), s.Now()
	if err := s.Store.AddPayment(ctx, p); err != nil {
		return err
	}
	if p.AccountID != "" {
		return s.settleAll(ctx, p.Service, p.AccountID)
	}
	if !p.MatchedAt.IsZero() {
		return nil // with an account that was deleted since
	}
	accountID, plan, interval, err := s.attribute(ctx, p)
	if err != nil || accountID == "" {
		return err // it waits
	}
	err = s.match(ctx, p, accountID, plan, interval)
	if music.CodeOf(err) == music.Conflict {
		return nil // the person verified the address at the same moment
	}
	return err
}

// maxPaid is the highest amount that a service may report, in minor units. A million
// rupiahs are a small payment.
const maxPaid = 1_000_000_000_000

// checkPayment refuses amounts that nobody pays. A service that is trusted would not
// report them.
func checkPayment(p *premium.Payment) error {
	f := music.FieldErrors{}
	if p.Money.Amount < 0 || p.Money.Amount > maxPaid {
		f.Add("amount", "Enter a number from %v to %v.", 0, maxPaid)
	}
	if p.ExternalID == "" {
		f.Add("id", "This field is required.")
	}
	return f.Err()
}

// attribute returns the account that a payment is from, with the plan that it pays and for how
// long. The account is "" if an operator has to decide: nobody is known as the payer, or
// no plan costs as much.
func (s *Service) attribute(ctx context.Context, p *premium.Payment) (accountID, plan string, interval premium.Interval, err error) {
	accountID, err = s.payerOf(ctx, p)
	if music.CodeOf(err) == music.NotFound {
		return "", "", "", nil
	}
	if err != nil {
		return "", "", "", err
	}
	plan, interval, err = s.paidBy(ctx, p, accountID)
	if err != nil || plan == "" && p.Kind == premium.Paid {
		return "", "", "", err
	}
	return accountID, plan, interval, nil
}

// payerOf returns the account that a payment is from, or NotFound. News about a payment is
// from whoever has that one.
func (s *Service) payerOf(ctx context.Context, p *premium.Payment) (string, error) {
	id, err := s.ownerOf(ctx, p)
	for _, customer := range []string{p.Payer, p.Email} {
		if music.CodeOf(err) != music.NotFound {
			break
		}
		id, err = s.accountCalled(ctx, p.Service, customer)
	}
	return id, err
}

// ownerOf returns the account with which the payment is matched that a refund or other news
// is about, or NotFound.
func (s *Service) ownerOf(ctx context.Context, p *premium.Payment) (string, error) {
	before, err := s.Store.PaidBefore(ctx, p.Service, p.Reference)
	if err == nil && before.AccountID == "" {
		err = music.ErrNotFound
	}
	if err != nil {
		return "", err
	}
	return before.AccountID, nil
}

// accountCalled returns the account that a service calls so, or NotFound. An address is that
// of whoever has verified it: it may have been somebody else's before.
func (s *Service) accountCalled(ctx context.Context, service premium.PaymentService, customer string) (string, error) {
	if strings.Contains(customer, "@") {
		id, err := s.Store.AccountWithAddress(ctx, strings.ToLower(customer))
		if music.CodeOf(err) != music.NotFound {
			return id, err
		}
	}
	return s.Store.AccountOfCustomer(ctx, service, customer)
}

// paidBy returns the ID of the plan that a payment of an account pays, and for how long; ""
// for none.
func (s *Service) paidBy(ctx context.Context, p *premium.Payment, accountID string) (string, premium.Interval, error) {
	if p.Kind != premium.Paid {
		return "", p.Interval, nil
	}
	plans, err := s.plansFor(ctx, accountID)
	if err != nil {
		return "", "", err
	}
	plan, interval := premium.PlanPaid(plans, p)
	if plan == nil {
		return "", p.Interval, nil
	}
	return plan.ID, interval, nil
}

// plansFor returns the plans that an account can pay, the highest first: those that were
// deleted only if it has them or has paid for them.
func (s *Service) plansFor(ctx context.Context, accountID string) ([]premium.Plan, error) {
	plans, err := s.allPlans(ctx)
	if err != nil {
		return nil, err
	}
	memberships, err := s.Store.MembershipsOf(ctx, accountID)
	if err != nil {
		return nil, err
	}
	had := premium.Had(memberships, s.Now())
	return slices.DeleteFunc(slices.Clone(plans), func(p premium.Plan) bool {
		return p.IsFree() || !p.ArchivedAt.IsZero() && !had[p.ID]
	}), nil
}

// Assign says for an operator whose payment one is.
func (s *Service) Assign(ctx context.Context, v music.Viewer, id, accountID string) error {
	p, err := s.Store.Payment(ctx, id)
	if err != nil {
		return err
	}
	plan, interval, err := s.paidBy(ctx, p, accountID)
	if err != nil {
		return err
	}
	if err := s.match(ctx, p, accountID, plan, interval); err != nil {
		return err
	}
	return s.Audit.NoteBy(ctx, v.AccountID, people.PaymentAssigned, accountID, fmt.Sprintf("%s, %s", p.Service, p.Money))
}

// match assigns a payment to an account and gives it what it has paid for, with the other
// payments that turn out to be from the same person.
func (s *Service) match(ctx context.Context, p *premium.Payment, accountID, planID string, interval premium.Interval) error {
	if err := s.Store.MatchPayment(ctx, p.ID, accountID, planID, interval, s.Now()); err != nil {
		return err
	}
	services, _, err := s.matchWaiting(ctx, accountID)
	if err != nil {
		return err
	}
	services[p.Service] = true
	return s.settleEach(ctx, services, accountID)
}

// settleAll makes the memberships by a service what the payments of a person pay for.
func (s *Service) settleAll(ctx context.Context, service premium.PaymentService, accountID string) error {
	payments, err := s.Store.PaymentsOf(ctx, service, accountID)
	if err != nil {
		return err
	}
	plans := map[string]bool{}
	for i := range payments {
		if id := payments[i].PlanID; id != "" && !plans[id] {
			plans[id] = true
			if err := s.settle(ctx, service, accountID, id); err != nil {
				return err
			}
		}
	}
	return s.Renewed(ctx, accountID)
}

// settle makes the membership with one plan what the payments of a person pay for.
func (s *Service) settle(ctx context.Context, service premium.PaymentService, accountID, planID string) error {
	reference := referenceOf(service, accountID, planID)
	var settled *premium.Membership
	err := s.Store.SettleMembership(ctx, service, accountID, reference, func(payments []premium.Payment, m *premium.Membership) *premium.Membership {
		if m == nil {
			m = &premium.Membership{AccountID: accountID, PlanID: planID, Source: premium.ByCommunity, Reference: reference, CreatedAt: s.Now()}
		}
		settled = nil
		if s.pay(m, payments) {
			settled = m
		}
		return settled
	})
	if err != nil || settled == nil {
		return err
	}
	kind := people.MembershipPaid
	if settled.Status == premium.Ended {
		kind = people.MembershipEnded
	}
	return s.Audit.NoteBy(ctx, "", kind, accountID, fmt.Sprintf("%s, %s%s", service, planID, until(settled.EndsAt)))
}

// pay makes a membership what payments pay for, and reports whether that changes it.
func (s *Service) pay(m *premium.Membership, payments []premium.Payment) (changed bool) {
	start, end, last, isCanceled := premium.PaidFor(m.PlanID, payments)
	before, now := *m, s.Now()
	if last == nil {
		if m.ID == "" || m.Status == premium.Ended {
			return false // all of it was given back before it counted, or is known to be
		}
		m.Status, m.CanceledAt = premium.Ended, now
	} else {
		m.Status, m.StartsAt, m.EndsAt, m.Interval, m.Price, m.Reason = premium.Active, start, end, last.Interval, last.Money, ""
		m.CancelAtPeriodEnd, m.GraceUntil, m.CanceledAt = isCanceled, end.Add(s.Grace()), time.Time{}
		if last.IsSingle {
			m.Interval, m.Price = "", premium.Money{} // nobody pays it again by themselves
		}
	}
	changed = *m != before
	if changed {
		m.UpdatedAt = now
	}
	return changed
}

// referenceOf names the membership that the payments of a person at a service pay.
func referenceOf(service premium.PaymentService, accountID, planID string) string {
	return string(service) + " " + accountID + " " + planID
}

// serviceOf returns the service that pays a membership.
func serviceOf(m *premium.Membership) premium.PaymentService {
	service, _, _ := strings.Cut(m.Reference, " ")
	return premium.PaymentService(service)
}
