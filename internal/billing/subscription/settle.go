package subscription

import (
	"context"
	"slices"

	"sonora/internal/billing/stripe"
	"sonora/internal/people"
	"sonora/internal/premium"
)

// settle keeps what a customer has paid and what went back, and ends the subscriptions of
// which all is returned.
func (s *Service) settle(ctx context.Context, client *stripe.Client, accountID, customer string, all []*stripe.Subscription) error {
	invoices, err := client.Invoices(ctx, customer)
	if err != nil {
		return err
	}
	returns, err := client.Returns(ctx, customer)
	if err != nil {
		return err
	}
	stored, err := s.Store.PaymentsOf(ctx, premium.Stripe, accountID)
	if err != nil {
		return err
	}
	if err := s.tellOfFailures(ctx, accountID, stored, returns); err != nil {
		return err
	}
	if err := s.keepPayments(ctx, accountID, stored, s.payments(all, invoices, returns)); err != nil {
		return err
	}
	return s.endReturned(ctx, client, accountID, all, invoices, returns)
}

// payments returns what was paid for subscriptions, and what went back of it.
func (s *Service) payments(all []*stripe.Subscription, invoices []stripe.Invoice, returns []stripe.Return) []premium.Payment {
	now, found := s.Now(), []premium.Payment{}
	isOurs := map[string]bool{}
	for _, i := range invoices {
		of := slices.IndexFunc(all, func(sub *stripe.Subscription) bool { return sub.ID == i.Subscription })
		if i.Paid <= 0 || of < 0 {
			continue
		}
		isOurs[i.ID] = true
		found = append(found, premium.Payment{
			Service: premium.Stripe, ExternalID: i.ID, Kind: premium.Paid, Reference: i.ID, Money: premium.Money{Amount: i.Paid, Currency: i.Currency},
			Interval: premium.Interval(all[of].Interval), PlanID: all[of].Plan, At: i.At, CreatedAt: now,
		})
	}
	for _, r := range returns {
		if isOurs[r.Invoice] {
			found = append(found, premium.Payment{
				Service: premium.Stripe, ExternalID: r.ID, Kind: premium.Refunded, Reference: r.Invoice, Money: premium.Money{Amount: r.Amount, Currency: r.Currency}, At: r.At, CreatedAt: now,
			})
		}
	}
	return found
}

// tellOfFailures tells the operators of stored refunds that failed meanwhile, as happens
// days later when a bank refuses them.
func (s *Service) tellOfFailures(ctx context.Context, accountID string, stored []premium.Payment, returns []stripe.Return) error {
	for i := range stored {
		p := &stored[i]
		hasFailed := slices.ContainsFunc(returns, func(r stripe.Return) bool { return r.ID == p.ExternalID && r.IsFailed })
		if !hasFailed || p.Money.Amount == 0 {
			continue
		}
		if err := s.Audit.NoteBy(ctx, "", people.RefundFailed, accountID, "Stripe, "+p.ExternalID+": "+p.Money.String()); err != nil {
			return err
		}
	}
	return nil
}

// keepPayments stores those payments and refunds of an account that are new or differ from
// the stored ones, as a refund does that fails.
func (s *Service) keepPayments(ctx context.Context, accountID string, stored, payments []premium.Payment) error {
	amounts := map[string]int64{}
	for i := range stored {
		amounts[stored[i].ExternalID] = stored[i].Money.Amount
	}
	payments = slices.DeleteFunc(payments, func(p premium.Payment) bool { return amounts[p.ExternalID] == p.Money.Amount })
	if len(payments) == 0 {
		return nil
	}
	return s.Store.KeepPayments(ctx, accountID, payments)
}

// endReturned ends the running subscriptions of which everything that was paid for the
// current period went back for good. Otherwise the plan would run on for nothing, and
// Stripe would collect the next period.
func (s *Service) endReturned(ctx context.Context, client *stripe.Client, accountID string, all []*stripe.Subscription, invoices []stripe.Invoice, returns []stripe.Return) error {
	for _, sub := range all {
		if !sub.Runs() || !isReturned(sub, invoices, returns) {
			continue
		}
		if _, err := client.CancelNow(ctx, sub.ID); err != nil {
			return err
		}
		if err := s.Audit.NoteBy(ctx, "", people.MembershipEnded, accountID, "Stripe, "+sub.ID+": everything that was paid for this period went back"); err != nil {
			return err
		}
	}
	return nil
}

// isReturned reports whether everything that was paid for the current period of a
// subscription went back. A dispute that is not decided does not count.
func isReturned(sub *stripe.Subscription, invoices []stripe.Invoice, returns []stripe.Return) bool {
	var paid, back int64
	for _, i := range invoices {
		if i.Subscription != sub.ID || i.Until.Before(sub.PeriodEnd) {
			continue
		}
		paid += i.Paid
		for _, r := range returns {
			if r.Invoice == i.ID && !r.IsOpen {
				back += r.Amount
			}
		}
	}
	return paid > 0 && back >= paid
}
