package subscription

import (
	"testing"
	"time"

	"sonora/internal/premium"
	"sonora/internal/store/storetest"
)

// tries opens a shop whose plan can be tried for two weeks.
func tries(t *testing.T, f *storetest.Fixture) *shop {
	s := open(t, f)
	p, err := s.billing.Plan(t.Context(), premium.PremiumID)
	s.must(err)
	p.TrialDays = 14
	s.must(s.billing.SavePlan(t.Context(), s.viewer, p))
	return s
}

// trials opens two pages of a trial and uses the second one after the first trial.
func trials(t *testing.T, f *storetest.Fixture) {
	s := tries(t, f)
	one, two := s.checkout(), s.checkout()
	s.stripe.Pay(t, one)
	s.news()
	s.wants("premium", "the trial")
	s.must(Provider{func() *Service { return s.Service }}.Cancel(t.Context(), &premium.Membership{Reference: s.stripe.Sold()[0].ID}))
	s.news()
	s.wants("free", "the trial has ended")
	s.stripe.Advance(time.Hour)
	s.stripe.Pay(t, two)
	s.wants("free", "before the event")
	s.news()
	s.wants("free", "a second trial")
	s.stripe.Advance(32 * day)
	s.news()
	sold := s.stripe.Sold()
	if _, taken := s.stripe.Refunded(); taken != 0 || len(sold) != 2 || sold[0].Status != "canceled" || sold[1].Status != "canceled" {
		t.Errorf("took %d: %+v", taken, sold)
	}
	s.buy()
	s.news()
	s.wants("premium", "bought without a trial")
	if _, taken := s.stripe.Refunded(); taken != 500 {
		t.Errorf("took %d for a month", taken)
	}
}

// trialsAtOnce uses two pages of a trial at the same time: one trial goes on and is paid
// when it ends.
func trialsAtOnce(t *testing.T, f *storetest.Fixture) {
	s := tries(t, f)
	one, two := s.checkout(), s.checkout()
	s.stripe.Pay(t, one)
	s.stripe.Pay(t, two)
	s.news()
	s.wants("premium", "the trial")
	sold := s.stripe.Sold()
	if len(sold) != 2 || sold[0].Status != "canceled" || sold[1].Status != "trialing" {
		t.Errorf("%+v", sold)
	}
	s.stripe.Advance(15 * day)
	s.news()
	s.wants("premium", "paid")
	if refunded, taken := s.stripe.Refunded(); refunded != 0 || taken != 500 {
		t.Errorf("refunded %d of %d", refunded, taken)
	}
}
