package signin_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

// grants are those of a plan as an operator sends them, with a number of stations.
func grants(stations int) string {
	return fmt.Sprintf(`{"lossless":true,"downloads":true,"aiGenerations":null,"aiLength":600,"automixMinutes":null,"storage":51200,"stations":%d,"privateStations":true,"streams":10,"recordingLength":null,"earlyMixes":true}`, stations)
}

// planBody is a plan as an operator sends it.
func planBody(name string, rank, family int, month, grants string) string {
	return fmt.Sprintf(`{"name":%q,"description":"","rank":%d,"prices":{"month":%s,"year":null},"trialDays":14,"familyMembers":%d,"offered":true,"grants":%s}`, name, rank, month, family, grants)
}

func TestPlans(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	premium := "/api/admin/premium/plans/premium"
	put := func(as testkit.Person, path, version, body string) testkit.Request {
		return testkit.Request{Method: "PUT", Path: path, As: as, Body: body, Header: map[string]string{"If-Match": version}}
	}
	euro := `{"amount":500,"currency":"EUR"}`
	s.Run(t, []testkit.Scenario{
		{Name: "a visitor", Request: call{Path: "/api/premium/plans"}, Status: 200, Contains: []string{`"id":"free"`, `"aiGenerations":100`, `"storage":null`}, Lacks: []string{`"id":"premium"`, "version", "ProviderID"}},
		{Name: "a visitor's plan", Request: call{Path: "/api/premium"}, Status: 401},
		{Name: "everybody's plan", Request: call{Path: "/api/premium", As: s.Member}, Status: 200, Contains: []string{
			`"plan":{"id":"free","name":"Free"`, `"status":"free"`, `"source":null`, `{"name":"aiGenerations","kind":"monthly","unit":"pieces","included":true,"limit":100,"used":0,"resetsAt":"`,
			`{"name":"privateStations","kind":"switch","unit":"","included":true,"limit":null,"used":null,"resetsAt":null}`, `"unlimited":false`, `"role":"none"`, `"configured":false`, `"memberships":[]`,
		}},
		{Name: "an operator's", Request: call{Path: "/api/premium", As: s.Admin}, Status: 200, Contains: []string{`"unlimited":true`, `"name":"aiGenerations","kind":"monthly","unit":"pieces","included":true,"limit":null`}},
		{Name: "all plans", Request: call{Path: "/api/admin/premium/plans", As: s.Admin}, Status: 200, Contains: []string{`"id":"premium"`, `"month":{"amount":500,"currency":"EUR"}`, `"offered":false`, `"version":1`}},
		{Name: "not for members", Request: call{Path: "/api/admin/premium/plans", As: s.Member}, Status: 403},
		{Name: "a member changes one", Request: put(s.Member, premium, `"1"`, planBody("Mine", 100, 0, euro, grants(9))), Status: 403},
		{Name: "a negative price", Request: put(s.Admin, premium, `"1"`, planBody("Premium", 100, 0, `{"amount":-500,"currency":"EUR"}`, grants(9))), Status: 400},
		{Name: "a price of nothing", Request: put(s.Admin, premium, `"1"`, planBody("Premium", 100, 0, `{"amount":0,"currency":"EUR"}`, grants(9))), Status: 400, Contains: []string{"Enter an amount from 0.01 EUR to 999999.99 EUR."}},
		{Name: "an absurd price", Request: put(s.Admin, premium, `"1"`, planBody("Premium", 100, 0, `{"amount":99999999999,"currency":"EUR"}`, grants(9))), Status: 400},
		{Name: "an unknown currency", Request: put(s.Admin, premium, `"1"`, planBody("Premium", 100, 0, `{"amount":500,"currency":"XXX"}`, grants(9))), Status: 400, Contains: []string{"There is no currency XXX."}},
		{Name: "a negative number", Request: put(s.Admin, premium, `"1"`, planBody("Premium", 100, 0, euro, grants(-1))), Status: 400},
		{Name: "an entitlement that is none", Request: put(s.Admin, premium, `"1"`, planBody("Premium", 100, 0, euro, strings.Replace(grants(9), "lossless", "skips", 1))), Status: 400},
		{Name: "the name of another plan", Request: call{Method: "POST", Path: "/api/admin/premium/plans", As: s.Admin, Body: planBody("premium", 77, 0, euro, grants(9))}, Status: 400, Contains: []string{"Another plan has this name."}},
		{Name: "the rank of another plan", Request: call{Method: "POST", Path: "/api/admin/premium/plans", As: s.Admin, Body: planBody("Gold", 100, 0, euro, grants(9))}, Status: 409, Contains: []string{"Another plan has this rank."}},
		{Name: "the first operator", Request: put(s.Admin, premium, `"1"`, planBody("Premium", 100, 0, euro, grants(9))), Status: 200, Contains: []string{`"version":2`, `"stations":9`, `"offered":true`}, Headers: map[string]string{"X-Plan-Version": "2"}},
		{Name: "the second operator", Request: put(s.Admin, premium, `"1"`, planBody("Premium", 100, 0, euro, grants(11))), Status: 412, Contains: []string{"changed in the meantime"}},
		{Name: "what is kept", Request: call{Path: "/api/premium/plans"}, Status: 200, Contains: []string{`"id":"premium"`, `"stations":9`}, Lacks: []string{`"stations":11`}},
		{Name: "a new plan", Request: call{Method: "POST", Path: "/api/admin/premium/plans", As: s.Admin, Body: planBody("Gold", 200, 0, euro, grants(9))}, Status: 201, Contains: []string{`"name":"Gold"`, `"version":1`}},
		{Name: "the first plans stay", Request: call{Method: "DELETE", Path: "/api/admin/premium/plans/free", As: s.Admin}, Status: 409, Contains: []string{"but not deleted"}},
		{Name: "the log", Request: call{Path: "/api/admin/events", As: s.Admin}, Status: 200, Contains: []string{`"kind":"plan_made"`, `"kind":"plan_changed"`, "stations: 50 → 9"}, Lacks: []string{"50 → 11"}},
	})
}

func TestGrantsAndCodes(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	member := apitest.IDOf(t, s, s.Member)
	memberships := "/api/admin/premium/memberships"
	grant := func(as testkit.Person, account, plan, end, reason string) testkit.Request {
		return testkit.Request{Method: "POST", Path: memberships, As: as, Body: fmt.Sprintf(`{"accountId":%q,"planId":%q,"endsAt":%s,"reason":%q}`, account, plan, end, reason)}
	}
	past := `"` + time.Now().Add(-time.Hour).UTC().Format(time.RFC3339) + `"`
	s.Run(t, []testkit.Scenario{
		{Name: "oneself", Request: grant(s.Member, member, "premium", "null", "I want it"), Status: 403},
		{Name: "an end in the past", Request: grant(s.Admin, member, "premium", past, "x"), Status: 400, Contains: []string{`"endsAt":["Enter a time in the future."]`}},
		{Name: "no reason", Request: grant(s.Admin, member, "premium", "null", ""), Status: 400, Contains: []string{`"reason"`}},
		{Name: "nobody", Request: grant(s.Admin, "nobody", "premium", "null", "x"), Status: 404},
		{Name: "no plan", Request: grant(s.Admin, member, "gold", "null", "x"), Status: 404},
		{Name: "a grant", Request: grant(s.Admin, member, "premium", "null", "Thanks <b>"), Status: 201, Contains: []string{`"source":"grant"`, `"status":"active"`, `"endsAt":null`}},
		{Name: "as the person sees it", Request: call{Path: "/api/premium", As: s.Member}, Status: 200, Contains: []string{`"status":"granted"`, `"id":"premium"`, `"included":true`}},
		{Name: "the table", Request: call{Path: memberships + "?status=active&source=grant&plan=premium&sort=-ends", As: s.Admin}, Status: 200, Contains: []string{`"planName":"Premium"`, `"accountId":"` + member + `"`}},
		{Name: "none of that kind", Request: call{Path: memberships + "?status=past_due", As: s.Admin}, Status: 200, Contains: []string{"[]"}, Lacks: []string{member}},
		{Name: "an unknown column", Request: call{Path: memberships + "?sort=reason", As: s.Admin}, Status: 400},
	})
	var list []struct{ ID string }
	if r := s.Do(t, call{Path: memberships, As: s.Admin}); json.Unmarshal([]byte(r.Body), &list) != nil || len(list) != 1 {
		t.Fatal(r.Body)
	}
	end := call{Method: "DELETE", Path: memberships + "/" + list[0].ID + "?reason=Enough", As: s.Admin}
	s.Run(t, []testkit.Scenario{
		{Name: "end it without a reason", Request: call{Method: "DELETE", Path: memberships + "/" + list[0].ID, As: s.Admin}, Status: 400},
		{Name: "end it", Request: end, Status: 204},
		{Name: "end it again", Request: end, Status: 409, Contains: []string{"ended already"}},
		{Name: "back to Free", Request: call{Path: "/api/premium", As: s.Member}, Status: 200, Contains: []string{`"status":"free"`, `"status":"ended"`}},
		{Name: "too many codes", Request: call{Method: "POST", Path: "/api/admin/premium/codes", As: s.Admin, Body: `{"planId":"premium","count":100000}`}, Status: 400, Contains: []string{"Enter a number from 1 to 1000."}},
		{Name: "codes by a member", Request: call{Method: "POST", Path: "/api/admin/premium/codes", As: s.Member, Body: `{"planId":"premium","count":1}`}, Status: 403},
	})
	redeemCodes(t, s)
}

// redeemCodes lets two people redeem one code at once, and others try it later.
func redeemCodes(t *testing.T, s *testkit.Server) {
	t.Helper()
	made := s.Do(t, call{Method: "POST", Path: "/api/admin/premium/codes", As: s.Admin, Body: `{"planId":"premium","count":2,"days":30,"note":"Party"}`})
	var batch struct {
		ID    string
		Codes []string
	}
	if err := json.Unmarshal([]byte(made.Body), &batch); err != nil || made.Status != 201 || len(batch.Codes) != 2 {
		t.Fatalf("%d %s", made.Status, made.Body)
	}
	redeem := func(as testkit.Person, code string) testkit.Request {
		return testkit.Request{Method: "POST", Path: "/api/premium/codes/redeem", As: as, Body: fmt.Sprintf(`{"code":%q}`, code)}
	}
	var wait sync.WaitGroup
	answers := make([]testkit.Response, 2)
	for i, who := range []testkit.Person{s.Member, s.Admin} {
		wait.Go(func() { answers[i] = s.Do(t, redeem(who, strings.ToLower(batch.Codes[0]))) })
	}
	wait.Wait()
	if a, b := answers[0].Status, answers[1].Status; a+b != 200+409 {
		t.Errorf("two people at once: %d and %d: %s %s", a, b, answers[0].Body, answers[1].Body)
	}
	s.Run(t, []testkit.Scenario{
		{Name: "no codes in the list", Request: call{Path: "/api/admin/premium/codes", As: s.Admin}, Status: 200, Contains: []string{`"redeemed":1`, `"note":"Party"`}, Lacks: []string{batch.Codes[0], batch.Codes[1], `"codes"`}},
		{Name: "a visitor", Request: redeem(testkit.Person{}, batch.Codes[1]), Status: 401},
		{Name: "revoke", Request: call{Method: "DELETE", Path: "/api/admin/premium/codes/" + batch.ID, As: s.Admin}, Status: 204},
		{Name: "revoked", Request: redeem(s.Member, batch.Codes[1]), Status: 410, Contains: []string{"was revoked"}},
		{Name: "unknown", Request: redeem(s.Member, "AAAA-BBBB-CCCC-DDDD"), Status: 404, Contains: []string{"There is no such code."}, Lacks: []string{"AAAA"}},
		{Name: "figures", Request: call{Path: "/api/admin/premium/figures", As: s.Admin}, Status: 200, Contains: []string{`"mrr":[]`, `"subscribers":0`, `"plans":[`}},
		{Name: "payments", Request: call{Path: "/api/admin/premium/payments?matched=false", As: s.Admin}, Status: 200, Contains: []string{"[]"}},
		{Name: "assign none", Request: call{Method: "POST", Path: "/api/admin/premium/payments/none/assign", As: s.Admin, Body: `{"accountId":"x"}`}, Status: 404},
	})
	throttled := false
	for i := range 100 { // the limit of an account is 10, that of an address 60 in a minute
		if r := s.Do(t, redeem(s.Member, fmt.Sprint("guess-", i))); r.Status == 429 {
			if !throttled && (r.Header.Get("Retry-After") != "3600" || !strings.Contains(r.Body, "Try again in 60 minutes.")) {
				t.Errorf("locked for %s: %s", r.Header.Get("Retry-After"), r.Body)
			}
			throttled = true
		} else if r.Status != 404 || throttled {
			t.Fatalf("guess %d: %d %s", i, r.Status, r.Body)
		}
	}
	if !throttled {
		t.Error("100 guesses were not throttled")
	}
}

func TestAFamilySharesAPlan(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	member := apitest.IDOf(t, s, s.Member)
	s.Run(t, []testkit.Scenario{
		{Name: "without a plan for families", Request: call{Method: "POST", Path: "/api/premium/family/invitations", As: s.Member, Body: `{"email":"ben@music.example"}`}, Status: 403, Contains: []string{"not for families", `"plan_required"`}},
		{Name: "a plan for two", Request: call{Method: "PUT", Path: "/api/admin/premium/plans/premium", As: s.Admin, Body: planBody("Premium", 100, 1, "null", grants(9))}, Status: 200},
		{Name: "a grant", Request: call{Method: "POST", Path: "/api/admin/premium/memberships", As: s.Admin, Body: `{"accountId":"` + member + `","planId":"premium","endsAt":null,"reason":"x"}`}, Status: 201},
		{Name: "no address", Request: call{Method: "POST", Path: "/api/premium/family/invitations", As: s.Member, Body: `{"email":"ben"}`}, Status: 400, Contains: []string{`"email"`}},
	})
	invited := s.Do(t, call{Method: "POST", Path: "/api/premium/family/invitations", As: s.Member, Body: `{"email":"ben@music.example"}`})
	var invitation struct{ ID, Invitation string }
	if err := json.Unmarshal([]byte(invited.Body), &invitation); err != nil || invited.Status != 201 {
		t.Fatalf("%d %s", invited.Status, invited.Body)
	}
	join := call{Method: "POST", Path: "/api/premium/family/join", As: s.Admin, Body: `{"invitation":"` + invitation.Invitation + `"}`}
	own := join
	own.As = s.Member
	s.Run(t, []testkit.Scenario{
		{Name: "no place is left", Request: call{Method: "POST", Path: "/api/premium/family/invitations", As: s.Member, Body: `{"email":"eva@music.example"}`}, Status: 409, Contains: []string{"no more places"}},
		{Name: "one's own", Request: own, Status: 409},
		{Name: "join", Request: join, Status: 200, Contains: []string{`"status":"family"`, `"role":"member"`}},
		{Name: "join again", Request: join, Status: 404},
		{Name: "the one who pays", Request: call{Path: "/api/premium", As: s.Member}, Status: 200, Contains: []string{`"role":"payer"`, `"status":"joined"`}, Lacks: []string{invitation.Invitation}},
		{Name: "the one who pays is erased", Request: call{Method: "POST", Path: "/api/admin/users/" + member + "/erase", As: s.Admin}, Status: 204},
		{Name: "and the plan is gone", Request: call{Path: "/api/premium", As: s.Admin}, Status: 200, Contains: []string{`"status":"free"`, `"role":"none"`, `"memberships":[]`}},
	})
}
