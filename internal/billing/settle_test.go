package billing_test

import (
	"fmt"
	"sync"
	"testing"

	"sonora/internal/billing"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/premium"
	"sonora/internal/store/storetest"
)

// atOnce hands payments to two servers in turn, all at the same time.
func (w *world) atOnce(servers []*billing.Service, payments []premium.Payment) {
	w.T.Helper()
	var g sync.WaitGroup
	for i := range payments {
		g.Go(func() {
			if err := servers[i%len(servers)].Receive(w.T.Context(), &payments[i]); err != nil {
				w.T.Error(err)
			}
		})
	}
	g.Wait()
}

// TestPaymentsThatComeTogetherAllCount has messages about four months of each person come in
// at the same time, and then the refunds of all of them.
func TestPaymentsThatComeTogetherAllCount(t *testing.T) {
	const persons, months = 12, 4
	w, ctx := newWorld(t), t.Context()
	storetest.Get(w.Plans(ctx))(t)
	servers := []*billing.Service{w.Service, w.another(w.Store)}
	who := make([]music.Viewer, persons)
	var paid, back []premium.Payment
	for i := range who {
		who[i] = w.Member(fmt.Sprint("p", i), music.Listener)
		payer := fmt.Sprintf("payer%d@music.example", i)
		w.Must(w.SetCustomer(ctx, premium.Kofi, payer, who[i].AccountID))
		for n := range months {
			p := payment(fmt.Sprint(i, "-", n), premium.Paid, w.now)
			p.Email, p.Reference = payer, p.ExternalID
			paid = append(paid, p)
			p.Kind, p.ExternalID = premium.Refunded, "back-"+p.ExternalID
			back = append(back, p)
		}
	}
	w.atOnce(servers, paid)
	for _, v := range who {
		want := w.now
		for range months {
			want = premium.Month.After(want)
		}
		if m := storetest.Get(w.MembershipsOf(ctx, v.AccountID))(t); len(m) != 1 || !m[0].EndsAt.Equal(want) {
			t.Errorf("%d months paid, has %+v", months, m)
		}
	}
	w.atOnce(servers, back)
	for _, v := range who {
		w.has(v, premium.FreeID, premium.IsFree)
	}
}

// TestRefundsInParts gives a payment back in two halves that look the same.
func TestRefundsInParts(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	w.Must(w.SetCustomer(ctx, premium.Kofi, "payer@music.example", w.ana.AccountID))
	p := payment("1", premium.Paid, w.now)
	p.Reference = "t1"
	all := p.Money.Amount
	w.Must(w.Receive(ctx, &p))
	half := func(id string) {
		t.Helper()
		r := payment(id, premium.Refunded, w.now)
		r.Reference, r.Money.Amount = "t1", all/2
		w.Must(w.Receive(ctx, &r))
	}
	half("2")
	half("2")
	w.has(w.ana, premium.PremiumID, premium.IsActive)
	half("3")
	w.has(w.ana, premium.FreeID, premium.IsFree)
	half("4")
	ended := 0
	for _, kind := range w.kinds() {
		if kind == people.MembershipEnded {
			ended++
		}
	}
	if list := storetest.Get(w.PaymentsOf(ctx, premium.Kofi, w.ana.AccountID))(t); ended != 1 || len(list) != 3 {
		t.Errorf("ended %d times, after %d reports", ended, len(list))
	}
}
