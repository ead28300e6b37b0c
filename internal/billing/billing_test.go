package billing_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/billing"
	"sonora/internal/ifmatch"
	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/premium"
	"sonora/internal/store"
	"sonora/internal/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

// world is a server with plans, whose clock stands still until it is moved.
type world struct {
	*storetest.Fixture
	*billing.Service

	operator, ana, ben music.Viewer
	mu                 sync.Mutex
	now                time.Time
	events             []music.Event
	heard              func(music.Event)
	log                []people.AuditEntry
	guesses            []string
	spent              map[string]int
	mails              []mail.Message
	delivers           bool
}

// Publish, Subscribe and NoteBy are those of billing.Events and billing.Audit.
func (w *world) Publish(e music.Event) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.events = append(w.events, e)
}

func (w *world) Subscribe(handle func(music.Event)) (func(), error) {
	w.heard = handle
	return func() {}, nil
}

func (w *world) NoteBy(_ context.Context, actor string, kind people.AuditKind, accountID, detail string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.log = append(w.log, people.AuditEntry{Actor: actor, Kind: kind, AccountID: accountID, Detail: detail})
	return nil
}

func newWorld(t *testing.T) *world {
	t.Helper()
	s := storetest.Open(t, "sqlite:"+t.TempDir()+"/sonora.db")
	w := &world{Fixture: storetest.NewFixture(t, s), now: storetest.Now, spent: map[string]int{}}
	w.operator, w.ana, w.ben = w.Member("operator", music.Admin), w.Member("ana", music.Listener), w.Member("ben", music.Listener)
	w.Service = w.another(s)
	return w
}

// another returns the billing of another server with the same database.
func (w *world) another(s *store.Store) *billing.Service {
	return billing.New(billing.Config{
		Store: s.BillingStore, Accounts: s, Audit: w, Limits: w, Mail: w, Home: &url.URL{Scheme: "https", Host: "music.example"}, Events: w, Usage: s, Grace: func() time.Duration { return 7 * 24 * time.Hour }, Log: slog.New(slog.DiscardHandler),
		Now: func() time.Time { return w.now },
	})
}

// has checks which plan a person has, and why.
func (w *world) has(v music.Viewer, plan string, status premium.StandingStatus) {
	w.T.Helper()
	s, err := w.Standing(w.T.Context(), v.AccountID)
	if err != nil || s.Plan.ID != plan || s.Status != status {
		w.T.Errorf("plan %s, %s, %v; want %s, %s", s.Plan.ID, s.Status, err, plan, status)
	}
}

// kinds returns what the audit log has.
func (w *world) kinds() []people.AuditKind {
	kinds := []people.AuditKind{}
	for _, e := range w.log {
		kinds = append(kinds, e.Kind)
	}
	return kinds
}

func TestGrantsBeginAndEndByTheClock(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	w.has(w.ana, premium.FreeID, premium.IsFree)
	w.has(music.Viewer{}, premium.FreeID, premium.IsFree)
	for _, wrong := range []struct {
		account, plan string
		end           time.Time
		reason        string
		code          music.Code
	}{
		{w.ana.AccountID, premium.PremiumID, w.now.Add(-time.Hour), "x", music.Invalid},
		{w.ana.AccountID, premium.PremiumID, w.now, "x", music.Invalid},
		{w.ana.AccountID, premium.PremiumID, time.Time{}, " ", music.Invalid},
		{w.ana.AccountID, premium.FreeID, time.Time{}, "x", music.Conflict},
		{w.ana.AccountID, "none", time.Time{}, "x", music.NotFound},
		{"nobody", premium.PremiumID, time.Time{}, "x", music.NotFound},
	} {
		_, err := w.Grant(ctx, w.operator, wrong.account, wrong.plan, wrong.end, wrong.reason)
		w.Code(err, wrong.code)
	}
	storetest.Get(w.Grant(ctx, w.operator, w.ana.AccountID, premium.PremiumID, w.now.AddDate(0, 0, 3), "Thanks"))(t)
	w.has(w.ana, premium.PremiumID, premium.IsGranted)
	w.has(w.ben, premium.FreeID, premium.IsFree)
	w.now = w.now.AddDate(0, 0, 3).Add(-time.Millisecond)
	w.has(w.ana, premium.PremiumID, premium.IsGranted)
	w.now = w.now.Add(time.Millisecond)
	w.has(w.ana, premium.FreeID, premium.IsFree)
	m := storetest.Get(w.Grant(ctx, w.operator, w.ana.AccountID, premium.PremiumID, time.Time{}, "Again"))(t)
	storetest.Get(w.End(ctx, w.operator, m.ID, "Enough"))(t)
	w.has(w.ana, premium.FreeID, premium.IsFree)
	_, err := w.End(ctx, w.operator, m.ID, "Twice")
	w.Code(err, music.Conflict)
	if want := []people.AuditKind{people.MembershipGranted, people.MembershipGranted, people.MembershipEnded}; !slices.Equal(w.kinds(), want) {
		t.Errorf("the log has %v", w.kinds())
	}
	if e := w.log[0]; e.Actor != w.operator.AccountID || e.AccountID != w.ana.AccountID || e.Detail != "Premium – "+storetest.Now.AddDate(0, 0, 3).Format(time.DateOnly)+": Thanks" {
		t.Errorf("%+v", e)
	}
}

func TestStandingsAreReadAgainAfterAnEvent(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	other := w.another(w.Fixture.Store)
	storetest.Get(other.Listen())(t)
	stands := func(want string) {
		t.Helper()
		if s, err := other.Standing(ctx, w.ana.AccountID); err != nil || s.Plan.ID != want {
			t.Errorf("on another server: %s, %v; want %s", s.Plan.ID, err, want)
		}
	}
	stands(premium.FreeID)
	storetest.Get(w.Grant(ctx, w.operator, w.ana.AccountID, premium.PremiumID, time.Time{}, "x"))(t)
	stands(premium.FreeID) // it has not heard of it
	w.heard(w.events[len(w.events)-1])
	stands(premium.PremiumID)
	p := storetest.Get(w.Plan(ctx, premium.PremiumID))(t)
	p.Grants[premium.Stations] = new(int64(7))
	w.Must(w.SavePlan(ctx, w.operator, p))
	w.heard(music.Event{Type: music.EventGap})
	if s := storetest.Get(other.Standing(ctx, w.ana.AccountID))(t); *s.Plan.Grants[premium.Stations] != 7 {
		t.Error("the plan was not read again")
	}
}

// TestStandingsNeedNoDatabase asks with a context in which no statement could run.
func TestStandingsNeedNoDatabase(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	storetest.Get(w.Grant(ctx, w.operator, w.ana.AccountID, premium.PremiumID, time.Time{}, "x"))(t)
	over, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := w.Standing(over, w.ana.AccountID); err == nil {
		t.Error("the first time, it has to be read")
	}
	w.has(w.ana, premium.PremiumID, premium.IsGranted)
	if s, err := w.Standing(over, w.ana.AccountID); err != nil || s.Plan.ID != premium.PremiumID {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestTwoOperatorsSaveAPlan(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	p := storetest.Get(w.Plan(ctx, premium.PremiumID))(t)
	first, second := *p, *p
	first.TrialDays, second.TrialDays = 7, 30
	known := ifmatch.With(ctx, []int64{p.Version})
	w.Must(w.SavePlan(known, w.operator, &first))
	if err := w.SavePlan(known, w.operator, &second); !errors.Is(err, ifmatch.ErrChanged) {
		t.Errorf("the second operator: %v", err)
	}
	if now := storetest.Get(w.Plan(ctx, premium.PremiumID))(t); now.TrialDays != 7 {
		t.Errorf("%d days", now.TrialDays)
	}
	if detail := w.log[0].Detail; len(w.log) != 1 || detail != "Premium (trial: 14 → 7)" {
		t.Errorf("%+v", w.log)
	}
	for name, change := range map[string]func(*premium.Plan){
		"a negative price": func(p *premium.Plan) { p.Month = &premium.Money{Amount: -1, Currency: "EUR"} },
		"an enormous price": func(p *premium.Plan) {
			p.Month = &premium.Money{Amount: 1 << 60, Currency: "EUR"}
		},
		"an unknown currency": func(p *premium.Plan) { p.Month = &premium.Money{Amount: 1, Currency: "XYZ"} },
		"the name of another": func(p *premium.Plan) { p.Name = "fREE " },
		"no name":             func(p *premium.Plan) { p.Name = " " },
		"a rank below Free":   func(p *premium.Plan) { p.Rank = 0 },
		"a number too low":    func(p *premium.Plan) { p.Grants[premium.Stations] = new(int64(-1)) },
	} {
		wrong := *storetest.Get(w.Plan(ctx, premium.PremiumID))(t)
		wrong.Grants = wrong.Grants.Completed(false)
		change(&wrong)
		if err := w.SavePlan(ctx, w.operator, &wrong); music.CodeOf(err) != music.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	w.Code(w.DeletePlan(ctx, w.operator, premium.FreeID), music.Conflict)
}

// Guess is that of billing.Limits: it notes what a person guessed, and limits nothing.
func (w *world) Guess(_ context.Context, kind, accountID string, try func() error) error {
	err := try()
	w.guesses = append(w.guesses, fmt.Sprintf("%s %v: %v", kind, accountID == w.ana.AccountID, err != nil))
	return err
}

// Spend, Delivers and Send are those of billing.Limits and billing.Mailer.
func (w *world) Spend(_ context.Context, key string, perDay int) (bool, error) {
	w.spent[key]++
	return w.spent[key] <= perDay, nil
}

func (w *world) Delivers() bool { return w.delivers }

func (w *world) Send(_ context.Context, m mail.Message) error {
	w.mails = append(w.mails, m)
	return nil
}

// TestFamilyInvitationsGoByMail invites with and without a mail server, and again and again.
func TestFamilyInvitationsGoByMail(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	p := storetest.Get(w.Plan(ctx, premium.PremiumID))(t)
	p.FamilyMembers = 50
	w.Must(w.SavePlan(ctx, w.operator, p))
	storetest.Get(w.Grant(ctx, w.operator, w.ana.AccountID, premium.PremiumID, time.Time{}, "x"))(t)
	storetest.Get(w.Grant(ctx, w.operator, w.ben.AccountID, premium.PremiumID, time.Time{}, "x"))(t)
	invite := func(v music.Viewer, email string) *billing.Invitation {
		t.Helper()
		i := storetest.Get(w.InviteToFamily(ctx, v, email))(t)
		w.Must(w.LeaveFamily(ctx, v, i.ID)) // so that the person can be invited again
		return i
	}
	if i := invite(w.ana, "eva@music.example"); i.IsMailed {
		t.Error("mailed without a mail server")
	}
	w.delivers = true
	if i := invite(w.ana, "eva@music.example"); i.IsMailed {
		t.Error("mailed for a person whose address is not verified")
	}
	for email, v := range map[string]music.Viewer{"ana@music.example": w.ana, "ben@music.example": w.ben} {
		w.Must(w.SetVerified(ctx, v.AccountID, email, w.now))
	}
	i := invite(w.ana, "eva@music.example")
	want := mail.Message{
		Kind: mail.FamilyInvited, To: "eva@music.example", Language: "en", Link: "https://music.example/premium?family=" + i.Secret, Expires: i.ExpiresAt, Detail: "ana@music.example", At: w.now,
	}
	if diff := cmp.Diff([]mail.Message{want}, w.mails); diff != "" || !i.IsMailed {
		t.Errorf("mails: %s", diff)
	}
	_, err := w.InviteToFamily(ctx, w.ben, "eva@music.example")
	w.Code(err, music.TooMany) // she has got as many as anybody
	for n := range 7 {
		invite(w.ana, fmt.Sprintf("friend-%d@music.example", n))
	}
	_, err = w.InviteToFamily(ctx, w.ana, "another@music.example")
	w.Code(err, music.TooMany)
	if len(w.mails) != 8 {
		t.Errorf("%d mails", len(w.mails))
	}
	for _, wrong := range []string{"", "eva", "eva@", "Eva <eva@music.example>", "eva@music.example\r\nBcc: all@music.example", "a\u202eb@music.example", strings.Repeat("a", 250) + "@music.example"} {
		_, err := w.InviteToFamily(ctx, w.ben, wrong)
		w.Code(err, music.Invalid)
	}
}

func TestCodesAreGuessesUntilTheyAreRedeemed(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	batch := &premium.Batch{PlanID: premium.PremiumID, Count: 1, Uses: 1, Days: 30}
	codes := storetest.Get(w.MakeCodes(ctx, w.operator, batch))(t)
	w.Code(w.Redeem(ctx, w.ana, "ABCD-2345"), music.NotFound)
	w.Must(w.Redeem(ctx, w.ana, " "+codes[0][:4]+codes[0][5:]))
	if want := []string{"plan-code true: true", "plan-code true: false"}; !slices.Equal(w.guesses, want) {
		t.Errorf("guessed %v", w.guesses)
	}
	w.has(w.ana, premium.PremiumID, premium.IsGranted)
	w.now = w.now.AddDate(0, 0, 30)
	w.has(w.ana, premium.FreeID, premium.IsFree)
}

// TestCodesAddUp redeems several codes for one plan in a row: their days follow one another.
func TestCodesAddUp(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	codes := storetest.Get(w.MakeCodes(ctx, w.operator, &premium.Batch{PlanID: premium.PremiumID, Count: 4, Uses: 1, Days: 30}))(t)
	for i, code := range codes[:3] {
		w.Must(w.Redeem(ctx, w.ana, code))
		end := w.now.AddDate(0, 0, 30*(i+1))
		if s := storetest.Get(w.Standing(ctx, w.ana.AccountID))(t); !s.Membership.EndsAt.Equal(end) {
			t.Errorf("after %d codes, the plan ends at %v instead of %v", i+1, s.Membership.EndsAt, end)
		}
	}
	m := storetest.Get(w.Overview(ctx, w.ana))(t).Memberships[0]
	storetest.Get(w.End(ctx, w.operator, m.ID, "x"))(t)
	w.Must(w.Redeem(ctx, w.ana, codes[3])) // what has ended goes on no more
	w.now = w.now.AddDate(0, 0, 30)
	w.has(w.ana, premium.FreeID, premium.IsFree)
}

func TestAFamilyFallsBackWithTheOneWhoPays(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	_, err := w.InviteToFamily(ctx, w.ana, "ben@music.example")
	w.Code(err, music.Forbidden)
	p := storetest.Get(w.Plan(ctx, premium.PremiumID))(t)
	p.FamilyMembers = 1
	w.Must(w.SavePlan(ctx, w.operator, p))
	m := storetest.Get(w.Grant(ctx, w.operator, w.ana.AccountID, premium.PremiumID, time.Time{}, "x"))(t)
	_, err = w.InviteToFamily(ctx, w.ana, "no address")
	w.Code(err, music.Invalid)
	eva := storetest.Get(w.InviteToFamily(ctx, w.ana, "eva@music.example"))(t)
	w.Must(w.JoinFamily(ctx, w.ben, eva.Secret))
	if f := storetest.Get(w.Overview(ctx, w.ana))(t).Family[0]; f.MemberID != w.ben.AccountID || f.KnownEmail() != "" {
		t.Errorf("who joined instead of eva is known as %q", f.KnownEmail())
	}
	w.Must(w.LeaveFamily(ctx, w.ben, eva.ID))
	invitation := storetest.Get(w.InviteToFamily(ctx, w.ana, " Ben@Music.example "))(t)
	if invitation.KnownEmail() != "ben@music.example" {
		t.Errorf("invited as %q", invitation.KnownEmail())
	}
	w.Must(w.JoinFamily(ctx, w.ben, invitation.Secret))
	w.has(w.ben, premium.PremiumID, premium.IsFamily)
	_, err = w.InviteToFamily(ctx, w.ben, "eva@music.example")
	w.Code(err, music.Forbidden) // who shares a plan cannot share it again
	o := storetest.Get(w.Overview(ctx, w.ana))(t)
	if len(o.Family) != 1 || o.Family[0].MemberID != w.ben.AccountID || o.Family[0].KnownEmail() != "ben@music.example" || o.Joined != nil || !o.ResetsAt.After(w.now) {
		t.Errorf("%+v", o)
	}
	storetest.Get(w.End(ctx, w.operator, m.ID, "x"))(t)
	w.has(w.ben, premium.FreeID, premium.IsFree)
	storetest.Get(w.Grant(ctx, w.operator, w.ana.AccountID, premium.PremiumID, time.Time{}, "x"))(t)
	w.has(w.ben, premium.PremiumID, premium.IsFamily)
	w.Must(w.DeleteAccount(ctx, w.ana.AccountID))
	storetest.Get(w.Listen())(t)
	w.heard(music.Event{Type: premium.Changed}) // profile tells it when it erases an account
	w.has(w.ben, premium.FreeID, premium.IsFree)
}

// payment is one that ana makes from an address that she has not verified.
func payment(id string, kind premium.PaymentKind, at time.Time) premium.Payment {
	return premium.Payment{
		Service: premium.Kofi, ExternalID: id, Reference: "ref-" + id, Kind: kind, Email: "Payer@music.example", Money: premium.Money{Amount: 500, Currency: "EUR"}, Interval: premium.Month, At: at,
	}
}

func TestPaymentsOfNobodyWaitForAnOperator(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	for name, money := range map[string]premium.Money{"negative": {Amount: -5, Currency: "EUR"}, "enormous": {Amount: 1 << 50, Currency: "EUR"}} {
		p := payment(name, premium.Paid, w.now)
		p.Money = money
		w.Code(w.Receive(ctx, &p), music.Invalid)
	}
	first := payment("1", premium.Paid, w.now)
	w.Must(w.Receive(ctx, &first))
	again := payment("1", premium.Paid, w.now)
	w.Must(w.Receive(ctx, &again))
	coins := payment("coins", premium.Paid, w.now)
	coins.Email, coins.Money = "coins@music.example", premium.Money{Amount: 21_000, Currency: "SATS"}
	w.Must(w.Receive(ctx, &coins))
	waiting := storetest.Get(w.Payments(ctx, new(false), music.Page{}))(t)
	if waiting.Total != 2 || waiting.Items[0].Money != coins.Money {
		t.Fatalf("%+v", waiting)
	}
	waiting.Items = waiting.Items[1:]
	if waiting.Items[0].ExternalID != "1" || waiting.Items[0].Email != "payer@music.example" {
		t.Fatalf("%+v", waiting)
	}
	w.Code(w.Assign(ctx, w.operator, waiting.Items[0].ID, "nobody"), music.NotFound)
	w.Must(w.Assign(ctx, w.operator, waiting.Items[0].ID, w.ana.AccountID))
	w.Code(w.Assign(ctx, w.operator, waiting.Items[0].ID, w.ben.AccountID), music.Conflict)
	w.has(w.ana, premium.PremiumID, premium.IsActive)
	w.now = w.now.AddDate(0, 1, 0)
	w.has(w.ana, premium.PremiumID, premium.IsPastDue)
	second := payment("2", premium.Paid, w.now)
	w.Must(w.Receive(ctx, &second)) // the address is known now
	w.has(w.ana, premium.PremiumID, premium.IsActive)
	end := payment("3", premium.Stopped, w.now.Add(time.Hour))
	w.Must(w.Receive(ctx, &end))
	w.has(w.ana, premium.PremiumID, premium.IsCanceled)
	w.now = w.now.AddDate(0, 1, 0)
	w.has(w.ana, premium.FreeID, premium.IsFree)
}

// TestAPaymentSurvivesAStop stops after each step of Receive. The service reports the
// payment again.
func TestAPaymentSurvivesAStop(t *testing.T) {
	for name, steps := range map[string]func(ctx context.Context, w *world, p *premium.Payment) error{
		"added": func(ctx context.Context, w *world, p *premium.Payment) error { return w.AddPayment(ctx, p) },
		"matched": func(ctx context.Context, w *world, p *premium.Payment) error {
			return errors.Join(w.AddPayment(ctx, p), w.MatchPayment(ctx, p.ID, w.ana.AccountID, premium.PremiumID, premium.Month, w.now))
		},
	} {
		w, ctx := newWorld(t), t.Context()
		w.Must(w.SetCustomer(ctx, premium.Kofi, "payer@music.example", w.ana.AccountID))
		storetest.Get(w.Plans(ctx))(t) // a server that takes payments has plans
		stopped := payment("1", premium.Paid, w.now)
		stopped.Email, stopped.CreatedAt = "payer@music.example", w.now
		if err := steps(ctx, w, &stopped); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		w.has(w.ana, premium.FreeID, premium.IsFree)
		for range 2 {
			again := payment("1", premium.Paid, w.now)
			w.Must(w.Receive(ctx, &again))
			w.has(w.ana, premium.PremiumID, premium.IsActive)
		}
		if m := storetest.Get(w.MembershipsOf(ctx, w.ana.AccountID))(t); len(m) != 1 || !m[0].EndsAt.Equal(premium.Month.After(w.now)) {
			t.Errorf("%s: paid once, has %+v", name, m)
		}
		w.Must(w.DeleteAccount(ctx, w.ana.AccountID))
		last := payment("1", premium.Paid, w.now)
		w.Must(w.Receive(ctx, &last)) // it is nobody's now
		if waiting := storetest.Get(w.Payments(ctx, new(false), music.Page{}))(t); waiting.Total != 0 {
			t.Errorf("%s: %+v", name, waiting)
		}
	}
}

// TestPaymentsInAnyOrder checks that the order in which news arrives, and how often, does
// not matter.
func TestPaymentsInAnyOrder(t *testing.T) {
	var want *premium.Membership
	for seed := range uint64(12) {
		w, ctx := newWorld(t), t.Context()
		w.Must(w.SetCustomer(ctx, premium.Kofi, "payer@music.example", w.ana.AccountID))
		at := func(months, days int) time.Time { return w.now.AddDate(0, months, days) }
		refund := payment("r", premium.Refunded, at(1, 2))
		refund.Reference = "ref-2"
		news := []premium.Payment{
			payment("1", premium.Paid, at(0, 0)), payment("2", premium.Paid, at(1, 0)), refund, payment("3", premium.Paid, at(3, 0)), payment("4", premium.Paid, at(3, 20)), payment("5", premium.Stopped, at(3, 21)),
		}
		news = append(news, news[0], news[3], news[5])
		r := rand.New(rand.NewPCG(seed, 0))
		r.Shuffle(len(news), func(i, j int) { news[i], news[j] = news[j], news[i] })
		for i := range news {
			p := news[i]
			w.Must(w.Receive(ctx, &p))
		}
		got := storetest.Get(w.MembershipsOf(ctx, w.ana.AccountID))(t)
		if len(got) != 1 {
			t.Fatalf("seed %d: %d memberships", seed, len(got))
		}
		m := got[0]
		m.ID, m.AccountID, m.Reference, m.CanceledAt = "", "", "", time.Time{}
		if want == nil {
			want = &m
			if !m.StartsAt.Equal(at(3, 0)) || !m.EndsAt.Equal(at(5, 0)) || !m.CancelAtPeriodEnd {
				t.Errorf("%+v", m)
			}
		}
		if m != *want {
			t.Errorf("seed %d: %+v, want %+v", seed, m, want)
		}
	}
}

// BenchmarkStanding measures what every door asks.
func BenchmarkStanding(b *testing.B) {
	s := storetest.Open(b, "sqlite:"+b.TempDir()+"/sonora.db")
	billed := billing.New(billing.Config{Store: s.BillingStore, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	ctx := b.Context()
	if _, err := billed.Standing(ctx, "ana"); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if standing, err := billed.Standing(ctx, "ana"); err != nil || !standing.Plan.Grants.Has(premium.Downloads) {
			b.Fatal(standing, err)
		}
	}
}
