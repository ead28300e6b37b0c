package subscription

import (
	"strings"
	"testing"
	"time"

	"sonora/internal/people"
	"sonora/internal/store/storetest"
)

// paidLate pays on a page that was opened before the account was to be deleted.
func paidLate(t *testing.T, f *storetest.Fixture) {
	s := open(t, f)
	page := s.checkout()
	s.leaves(true)
	s.stripe.Pay(t, page)
	if kinds := s.found(reconcileJob{}); kinds != Missing {
		t.Errorf("before the news: found %q", kinds)
	}
	s.news()
	if sold := s.stripe.Sold()[0]; !sold.EndsThen || sold.Status != "active" {
		t.Errorf("after the news: %+v", sold)
	}
	s.onCustomer(func(string) { s.must(s.resumeAtStripe()) })
	if kinds := s.found(reconcileJob{Sync: true}); kinds != Leaving {
		t.Errorf("resumed at Stripe: found %q", kinds)
	}
	if kinds := s.found(reconcileJob{}); kinds != "" || !s.stripe.Sold()[0].EndsThen {
		t.Errorf("repaired: found %q, %+v", kinds, s.stripe.Sold()[0])
	}
	for name, err := range map[string]error{"resume": s.Resume(t.Context(), s.viewer), "change": s.Change(t.Context(), s.viewer, "premium", "year")} {
		if err == nil || err.Error() != errLeaving.Error() {
			t.Errorf("%s while the account is to be deleted: %v", name, err)
		}
	}
	s.leaves(false)
	if sold := s.follows(); sold.EndsThen {
		t.Errorf("kept after all: %+v", sold)
	}
}

// resumeAtStripe has the newest subscription renew, as an operator does in Stripe's
// dashboard, and stores that.
func (s *shop) resumeAtStripe() error {
	client, err := s.Service.stripe()
	if err != nil {
		return err
	}
	sub, err := client.CancelAtPeriodEnd(s.t.Context(), s.stripe.Sold()[0].ID, false)
	if err != nil {
		return err
	}
	_, err = s.storeOne(s.t.Context(), s.viewer.AccountID, sub)
	return err
}

// found returns the kinds of the differences that a comparison finds.
func (s *shop) found(j reconcileJob) string {
	s.t.Helper()
	report, err := s.compare(s.t.Context(), &j, func(float64) {})
	s.must(err)
	kinds := make([]string, 0, len(report.Differences))
	for _, d := range report.Differences {
		kinds = append(kinds, d.Kind)
	}
	return strings.Join(kinds, " ")
}

// paidAfterErasure pays on a page that was opened before the account was erased.
func paidAfterErasure(t *testing.T, f *storetest.Fixture) {
	s := open(t, f)
	one, two := s.checkout(), s.checkout()
	s.stripe.Pay(t, one)
	s.news()
	s.stripe.Advance(time.Minute)
	s.must(s.Store.DeleteAccount(t.Context(), s.viewer.AccountID))
	s.must(f.AddSecurityEvent(t.Context(), people.AuditEntry{At: s.Now(), Actor: "operator", Kind: people.AccountDeleted, Detail: s.viewer.AccountID}))
	s.stripe.Pay(t, two)
	if kinds := s.found(reconcileJob{}); kinds != "erased erased" {
		t.Errorf("before the news: found %q", kinds)
	}
	s.news()
	if refunded, taken := s.stripe.Refunded(); refunded != 500 || taken != 1000 {
		t.Errorf("refunded %d of %d", refunded, taken)
	}
	for _, sold := range s.stripe.Sold() {
		if sold.Status != "canceled" {
			t.Errorf("runs on: %+v", sold)
		}
	}
	if kinds := s.found(reconcileJob{Sync: true}); kinds != "" {
		t.Errorf("after the news: found %q", kinds)
	}
}
