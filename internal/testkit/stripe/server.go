// Package stripe is a stand-in for Stripe in tests: it speaks as much of the public API
// as Sonora uses, has a clock that tests move, and sends events as reliably or as badly
// as a test wants. People who pay on Stripe's pages are played by Pay. test/stripe is the
// same as a program.
package stripe

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Server is a Stripe account. It is safe for concurrent use.
type Server struct {
	URL    string
	Key    string // the secret key that it accepts
	Secret string // that events are signed with

	hangs atomic.Bool

	mu            sync.Mutex
	now           time.Time
	ahead         time.Duration // how much later than what it tells its clock is
	down          bool
	downFor       string
	serial        int
	requests      []string // method and path of each
	customers     map[string]*customer
	products      map[string]string // name by ID
	sessions      map[string]*session
	portals       map[string]Portal
	subscriptions map[string]*subscription
	invoices      map[string]*invoice
	refunds       map[string]*back // by ID
	disputes      map[string]*back // by ID
	codes         map[string]int   // percent off by promotion code
	answered      map[string]answer
	events        []Event
}

type customer struct {
	id, email, name string
	metadata        map[string]string
	declines        bool  // whether their card declines
	balance         int64 // credit that the next invoices use
	deleted         bool
	created         time.Time
}

type session struct {
	id, customer, success string
	order                 url.Values
	percentOff            int
	completed             bool
}

// answer is what a request with an idempotency key was answered.
type answer struct {
	form   string
	status int
	body   any
}

// fault is an error as Stripe answers it.
type fault struct {
	status            int
	kind, code, about string
}

func missing(id string) *fault {
	return &fault{http.StatusNotFound, "invalid_request_error", "resource_missing", "No such object: " + id}
}

func invalid(about string) *fault {
	return &fault{http.StatusBadRequest, "invalid_request_error", "parameter_invalid", about}
}

// New returns an account, which answers as a handler. Its clock begins at a time and moves
// only with Advance and Elapse.
func New(at time.Time) *Server {
	return &Server{
		Key: "sk_test_standin", Secret: "whsec_standin", now: at.UTC().Truncate(time.Second), customers: map[string]*customer{}, products: map[string]string{}, sessions: map[string]*session{},
		portals: map[string]Portal{}, subscriptions: map[string]*subscription{}, invoices: map[string]*invoice{}, refunds: map[string]*back{}, disputes: map[string]*back{}, codes: map[string]int{}, answered: map[string]answer{},
	}
}

// Start runs a new account until the test ends.
func Start(t testing.TB, at time.Time) *Server {
	t.Helper()
	s := New(at)
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	s.URL = web.URL
	return s
}

// Now returns the time of the account's clock.
func (s *Server) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// told returns a time as the account tells it; null for none.
func (s *Server) told(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.Add(-s.ahead).Unix()
}

// Down makes the account answer every request with an error, or ends that.
func (s *Server) Down(down bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.down = down
}

// Hang makes the account take requests and never answer, or ends that.
func (s *Server) Hang(hangs bool) { s.hangs.Store(hangs) }

// DownFor makes the account answer requests with a method with an error; "" ends that.
func (s *Server) DownFor(method string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.downFor = method
}

// DeleteCustomer plays an operator who deletes a customer in Stripe's dashboard. Their
// subscriptions end.
func (s *Server) DeleteCustomer(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.customers[id].deleted = true
	for _, sub := range newest(s.subscriptions) {
		if sub.customer == id && sub.status != "canceled" {
			s.end(sub)
		}
	}
	s.answered = map[string]answer{} // a day passes
	s.emit("customer.deleted", map[string]any{"id": id, "object": "customer"})
}

// Promote adds a promotion code.
func (s *Server) Promote(code string, percentOff int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.codes[code] = percentOff
}

// Requests returns the method and path of every request so far.
func (s *Server) Requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

func (s *Server) id(prefix string) string {
	s.serial++
	return fmt.Sprintf("%s_%d", prefix, s.serial)
}

// ServeHTTP answers as Stripe's API does.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.hangs.Load() {
		_, _ = io.Copy(io.Discard, r.Body) // only then does the context end with the connection
		<-r.Context().Done()
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, r.Method+" "+r.URL.Path)
	status, body := s.answer(r)
	if f, ok := body.(*fault); ok {
		status = f.status
		body = map[string]any{"error": map[string]any{"type": f.kind, "code": f.code, "message": f.about}}
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(body); err != nil {
		panic(http.ErrAbortHandler)
	}
}

func (s *Server) answer(r *http.Request) (int, any) {
	if s.down || s.downFor == r.Method {
		return 0, &fault{http.StatusServiceUnavailable, "api_error", "", "Stripe is down."}
	}
	if r.Header.Get("Authorization") != "Bearer "+s.Key {
		return 0, &fault{http.StatusUnauthorized, "invalid_request_error", "", "Invalid API Key provided"}
	}
	if err := r.ParseForm(); err != nil {
		return 0, invalid(err.Error())
	}
	key := r.Header.Get("Idempotency-Key")
	form := r.Method + r.URL.Path + r.Form.Encode()
	if before, ok := s.answered[key]; ok && key != "" && r.Method != http.MethodGet {
		if before.form != form {
			return 0, &fault{http.StatusBadRequest, "idempotency_error", "", "Keys for idempotent requests can only be used with the same parameters they were first used with."}
		}
		return before.status, before.body
	}
	body := s.route(r)
	if f, failed := body.(*fault); key != "" && r.Method != http.MethodGet && (!failed || f.status < http.StatusInternalServerError) {
		s.answered[key] = answer{form, http.StatusOK, body}
	}
	return http.StatusOK, body
}

func (s *Server) route(r *http.Request) any {
	part := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	if len(part) < 2 || part[0] != "v1" {
		return missing(r.URL.Path)
	}
	name, id := part[1], ""
	if len(part) > 2 {
		id = part[2]
	}
	switch r.Method + " " + name {
	case "POST customers":
		return s.makeCustomer(r.Form)
	case "GET products":
		return s.product(id)
	case "POST products":
		return s.makeProduct(r.Form)
	case "POST checkout":
		return s.makeSession(r.Form)
	case "GET promotion_codes":
		return s.promotionCodes(r.Form.Get("code"))
	case "POST billing_portal":
		return s.portal(r.Form)
	case "GET subscriptions":
		if id == "" {
			return s.listSubscriptions(r.Form)
		}
		return s.onSubscription(id, func(sub *subscription) any { return s.shownSubscription(sub) })
	case "POST subscriptions":
		return s.onSubscription(id, func(sub *subscription) any { return s.update(sub, r.Form) })
	case "DELETE subscriptions":
		return s.onSubscription(id, func(sub *subscription) any { return s.cancel(sub) })
	case "GET invoices":
		return s.listInvoices(r.Form)
	case "GET invoice_payments":
		return s.invoicePayments(r.Form)
	case "GET charges":
		return s.charges(id, r.Form)
	case "GET disputes":
		return s.backOf("/v1/disputes", s.disputes, r.Form)
	case "GET refunds":
		return s.backOf("/v1/refunds", s.refunds, r.Form)
	case "POST refunds":
		return s.refund(r.Form)
	}
	return missing(r.URL.Path)
}

func (s *Server) makeCustomer(form url.Values) any {
	c := &customer{id: s.id("cus"), email: form.Get("email"), name: form.Get("name"), metadata: metadata(form, "metadata"), created: s.now}
	s.customers[c.id] = c
	return map[string]any{"id": c.id, "object": "customer", "email": c.email, "name": c.name, "metadata": c.metadata, "created": s.told(c.created)}
}

func (s *Server) product(id string) any {
	name, ok := s.products[id]
	if !ok {
		return missing(id)
	}
	return map[string]any{"id": id, "object": "product", "name": name}
}

func (s *Server) makeProduct(form url.Values) any {
	id := form.Get("id")
	if _, exists := s.products[id]; exists {
		return &fault{http.StatusBadRequest, "invalid_request_error", "resource_already_exists", "Product already exists."}
	}
	s.products[id] = form.Get("name")
	return s.product(id)
}

func (s *Server) promotionCodes(code string) any {
	found := []any{}
	if _, ok := s.codes[code]; ok {
		found = append(found, map[string]any{"id": "promo_" + code, "object": "promotion_code", "code": code, "active": true})
	}
	return list("/v1/promotion_codes", found, false)
}

// Portal is a visit to the customer portal.
type Portal struct{ Customer, Back string }

// Portal returns the visit of a page of the portal, if there is one.
func (s *Server) Portal(page string) (Portal, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, known := s.portals[page[strings.LastIndexByte(page, '/')+1:]]
	return p, known
}

func (s *Server) portal(form url.Values) any {
	if c := s.customers[form.Get("customer")]; c == nil || c.deleted {
		return missing(form.Get("customer"))
	}
	id := s.id("bps")
	s.portals[id] = Portal{form.Get("customer"), form.Get("return_url")}
	return map[string]any{"id": id, "object": "billing_portal.session", "url": s.URL + "/portal/" + id, "return_url": form.Get("return_url"), "customer": form.Get("customer")}
}

func (s *Server) makeSession(form url.Values) any {
	if c := s.customers[form.Get("customer")]; c == nil || c.deleted {
		return missing(form.Get("customer"))
	}
	if form.Get("mode") != "subscription" || form.Get("success_url") == "" {
		return invalid("Only subscriptions are spoken here.")
	}
	if amount, err := strconv.Atoi(form.Get("line_items[0][price_data][unit_amount]")); err != nil || amount < 50 {
		return &fault{http.StatusBadRequest, "invalid_request_error", "amount_too_small", "The Checkout Session's total amount must convert to at least 50 cents."}
	}
	if _, ok := s.products[form.Get("line_items[0][price_data][product]")]; !ok {
		return missing(form.Get("line_items[0][price_data][product]"))
	}
	if form.Get("allow_promotion_codes") != "" && form.Get("discounts[0][promotion_code]") != "" {
		return invalid("You may only specify one of these parameters: allow_promotion_codes, discounts.")
	}
	o := &session{id: s.id("cs"), customer: form.Get("customer"), order: form, success: form.Get("success_url")}
	if code := form.Get("discounts[0][promotion_code]"); code != "" {
		off, ok := s.codes[strings.TrimPrefix(code, "promo_")]
		if !ok {
			return missing(code)
		}
		o.percentOff = off
	}
	s.sessions[o.id] = o
	return map[string]any{"id": o.id, "object": "checkout.session", "url": s.URL + "/pay/" + o.id, "customer": o.customer, "mode": "subscription", "status": "open"}
}

// list returns a page of a list.
func list(path string, data []any, more bool) any {
	return map[string]any{"object": "list", "url": path, "has_more": more, "data": data}
}

// page returns the part of a list that a request asks for.
func page(path string, form url.Values, all []map[string]any) any {
	if after := form.Get("starting_after"); after != "" {
		i := slices.IndexFunc(all, func(m map[string]any) bool { return m["id"] == after })
		all = all[i+1:]
	}
	limit := 10
	if n, err := strconv.Atoi(form.Get("limit")); err == nil {
		limit = n
	}
	more := len(all) > limit
	data := []any{}
	for _, m := range all[:min(limit, len(all))] {
		data = append(data, m)
	}
	return list(path, data, more)
}

// metadata returns the values of NAME[key] in a form.
func metadata(form url.Values, name string) map[string]string {
	found := map[string]string{}
	for key, values := range form {
		if inner, ok := strings.CutPrefix(key, name+"["); ok && strings.HasSuffix(inner, "]") && !strings.Contains(inner, "[") {
			found[strings.TrimSuffix(inner, "]")] = values[0]
		}
	}
	return found
}

// newest returns the values of a map by the number in their IDs, newest first.
func newest[T any](all map[string]T) []T {
	ids := slices.SortedFunc(maps.Keys(all), func(a, b string) int { return number(b) - number(a) })
	var sorted []T
	for _, id := range ids {
		sorted = append(sorted, all[id])
	}
	return sorted
}

func number(id string) int {
	n, _ := strconv.Atoi(id[strings.LastIndexByte(id, '_')+1:])
	return n
}
