package stripe

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
)

// back is a refund, or a dispute, of a payment.
type back struct {
	id, kind string // refund or dispute
	status   string
	payment  string
	amount   int64
	currency string
	created  int64
}

// isTaken reports whether the money is gone, for good or for now.
func (b *back) isTaken() bool {
	return slices.Contains([]string{"succeeded", "needs_response", "lost"}, b.status)
}

func (b *back) shown() map[string]any {
	return map[string]any{
		"id": b.id, "object": b.kind, "status": b.status, "amount": b.amount, "currency": b.currency, "created": b.created, "payment_intent": b.payment, "charge": chargeOf(b.payment),
	}
}

func chargeOf(payment string) string { return "ch_" + payment }

func (s *Server) invoicePayments(form url.Values) any {
	found := []any{}
	for _, i := range newest(s.invoices) {
		if i.payment != "" && (i.id == form.Get("invoice") || i.payment == form.Get("payment[payment_intent]")) {
			found = append(found, map[string]any{
				"id": "inpay_" + i.payment, "object": "invoice_payment", "invoice": i.id, "status": "paid", "amount_paid": i.paid, "currency": i.currency,
				"payment": map[string]any{"type": "payment_intent", "payment_intent": i.payment},
			})
		}
	}
	return list("/v1/invoice_payments", found, false)
}

// charges answers with a charge, or those of a customer.
func (s *Server) charges(id string, form url.Values) any {
	all := []map[string]any{}
	for _, i := range newest(s.invoices) {
		if i.payment == "" {
			continue
		}
		if chargeOf(i.payment) == id {
			return s.shownCharge(i)
		}
		if i.customer == form.Get("customer") {
			all = append(all, s.shownCharge(i))
		}
	}
	if id != "" {
		return missing(id)
	}
	return page("/v1/charges", form, all)
}

func (s *Server) shownCharge(i *invoice) map[string]any {
	refunds := []any{}
	for _, r := range newest(s.refunds) {
		if r.payment == i.payment {
			refunds = append(refunds, r.shown())
		}
	}
	return map[string]any{
		"id": chargeOf(i.payment), "object": "charge", "customer": i.customer, "payment_intent": i.payment, "amount": i.paid, "amount_refunded": i.paid - s.left(i),
		"refunded": s.left(i) == 0, "disputed": s.isDisputed(i), "refunds": list("/v1/refunds", refunds, false),
	}
}

// left returns how much of an invoice was not refunded.
func (s *Server) left(i *invoice) int64 {
	left := i.paid
	for _, r := range s.refunds {
		if r.payment == i.payment && r.isTaken() {
			left -= r.amount
		}
	}
	return left
}

// backOf lists the refunds or disputes of a charge, or those since a time.
func (s *Server) backOf(path string, of map[string]*back, form url.Values) any {
	since, _ := strconv.ParseInt(form.Get("created[gte]"), 10, 64)
	all := []map[string]any{}
	for _, b := range newest(of) {
		if charge := form.Get("charge"); charge != "" && charge != chargeOf(b.payment) || b.created < since {
			continue
		}
		shown := b.shown()
		if form.Get("expand[0]") == "data.charge" {
			shown["charge"] = s.charges(chargeOf(b.payment), nil)
		}
		all = append(all, shown)
	}
	return page(path, form, all)
}

// refund answers a request to give back what is left of a payment.
func (s *Server) refund(form url.Values) any {
	payment := form.Get("payment_intent")
	for _, i := range newest(s.invoices) {
		if i.payment != payment || payment == "" {
			continue
		}
		if s.isDisputed(i) {
			return &fault{http.StatusBadRequest, "invalid_request_error", "charge_disputed", "The charge has been charged back."}
		}
		if s.left(i) == 0 {
			return &fault{http.StatusBadRequest, "invalid_request_error", "charge_already_refunded", "Charge has already been refunded."}
		}
		return s.giveBack(i, s.left(i)).shown()
	}
	return missing(payment)
}

func (s *Server) giveBack(i *invoice, amount int64) *back {
	r := &back{s.id("re"), "refund", "succeeded", i.payment, amount, i.currency, s.now.Add(-s.ahead).Unix()}
	s.refunds[r.id] = r
	s.emit("refund.created", r.shown())
	s.emit("charge.refunded", s.shownCharge(i))
	return r
}

// latestPaid returns the latest invoice of a customer of which something can be given
// back; nil for none. What is disputed cannot.
func (s *Server) latestPaid(customer string) *invoice {
	for _, i := range newest(s.invoices) {
		if i.customer == customer && i.payment != "" && s.left(i) > 0 && !s.isDisputed(i) {
			return i
		}
	}
	return nil
}

func (s *Server) isDisputed(i *invoice) bool {
	return slices.ContainsFunc(newest(s.disputes), func(d *back) bool { return d.payment == i.payment })
}

// RefundInDashboard plays an operator who gives back at most so much of the latest
// payment of a customer.
func (s *Server) RefundInDashboard(customer string, amount int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := s.latestPaid(customer); i != nil {
		s.giveBack(i, min(amount, s.left(i)))
	}
}

// FailRefunds lets all refunds fail that succeeded so far, as happens when a bank refuses
// them after days.
func (s *Server) FailRefunds() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range newest(s.refunds) {
		if r.status == "succeeded" {
			r.status = "failed"
			s.emit("refund.failed", r.shown())
		}
	}
}

// Dispute plays a customer who has the bank take back the latest payment.
func (s *Server) Dispute(customer string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := s.latestPaid(customer)
	if i == nil {
		return
	}
	d := &back{s.id("du"), "dispute", "needs_response", i.payment, s.left(i), i.currency, s.now.Add(-s.ahead).Unix()}
	s.disputes[d.id] = d
	s.emit("charge.dispute.created", d.shown())
}

// Decide ends all disputes.
func (s *Server) Decide(won bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range newest(s.disputes) {
		if d.status == "needs_response" {
			d.status = map[bool]string{true: "won", false: "lost"}[won]
			s.emit("charge.dispute.closed", d.shown())
		}
	}
}

// Refunded returns how much went back, and how much was paid, of all customers.
func (s *Server) Refunded() (refunded, taken int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, all := range []map[string]*back{s.refunds, s.disputes} {
		for _, b := range all {
			if b.isTaken() {
				refunded += b.amount
			}
		}
	}
	for _, i := range s.invoices {
		taken += i.paid
	}
	return refunded, taken
}
