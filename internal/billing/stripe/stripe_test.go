package stripe

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"sonora/internal/music"
	standin "sonora/internal/testkit/stripe"
)

var (
	began     = time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)
	nextMonth = time.Date(2026, 2, 28, 12, 0, 0, 0, time.UTC)
)

var (
	monthly = Price{Plan: "premium", Name: "Premium", Interval: "month", Amount: 500, Currency: "EUR"}
	yearly  = Price{Plan: "premium", Name: "Premium", Interval: "year", Amount: 5000, Currency: "EUR"}
)

// account is a client with a stand-in for Stripe and one customer.
type account struct {
	*Client
	t        *testing.T
	stripe   *standin.Server
	customer string
}

func open(t *testing.T) *account {
	t.Helper()
	s := standin.Start(t, began)
	c, err := New(Config{Key: s.Key, URL: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	customer, err := c.Customer(t.Context(), "account-1", "jo@example.com", "Jo")
	if err != nil {
		t.Fatal(err)
	}
	return &account{c, t, s, customer}
}

func (a *account) order(p Price) Order {
	return Order{Price: p, AccountID: "account-1", Customer: a.customer, Success: "https://music.example/premium?paid=1", Cancel: "https://music.example/premium"}
}

// buy pays an order and returns the newest subscription.
func (a *account) buy(o Order) *Subscription {
	a.t.Helper()
	page, err := a.Checkout(a.t.Context(), o)
	if err != nil {
		a.t.Fatal(err)
	}
	if back := a.stripe.Pay(a.t, page); back != o.Success {
		a.t.Fatalf("sent back to %s", back)
	}
	all, err := a.OfCustomer(a.t.Context(), a.customer)
	if err != nil || len(all) == 0 {
		a.t.Fatalf("%d subscriptions, %v", len(all), err)
	}
	return all[0]
}

func (a *account) now(id string) *Subscription {
	a.t.Helper()
	s, err := a.Subscription(a.t.Context(), id)
	if err != nil {
		a.t.Fatal(err)
	}
	return s
}

func TestBuying(t *testing.T) {
	a := open(t)
	again, err := a.Customer(t.Context(), "account-1", "jo@example.com", "Jo")
	if err != nil || again != a.customer {
		t.Errorf("a second customer of one account: %s, %v", again, err)
	}
	s := a.buy(a.order(monthly))
	if s.Account != "account-1" || s.Plan != "premium" || s.Interval != "month" || s.Amount != 500 || s.Currency != "EUR" || s.Status != Active || !s.Runs() ||
		!s.PeriodEnd.Equal(nextMonth) || s.Customer != a.customer {
		t.Errorf("%+v", s)
	}
	invoices, err := a.Invoices(t.Context(), a.customer)
	if err != nil || len(invoices) != 1 || invoices[0].Status != "paid" || invoices[0].Paid != 500 || invoices[0].Subscription != s.ID || invoices[0].PDF == "" || invoices[0].Currency != "EUR" {
		t.Errorf("%+v, %v", invoices, err)
	}
	if page, err := a.Portal(t.Context(), a.customer, "https://music.example/premium"); err != nil || !strings.HasPrefix(page, a.stripe.URL) {
		t.Errorf("%s, %v", page, err)
	}
}

func TestTrialAndPromotion(t *testing.T) {
	a := open(t)
	a.stripe.Promote("SPRING", 50)
	o := a.order(monthly)
	o.TrialDays, o.PromotionCode = 14, "SPRING"
	s := a.buy(o)
	if s.Status != Trialing || !s.TrialEnd.Equal(began.AddDate(0, 0, 14)) {
		t.Errorf("%+v", s)
	}
	a.stripe.Advance(14 * 24 * time.Hour)
	if s = a.now(s.ID); s.Status != Active {
		t.Errorf("%+v", s)
	}
	if _, taken := a.stripe.Refunded(); taken != 250 {
		t.Errorf("took %d", taken)
	}
	o.PromotionCode = "WINTER"
	if _, err := a.Checkout(t.Context(), o); !errors.Is(err, error(ErrPromotionCode)) || err.Error() != ErrPromotionCode.Error() {
		t.Error(err)
	}
}

func TestChangeIsSettledAtOnce(t *testing.T) {
	a := open(t)
	s := a.buy(a.order(monthly))
	a.stripe.Advance(14 * 24 * time.Hour) // half of a month of 28 days
	changed, err := a.Change(t.Context(), s.ID, yearly)
	if err != nil || changed.Interval != "year" || changed.Amount != 5000 || !changed.PeriodEnd.Equal(began.AddDate(1, 0, 14)) {
		t.Errorf("%+v, %v", changed, err)
	}
	if _, taken := a.stripe.Refunded(); taken != 500+5000-250 {
		t.Errorf("took %d", taken)
	}
	a.stripe.Declines(a.customer, true)
	dearer := yearly
	dearer.Amount = 9000
	if _, err := a.Change(t.Context(), s.ID, dearer); music.CodeOf(err) != music.Conflict {
		t.Errorf("changed with a card that declines: %v", err)
	}
	if now := a.now(s.ID); now.Amount != 5000 {
		t.Errorf("%+v", now)
	}
}

func TestCancelAndResume(t *testing.T) {
	a := open(t)
	s := a.buy(a.order(monthly))
	canceled, err := a.CancelAtPeriodEnd(t.Context(), s.ID, true)
	if err != nil || !canceled.CancelAtPeriodEnd || canceled.Status != Active || canceled.CanceledAt.IsZero() {
		t.Errorf("%+v, %v", canceled, err)
	}
	if resumed, err := a.CancelAtPeriodEnd(t.Context(), s.ID, false); err != nil || resumed.CancelAtPeriodEnd {
		t.Errorf("%+v, %v", resumed, err)
	}
	if _, err := a.CancelAtPeriodEnd(t.Context(), s.ID, true); err != nil {
		t.Error(err)
	}
	a.stripe.Advance(32 * 24 * time.Hour)
	if now := a.now(s.ID); now.Status != Canceled || now.Runs() || !now.EndedAt.Equal(nextMonth) {
		t.Errorf("%+v", now)
	}
	if again, err := a.CancelNow(t.Context(), s.ID); err != nil || again.Runs() {
		t.Errorf("%+v, %v", again, err)
	}
	if _, err := a.Subscription(t.Context(), "sub_0"); music.CodeOf(err) != music.NotFound {
		t.Error(err)
	}
}

func TestCollecting(t *testing.T) {
	a := open(t)
	s := a.buy(a.order(monthly))
	a.stripe.Declines(a.customer, true)
	a.stripe.Advance(31 * 24 * time.Hour)
	if now := a.now(s.ID); now.Status != PastDue || !now.Runs() || !now.PeriodStart.Equal(nextMonth) {
		t.Errorf("%+v", now)
	}
	a.stripe.PayOpen(a.customer)
	if now := a.now(s.ID); now.Status != Active {
		t.Errorf("%+v", now)
	}
	a.stripe.Declines(a.customer, true)
	a.stripe.Advance(60 * 24 * time.Hour)
	if now := a.now(s.ID); now.Status != Canceled {
		t.Errorf("%+v", now)
	}
}

func TestRefundReturnsEverythingOnce(t *testing.T) {
	a := open(t)
	s := a.buy(a.order(monthly))
	if _, err := a.CancelNow(t.Context(), s.ID); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := a.Refund(t.Context(), s.LatestInvoice); err != nil {
			t.Fatal(err)
		}
	}
	if refunded, taken := a.stripe.Refunded(); refunded != 500 || taken != 500 {
		t.Errorf("%d of %d", refunded, taken)
	}
}

// TestAllReadsEveryPage has more subscriptions than a page.
func TestAllReadsEveryPage(t *testing.T) {
	a := open(t)
	for range pageSize + 5 {
		a.buy(a.order(monthly))
	}
	all, err := a.All(t.Context())
	if err != nil || len(all) != pageSize+5 {
		t.Errorf("%d, %v", len(all), err)
	}
}

func TestFailuresSaySo(t *testing.T) {
	a := open(t)
	a.stripe.Down(true)
	if _, err := a.OfCustomer(t.Context(), a.customer); music.CodeOf(err) != music.Elsewhere || strings.Contains(err.Error(), "sk_test") {
		t.Error(err)
	}
	a.stripe.Down(false)
	stranger, err := New(Config{Key: "sk_test_wrong", URL: a.stripe.URL})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stranger.All(t.Context()); music.CodeOf(err) != music.Unavailable {
		t.Error(err)
	}
	if _, err := New(Config{URL: "http://[::1"}); music.CodeOf(err) != music.Invalid {
		t.Error(err)
	}
}

// TestTwoTabs pays two checkouts of one person: both exist, the newest first.
func TestTwoTabs(t *testing.T) {
	a := open(t)
	first, second := a.buy(a.order(monthly)), a.buy(a.order(monthly))
	if first.ID == second.ID {
		t.Fatal("the second checkout made nothing")
	}
	all, err := a.OfCustomer(t.Context(), a.customer)
	if err != nil || len(all) != 2 || all[0].ID != second.ID {
		t.Errorf("%+v, %v", all, err)
	}
}

func TestEvents(t *testing.T) {
	a := open(t)
	s := a.buy(a.order(monthly))
	events := a.stripe.Events()
	for _, e := range events {
		got, err := ReadEvent(e.Body, a.stripe.Sign(e.Body, began), a.stripe.Secret, began.Add(time.Minute))
		if err != nil || got.ID != e.ID || got.Type != e.Type || got.Customer != a.customer || !got.Concerns() || !got.At.Equal(began) {
			t.Errorf("%+v, %v", got, err)
		}
		if strings.HasPrefix(e.Type, "customer.subscription") && got.Object != s.ID {
			t.Errorf("%+v", got)
		}
	}
	body := events[0].Body
	old := a.stripe.Sign(body, began.Add(-time.Hour))
	for name, signature := range map[string]string{
		"none":            "",
		"another secret":  standin.Sign(body, "whsec_other", began),
		"another body":    a.stripe.Sign([]byte("{}"), began),
		"recorded":        old,
		"from tomorrow":   a.stripe.Sign(body, began.Add(24*time.Hour)),
		"two times":       "t=" + itoa(began) + "," + old,
		"two times after": old + ",t=" + itoa(began),
		"no version":      strings.ReplaceAll(a.stripe.Sign(body, began), "v1=", "v0="),
	} {
		if _, err := ReadEvent(body, signature, a.stripe.Secret, began); !errors.Is(err, ErrForged) {
			t.Errorf("signature %s: %v", name, err)
		}
	}
	if _, err := ReadEvent(body, standin.Sign(body, "", began), "", began); !errors.Is(err, ErrForged) {
		t.Errorf("without a secret: %v", err)
	}
	if _, err := ReadEvent([]byte("{}"), a.stripe.Sign([]byte("{}"), began), a.stripe.Secret, began); !errors.Is(err, ErrMalformed) {
		t.Error(err)
	}
	for _, created := range []string{"9223372036854775807", "-9223372036854775808", "253402300800"} {
		body := []byte(`{"id":"evt_1","type":"invoice.paid","created":` + created + `}`)
		if _, err := ReadEvent(body, a.stripe.Sign(body, began), a.stripe.Secret, began); !errors.Is(err, ErrMalformed) {
			t.Errorf("created at %s: %v", created, err)
		}
	}
	if (Event{Type: "product.created"}).Concerns() {
		t.Error("a product changes no membership")
	}
}

func itoa(t time.Time) string {
	text, _ := json.Marshal(t.Unix())
	return string(text)
}

// FuzzReadEvent reads signed bodies of any form.
func FuzzReadEvent(f *testing.F) {
	f.Add([]byte(`{"id":"evt_1","type":"invoice.paid","created":1,"data":{"object":{"id":"in_1","customer":"cus_1"}}}`))
	f.Add([]byte(`{"id":"evt_1","type":"customer.deleted","data":{"object":{"id":"cus_1","object":"customer","customer":{}}}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		e, err := ReadEvent(body, standin.Sign(body, "whsec_x", began), "whsec_x", began)
		if err == nil && (e.ID == "" || e.Type == "") || err != nil && !errors.Is(err, ErrMalformed) {
			t.Errorf("%+v, %v", e, err)
		}
	})
}
