package billing_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/premium"
	"sonora/internal/store/storetest"
)

// verifies gives a person an address that they have verified.
func (w *world) verifies(v music.Viewer, email string) {
	w.T.Helper()
	w.Must(w.SetEmail(w.T.Context(), v.AccountID, email, w.now))
	w.Verified(w.T.Context(), v.AccountID)
}

// TestPaymentsWaitForTheirAddress has the person verify the address of the payments after
// each of them, in every place of the story. The plan is always the same.
func TestPaymentsWaitForTheirAddress(t *testing.T) {
	var want *premium.Membership
	refund := payment("r", premium.Refunded, storetest.Now.AddDate(0, 1, 1))
	refund.Reference, refund.Email = "ref-2", "" // it names only the payment
	story := []premium.Payment{
		payment("1", premium.Paid, storetest.Now), payment("2", premium.Paid, storetest.Now.AddDate(0, 1, 0)), refund,
		payment("3", premium.Paid, storetest.Now.AddDate(0, 2, 0)), payment("4", premium.Stopped, storetest.Now.AddDate(0, 2, 1)),
	}
	for _, backwards := range []bool{false, true} {
		if backwards {
			slices.Reverse(story)
		}
		for at := range len(story) + 1 {
			w, ctx := newWorld(t), t.Context()
			w.now = storetest.Now.AddDate(0, 2, 2)
			for i, p := range story {
				if i == at {
					w.verifies(w.ana, "payer@music.example")
				}
				w.Must(w.Receive(ctx, &p))
				w.Must(w.MatchAll(ctx))
			}
			if at == len(story) {
				w.has(w.ana, premium.FreeID, premium.IsFree)
				w.verifies(w.ana, "payer@music.example")
			}
			w.has(w.ana, premium.PremiumID, premium.IsCanceled)
			got := storetest.Get(w.MembershipsOf(ctx, w.ana.AccountID))(t)
			if len(got) != 1 {
				t.Fatalf("verified before news %d: %+v", at, got)
			}
			m := got[0]
			m.ID, m.AccountID, m.Reference = "", "", ""
			if want == nil {
				want = &m
				if start := storetest.Now.AddDate(0, 2, 0); !m.StartsAt.Equal(start) || !m.EndsAt.Equal(premium.Month.After(start)) {
					t.Errorf("not from the moment of the payment: %+v", m)
				}
			}
			if m != *want {
				t.Errorf("verified before news %d: %+v, want %+v", at, m, want)
			}
			if left := storetest.Get(w.Payments(ctx, new(false), music.Page{}))(t); left.Total != 0 {
				t.Errorf("verified before news %d: %+v wait", at, left.Items)
			}
		}
	}
}

// TestPaymentsThatWaitGrantNoMore has payments wait that are worth nothing any more.
func TestPaymentsThatWaitGrantNoMore(t *testing.T) {
	refund := payment("r", premium.Refunded, storetest.Now.Add(time.Hour))
	refund.Reference = "ref-1"
	for name, story := range map[string][]premium.Payment{
		"given back": {payment("1", premium.Paid, storetest.Now), refund},
		"long ago":   {payment("1", premium.Paid, storetest.Now.AddDate(0, -3, 0))},
	} {
		w, ctx := newWorld(t), t.Context()
		for _, p := range story {
			w.Must(w.Receive(ctx, &p))
			w.Must(w.Receive(ctx, &p)) // reported twice
		}
		w.verifies(w.ana, "payer@music.example")
		w.has(w.ana, premium.FreeID, premium.IsFree)
		if left := storetest.Get(w.Payments(ctx, new(false), music.Page{}))(t); left.Total != 0 {
			t.Errorf("%s: %+v wait", name, left.Items)
		}
	}
}

// TestTwoPeopleVerifyOneAddress gives the plan to the first of them, even after that
// account is gone.
func TestTwoPeopleVerifyOneAddress(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	p := payment("1", premium.Paid, w.now)
	w.Must(w.Receive(ctx, &p))
	w.Must(w.SetEmail(ctx, w.ben.AccountID, "payer@music.example", time.Time{}))
	w.Verified(ctx, w.ben.AccountID) // not verified, whoever says so
	w.has(w.ben, premium.FreeID, premium.IsFree)
	w.Must(w.SetEmail(ctx, w.ben.AccountID, "ben@music.example", w.now))
	w.Must(w.SetEmail(ctx, w.ana.AccountID, "payer@music.example", w.now))
	var wait sync.WaitGroup
	found := make([]int, 8)
	for i := range found { // at once, as with two servers
		wait.Go(func() { found[i], _ = w.MatchFor(ctx, w.ana.AccountID) })
	}
	wait.Wait()
	if slices.Max(found) != 1 || slices.Index(found, 1) < 0 {
		t.Errorf("matched %v", found)
	}
	w.has(w.ana, premium.PremiumID, premium.IsActive)
	w.verifies(w.ana, "ana@music.example")
	w.verifies(w.ben, "payer@music.example")
	w.has(w.ben, premium.FreeID, premium.IsFree)
	w.has(w.ana, premium.PremiumID, premium.IsActive)
	w.Must(w.DeleteAccount(ctx, w.ana.AccountID))
	w.Must(w.MatchAll(ctx))
	w.has(w.ben, premium.FreeID, premium.IsFree)
}

// TestAStopBeforeThePaymentIsSettled stops after the payment was matched.
func TestAStopBeforeThePaymentIsSettled(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	storetest.Get(w.Plans(ctx))(t)
	p := payment("1", premium.Paid, w.now)
	p.CreatedAt = w.now
	w.Must(w.AddPayment(ctx, &p))
	w.Must(w.MatchPayment(ctx, p.ID, w.ana.AccountID, premium.PremiumID, premium.Month, w.now))
	w.has(w.ana, premium.FreeID, premium.IsFree)
	w.Must(w.MatchAll(ctx))
	w.has(w.ana, premium.PremiumID, premium.IsActive)
	before := len(w.log)
	if w.Must(w.MatchAll(ctx)); len(w.log) != before {
		t.Errorf("settled twice: %v", w.kinds())
	}
}

// TestSinglePaymentsAreNoMonthlyRevenue gives, after a plan that an operator ended, once what
// a month costs.
func TestSinglePaymentsAreNoMonthlyRevenue(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	w.Must(w.SetCustomer(ctx, premium.Kofi, "payer@music.example", w.ana.AccountID))
	pays := func(id string, interval premium.Interval) premium.Membership {
		t.Helper()
		p := payment(id, premium.Paid, w.now)
		p.Interval = interval
		w.Must(w.Receive(ctx, &p))
		w.has(w.ana, premium.PremiumID, premium.IsActive)
		all := storetest.Get(w.MembershipsOf(ctx, w.ana.AccountID))(t)
		if len(all) != 1 {
			t.Fatalf("%+v", all)
		}
		return all[0]
	}
	monthly := func(want int) {
		t.Helper()
		if f := storetest.Get(w.Figures(ctx, w.now))(t); len(f.Monthly) != want || len(f.Revenue) != 1 {
			t.Errorf("%+v", f)
		}
	}
	regular := pays("1", premium.Month)
	monthly(1)
	storetest.Get(w.End(ctx, w.operator, regular.ID, "Enough"))(t)
	w.has(w.ana, premium.FreeID, premium.IsFree)
	monthly(0)
	w.now = w.now.Add(time.Hour)
	if m := pays("2", ""); m.Interval != "" || m.Price != (premium.Money{}) || !m.StartsAt.Equal(w.now) || !m.EndsAt.Equal(premium.Month.After(w.now)) {
		t.Errorf("%+v", m)
	}
	monthly(0)
}
