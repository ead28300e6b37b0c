package signin_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

// TestPayBeforeTheAddressIsVerified pays at Ko-fi, and verifies the address afterwards.
func TestPayBeforeTheAddressIsVerified(t *testing.T) {
	post := testkit.StartSMTP(t, testkit.SMTPOptions{})
	s := testkit.Start(t, testkit.Options{Mail: post.URL})
	const email = "eva@example.com"
	eva := s.SignUp(t, email)
	report := apitest.Encode(t, map[string]any{
		"verification_token": "a-token-of-ko-fi", "message_id": "m1", "kofi_transaction_id": "t1", "timestamp": time.Now().Add(-24 * time.Hour).UTC().Format(time.RFC3339),
		"type": "Subscription", "is_subscription_payment": true, "amount": "5.00", "currency": "EUR", "email": email,
	})
	s.Run(t, []testkit.Scenario{
		{Name: "nothing to restore", Request: call{Method: "POST", Path: "/api/premium/restore", As: eva}, Status: 200, Contains: []string{`{"matched":0,"verified":false,"provider":"none"}`}},
		{Name: "take payments of Ko-fi", Request: call{Method: "PUT", Path: "/api/admin/settings", As: s.Admin, Body: `{"kofiToken":"a-token-of-ko-fi"}`}, Status: 200},
		{Name: "pay", Request: call{Method: "POST", Path: "/api/webhooks/kofi", Body: url.Values{"data": {report}}.Encode(), Header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}}, Status: 204},
	})
	waits := call{Path: "/api/admin/premium/payments?matched=false", As: s.Admin}
	deadline := time.Now().Add(30 * time.Second)
	for !strings.Contains(s.Do(t, waits).Body, email) {
		if <-time.After(20 * time.Millisecond); time.Now().After(deadline) {
			t.Fatal("the payment does not wait")
		}
	}
	_, secret, _ := strings.Cut(post.AwaitTo(t, email, 1).Link("/verify#"), "#")
	s.Run(t, []testkit.Scenario{
		{Name: "it waits", Request: call{Path: "/api/premium", As: eva}, Status: 200, Contains: []string{`"status":"free"`}},
		{Name: "verify", Request: call{Method: "POST", Path: "/api/auth/verify", Body: fmt.Sprintf(`{"token":%q}`, secret)}, Status: 200},
		{Name: "it counts", Request: call{Path: "/api/premium", As: eva}, Status: 200, Contains: []string{`"status":"active"`, `"id":"premium"`, `"source":"community"`}},
		{Name: "nothing waits", Request: waits, Status: 200, Contains: []string{"[]"}},
		{Name: "nothing else to restore", Request: call{Method: "POST", Path: "/api/premium/restore", As: eva}, Status: 200, Contains: []string{`{"matched":0,"verified":true,"provider":"none"}`}},
	})
}
