package subscription

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"time"

	"sonora/internal/billing/stripe"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/premium"
)

// maxRounds is how often a customer is asked about whose subscriptions change meanwhile.
const maxRounds = 5

var errBusy = music.NewError(music.Elsewhere, "Stripe does not answer now. What is paid for still works. Try again in a few minutes.")

// Sync stores what Stripe knows now about the subscriptions of a customer, ends every
// trial but the first and all but one of those that run, and cancels that one if the account
// is to be deleted. Another server may do the same at the same moment and store
// something older: whoever stores asks again, until Stripe says what is stored.
func (s *Service) Sync(ctx context.Context, customer string) error {
	client, err := s.stripe()
	if err != nil {
		return err
	}
	if err := s.syncing.Acquire(ctx, 1); err != nil {
		return errBusy.Because(err)
	}
	defer s.syncing.Release(1)
	var stored []*stripe.Subscription
	for range maxRounds {
		all, err := client.OfCustomer(ctx, customer)
		if err != nil {
			return err
		}
		if stored != nil && reflect.DeepEqual(stored, all) {
			return nil
		}
		accountID, err := s.accountOf(ctx, customer, all)
		if music.CodeOf(err) == music.NotFound {
			return s.endErased(ctx, client, customer, all)
		}
		if err != nil {
			return err
		}
		if err := s.store(ctx, client, accountID, customer, all); err != nil {
			return err
		}
		stored = append(make([]*stripe.Subscription, 0, len(all)), all...)
	}
	return nil
}

// accountOf returns the account of a customer. A customer that is not known yet is known
// by what Sonora wrote into its subscriptions.
func (s *Service) accountOf(ctx context.Context, customer string, all []*stripe.Subscription) (string, error) {
	id, err := s.Store.AccountOfCustomer(ctx, premium.Stripe, customer)
	if music.CodeOf(err) != music.NotFound || len(all) == 0 || all[0].Account == "" {
		return id, err
	}
	return all[0].Account, s.Store.SetCustomer(ctx, premium.Stripe, customer, all[0].Account)
}

// store stores the subscriptions of an account, and what was paid.
func (s *Service) store(ctx context.Context, client *stripe.Client, accountID, customer string, all []*stripe.Subscription) error {
	plans, err := s.Store.Plans(ctx)
	if err != nil {
		return err
	}
	if err := s.endMoreTrials(ctx, client, accountID, all); err != nil {
		return err
	}
	if err := s.endDoubles(ctx, client, accountID, all); err != nil {
		return err
	}
	if err := s.leaveIfDeleted(ctx, client, accountID, all); err != nil {
		return err
	}
	changed := false
	for _, sub := range all {
		if sub.Status == stripe.Incomplete || !slices.ContainsFunc(plans, func(p premium.Plan) bool { return p.ID == sub.Plan }) {
			continue
		}
		is, err := s.storeOne(ctx, accountID, sub)
		if err != nil {
			return err
		}
		changed = changed || is
	}
	if changed {
		if err := s.Billing.Renewed(ctx, accountID); err != nil {
			return err
		}
	}
	return s.settle(ctx, client, accountID, customer, all)
}

// storeOne stores a subscription and reports whether that changed anything.
func (s *Service) storeOne(ctx context.Context, accountID string, sub *stripe.Subscription) (changed bool, err error) {
	m, err := s.Store.MembershipByReference(ctx, premium.ByStripe, sub.ID)
	if music.CodeOf(err) == music.NotFound {
		m, err = &premium.Membership{AccountID: accountID, Source: premium.ByStripe, Reference: sub.ID, CreatedAt: s.Now()}, nil
	}
	if err != nil {
		return false, err
	}
	before := *m
	apply(m, sub, s)
	if *m == before {
		return false, nil
	}
	m.UpdatedAt = s.Now()
	if err := s.Store.SaveMembership(ctx, m); err != nil {
		return false, err
	}
	if before.Status == m.Status && before.PlanID == m.PlanID {
		return true, nil
	}
	kind := people.MembershipPaid
	if m.Status == premium.Ended {
		kind = people.MembershipEnded
	}
	return true, s.Audit.NoteBy(ctx, "", kind, accountID, "Stripe, "+m.PlanID)
}

// apply makes a membership what its subscription is now.
func apply(m *premium.Membership, sub *stripe.Subscription, s *Service) {
	m.PlanID, m.Interval, m.Price = sub.Plan, premium.Interval(sub.Interval), premium.Money{Amount: sub.Amount, Currency: sub.Currency}
	m.StartsAt, m.TrialEndsAt, m.CanceledAt, m.CancelAtPeriodEnd = sub.Created, sub.TrialEnd, sub.CanceledAt, sub.CancelAtPeriodEnd
	m.EndsAt, m.PastDueSince, m.GraceUntil = sub.PeriodEnd, time.Time{}, time.Time{}
	switch sub.Status {
	case stripe.Trialing, stripe.Active:
		m.Status = premium.Active
		if sub.Status == stripe.Trialing {
			m.Status = premium.Trialing
		}
		// In case that no message about the next payment comes, because Stripe or this
		// server is down.
		m.GraceUntil = sub.PeriodEnd.Add(s.Grace())
	case stripe.PastDue:
		// The new period has begun without a payment.
		m.Status, m.EndsAt, m.PastDueSince, m.GraceUntil = premium.PastDue, sub.PeriodStart, sub.PeriodStart, sub.PeriodStart.Add(s.Grace())
	default:
		m.Status = premium.Ended
		if !sub.EndedAt.IsZero() {
			m.EndsAt = sub.EndedAt
		}
	}
}

// endDoubles ends all running subscriptions of an account but one, as somebody gets who
// pays in two tabs, and returns what was paid for them.
func (s *Service) endDoubles(ctx context.Context, client *stripe.Client, accountID string, all []*stripe.Subscription) error {
	running := slices.DeleteFunc(slices.Clone(all), func(sub *stripe.Subscription) bool { return !sub.Runs() })
	slices.SortStableFunc(running, func(a, b *stripe.Subscription) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), a.Created.Compare(b.Created), compareIDs(a.ID, b.ID))
	})
	for i, sub := range running {
		if i == 0 {
			continue
		}
		if err := s.endReturning(ctx, client, accountID, sub, "a second subscription"); err != nil {
			return err
		}
	}
	return nil
}

// endReturning ends a subscription at once and returns what was paid for it.
func (s *Service) endReturning(ctx context.Context, client *stripe.Client, accountID string, sub *stripe.Subscription, why string) error {
	// It ends last: as long as it runs, a stop in between has all of this repeated.
	amount, err := client.Refund(ctx, sub.LatestInvoice)
	if err != nil {
		return err
	}
	back := premium.Money{Amount: amount, Currency: sub.Currency}
	if err := s.Audit.NoteBy(ctx, "", people.MembershipEnded, accountID, "Stripe, "+sub.ID+": "+why+", "+back.String()+" returned"); err != nil {
		return err
	}
	ended, err := client.CancelNow(ctx, sub.ID)
	if err != nil {
		return err
	}
	*sub = *ended
	return nil
}

// rank orders subscriptions: those that are paid come before those that are not.
func rank(s *stripe.Subscription) int {
	return slices.Index([]stripe.Status{stripe.Active, stripe.Trialing, stripe.PastDue, stripe.Unpaid, stripe.Paused}, s.Status)
}

// compareIDs orders IDs of the same moment: the shorter one is older.
func compareIDs(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) }
