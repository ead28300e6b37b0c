package subscription

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"sonora/internal/billing"
	"sonora/internal/billing/recipe"
	"sonora/internal/billing/stripe"
	"sonora/internal/job"
	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/premium"
	"sonora/internal/store/storetest"
	standin "sonora/internal/testkit/stripe"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

var suite = storetest.Suite{
	"Buying": buying, "Unsold": unsold, "Forgotten": forgotten, "Late": late, "Twice": twice, "Trials": trials, "TrialsAtOnce": trialsAtOnce, "Interrupted": interrupted, "Duplicates": duplicates, "Hanging": hanging, "PastDue": pastDue, "Down": down, "Leaving": leaving, "Erasure": erasure, "PaidLate": paidLate, "PaidAfterErasure": paidAfterErasure, "Refunds": refunds, "Disputes": disputes,
	"Community": community, "Reconciliation": reconciliation, "Crowd": crowd, "Forged": forged, "Stranger": stranger,
}

func TestSQLite(t *testing.T) { storetest.SQLite(t, suite) }

func TestPostgres(t *testing.T) { storetest.Postgres(t, suite) }

// TestMuddledEvents tries hundreds of orders of events, one event after the other.
func TestMuddledEvents(t *testing.T) {
	orders := storetest.Suite{"Muddled": muddled}
	t.Run("SQLite", func(t *testing.T) { storetest.SQLite(t, orders) })
	t.Run("PostgreSQL", func(t *testing.T) { storetest.Postgres(t, orders) })
}

var began = time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)

const day = 24 * time.Hour

type silence struct{}

func (silence) Publish(music.Event)                         {}
func (silence) Subscribe(func(music.Event)) (func(), error) { return func() {}, nil }

func (silence) NoteBy(context.Context, string, people.AuditKind, string, string) error { return nil }

// shop is a server that sells plans, with a stand-in for Stripe.
type shop struct {
	*Service
	t       testing.TB
	stripe  *standin.Server
	billing *billing.Service
	viewer  music.Viewer

	sent  int // events that were delivered
	mails []mail.Message
	noted []people.AuditKind
}

// NoteBy keeps the kind of an audit entry.
func (s *shop) NoteBy(_ context.Context, _ string, kind people.AuditKind, _, _ string) error {
	s.noted = append(s.noted, kind)
	return nil
}

// Send keeps a mail.
func (s *shop) Send(_ context.Context, m mail.Message) error {
	s.mails = append(s.mails, m)
	return nil
}

// open returns a shop whose clock is that of Stripe.
func open(t testing.TB, f *storetest.Fixture) *shop {
	t.Helper()
	s := &shop{t: t, stripe: standin.Start(t, began)}
	settings := music.DefaultSettings()
	settings.StripeSecretKey, settings.StripeWebhookSecret, settings.StripeAPIURL = s.stripe.Key, s.stripe.Secret, s.stripe.URL
	settings.KofiToken = "a token of Ko-fi's"
	log := slog.New(slog.DiscardHandler)
	grace := func() time.Duration { return 7 * day }
	s.billing = billing.New(billing.Config{Store: f.Store.BillingStore, Audit: silence{}, Events: silence{}, Usage: f.Store, Grace: grace, Log: log, Now: s.stripe.Now})
	home, err := url.Parse("https://music.example")
	if err != nil {
		t.Fatal(err)
	}
	s.Service = New(Config{
		Store: f.Store, Billing: s.billing, Audit: s, Mail: s, Jobs: job.New(f.Store, log), StripeJobs: job.NewLane(f.Store, log, 1), Settings: func() music.Settings { return settings }, Home: home, Grace: grace, Log: log, Now: s.stripe.Now,
	})
	f.Member("operator", music.Admin)
	a := &music.Account{Email: "jo@example.com", FirstName: "Jo"}
	s.must(f.CreateAccount(t.Context(), a))
	s.viewer = music.Viewer{AccountID: a.ID}
	plans, err := s.billing.Plans(t.Context())
	s.must(err)
	for _, p := range plans {
		if p.ID == premium.PremiumID {
			p.IsOffered, p.TrialDays = true, 0
			s.must(s.billing.SavePlan(t.Context(), s.viewer, &p))
		}
	}
	return s
}

func (s *shop) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *shop) checkout() string {
	s.t.Helper()
	page, err := s.Checkout(s.t.Context(), s.viewer, Order{PlanID: premium.PremiumID, Interval: premium.Month})
	s.must(err)
	return page
}

func (s *shop) buy() { s.t.Helper(); s.stripe.Pay(s.t, s.checkout()) }

// deliver sends events as Stripe does, and processes them.
func (s *shop) deliver(events []standin.Event) {
	s.t.Helper()
	for _, e := range events {
		s.must(s.FromStripe(s.t.Context(), e.Body, s.stripe.Sign(e.Body, s.Now())))
	}
	s.process()
}

// process does what the jobs would do.
func (s *shop) process() {
	s.t.Helper()
	ids, err := s.Store.WaitingEvents(s.t.Context(), s.Now().Add(time.Hour))
	s.must(err)
	for _, id := range ids {
		s.must(s.Process(s.t.Context(), id))
	}
}

// news delivers what happened since the last time.
func (s *shop) news() {
	s.t.Helper()
	all := s.stripe.Events()
	s.deliver(all[s.sent:])
	s.sent = len(all)
}

// plan returns the plan that the person has now.
func (s *shop) plan() string {
	s.t.Helper()
	memberships, err := s.Store.MembershipsOf(s.t.Context(), s.viewer.AccountID)
	s.must(err)
	plans, err := s.Store.Plans(s.t.Context())
	s.must(err)
	return premium.StandingOf(s.viewer.AccountID, plans, memberships, s.Now()).Plan.ID
}

func (s *shop) wants(plan, when string) {
	s.t.Helper()
	if got := s.plan(); got != plan {
		s.t.Errorf("%s: has the plan %s, not %s", when, got, plan)
	}
}

func buying(t *testing.T, f *storetest.Fixture) {
	s := open(t, f)
	if err := s.Cancel(t.Context(), s.viewer); music.CodeOf(err) != music.NotFound {
		t.Error(err)
	}
	s.buy()
	s.wants("free", "before the event")
	s.news()
	s.wants("premium", "bought")
	if _, err := s.Checkout(t.Context(), s.viewer, Order{PlanID: "premium", Interval: "year"}); err == nil || err.Error() != errRuns.Error() {
		t.Errorf("a second checkout: %v", err)
	}
	if err := s.Change(t.Context(), s.viewer, "premium", "month"); err == nil || err.Error() != errSame.Error() {
		t.Error(err)
	}
	s.must(s.Change(t.Context(), s.viewer, "premium", "year"))
	s.must(s.Cancel(t.Context(), s.viewer))
	s.must(s.Resume(t.Context(), s.viewer))
	s.must(s.Cancel(t.Context(), s.viewer))
	invoices, err := s.Invoices(t.Context(), s.viewer)
	if err != nil || len(invoices) != 2 {
		t.Errorf("%+v, %v", invoices, err)
	}
	if page, err := s.Portal(t.Context(), s.viewer); err != nil || page == "" {
		t.Error(err)
	}
	s.stripe.Advance(360 * day)
	s.wants("premium", "until the end of the year")
	s.stripe.Advance(10 * day)
	s.wants("free", "after the end, without any news")
	s.news()
	s.wants("free", "ended")
	if r, err := s.Restore(t.Context(), s.viewer); err != nil || r.Stripe != Asked {
		t.Errorf("%+v, %v", r, err)
	}
	payments, err := s.Store.PaymentsOf(t.Context(), premium.Stripe, s.viewer.AccountID)
	if _, taken := s.stripe.Refunded(); err != nil || len(payments) != 2 || payments[0].Money.Amount+payments[1].Money.Amount != taken {
		t.Errorf("took %d: %+v, %v", taken, payments, err)
	}
}

// unsold asks for what cannot be sold.
func unsold(t *testing.T, f *storetest.Fixture) {
	s := open(t, f)
	order := func(plan string, i premium.Interval) error {
		_, err := s.Checkout(t.Context(), s.viewer, Order{PlanID: plan, Interval: i})
		return err
	}
	for _, err := range []error{order("free", "month"), order("none", "month"), order("premium", "decade"), s.Change(t.Context(), s.viewer, "free", "month")} {
		f.Code(err, music.Invalid)
	}
	p, err := s.billing.Plan(t.Context(), premium.PremiumID)
	s.must(err)
	p.Month = &premium.Money{Amount: 1, Currency: "EUR"}
	s.must(s.billing.SavePlan(t.Context(), s.viewer, p))
	f.Code(order("premium", "month"), music.Elsewhere)
	s.leaves(true)
	f.Code(order("premium", "year"), music.Conflict)
	s.leaves(false)
	s.must(order("premium", "year"))
}

// forgotten buys again after the operator deleted the customer in Stripe's dashboard.
func forgotten(t *testing.T, f *storetest.Fixture) {
	s := open(t, f)
	s.buy()
	s.news()
	s.onCustomer(s.stripe.DeleteCustomer)
	s.news()
	s.wants("free", "the customer was deleted")
	s.stripe.Advance(time.Hour)
	s.buy()
	s.news()
	s.wants("premium", "bought again")
	s.must(s.Cancel(t.Context(), s.viewer))
}

// late pays on a page that was opened before the account was erased.
func late(t *testing.T, f *storetest.Fixture) {
	s := open(t, f)
	page := s.checkout()
	s.must(s.Store.DeleteAccount(t.Context(), s.viewer.AccountID))
	s.stripe.Pay(t, page)
	s.news()
	found, err := s.compare(t.Context(), &reconcileJob{Repair: []string{s.stripe.Sold()[0].ID}}, func(float64) {})
	if err != nil || found.Found != 1 || found.Differences[0].Kind != Unknown || s.stripe.Sold()[0].Status != "canceled" {
		t.Errorf("%+v, %v", found, err)
	}
}

// twice pays in two tabs.
func twice(t *testing.T, f *storetest.Fixture) {
	s := open(t, f)
	one, two := s.checkout(), s.checkout()
	s.stripe.Pay(t, one)
	s.stripe.Advance(time.Minute)
	s.stripe.Pay(t, two)
	s.news()
	s.news() // what the repair caused
	s.wants("premium", "bought twice")
	sold := s.stripe.Sold()
	if refunded, taken := s.stripe.Refunded(); refunded != 500 || taken != 1000 || sold[0].Status != "canceled" || sold[1].Status != "active" {
		t.Errorf("refunded %d of %d: %+v", refunded, taken, sold)
	}
}

// interrupted stops before a second subscription has ended: what was paid for it is
// returned once.
func interrupted(t *testing.T, f *storetest.Fixture) {
	s := open(t, f)
	one, two := s.checkout(), s.checkout()
	s.stripe.Pay(t, one)
	s.stripe.Advance(time.Minute)
	s.stripe.Pay(t, two)
	customer, err := s.Store.CustomerOf(t.Context(), premium.Stripe, s.viewer.AccountID)
	s.must(err)
	s.stripe.DownFor(http.MethodDelete)
	if err := s.Sync(t.Context(), customer); err == nil {
		t.Error("ended a subscription while Stripe ends none")
	}
	s.stripe.DownFor("")
	s.must(s.Sync(t.Context(), customer))
	payments, err := s.Store.PaymentsOf(t.Context(), premium.Stripe, s.viewer.AccountID)
	s.must(err)
	returned := 0
	for i := range payments {
		if payments[i].Kind == premium.Refunded {
			returned++
		}
	}
	if refunded, taken := s.stripe.Refunded(); refunded != 500 || taken != 1000 || returned != 1 || s.stripe.Sold()[0].Status != "canceled" {
		t.Errorf("refunded %d of %d: %+v", refunded, taken, payments)
	}
}

// state is what this server knows, without what depends on when it learned it.
func (s *shop) state() []premium.Membership {
	s.t.Helper()
	all, err := s.Store.MembershipsOf(s.t.Context(), s.viewer.AccountID)
	s.must(err)
	for i := range all {
		all[i].ID, all[i].CreatedAt, all[i].UpdatedAt = "", time.Time{}, time.Time{}
	}
	return all
}

// muddled lets anything happen at Stripe and delivers the events late, twice and in any
// order: the end is always what Stripe knows.
func muddled(t *testing.T, f *storetest.Fixture) {
	s := open(t, f)
	steps := map[string]func(){
		"buy":     func() { s.sell() },
		"cancel":  func() { _ = s.Cancel(t.Context(), s.viewer) }, // fails without a subscription
		"resume":  func() { _ = s.Resume(t.Context(), s.viewer) },
		"year":    func() { _ = s.Change(t.Context(), s.viewer, "premium", "year") },
		"decline": func() { s.card(true) },
		"pay":     func() { s.card(false) },
		"part":    func() { s.onCustomer(func(c string) { s.stripe.RefundInDashboard(c, 100) }) },
		"refund":  func() { s.onCustomer(func(c string) { s.stripe.RefundInDashboard(c, 1<<40) }) },
		"fail":    func() { s.stripe.FailRefunds() },
		"dispute": func() { s.onCustomer(s.stripe.Dispute) },
		"win":     func() { s.stripe.Decide(true) },
		"lose":    func() { s.stripe.Decide(false) },
		"week":    func() { s.stripe.Advance(7 * day) },
		"month":   func() { s.stripe.Advance(31 * day) },
		"news":    func() { s.news() },
	}
	names := []string{"buy", "cancel", "resume", "year", "decline", "pay", "part", "refund", "fail", "dispute", "win", "lose", "week", "month", "news"}
	rapid.Check(t, func(r *rapid.T) {
		for _, step := range rapid.SliceOfN(rapid.SampledFrom(names), 1, 8).Draw(r, "steps") {
			steps[step]()
		}
		all := s.stripe.Events()
		dice := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "seed"), 0))
		s.deliver(standin.Muddled(all[s.sent:], dice))
		s.sent = len(all)
		s.news()
		got := s.state()
		if customer, err := s.Store.CustomerOf(t.Context(), premium.Stripe, s.viewer.AccountID); err == nil {
			s.must(s.Sync(t.Context(), customer))
		}
		if diff := cmp.Diff(s.state(), got); diff != "" {
			r.Fatalf("not what Stripe knows:\n%s", diff)
		}
		running := 0
		for _, sold := range s.stripe.Sold() {
			if sold.Status != "canceled" {
				running++
			}
		}
		if plan := s.plan(); running > 1 || running == 0 && plan != "free" {
			r.Fatalf("%d run, plan %s", running, plan)
		}
		if refunded, taken := s.stripe.Refunded(); s.earned() != taken-refunded {
			r.Fatalf("has kept %d, Stripe %d", s.earned(), taken-refunded)
		}
	})
}

// paid returns what this server knows of the payments of the person.
func (s *shop) paid() []premium.Payment {
	s.t.Helper()
	all, err := s.Store.PaymentsOf(s.t.Context(), premium.Stripe, s.viewer.AccountID)
	s.must(err)
	return all
}

// earned returns what is left of the payments of the person.
func (s *shop) earned() (sum int64) {
	s.t.Helper()
	for _, p := range s.paid() {
		switch p.Kind {
		case premium.Paid:
			sum += p.Money.Amount
		default:
			sum -= p.Money.Amount
		}
	}
	return sum
}

// onCustomer does something to the person at Stripe, once they are known there.
func (s *shop) onCustomer(do func(customer string)) {
	if customer, err := s.Store.CustomerOf(s.t.Context(), premium.Stripe, s.viewer.AccountID); err == nil {
		do(customer)
	}
}

// refunds gives money back in Stripe's dashboard: a part, then the rest.
func refunds(t *testing.T, f *storetest.Fixture) {
	s := open(t, f)
	s.buy()
	s.news()
	s.onCustomer(func(c string) { s.stripe.RefundInDashboard(c, 100) })
	s.onCustomer(func(c string) { s.stripe.RefundInDashboard(c, 150) })
	s.news()
	s.wants("premium", "a part went back")
	if all := s.paid(); len(all) != 3 || all[0].Refunded != 250 || all[1].Money.Amount+all[2].Money.Amount != 250 || all[1].Refunded != 0 {
		t.Errorf("%+v", all)
	}
	s.stripe.FailRefunds()
	s.news()
	if all := s.paid(); len(all) != 1 || all[0].Refunded != 0 {
		t.Errorf("refunds that failed: %+v", all)
	}
	s.news()
	if failed := slices.DeleteFunc(slices.Clone(s.noted), func(k people.AuditKind) bool { return k != people.RefundFailed }); len(failed) != 2 {
		t.Errorf("the operators are told of %d refunds that failed, not of 2", len(failed))
	}
	s.onCustomer(func(c string) { s.stripe.RefundInDashboard(c, 500) })
	s.news()
	s.news()
	s.wants("free", "all of it went back")
	if all := s.paid(); len(all) != 2 || all[0].Refunded != 500 || s.stripe.Sold()[0].Status != "canceled" {
		t.Errorf("%+v", all)
	}
	s.stripe.Advance(40 * day)
	if _, taken := s.stripe.Refunded(); taken != 500 {
		t.Errorf("took %d for nothing", taken)
	}
	s.buy()
	s.news()
	s.onCustomer(func(c string) { s.stripe.RefundInDashboard(c, 500) })
	_, err := s.compare(t.Context(), &reconcileJob{Sync: true}, func(float64) {})
	s.must(err)
	s.wants("free", "no message told that all went back")
	s.buy()
	s.news()
	s.wants("premium", "bought again")
	s.stripe.Advance(31 * day)
	s.must(s.Change(t.Context(), s.viewer, "premium", "year"))
	s.onCustomer(func(c string) { s.stripe.RefundInDashboard(c, 1<<40) })
	s.news()
	s.wants("free", "what was paid for the year went back")
}

// disputes has a bank take the money back.
func disputes(t *testing.T, f *storetest.Fixture) {
	s := open(t, f)
	for _, won := range []bool{true, false} {
		before := s.earned()
		s.buy()
		s.news()
		s.onCustomer(s.stripe.Dispute)
		s.news()
		s.wants("premium", "nobody has decided")
		all := s.paid()
		if last := all[len(all)-1]; last.Kind != premium.Refunded || last.Money.Amount != 500 {
			t.Errorf("%+v", all)
		}
		s.stripe.Decide(won)
		s.news()
		s.news()
		if !won {
			s.wants("free", "lost")
			if s.earned() != before {
				t.Errorf("kept %d of what was lost", s.earned()-before)
			}
			continue
		}
		s.wants("premium", "won")
		if s.earned() != before+500 {
			t.Errorf("kept %d of what was won", s.earned()-before)
		}
		s.must(s.Cancel(t.Context(), s.viewer))
		s.stripe.Advance(32 * day)
		s.news()
	}
}

// sell pays a checkout, if one is given, and sometimes another one of a second tab.
func (s *shop) sell() {
	o := Order{PlanID: premium.PremiumID, Interval: premium.Month}
	one, err := s.Checkout(s.t.Context(), s.viewer, o)
	if err != nil {
		return // one runs
	}
	two, err := s.Checkout(s.t.Context(), s.viewer, o)
	s.must(err)
	s.card(false)
	s.stripe.Pay(s.t, one)
	s.stripe.Advance(time.Second)
	s.stripe.Pay(s.t, two)
}

func (s *shop) card(declines bool) {
	if customer, err := s.Store.CustomerOf(s.t.Context(), premium.Stripe, s.viewer.AccountID); err == nil {
		s.stripe.Declines(customer, declines)
	}
}

// duplicates delivers the same event a hundred times at once.
func duplicates(t *testing.T, f *storetest.Fixture) {
	s := open(t, f)
	s.buy()
	events := s.stripe.Events()
	e := events[len(events)-1]
	var wait sync.WaitGroup
	failed := make(chan error, 100)
	for range 100 {
		wait.Go(func() { failed <- s.FromStripe(t.Context(), e.Body, s.stripe.Sign(e.Body, s.Now())) })
	}
	wait.Wait()
	for range 100 {
		if err := <-failed; err != nil {
			t.Error(err)
		}
	}
	if jobs, err := s.Store.Jobs(t.Context(), "", jobStripe); err != nil || len(jobs) != 1 {
		t.Errorf("%d jobs, %v", len(jobs), err)
	}
	s.process()
	before := len(s.stripe.Requests())
	s.process()
	if after := len(s.stripe.Requests()); after != before {
		t.Errorf("asked %d times again", after-before)
	}
	s.wants("premium", "told a hundred times")
}

func pastDue(t *testing.T, f *storetest.Fixture) {
	s := open(t, f)
	s.buy()
	s.news()
	s.card(true)
	s.stripe.Advance(29 * day) // the next payment failed on February 28
	s.news()
	s.wants("premium", "a day after a payment failed")
	s.stripe.Advance(7 * day)
	s.wants("free", "after the time of grace")
	s.card(false)
	s.stripe.Advance(9 * day)
	s.news()
	s.wants("premium", "paid at last")
}

// hanging lets Stripe take requests and not answer: nobody waits for longer than their
// patience, also behind somebody else.
func hanging(t *testing.T, f *storetest.Fixture) {
	s := open(t, f)
	s.buy()
	s.news()
	s.patience = 50 * time.Millisecond
	s.stripe.Hang(true)
	ctx, cancel := context.WithCancel(t.Context())
	var wait sync.WaitGroup
	wait.Go(func() { s.onCustomer(func(customer string) { _ = s.Sync(ctx, customer) }) }) // it is canceled
	for name, ask := range map[string]func() error{
		"checkout": func() error {
			_, err := s.Checkout(t.Context(), s.viewer, Order{PlanID: "premium", Interval: "year"})
			return err
		},
		"portal":   func() error { _, err := s.Portal(t.Context(), s.viewer); return err },
		"invoices": func() error { _, err := s.Invoices(t.Context(), s.viewer); return err },
		"change":   func() error { return s.Change(t.Context(), s.viewer, "premium", "year") },
		"cancel":   func() error { return s.Cancel(t.Context(), s.viewer) },
		"restore": func() error {
			r, err := s.Restore(t.Context(), s.viewer)
			if err == nil && r.Stripe == Unreachable {
				return errBusy
			}
			return err
		},
	} {
		if err := ask(); music.CodeOf(err) != music.Elsewhere || !strings.Contains(err.Error(), "What is paid for still works") {
			t.Errorf("%s: %v", name, err)
		}
	}
	cancel()
	wait.Wait()
	s.stripe.Hang(false)
	s.patience = time.Minute
	if r, err := s.Restore(t.Context(), s.viewer); err != nil || r.Stripe != Asked {
		t.Errorf("%+v, %v", r, err)
	}
	s.wants("premium", "Stripe hung")
}

// down keeps a plan while Stripe cannot be reached, and after a renewal nobody told of.
func down(t *testing.T, f *storetest.Fixture) {
	s := open(t, f)
	s.buy()
	s.news()
	s.stripe.Advance(28*day - time.Hour)
	s.stripe.Down(true)
	s.stripe.Advance(day) // it renews meanwhile
	s.wants("premium", "Stripe is down")
	for _, e := range s.stripe.Events()[s.sent:] {
		s.must(s.FromStripe(t.Context(), e.Body, s.stripe.Sign(e.Body, s.Now())))
	}
	s.must(s.sweep(t.Context())) // logs that messages wait
	_, failed := s.reconcileJob(t.Context(), &music.Job{Payload: []byte("{}")}, nil)
	if why := whyOf(&music.Job{Error: failed.Error()}); why != IsUnreachable || !stripe.IsDown(failed) {
		t.Errorf("the comparison failed because of %q: %v", why, failed)
	}
	if _, err := s.Portal(t.Context(), s.viewer); music.CodeOf(err) != music.Elsewhere {
		t.Error(err)
	}
	if r, err := s.Restore(t.Context(), s.viewer); err != nil || r.Stripe != Unreachable {
		t.Errorf("%+v, %v", r, err)
	}
	s.stripe.Down(false)
	if r, err := s.Restore(t.Context(), s.viewer); err != nil || r.Stripe != Asked {
		t.Errorf("%+v, %v", r, err)
	}
	s.process()
	s.stripe.Advance(20 * day)
	s.wants("premium", "renewed")
}

// leaving has the account deleted, and kept after all, in any order of the jobs.
func leaving(t *testing.T, f *storetest.Fixture) {
	s := open(t, f)
	s.must(s.Follow(t.Context(), s.viewer.AccountID)) // nothing was ever paid
	s.follows()
	s.buy()
	s.news()
	s.leaves(true)
	if sold := s.follows(); !sold.EndsThen || sold.Status != "active" {
		t.Errorf("to be deleted: %+v", sold)
	}
	s.wants("premium", "until the end of what is paid")
	s.leaves(false)
	if sold := s.follows(); sold.EndsThen {
		t.Errorf("kept: %+v", sold)
	}
	s.stripe.Down(true)
	s.leaves(true)
	s.leaves(false)
	s.stripe.Down(false)
	if sold := s.follows(); sold.EndsThen {
		t.Errorf("kept before Stripe was told: %+v", sold)
	}
	s.must(s.Cancel(t.Context(), s.viewer))
	s.leaves(true)
	s.leaves(false)
	if sold := s.follows(); !sold.EndsThen {
		t.Errorf("canceled by the person before: %+v", sold)
	}
	s.must(s.Resume(t.Context(), s.viewer))
	s.leaves(true)
	s.follows()
	s.stripe.Advance(29 * day)
	s.leaves(false)
	s.follows()
	s.follows()
	s.wants("free", "it ended meanwhile")
	if len(s.mails) != 1 || s.mails[0].Kind != mail.PlanEnded || s.mails[0].To != "jo@example.com" || !s.mails[0].At.Equal(time.Date(2026, 2, 28, 12, 0, 0, 0, time.UTC)) {
		t.Errorf("told %+v", s.mails)
	}
}

// leaves asks for the deletion of the account, or takes that back.
func (s *shop) leaves(is bool) {
	s.t.Helper()
	at := time.Time{}
	if is {
		at = s.Now().Add(14 * day)
	}
	s.must(s.Store.SetDeleteAt(s.t.Context(), s.viewer.AccountID, at))
	s.must(s.Follow(s.t.Context(), s.viewer.AccountID))
}

// follows does what the jobs would do, and returns the newest subscription.
func (s *shop) follows() standin.Sold {
	s.t.Helper()
	jobs, err := s.Store.Jobs(s.t.Context(), "", jobLeave)
	s.must(err)
	for i := range jobs {
		_, err := s.leaveJob(s.t.Context(), &jobs[i], nil)
		s.must(err)
	}
	if sold := s.stripe.Sold(); len(sold) > 0 {
		return sold[0]
	}
	return standin.Sold{}
}

func erasure(t *testing.T, f *storetest.Fixture) {
	s := open(t, f)
	s.buy()
	s.news()
	s.must(s.EndAll(t.Context(), s.viewer.AccountID))
	s.stripe.Down(true)
	for attempts := range 12 { // longer than the attempts of one job
		jobs, err := s.Store.Jobs(t.Context(), "", jobLeave)
		s.must(err)
		newest := &jobs[0]
		newest.Attempts = attempts%5 + 1
		if _, err := s.leaveJob(t.Context(), newest, nil); (err == nil) != (newest.Attempts == 5) {
			t.Errorf("attempt %d: %v", attempts, err)
		}
	}
	if jobs, err := s.Store.Jobs(t.Context(), "", jobLeave); err != nil || len(jobs) != 3 {
		t.Errorf("%d jobs, %v", len(jobs), err)
	}
	s.stripe.Down(false)
	for range 2 { // the second time, it has ended
		s.must(s.EndAll(t.Context(), s.viewer.AccountID))
		if sold := s.follows(); sold.Status != "canceled" {
			t.Errorf("%+v", sold)
		}
	}
}

// community has payments at another service.
func community(t *testing.T, f *storetest.Fixture) {
	s := open(t, f)
	pay := func(id, email, amount, currency string) error {
		body := url.Values{"data": {fmt.Sprintf(`{"verification_token":"a token of Ko-fi's","message_id":%q,"timestamp":%q,"type":"Donation","amount":%q,"currency":%q,"email":%q,"kofi_transaction_id":%q}`,
			id, s.Now().Format(time.RFC3339), amount, currency, email, "tx"+id)}}.Encode()
		err := s.From(t.Context(), recipe.KoFi, recipe.Request{Body: []byte(body)})
		s.process()
		return err
	}
	s.must(pay("1", "jo@example.com", "5.00", "EUR"))
	s.wants("free", "the address is not verified")
	if r, err := s.Restore(t.Context(), s.viewer); err != nil || *r != (Restored{Stripe: NoCustomer}) {
		t.Errorf("not verified: %+v, %v", r, err)
	}
	f.Exec("update account set verified_at = 1")
	for _, found := range []int{1, 0} {
		if r, err := s.Restore(t.Context(), s.viewer); err != nil || *r != (Restored{found, true, NoCustomer}) {
			t.Errorf("verified: %+v, %v", r, err)
		}
	}
	s.wants("premium", "the address is verified")
	s.stripe.Advance(45 * day)
	s.must(pay("2", "jo@example.com", "5.00", "XQZ"))
	s.must(pay("3", "jo@example.com", "4.99", "EUR"))
	s.must(pay("4", "jo@example.com", "900000000.00", "EUR"))
	s.wants("free", "another currency, too little, too much")
	if err := pay("5", "jo@example.com", "-5.00", "EUR"); music.CodeOf(err) != music.Invalid {
		t.Error(err)
	}
	s.must(pay("6", "jo@example.com", "5.00", "EUR"))
	s.must(pay("6", "jo@example.com", "5.00", "EUR"))
	s.wants("premium", "paid")
	s.stripe.Advance(45 * day)
	s.wants("free", "paid once")
	yes := false
	waiting, err := s.Store.Payments(t.Context(), &yes, music.Page{Limit: 10})
	if err != nil || len(waiting.Items) != 3 { // another currency, too little, too much
		t.Errorf("%+v, %v", waiting, err)
	}
}

func reconciliation(t *testing.T, f *storetest.Fixture) {
	s := open(t, f)
	s.buy()
	compare := func(j reconcileJob) []Difference {
		t.Helper()
		r, err := s.compare(t.Context(), &j, func(float64) {})
		s.must(err)
		return r.Differences
	}
	report := func(repair ...string) []string {
		t.Helper()
		var kinds []string
		for _, d := range compare(reconcileJob{By: "an operator", Repair: repair}) {
			kinds = append(kinds, d.Kind)
		}
		return kinds
	}
	check := func(when string, want ...string) {
		t.Helper()
		if got := report(); strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%s: %v", when, got)
		}
	}
	check("nobody told", Missing)
	bought := s.stripe.Sold()[0].ID
	report("sub_other")
	check("another one repaired", Missing)
	report(bought)
	check("repaired")
	s.wants("premium", "repaired")
	s.stripe.CancelInDashboard(bought)
	for _, d := range compare(reconcileJob{}) {
		if d.Kind != Differs || d.Here.Status != premium.Active || d.There.Status != premium.Ended || d.Here.PlanID != "premium" {
			t.Errorf("canceled in the dashboard: %+v, here %+v, there %+v", d, d.Here, d.There)
		}
	}
	compare(reconcileJob{Sync: true})
	check("repaired again")
	s.wants("free", "ended in the dashboard")
	s.must(s.Store.SaveMembership(t.Context(), &premium.Membership{
		AccountID: s.viewer.AccountID, PlanID: "premium", Source: premium.ByStripe, Status: premium.Active, StartsAt: began, Reference: "sub_lost", CreatedAt: began, UpdatedAt: began,
	}))
	compare(reconcileJob{Sync: true})
	check("lost at Stripe", Absent)
	report("sub_lost")
	s.wants("free", "ended here")
}

// TestWhyComparisonsFail looks at what operators are told of errors.
func TestWhyComparisonsFail(t *testing.T) {
	for err, want := range map[error]Why{
		ErrNotConfigured: IsUnset, errBusy: IsRefused, music.ErrNotFound: IsInternal, io.ErrUnexpectedEOF: IsInternal,
		music.NewError(music.Unavailable, "the key"): IsKeyRefused,
	} {
		if why := whyOf(&music.Job{Error: (&failure{err}).Error()}); why != want {
			t.Errorf("%v: %s", err, why)
		}
	}
	for text, want := range map[string]Why{"": "", "abandoned": IsInternal, `{"status":503}`: IsInternal} {
		if why := whyOf(&music.Job{Error: text}); why != want {
			t.Errorf("%q: %s", text, why)
		}
	}
}

// crowd compares what thousands of people have, and shows what differs.
func crowd(t *testing.T, f *storetest.Fixture) {
	s := open(t, f)
	const people = 1500
	for i := range people {
		a := &music.Account{Email: fmt.Sprintf("p%d@example.com", i)}
		s.must(f.CreateAccount(t.Context(), a))
		s.must(s.Store.SaveMembership(t.Context(), &premium.Membership{
			AccountID: a.ID, PlanID: "premium", Source: premium.ByStripe, Status: premium.Active, StartsAt: began, Reference: fmt.Sprint("sub_lost_", i), CreatedAt: began, UpdatedAt: began,
		}))
	}
	s.buy()
	s.must(s.Reconcile(t.Context(), s.viewer, []string{s.stripe.Sold()[0].ID}))
	if c, err := s.LastComparison(t.Context()); err != nil || c.Newest == nil || c.Done != nil {
		t.Errorf("before it is done: %+v, %v", c, err)
	}
	j, err := s.Store.ClaimJob(t.Context(), []string{JobReconcile}, time.Now(), time.Now().Add(time.Minute))
	s.must(err)
	report, err := s.reconcileJob(t.Context(), j, func(float64) {})
	s.must(err)
	result, err := json.Marshal(report)
	s.must(err)
	s.must(s.Store.FinishJob(t.Context(), j, time.Now(), result, ""))
	c, err := s.LastComparison(t.Context())
	s.must(err)
	if r := c.Report; r.Checked != 1 || r.Found != people+1 || len(r.Differences) != maxDifferences || c.By != "Jo" {
		t.Errorf("checked %d, found %d, shows %d, by %q", r.Checked, r.Found, len(r.Differences), c.By)
	}
	for _, d := range c.Report.Differences {
		if d.Kind != Absent || d.Repaired || !strings.HasPrefix(d.Email, "p") {
			t.Fatalf("%+v", d)
		}
	}
	s.wants("premium", "repaired")
}

func forged(t *testing.T, f *storetest.Fixture) {
	s := open(t, f)
	s.buy()
	e := s.stripe.Events()[0]
	for name, signature := range map[string]string{"none": "", "another": standin.Sign(e.Body, "whsec_other", s.Now()), "replayed": s.stripe.Sign(e.Body, s.Now().Add(-time.Hour))} {
		if err := s.FromStripe(t.Context(), e.Body, signature); music.CodeOf(err) != music.Unauthenticated {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := s.From(t.Context(), recipe.Patreon, recipe.Request{Body: []byte("{}")}); music.CodeOf(err) != music.Unauthenticated {
		t.Errorf("without a secret in the settings: %v", err)
	}
	if ids, err := s.Store.WaitingEvents(t.Context(), s.Now().Add(time.Hour)); err != nil || len(ids) != 0 {
		t.Errorf("%v, %v", ids, err)
	}
}

// stranger has a subscription that another server sold through the same account.
func stranger(t *testing.T, f *storetest.Fixture) {
	s := open(t, f)
	c, err := stripe.New(stripe.Config{Key: s.stripe.Key, URL: s.stripe.URL})
	s.must(err)
	customer, err := c.Customer(t.Context(), "elsewhere", "x@example.com", "")
	s.must(err)
	page, err := c.Checkout(t.Context(), stripe.Order{
		Price: stripe.Price{Plan: "premium", Name: "Premium", Interval: "month", Amount: 500, Currency: "EUR"}, AccountID: "elsewhere", Customer: customer, Success: "https://x.example",
	})
	s.must(err)
	s.stripe.Pay(t, page)
	s.news()
	if _, err := s.compare(t.Context(), &reconcileJob{Sync: true}, func(float64) {}); err != nil {
		t.Error(err)
	}
	if sold := s.stripe.Sold(); sold[0].Status != "active" {
		t.Error("ended what another server sold")
	}
}
