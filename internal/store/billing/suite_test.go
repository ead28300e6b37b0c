package billing_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/ifmatch"
	"sonora/internal/music"
	"sonora/internal/premium"
	"sonora/internal/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

// suite is what the store has to pass here on every engine.
var suite = storetest.Suite{
	"Plans":       plans,
	"Memberships": memberships,
	"States":      states,
	"Codes":       codes,
	"Family":      family,
	"Payments":    payments,
	"Figures":     figures,
}

func TestSQLite(t *testing.T) { storetest.SQLite(t, suite) }

func TestPostgres(t *testing.T) { storetest.Postgres(t, suite) }

func starters(f *storetest.Fixture) {
	f.T.Helper()
	f.Must(f.AddPlans(f.T.Context(), premium.Starters(storetest.Now)))
}

func plans(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	starters(f)
	starters(f) // a second server adds nothing
	list := storetest.Get(f.Plans(ctx))(t)
	if len(list) != 2 || list[0].ID != premium.PremiumID || list[1].ID != premium.FreeID {
		t.Fatalf("%+v", list)
	}
	want := premium.Starters(storetest.Now)[1]
	if got := list[0]; *got.Month != *want.Month || *got.Year != *want.Year || !got.Grants.Equal(want.Grants) || got.IsOffered || got.TrialDays != 14 || !got.CreatedAt.Equal(storetest.Now) {
		t.Errorf("%+v", got)
	}
	changed := list[0]
	changed.Month, changed.Year, changed.Name = &premium.Money{Amount: 600, Currency: "EUR"}, nil, "Gold\x00"
	before := storetest.Get(f.SavePlan(ifmatch.With(ctx, []int64{1}), &changed))(t)
	if after := storetest.Get(f.Plans(ctx))(t)[0]; before.Name != "Premium" || after.Name != "Gold" || after.Version != 2 || after.Year != nil || after.Month.Amount != 600 {
		t.Errorf("%+v", after)
	}
	if _, err := f.SavePlan(ifmatch.With(ctx, []int64{1}), &changed); !errors.Is(err, ifmatch.ErrChanged) {
		t.Errorf("an old version: %v", err)
	}
	storetest.Get(f.ArchivePlan(ctx, premium.PremiumID, storetest.Now))(t)
	_, err := f.SavePlan(ctx, &changed)
	f.Code(err, music.NotFound)
}

func memberships(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	starters(f)
	f.Member("operator", music.Admin)
	ana, ben := f.Member("ana", music.Listener), f.Member("ben", music.Listener)
	m := premium.Membership{
		AccountID: ana.AccountID, PlanID: premium.PremiumID, Source: premium.ByStripe, Status: premium.Active, StartsAt: storetest.Now, EndsAt: storetest.Now.AddDate(0, 1, 0),
		GraceUntil: storetest.Now.AddDate(0, 1, 7), Interval: premium.Month, Price: premium.Money{Amount: 500, Currency: "EUR"}, Reference: "sub_1", CreatedAt: storetest.Now, UpdatedAt: storetest.Now,
	}
	f.Must(f.SaveMembership(ctx, &m))
	if got := storetest.Get(f.MembershipByReference(ctx, premium.ByStripe, "sub_1"))(t); *got != m {
		t.Errorf("%+v, want %+v", got, m)
	}
	twin := m
	twin.ID = ""
	f.Code(f.SaveMembership(ctx, &twin), music.Conflict)
	m.Status, m.CancelAtPeriodEnd = premium.PastDue, true
	f.Must(f.SaveMembership(ctx, &m))
	if got := storetest.Get(f.MembershipsOf(ctx, ana.AccountID))(t); len(got) != 1 || got[0] != m {
		t.Errorf("%+v", got)
	}
	for _, nobody := range []premium.Membership{{AccountID: "nobody", PlanID: premium.PremiumID}, {AccountID: ana.AccountID, PlanID: "none"}} {
		f.Code(f.SaveMembership(ctx, &nobody), music.NotFound)
	}
	list := storetest.Get(f.MembershipTable(ctx, premium.Table{Words: []string{"ANA"}, Source: premium.ByStripe, PlanID: premium.PremiumID, Sort: "-ends", Now: storetest.Now}, music.Page{Limit: 5}))(t)
	if list.Total != 1 || list.Items[0].Membership != m || list.Items[0].PlanName != "Premium" || list.Items[0].Email == "" {
		t.Errorf("%+v", list)
	}
	if none := storetest.Get(f.MembershipTable(ctx, premium.Table{Words: []string{"ben"}, Now: storetest.Now}, music.Page{}))(t); none.Total != 0 {
		t.Errorf("of ben: %+v", none)
	}
	_, err := f.MembershipTable(ctx, premium.Table{Sort: "price"}, music.Page{})
	f.Code(err, music.Invalid)
	f.Must(f.DeleteAccount(ctx, ana.AccountID))
	_, err = f.Membership(ctx, m.ID)
	f.Code(err, music.NotFound)
	if left := storetest.Get(f.MembershipsOf(ctx, ben.AccountID))(t); len(left) != 0 {
		t.Errorf("%+v", left)
	}
}

// states compares the states that the table selects with those of the domain.
func states(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	starters(f)
	ana := f.Member("ana", music.Listener)
	r := rand.New(rand.NewPCG(1, 2))
	moment := func() time.Time {
		if r.IntN(3) == 0 {
			return time.Time{}
		}
		return storetest.Now.AddDate(0, 0, r.IntN(21)-10)
	}
	all := make([]premium.Membership, 120)
	for i := range all {
		all[i] = premium.Membership{
			AccountID: ana.AccountID, PlanID: premium.PremiumID, Source: premium.ByStripe, Status: premium.Statuses[r.IntN(len(premium.Statuses))], Reference: fmt.Sprint("sub_", i),
			StartsAt: storetest.Now.AddDate(0, 0, r.IntN(21)-15), EndsAt: moment(), GraceUntil: moment(), CanceledAt: moment(), CancelAtPeriodEnd: r.IntN(4) == 0, CreatedAt: storetest.Now, UpdatedAt: storetest.Now,
		}
		f.Must(f.SaveMembership(ctx, &all[i]))
	}
	for days := -12; days <= 12; days += 3 {
		now := storetest.Now.AddDate(0, 0, days)
		for _, status := range premium.Statuses {
			want := map[string]bool{}
			for i := range all {
				if all[i].StatusAt(now) == status {
					want[all[i].ID] = true
				}
			}
			list := storetest.Get(f.MembershipTable(ctx, premium.Table{Status: status, Now: now}, music.Page{Limit: 500}))(t)
			for _, m := range list.Items {
				if !want[m.ID] {
					t.Errorf("%s after %d days: %+v is %s", status, days, m.Membership, m.StatusAt(now))
				}
				delete(want, m.ID)
			}
			if len(want) > 0 {
				t.Errorf("%s after %d days: %d are missing", status, days, len(want))
			}
		}
	}
}

func codes(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	starters(f)
	ana, ben := f.Member("ana", music.Listener), f.Member("ben", music.Listener)
	batch := &premium.Batch{PlanID: premium.PremiumID, Count: 3, Uses: 1, Days: 30, ExpiresAt: storetest.Now.AddDate(0, 0, 9), CreatedAt: storetest.Now}
	f.Must(f.AddBatch(ctx, batch, [][]byte{{1}, {2}, {3}}))
	redeem := func(v music.Viewer, hash byte, at time.Time) error {
		_, err := f.Redeem(ctx, v.AccountID, []byte{hash}, at, func(b premium.Batch, had []premium.Membership) premium.Membership {
			return b.Granted(v.AccountID, had, at)
		})
		return err
	}
	var wait sync.WaitGroup
	errs := make([]error, 2)
	for i, v := range []music.Viewer{ana, ben} { // one use is left, and two want it
		wait.Go(func() { errs[i] = redeem(v, 1, storetest.Now) })
	}
	wait.Wait()
	if (errs[0] == nil) == (errs[1] == nil) {
		t.Errorf("both or neither: %v", errs)
	}
	f.Code(errors.Join(errs...), music.Conflict)
	f.Code(redeem(ana, 9, storetest.Now), music.NotFound)
	f.Code(redeem(ana, 2, storetest.Now.AddDate(0, 0, 10)), music.Gone)
	f.Must(redeem(ana, 2, storetest.Now))
	f.Code(redeem(ana, 2, storetest.Now), music.Conflict)
	storetest.Get(f.RevokeBatch(ctx, batch.ID, storetest.Now))(t)
	f.Code(redeem(ben, 3, storetest.Now), music.Gone)
	if list := storetest.Get(f.Batches(ctx))(t); len(list) != 1 || list[0].Redeemed != 2 || list[0].RevokedAt.IsZero() || list[0].Days != 30 {
		t.Errorf("%+v", list)
	}
	_, err := f.RevokeBatch(ctx, "none", storetest.Now)
	f.Code(err, music.NotFound)
	days := 30
	if errs[0] == nil { // ana got the use that was left, too
		days += 30
	}
	if own := storetest.Get(f.MembershipsOf(ctx, ana.AccountID))(t); len(own) != 1 || !own[0].EndsAt.Equal(storetest.Now.AddDate(0, 0, days)) {
		t.Errorf("%+v", own)
	}
}

func invite(ctx context.Context, f *storetest.Fixture, payer music.Viewer, email string, hash byte, places int) (*premium.FamilyMember, error) {
	m := &premium.FamilyMember{PayerID: payer.AccountID, Email: email, InvitedAt: storetest.Now, ExpiresAt: storetest.Now.AddDate(0, 0, 14)}
	return m, f.InviteToFamily(ctx, m, []byte{hash}, places)
}

func family(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	starters(f)
	f.Member("operator", music.Admin)
	ana, ben, eva := f.Member("ana", music.Listener), f.Member("ben", music.Listener), f.Member("eva", music.Listener)
	f.Must(f.SaveMembership(ctx, &premium.Membership{AccountID: ana.AccountID, PlanID: premium.PremiumID, Source: premium.ByGrant, Status: premium.Active, StartsAt: storetest.Now, CreatedAt: storetest.Now}))
	storetest.Get(invite(ctx, f, ana, "ben@music.example", 1, 2))(t)
	_, err := invite(ctx, f, ana, "ben@music.example", 2, 2)
	f.Code(err, music.Conflict)
	second := storetest.Get(invite(ctx, f, ana, "eva@music.example", 2, 2))(t)
	_, err = invite(ctx, f, ana, "third@music.example", 3, 2)
	f.Code(err, music.Conflict)
	join := func(v music.Viewer, hash byte, at time.Time) error {
		_, err := f.JoinFamily(ctx, v.AccountID, []byte{hash}, at)
		return err
	}
	f.Code(join(ana, 1, storetest.Now), music.Conflict)
	f.Code(join(eva, 1, storetest.Now.AddDate(0, 0, 15)), music.NotFound)
	f.Must(join(ben, 1, storetest.Now.Add(time.Second)))
	f.Code(join(eva, 1, storetest.Now), music.NotFound) // it was used
	f.Code(join(ben, 2, storetest.Now), music.Conflict)
	f.Must(join(eva, 2, storetest.Now.Add(time.Minute)))
	shared := storetest.Get(f.MembershipsOf(ctx, eva.AccountID))(t)
	if len(shared) != 1 || shared[0].Source != premium.ByFamily || shared[0].FamilyPlace != 1 || shared[0].Reference != ana.AccountID || shared[0].AccountID != eva.AccountID {
		t.Errorf("%+v", shared)
	}
	_, err = f.LeaveFamily(ctx, ben.AccountID, second.ID)
	f.Code(err, music.NotFound) // only the one who pays, or eva
	first := storetest.Get(f.FamilyOf(ctx, ben.AccountID))(t)
	storetest.Get(f.LeaveFamily(ctx, ben.AccountID, first.ID))(t)
	if shared := storetest.Get(f.MembershipsOf(ctx, eva.AccountID))(t); shared[0].FamilyPlace != 0 {
		t.Errorf("%+v", shared)
	}
	f.Must(f.DeleteAccount(ctx, ana.AccountID))
	if shared := storetest.Get(f.MembershipsOf(ctx, eva.AccountID))(t); len(shared) != 0 {
		t.Errorf("the one who paid is gone: %+v", shared)
	}
	_, err = f.FamilyOf(ctx, eva.AccountID)
	f.Code(err, music.NotFound)
}

func pay(id, reference string, kind premium.PaymentKind) *premium.Payment {
	return &premium.Payment{
		Service: premium.Kofi, ExternalID: id, Reference: reference, Kind: kind, Email: "payer@music.example", Payer: "payer-1", Money: premium.Money{Amount: 500, Currency: "EUR"},
		Interval: premium.Month, At: storetest.Now, CreatedAt: storetest.Now,
	}
}

func payments(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	starters(f)
	f.Member("operator", music.Admin)
	ana := f.Member("ana", music.Listener)
	p := pay("1", "t1", premium.Paid)
	for i, c := range []struct {
		p     *premium.Payment
		isNew bool
	}{{p, true}, {pay("1", "t1", premium.Paid), false}, {pay("2", "t1", premium.Paid), false}, {pay("3", "t1", premium.Refunded), true}, {pay("4", "", premium.Stopped), true}} {
		f.Must(f.AddPayment(ctx, c.p))
		if isNew := i == 0 || c.p.ID != p.ID; isNew != c.isNew {
			t.Errorf("payment %d is new: %v", i, isNew)
		}
	}
	f.Must(f.MatchPayment(ctx, p.ID, ana.AccountID, premium.PremiumID, premium.Month, storetest.Now))
	f.Code(f.MatchPayment(ctx, p.ID, ana.AccountID, "", "", storetest.Now), music.Conflict)
	got := storetest.Get(f.Payment(ctx, p.ID))(t)
	if got.IsSingle || got.Interval != premium.Month {
		t.Errorf("paid regularly: %+v", got)
	}
	once := pay("once", "t9", premium.Paid)
	once.Interval = ""
	f.Must(f.AddPayment(ctx, once))
	f.Must(f.MatchPayment(ctx, once.ID, ana.AccountID, premium.PremiumID, premium.Year, storetest.Now))
	if single := storetest.Get(f.Payment(ctx, once.ID))(t); !single.IsSingle || single.Interval != premium.Year {
		t.Errorf("paid once: %+v", single)
	}
	again := pay("2", "t1", premium.Paid)
	if f.Must(f.AddPayment(ctx, again)); *again != *got {
		t.Errorf("reported again: %+v, want %+v", again, got)
	}
	if got.Email != "" || got.AccountID != ana.AccountID || got.PlanID != premium.PremiumID || got.AccountEmail == "" {
		t.Errorf("%+v", got)
	}
	for _, customer := range []string{"payer-1", "payer@music.example"} {
		if id := storetest.Get(f.AccountOfCustomer(ctx, premium.Kofi, customer))(t); id != ana.AccountID {
			t.Errorf("%s is %s", customer, id)
		}
	}
	if list := storetest.Get(f.Payments(ctx, new(false), music.Page{Limit: 1}))(t); list.Total != 2 || list.Next == "" || list.Items[0].ExternalID != "4" {
		t.Errorf("%+v", list)
	}
	if list := storetest.Get(f.Payments(ctx, nil, music.Page{}))(t); list.Total != 4 {
		t.Errorf("%+v", list)
	}
	e := &premium.Notice{Service: premium.Stripe, ExternalID: "evt_1", Body: "{}", ReceivedAt: storetest.Now}
	if isNew := storetest.Get(f.AddEvent(ctx, e))(t); !isNew || storetest.Get(f.AddEvent(ctx, e))(t) {
		t.Error("a message is kept twice, or not at all")
	}
	f.Must(f.FinishEvent(ctx, e.ID, storetest.Now, music.Say("Gone.")))
	if got := storetest.Get(f.Event(ctx, e.ID))(t); got.ProcessedAt.IsZero() || got.Reason.String() != "Gone." || got.Body != "{}" {
		t.Errorf("%+v", got)
	}
	if n := storetest.Get(f.TidyEvents(ctx, storetest.Now.Add(time.Hour)))(t); n != 1 {
		t.Errorf("%d tidied", n)
	}
	f.Must(f.DeleteAccount(ctx, ana.AccountID))
	if left := storetest.Get(f.Payment(ctx, p.ID))(t); left.AccountID != "" || left.Email != "" || left.Payer != "" || left.Money.Amount != 500 {
		t.Errorf("what is left of a payment: %+v", left)
	}
}

func figures(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	starters(f)
	ana, ben := f.Member("ana", music.Listener), f.Member("ben", music.Listener)
	f.Member("eva", music.Listener)
	add := func(v music.Viewer, m premium.Membership) {
		m.AccountID, m.PlanID, m.CreatedAt, m.UpdatedAt = v.AccountID, premium.PremiumID, storetest.Now, storetest.Now
		f.Must(f.SaveMembership(ctx, &m))
	}
	add(ana, premium.Membership{Source: premium.ByGrant, Status: premium.Active, StartsAt: storetest.Now})
	add(ben, premium.Membership{Source: premium.ByStripe, Status: premium.Trialing, StartsAt: storetest.Now, EndsAt: storetest.Now.AddDate(0, 0, 14), Interval: premium.Month, Price: premium.Money{Amount: 500, Currency: "EUR"}, Reference: "b"})
	add(ben, premium.Membership{Source: premium.ByCommunity, Status: premium.Active, StartsAt: storetest.Now.AddDate(0, -3, 0), EndsAt: storetest.Now.AddDate(0, 0, -3), Reference: "c"})
	first, unstated, donation := pay("1", "t1", premium.Paid), pay("5", "t5", premium.Paid), pay("6", "t6", premium.Paid)
	f.Must(f.AddPayment(ctx, first))
	unstated.Money = premium.Money{Amount: 900}
	donation.Money.Amount = 12_345
	for _, p := range []*premium.Payment{unstated, donation} { // a plan for which nobody knows the price, and nobody's
		f.Must(f.AddPayment(ctx, p))
	}
	all := pay("7", "t6", premium.Refunded)
	all.Money.Amount = 345
	f.Must(f.AddPayment(ctx, all))
	refund := pay("2", "t1", premium.Refunded)
	refund.Money.Amount = 200
	earlier, tooEarly := pay("3", "t3", premium.Paid), pay("4", "t4", premium.Paid)
	earlier.At, tooEarly.At = storetest.Now.AddDate(0, -2, 0), storetest.Now.AddDate(-1, 0, 0)
	earlier.Money = premium.Money{Amount: 700, Currency: "USD"}
	for _, p := range []*premium.Payment{earlier, tooEarly} {
		f.Must(f.AddPayment(ctx, p))
	}
	f.Must(f.AddPayment(ctx, refund))
	for _, p := range []*premium.Payment{first, unstated, earlier, tooEarly} {
		f.Must(f.MatchPayment(ctx, p.ID, ana.AccountID, premium.PremiumID, premium.Month, storetest.Now))
	}
	f.Must(f.ForgetPaid(ctx, premium.Kofi, ana.AccountID, premium.PremiumID)) // it was paid for the plan all the same
	add(ana, premium.Membership{Source: premium.ByStripe, Status: premium.Active, StartsAt: storetest.Now, EndsAt: storetest.Now.AddDate(1, 0, 0), Interval: premium.Year, Price: premium.Money{Amount: 6000, Currency: "EUR"}, Reference: "a"})
	add(ana, premium.Membership{Source: premium.ByCommunity, Status: premium.Active, StartsAt: storetest.Now, EndsAt: storetest.Now.AddDate(0, 1, 0), Price: premium.Money{Amount: 700, Currency: "EUR"}, Reference: "once"})
	add(ana, premium.Membership{Source: premium.ByCommunity, Status: premium.Active, StartsAt: storetest.Now, EndsAt: storetest.Now.AddDate(0, 1, 0), Interval: premium.Month, Price: premium.Money{Amount: 700}, Reference: "unstated"})
	got := storetest.Get(f.Figures(ctx, storetest.Now.Add(time.Hour)))(t)
	if got.Subscribers != 2 || got.Trials != 1 || got.PastDue != 0 || got.New != 4 || got.Lost != 1 {
		t.Errorf("%+v", got)
	}
	if len(got.Monthly) != 1 || got.Monthly[0] != (premium.Money{Amount: 500, Currency: "EUR"}) {
		t.Errorf("per month: %+v", got.Monthly)
	}
	if len(got.Plans) != 2 || got.Plans[0].People != 2 || got.Plans[1].PlanID != premium.FreeID || got.Plans[1].People != 1 {
		t.Errorf("plans: %+v", got.Plans)
	}
	month, _ := premium.MonthOf(storetest.Now)
	before, _ := premium.MonthOf(earlier.At)
	if diff := cmp.Diff([]premium.Revenue{{Month: before, Money: earlier.Money}, {Month: month, Money: premium.Money{Amount: 300, Currency: "EUR"}}}, got.Revenue); diff != "" {
		t.Errorf("revenue: %s", diff)
	}
	if len(got.Other) != 1 || got.Other[0] != (premium.Money{Amount: 12_000, Currency: "EUR"}) || got.Unstated != 1 {
		t.Errorf("no revenue: %+v, %d", got.Other, got.Unstated)
	}
}
