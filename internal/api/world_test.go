package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
	"sonora/internal/testkit/others"
	standin "sonora/internal/testkit/stripe"
)

const stripeKey = "sk_test_of_the_effects"

// world is a server with stand-ins for everything outside.
type world struct {
	*testkit.Server
	t                 *testing.T
	mu                sync.Mutex
	hooks             *httptest.Server // takes alerts
	signature, signed string           // of the last
	studio            *httptest.Server // stands for Suno and ACE-Step
	track             string
	stripe            *standin.Server
	till              *httptest.Server // passes requests on to stripe
	taxed             bool             // the last checkout was to compute the tax
	asked             map[string]bool  // the authorizations of requests to studio
	made              int
}

func newWorld(t *testing.T) *world {
	w := &world{t: t, asked: map[string]bool{}, stripe: standin.Start(t, time.Now())}
	w.stripe.Key = stripeKey
	w.hooks, w.studio, w.till = serving(t, w.takeAlert), serving(t, w.takeOrder), serving(t, w.takePayment)
	databases := others.Start(t)
	databases.Answer("/json/stations/search", others.JSON(`[]`))
	w.Server = testkit.Start(t, testkit.Options{
		Mail: testkit.StartSMTP(t, testkit.SMTPOptions{WithoutTLS: true}).URL, Webhook: w.hooks.URL, Others: databases.URL, Music: apitest.Songs(t, 1),
		Settings: map[string]json.RawMessage{"rateLimitPerMinute": nil, "analyseTracks": nil},
	})
	w.track = apitest.TrackIDs(t, w.Server)[0]
	w.save(`{"rateLimitPerMinute":1000000}`)
	w.offerPremium()
	return w
}

func serving(t *testing.T, answer http.HandlerFunc) *httptest.Server {
	s := httptest.NewServer(answer)
	t.Cleanup(s.Close)
	return s
}

func (w *world) takeAlert(_ http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		w.t.Error(err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.signature, w.signed = r.Header.Get("Webhook-Signature"), r.Header.Get("Webhook-Id")+"."+r.Header.Get("Webhook-Timestamp")+"."+string(body)
}

func (w *world) takeOrder(answer http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked[r.Header.Get("Authorization")] = true
	fmt.Fprint(answer, `{"code":200,"data":{"taskId":"job-1","status":"PENDING"}}`)
}

func (w *world) takePayment(answer http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		w.t.Error(err)
	}
	w.mu.Lock()
	if r.URL.Path == "/v1/checkout/sessions" {
		w.taxed = strings.Contains(string(body), "automatic_tax")
	}
	w.mu.Unlock()
	r.Body = io.NopCloser(bytes.NewReader(body))
	w.stripe.ServeHTTP(answer, r)
}

func (w *world) save(body string) {
	w.t.Helper()
	if r := w.Do(w.t, call{Method: "PATCH", Path: "/api/admin/settings", As: w.Admin, Body: body}); r.Status != http.StatusOK {
		w.t.Fatalf("save %s: %d %s", body, r.Status, r.Body)
	}
}

// offerPremium offers the plan Premium for sale.
func (w *world) offerPremium() {
	const path = "/api/admin/premium/plans/premium"
	plan := testkit.JSON[map[string]any](w.t, w.Do(w.t, call{Path: path, As: w.Admin}))
	for _, name := range []string{"id", "version", "archivedAt", "createdAt", "updatedAt", "$schema"} {
		delete(plan, name)
	}
	plan["offered"] = true
	if r := w.Do(w.t, call{Method: "PUT", Path: path, As: w.Admin, Body: apitest.Encode(w.t, plan)}); r.Status != http.StatusOK {
		w.t.Fatal(r.Status, r.Body)
	}
}

// asking returns what sees the answer to a request.
func (w *world) asking(c call) func() string {
	return func() string {
		r := w.Do(w.t, c)
		return fmt.Sprint(r.Status, " ", r.Body)
	}
}
