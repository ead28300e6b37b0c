package listening_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
	standin "sonora/internal/testkit/stripe"
)

// TestPayments buys a plan on a server with a stand-in for Stripe.
func TestPayments(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	stripe := standin.Start(t, time.Now())
	const settings, mine, checkout, hook = "/api/admin/settings", "/api/premium", "/api/premium/checkout", "/api/webhooks/stripe"
	const memberships = "/api/admin/premium/memberships"
	order := `{"planId":"premium","interval":"month"}`
	keys, err := json.Marshal(map[string]any{"stripeSecretKey": stripe.Key + "_of_a_test", "stripeWebhookSecret": stripe.Secret + "_of_a_test", "stripeApiUrl": stripe.URL, "kofiToken": "a-token-of-ko-fi"})
	if err != nil {
		t.Fatal(err)
	}
	stripe.Key, stripe.Secret = stripe.Key+"_of_a_test", stripe.Secret+"_of_a_test"
	s.Run(t, []testkit.Scenario{
		{Name: "without keys", Request: call{Method: "POST", Path: checkout, As: s.Member, Body: order}, Status: 409, Contains: []string{"payments_not_configured", "takes no payments yet"}},
		{Name: "not for visitors", Request: call{Method: "POST", Path: checkout, Body: order}, Status: 401},
		{Name: "a short secret", Request: call{Method: "PUT", Path: settings, As: s.Admin, Body: `{"openCollectiveSecret":"short"}`}, Status: 400, Contains: []string{`"openCollectiveSecret"`}},
		{Name: "enter the keys", Request: call{Method: "PUT", Path: settings, As: s.Admin, Body: string(keys)}, Status: 200, Contains: []string{`"stripeSecretKey":"sk_test_*`}, Lacks: []string{stripe.Key, stripe.Secret, "a-token-of-ko-fi"}},
		{Name: "a plan that is not offered", Request: call{Method: "POST", Path: checkout, As: s.Member, Body: order}, Status: 400, Contains: []string{`"planId"`}},
		{Name: "nothing to cancel", Request: call{Method: "POST", Path: "/api/premium/cancel", As: s.Member}, Status: 404},
		{Name: "no invoices", Request: call{Path: "/api/premium/invoices", As: s.Member}, Status: 200, Contains: []string{`{"invoices":[]}`}},
		{Name: "a forged event", Request: call{Method: "POST", Path: hook, Body: `{}`, Header: map[string]string{"Stripe-Signature": standin.Sign([]byte(`{}`), "whsec_other", time.Now())}}, Status: 401},
		{Name: "a forged payment", Request: call{Method: "POST", Path: "/api/webhooks/kofi", Body: `data={"verification_token":"x"}`, Header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}}, Status: 401},
		{Name: "a service without a secret", Request: call{Method: "POST", Path: "/api/webhooks/opencollective/anything", Body: `{}`}, Status: 401},
		{Name: "too much", Request: call{Method: "POST", Path: hook, Body: strings.Repeat("x", 300<<10)}, Status: 413},
		{Name: "nothing compared yet", Request: call{Path: "/api/admin/premium/reconciliation", As: s.Admin}, Status: 200, Contains: []string{`"state":"none"`, `"configured":true`, `"at":null`, `"differences":[]`}},
	})
	plan := s.Do(t, call{Path: "/api/admin/premium/plans/premium", As: s.Admin}).Body
	var p map[string]any
	if err := json.Unmarshal([]byte(plan), &p); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"id", "version", "archivedAt", "createdAt", "updatedAt", "$schema"} {
		delete(p, name)
	}
	p["offered"] = true
	body, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	if res := s.Do(t, call{Method: "PUT", Path: "/api/admin/premium/plans/premium", As: s.Admin, Body: string(body)}); res.Status != 200 {
		t.Fatalf("%d: %s", res.Status, res.Body)
	}
	var page struct{ URL string }
	res := s.Do(t, call{Method: "POST", Path: checkout, As: s.Member, Body: order})
	if err := json.Unmarshal([]byte(res.Body), &page); err != nil || res.Status != 200 {
		t.Fatalf("%d: %s", res.Status, res.Body)
	}
	if back := stripe.Pay(t, page.URL); !strings.HasSuffix(back, "/premium?paid=1") {
		t.Error(back)
	}
	var wait sync.WaitGroup
	for _, e := range stripe.Events() {
		for range 10 {
			wait.Go(func() {
				if status := stripe.Send(t, s.URL+hook, e, time.Now()); status != 204 {
					t.Errorf("%s: answered %d", e.Type, status)
				}
			})
		}
	}
	wait.Wait()
	sent := len(stripe.Events())
	if answer := answered(t, s, call{Path: mine, As: s.Member}, `"id":"premium"`); !strings.Contains(answer, `"status":"trialing"`) || !strings.Contains(answer, `"source":"stripe"`) {
		t.Errorf("after the event: %s", answer)
	}
	s.Run(t, []testkit.Scenario{
		{Name: "a second checkout", Request: call{Method: "POST", Path: checkout, As: s.Member, Body: order}, Status: 409, Contains: []string{"Change it instead"}},
		{Name: "to the year", Request: call{Method: "POST", Path: "/api/premium/change", As: s.Member, Body: `{"planId":"premium","interval":"year"}`}, Status: 204},
		{Name: "cancel", Request: call{Method: "POST", Path: "/api/premium/cancel", As: s.Member}, Status: 204},
		{Name: "canceled", Request: call{Path: mine, As: s.Member}, Status: 200, Contains: []string{`"cancelAtPeriodEnd":true`, `"interval":"year"`}},
		{Name: "resume", Request: call{Method: "POST", Path: "/api/premium/resume", As: s.Member}, Status: 204},
		{Name: "restore", Request: call{Method: "POST", Path: "/api/premium/restore", As: s.Member}, Status: 200, Contains: []string{`"matched":0`, `"provider":"asked"`}},
		{Name: "portal", Request: call{Method: "POST", Path: "/api/premium/portal", As: s.Member}, Status: 200, Contains: []string{stripe.URL}},
		{Name: "invoices", Request: call{Path: "/api/premium/invoices", As: s.Member}, Status: 200, Contains: []string{`"status":"paid"`, `"currency":"EUR"`}},
		{Name: "a grant above it", Request: call{Method: "POST", Path: memberships, As: s.Admin, Body: fmt.Sprintf(`{"accountId":%q,"planId":"premium","endsAt":null,"reason":"Thanks"}`, apitest.IDOf(t, s, s.Member))}, Status: 201},
		{Name: "both", Request: call{Path: mine, As: s.Member}, Status: 200, Contains: []string{`"status":"granted"`, `"portal":true`, `"planName":"Premium","source":"stripe","status":"trialing"`, `"interval":"year"}`}},
	})
	granted := testkit.JSON[[]struct{ ID string }](t, s.Do(t, call{Path: memberships + "?source=grant", As: s.Admin}))
	s.Run(t, []testkit.Scenario{
		{Name: "end the grant", Request: call{Method: "DELETE", Path: memberships + "/" + granted[0].ID + "?reason=Enough", As: s.Admin}, Status: 204},
		{Name: "compare", Request: call{Method: "POST", Path: "/api/admin/premium/reconciliation", As: s.Admin, Body: `{}`}, Status: 202, Contains: []string{`"configured":true`}},
	})
	if answer := answered(t, s, call{Path: "/api/admin/premium/reconciliation", As: s.Admin}, `"state":"done"`); !strings.Contains(answer, `"checked":1,"found":0,"differences":[]`) {
		t.Errorf("after the comparison: %s", answer)
	}
	stripe.Down(true)
	s.Run(t, []testkit.Scenario{
		{Name: "the provider is down", Request: call{Method: "POST", Path: "/api/premium/portal", As: s.Member}, Status: 400, Contains: []string{"What is paid for still works"}},
		{Name: "compare", Request: call{Method: "POST", Path: "/api/admin/premium/reconciliation", As: s.Admin, Body: `{}`}, Status: 202},
		{Name: "nobody is locked out", Request: call{Path: mine, As: s.Member}, Status: 200, Contains: []string{`"id":"premium"`}},
	})
	if answer := answered(t, s, call{Path: "/api/admin/premium/reconciliation", As: s.Admin}, `"problem":"unreachable"`); !strings.Contains(answer, `"state":"waiting"`) {
		t.Errorf("the comparison while the provider is down: %s", answer)
	}
	stripe.Down(false)
	news := func() {
		t.Helper()
		all := stripe.Events()
		for _, e := range all[sent:] {
			if status := stripe.Send(t, s.URL+hook, e, time.Now()); status != 204 {
				t.Errorf("%s: answered %d", e.Type, status)
			}
		}
		sent = len(all)
	}
	payments := call{Path: "/api/admin/premium/payments", As: s.Admin}
	stripe.Advance(15 * 24 * time.Hour) // the trial ends
	news()
	answered(t, s, payments, `"kind":"payment","money":{"amount":5000,"currency":"EUR"},"refunded":0`)
	customer := stripe.Sold()[0].Customer
	stripe.RefundInDashboard(customer, 2000)
	news()
	answered(t, s, payments, `"refunded":2000`)
	answered(t, s, payments, `"kind":"refund","money":{"amount":2000,"currency":"EUR"}`)
	stripe.RefundInDashboard(customer, 3000)
	news()
	answered(t, s, payments, `"refunded":5000`)
	answered(t, s, call{Path: mine, As: s.Member}, `"id":"free"`)
	answered(t, s, call{Path: "/api/admin/premium/figures", As: s.Admin}, `"subscribers":0`)
}

// answered asks until the answer contains a text, and returns it.
func answered(t *testing.T, s *testkit.Server, request call, want string) (answer string) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); <-time.After(20 * time.Millisecond) {
		if answer = s.Do(t, request).Body; strings.Contains(answer, want) {
			return answer
		}
	}
	t.Errorf("no %s in %s", want, answer)
	return answer
}

// BenchmarkWebhook measures the answer to an event, which is stored before.
func BenchmarkWebhook(b *testing.B) {
	s := testkit.Start(b, testkit.Options{})
	const secret = "whsec_of_the_benchmark"
	if res := s.Do(b, call{Method: "PUT", Path: "/api/admin/settings", As: s.Admin, Body: `{"stripeWebhookSecret":"` + secret + `"}`}); res.Status != 200 {
		b.Fatal(res.Body)
	}
	for b.Loop() {
		body := `{"id":"evt_` + time.Now().Format("150405.000000000") + `","type":"invoice.paid","created":1,"data":{"object":{"id":"in_1","object":"invoice"}}}`
		res := s.Do(b, call{Method: "POST", Path: "/api/webhooks/stripe", Body: body, Header: map[string]string{"Stripe-Signature": standin.Sign([]byte(body), secret, time.Now())}})
		if res.Status != 204 {
			b.Fatalf("%d: %s", res.Status, res.Body)
		}
	}
}
