package stripe

import (
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Stripe collects again after these days, and cancels when the last attempt failed.
var dunning = []int{3, 5, 7}

type subscription struct {
	id, item, customer  string
	product             string
	interval, currency  string
	amount              int64
	percentOff          int
	status              string
	metadata            map[string]string
	created             time.Time
	start, end          time.Time // of the current period
	day                 int       // of the month on which it renews
	trialEnd            time.Time
	cancelAtEnd         bool
	canceledAt, endedAt time.Time
	latest              string // invoice
	attempts            int    // to collect the latest invoice
	nextAttempt         time.Time
}

type invoice struct {
	id, customer, subscription string
	status                     string
	due, paid                  int64
	currency                   string
	created, until             time.Time
	payment                    string // of a charge; empty for none
}

// Pay plays the person on the page of a checkout, whose card works, and returns the
// address to which Stripe sends them back.
func (s *Server) Pay(t testing.TB, page string) (back string) {
	t.Helper()
	back, open := s.Complete(page)
	if !open {
		t.Fatalf("no open checkout at %s", page)
	}
	return back
}

// Complete is Pay outside of tests. It reports whether the checkout was open.
func (s *Server) Complete(page string) (back string, open bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.sessions[page[strings.LastIndexByte(page, '/')+1:]]
	if o == nil || o.completed {
		return "", false
	}
	o.completed = true
	const item = "line_items[0][price_data]"
	amount, _ := strconv.ParseInt(o.order.Get(item+"[unit_amount]"), 10, 64)
	sub := &subscription{
		id: s.id("sub"), item: s.id("si"), customer: o.customer, product: o.order.Get(item + "[product]"), interval: o.order.Get(item + "[recurring][interval]"),
		currency: o.order.Get(item + "[currency]"), amount: amount, percentOff: o.percentOff, status: "active", metadata: metadata(o.order, "subscription_data[metadata]"), created: s.now, start: s.now, day: s.now.Day(),
	}
	sub.end = after(sub.start, sub.interval, sub.day)
	s.subscriptions[sub.id] = sub
	if days, _ := strconv.Atoi(o.order.Get("subscription_data[trial_period_days]")); days > 0 {
		sub.status, sub.trialEnd = "trialing", s.now.AddDate(0, 0, days)
		sub.day = sub.trialEnd.Day()
		sub.end = sub.trialEnd
		s.bill(sub, 0)
	} else {
		s.bill(sub, sub.price())
	}
	s.emit("checkout.session.completed", map[string]any{"id": o.id, "object": "checkout.session", "customer": o.customer, "subscription": sub.id, "mode": "subscription"})
	s.emitSubscription("customer.subscription.created", sub)
	return o.success, true
}

func (sub *subscription) price() int64 { return sub.amount * int64(100-sub.percentOff) / 100 }

// after returns the end of a period that begins at t. A subscription that began on the
// 31st renews on the last day of shorter months.
func after(t time.Time, interval string, day int) time.Time {
	months := 1
	if interval == "year" {
		months = 12
	}
	first := time.Date(t.Year(), t.Month()+time.Month(months), 1, t.Hour(), t.Minute(), t.Second(), 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(day, last)-1)
}

// bill makes an invoice and collects it. It reports whether it is paid.
func (s *Server) bill(sub *subscription, total int64) bool {
	c := s.customers[sub.customer]
	i := &invoice{id: s.id("in"), customer: sub.customer, subscription: sub.id, status: "open", currency: sub.currency, created: s.now, until: sub.end}
	switch credit := min(max(total, 0), c.balance); {
	case total < 0:
		c.balance -= total
	default:
		c.balance -= credit
		i.due = total - credit
	}
	s.invoices[i.id] = i
	sub.latest, sub.attempts = i.id, 0
	return s.collect(sub, i)
}

// collect charges an invoice. It reports whether it is paid.
func (s *Server) collect(sub *subscription, i *invoice) bool {
	if s.customers[i.customer].declines && i.due > 0 {
		sub.status = "past_due"
		sub.nextAttempt = time.Time{}
		if sub.attempts < len(dunning) {
			sub.nextAttempt = s.now.AddDate(0, 0, dunning[sub.attempts])
		}
		sub.attempts++
		s.emitInvoice("invoice.payment_failed", i)
		return false
	}
	i.status, i.paid = "paid", i.due
	if i.due > 0 {
		i.payment = s.id("pi")
	}
	sub.nextAttempt = time.Time{}
	s.emitInvoice("invoice.paid", i)
	return true
}

// Advance moves the clock and lets everything happen that is due: trials end,
// subscriptions renew, and what could not be collected is tried again.
func (s *Server) Advance(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.advance(d)
}

// Elapse lets time pass for a server whose clock is the real one: it does what Advance
// does, and tells of everything as that much earlier, so that what is due happens now.
func (s *Server) Elapse(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.advance(d)
	s.ahead += d
}

func (s *Server) advance(d time.Duration) {
	until := s.now.Add(d)
	for {
		var next *subscription
		for _, sub := range newest(s.subscriptions) {
			if at := sub.due(); !at.IsZero() && !at.After(until) && (next == nil || at.Before(next.due())) {
				next = sub
			}
		}
		if next == nil {
			break
		}
		s.now = next.due()
		s.step(next)
	}
	s.now = until
}

// due returns when something happens to a subscription.
func (sub *subscription) due() time.Time {
	switch {
	case sub.status == "canceled":
		return time.Time{}
	case !sub.nextAttempt.IsZero() && sub.nextAttempt.Before(sub.end):
		return sub.nextAttempt
	}
	return sub.end
}

func (s *Server) step(sub *subscription) {
	switch {
	case !sub.nextAttempt.IsZero() && !s.now.Before(sub.nextAttempt):
		if s.collect(sub, s.invoices[sub.latest]) {
			sub.status = "active"
		} else if sub.nextAttempt.IsZero() {
			s.end(sub)
			return
		}
	case sub.cancelAtEnd:
		s.end(sub)
		return
	default:
		sub.start, sub.end = sub.end, after(sub.end, sub.interval, sub.day)
		if s.bill(sub, sub.price()) {
			sub.status = "active"
		}
	}
	s.emitSubscription("customer.subscription.updated", sub)
}

func (s *Server) end(sub *subscription) {
	sub.status, sub.endedAt = "canceled", s.now
	if sub.canceledAt.IsZero() {
		sub.canceledAt = s.now
	}
	s.emitSubscription("customer.subscription.deleted", sub)
}

// Declines lets the card of a customer decline from now on, or work again.
func (s *Server) Declines(customer string, declines bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.customers[customer].declines = declines
}

// PayOpen plays a person who pays what is open on the page of the portal.
func (s *Server) PayOpen(customer string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.customers[customer].declines = false
	for _, sub := range newest(s.subscriptions) {
		if i := s.invoices[sub.latest]; sub.customer == customer && i.status == "open" && s.collect(sub, i) {
			sub.status = "active"
			s.emitSubscription("customer.subscription.updated", sub)
		}
	}
}

func (s *Server) onSubscription(id string, do func(*subscription) any) any {
	sub := s.subscriptions[id]
	if sub == nil {
		return missing(id)
	}
	return do(sub)
}

// update changes a subscription: its price, with what is settled for the rest of the
// period, or whether it ends.
func (s *Server) update(sub *subscription, form url.Values) any {
	for key := range form {
		if sub.status == "canceled" && !strings.HasPrefix(key, "metadata[") {
			return invalid("A canceled subscription can only update its cancellation_details and metadata.")
		}
	}
	if f := s.reprice(sub, form); f != nil {
		return f
	}
	maps.Copy(sub.metadata, metadata(form, "metadata"))
	maps.DeleteFunc(sub.metadata, func(_, value string) bool { return value == "" })
	if cancel := form.Get("cancel_at_period_end"); cancel != "" {
		sub.cancelAtEnd, sub.canceledAt = cancel == "true", time.Time{}
		if sub.cancelAtEnd {
			sub.canceledAt = s.now
		}
	}
	s.emitSubscription("customer.subscription.updated", sub)
	return s.shownSubscription(sub)
}

func (s *Server) reprice(sub *subscription, form url.Values) *fault {
	const data = "items[0][price_data]"
	product := form.Get(data + "[product]")
	if product == "" {
		return nil
	}
	amount, err := strconv.ParseInt(form.Get(data+"[unit_amount]"), 10, 64)
	if _, known := s.products[product]; !known || err != nil || form.Get("items[0][id]") != sub.item {
		return missing(product)
	}
	if s.customers[sub.customer].declines {
		return &fault{http.StatusPaymentRequired, "card_error", "card_declined", "Your card was declined."}
	}
	before := *sub
	left, whole := sub.end.Sub(s.now), sub.end.Sub(sub.start)
	sub.product, sub.amount, sub.interval = product, amount, form.Get(data+"[recurring][interval]")
	if sub.status == "trialing" {
		return nil
	}
	credit := int64(float64(before.price()) * float64(left) / float64(whole))
	charge := int64(float64(sub.price()) * float64(left) / float64(whole))
	if sub.interval != before.interval {
		sub.day = s.now.Day()
		sub.start, sub.end, charge = s.now, after(s.now, sub.interval, sub.day), sub.price()
	}
	s.bill(sub, charge-credit)
	return nil
}

func (s *Server) cancel(sub *subscription) any {
	if sub.status == "canceled" {
		return missing(sub.id)
	}
	s.end(sub)
	return s.shownSubscription(sub)
}

// CancelInDashboard plays an operator who cancels a subscription in Stripe's dashboard.
func (s *Server) CancelInDashboard(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.end(s.subscriptions[id])
}

func (s *Server) listSubscriptions(form url.Values) any {
	all := []map[string]any{}
	for _, sub := range newest(s.subscriptions) {
		if (form.Get("customer") == "" || sub.customer == form.Get("customer")) && (form.Get("status") == "all" || sub.status != "canceled") {
			all = append(all, s.shownSubscription(sub))
		}
	}
	return page("/v1/subscriptions", form, all)
}

func (s *Server) shownSubscription(sub *subscription) map[string]any {
	return map[string]any{
		"id": sub.id, "object": "subscription", "customer": sub.customer, "status": sub.status, "metadata": sub.metadata, "currency": sub.currency,
		"created": s.told(sub.created), "start_date": s.told(sub.created), "trial_end": s.told(sub.trialEnd), "cancel_at_period_end": sub.cancelAtEnd,
		"canceled_at": s.told(sub.canceledAt), "ended_at": s.told(sub.endedAt), "latest_invoice": sub.latest,
		"items": map[string]any{"object": "list", "has_more": false, "data": []any{map[string]any{
			"id": sub.item, "object": "subscription_item", "quantity": 1, "current_period_start": s.told(sub.start), "current_period_end": s.told(sub.end),
			"price": map[string]any{
				"id": "price_" + sub.product + sub.interval, "object": "price", "product": sub.product, "unit_amount": sub.amount, "currency": sub.currency,
				"type": "recurring", "recurring": map[string]any{"interval": sub.interval, "interval_count": 1},
			},
		}}},
	}
}

func (s *Server) listInvoices(form url.Values) any {
	all := []map[string]any{}
	for _, i := range newest(s.invoices) {
		if (form.Get("customer") == "" || i.customer == form.Get("customer")) && (form.Get("subscription") == "" || i.subscription == form.Get("subscription")) {
			all = append(all, s.shownInvoice(i))
		}
	}
	return page("/v1/invoices", form, all)
}

func (s *Server) shownInvoice(i *invoice) map[string]any {
	return map[string]any{
		"id": i.id, "object": "invoice", "number": "STANDIN-" + strconv.Itoa(number(i.id)), "customer": i.customer, "status": i.status, "currency": i.currency,
		"amount_due": i.due, "amount_paid": i.paid, "created": s.told(i.created), "hosted_invoice_url": s.URL + "/invoice/" + i.id, "invoice_pdf": s.URL + "/invoice/" + i.id + ".pdf",
		"parent": map[string]any{"type": "subscription_details", "subscription_details": map[string]any{"subscription": i.subscription}},
		"lines": list("/v1/invoices/"+i.id+"/lines", []any{map[string]any{
			"id": "il_" + i.id, "object": "line_item", "period": map[string]any{"start": s.told(i.created), "end": s.told(i.until)},
		}}, false),
	}
}

// Sold is what a test may know of a subscription.
type Sold struct {
	ID, Customer, Product, Interval, Status string
	End                                     time.Time
	EndsThen                                bool
}

// Sold returns all subscriptions, newest first.
func (s *Server) Sold() []Sold {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []Sold
	for _, sub := range newest(s.subscriptions) {
		all = append(all, Sold{sub.id, sub.customer, sub.product, sub.interval, sub.status, sub.end, sub.cancelAtEnd})
	}
	return all
}
