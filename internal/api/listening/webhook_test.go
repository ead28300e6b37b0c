package listening_test

import (
	"regexp"
	"testing"

	"sonora/internal/testkit"
)

func TestWebhooks(t *testing.T) {
	s := library.Join(t)
	const path = "/api/account/webhooks"
	making := func(body string) call { return call{Method: "POST", Path: path, As: s.Member, Body: body} }
	made := s.Do(t, making(`{"address":"https://192.0.66.2/hook?key=1","events":["like","play"]}`))
	id := regexp.MustCompile(`"id":"(\w+)"`).FindStringSubmatch(made.Body)
	if made.Status != 201 || id == nil || made.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%d %s", made.Status, made.Body)
	}
	one := path + "/" + id[1]
	s.Run(t, []testkit.Scenario{
		{Name: "list", Request: call{Path: path, As: s.Member}, Status: 200, Contains: []string{`"address":"https://192.0.66.2/hook?key=1","events":["play","like"]`, `"isPaused":false,"isStopped":false,"problem":"","waiting":0,"sent":0,"lastSentAt":null`}, Lacks: []string{"whsec_"}},
		{Name: "of others", Request: call{Path: path, As: s.Admin}, Status: 200, Lacks: []string{"192.0.66.2"}},
		{Name: "a visitor", Request: call{Path: path}, Status: 401},
		{Name: "without TLS", Request: making(`{"address":"http://192.0.66.2/","events":["like"]}`), Status: 400, Contains: []string{`"address":["Enter an https address."]`}},
		{Name: "in a private network", Request: making(`{"address":"https://127.0.0.1/","events":["like"]}`), Status: 400, Contains: []string{`"address":["This address is in a private network, where this server sends nothing."]`}},
		{Name: "no events", Request: making(`{"address":"https://192.0.66.2/","events":[]}`), Status: 400, Contains: []string{`"events":["Choose at least one kind of event."]`}},
		{Name: "an unknown event", Request: making(`{"address":"https://192.0.66.2/","events":["scan"]}`), Status: 400, Contains: []string{`"events`}},
		{Name: "other events", Request: call{Method: "PATCH", Path: one, As: s.Member, Body: `{"events":["rating"],"isPaused":true}`}, Status: 200, Contains: []string{`"events":["rating"]`, `"isPaused":true`}, Lacks: []string{"whsec_"}},
		{Name: "a bad address", Request: call{Method: "PATCH", Path: one, As: s.Member, Body: `{"address":"https://[::1]/"}`}, Status: 400},
		{Name: "changed by somebody else", Request: call{Method: "PATCH", Path: one, As: s.Admin, Body: `{"isPaused":false}`}, Status: 404},
		{Name: "a new secret", Request: call{Method: "POST", Path: one + "/secret", As: s.Member}, Status: 200, Contains: []string{`"secret":"whsec_`}},
		{Name: "a new secret for somebody else", Request: call{Method: "POST", Path: one + "/secret", As: s.Admin}, Status: 404, Lacks: []string{"whsec_"}},
		{Name: "deliveries", Request: call{Path: one + "/deliveries", As: s.Member}, Status: 200, Contains: []string{"[]"}},
		{Name: "deliveries for somebody else", Request: call{Path: one + "/deliveries", As: s.Admin}, Status: 404},
		{Name: "a delivery that is not there", Request: call{Method: "POST", Path: one + "/deliveries/x/retry", As: s.Member}, Status: 409},
		{Name: "a test by somebody else", Request: call{Method: "POST", Path: one + "/test", As: s.Admin}, Status: 404},
		{Name: "deleted by somebody else", Request: call{Method: "DELETE", Path: one, As: s.Admin}, Status: 404},
		{Name: "deleted", Request: call{Method: "DELETE", Path: one, As: s.Member}, Status: 204},
		{Name: "again", Request: call{Method: "DELETE", Path: one, As: s.Member}, Status: 404},
	})
}
