package billing_test

import (
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/premium"
	"sonora/internal/store/storetest"
)

// reports receives what a service reports.
func (w *world) reports(p premium.Payment) {
	w.T.Helper()
	w.Must(w.Receive(w.T.Context(), &p))
}

// TestAnAddressGetsAnotherOwner has ana pay from an address that ben verifies after her.
func TestAnAddressGetsAnotherOwner(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	w.verifies(w.ana, "payer@music.example")
	w.reports(payment("1", premium.Paid, w.now))
	w.verifies(w.ana, "ana@music.example")
	w.reports(payment("2", premium.Paid, w.now.Add(time.Hour))) // nobody else has the address yet
	if paid := storetest.Get(w.PaymentsOf(ctx, premium.Kofi, w.ana.AccountID))(t); len(paid) != 2 {
		t.Errorf("of ana: %+v", paid)
	}
	w.verifies(w.ben, "payer@music.example")
	w.reports(payment("3", premium.Paid, w.now.Add(2*time.Hour)))
	w.now = w.now.Add(3 * time.Hour)
	w.has(w.ben, premium.PremiumID, premium.IsActive)
	for i, about := range []string{"ref-1", "ref-2"} {
		refund := payment("r"+about, premium.Refunded, w.now)
		refund.Reference = about
		w.has(w.ana, premium.PremiumID, premium.IsActive)
		if w.reports(refund); i == 1 {
			w.has(w.ana, premium.FreeID, premium.IsFree) // the payment was hers, whoever has its address
		}
	}
	w.has(w.ben, premium.PremiumID, premium.IsActive)
}

// TestAMemberIsNoAddress has a service name its member, who stays the same person whatever
// address they use.
func TestAMemberIsNoAddress(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	w.Must(w.SetCustomer(ctx, premium.Kofi, "member-1", w.ana.AccountID))
	w.verifies(w.ben, "payer@music.example")
	p := payment("1", premium.Paid, w.now)
	p.Payer = "member-1"
	w.reports(p)
	w.has(w.ana, premium.PremiumID, premium.IsActive)
	w.has(w.ben, premium.FreeID, premium.IsFree)
}

// TestADeletedPlanIsPaidByThoseWhoHaveIt deletes a plan that ana pays, below which there is
// another one.
func TestADeletedPlanIsPaidByThoseWhoHaveIt(t *testing.T) {
	for name, change := range map[string]func(*premium.Payment){
		"by its price": func(*premium.Payment) {},
		"by its name":  func(p *premium.Payment) { p.Tier = "gold" },
	} {
		w, ctx := newWorld(t), t.Context()
		gold := &premium.Plan{Name: "Gold", Rank: 200, Month: &premium.Money{Amount: 900, Currency: "EUR"}, Grants: premium.Grants{}}
		w.Must(w.MakePlan(ctx, w.operator, gold))
		w.verifies(w.ana, "payer@music.example")
		w.verifies(w.ben, "ben@music.example")
		pays := func(id, email string) {
			t.Helper()
			p := payment(id, premium.Paid, w.now)
			p.Email, p.Money.Amount = email, 900
			change(&p)
			w.reports(p)
		}
		pays("1", "payer@music.example")
		w.has(w.ana, gold.ID, premium.IsActive)
		w.Must(w.DeletePlan(ctx, w.operator, gold.ID))
		for _, months := range []int{1, 6} { // in time, and long after it has run out
			w.now = w.now.AddDate(0, months, 0)
			pays("after "+w.now.String(), "payer@music.example")
			w.has(w.ana, gold.ID, premium.IsActive)
		}
		pays("ben", "ben@music.example")
		w.has(w.ben, premium.PremiumID, premium.IsActive) // it is enough for that
		if left := storetest.Get(w.Payments(ctx, new(false), music.Page{}))(t); left.Total != 0 {
			t.Errorf("%s: %+v wait", name, left.Items)
		}
	}
}
