package signin_test

import (
	"encoding/json"
	"testing"

	"sonora/internal/testkit"
)

// TestOlderRegistrationWithoutASession registers an account that has to verify its
// address first. The account exists, but nobody is signed in.
func TestOlderRegistrationWithoutASession(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	s.Run(t, []testkit.Scenario{
		{
			Name:    "verification becomes required",
			Request: testkit.Request{Method: "PUT", Path: "/api/admin/settings", Body: `{"requireVerification":true}`, As: s.Admin},
			Status:  200,
		},
		{
			Name:    "the older registration",
			Request: testkit.Request{Method: "POST", Path: "/auth/register", Body: `{"email":"new@example.com","password":"` + testkit.Password + `"}`},
			Status:  201, Contains: []string{`"email":"new@example.com"`, `"token":""`, `"access":""`},
		},
		{
			Name:    "signing in",
			Request: testkit.Request{Method: "POST", Path: "/auth/login", Body: `{"email":"new@example.com","password":"` + testkit.Password + `"}`},
			Status:  401, Contains: []string{`"unverified":[`}, Lacks: []string{"access"},
		},
	})
}

func TestCookieWritesFromThePublicAddress(t *testing.T) {
	s := testkit.Start(t, testkit.Options{PublicURL: "https://music.example", Settings: map[string]json.RawMessage{}})
	write := func(origin string) testkit.Request {
		return testkit.Request{Method: "POST", Path: "/api/auth/logout", Body: `{}`, As: s.Member, ByCookie: true, Header: map[string]string{"Origin": origin}}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "from elsewhere", Request: write("https://evil.example"), Status: 403},
		{Name: "a look-alike", Request: write("https://music.example.evil.example"), Status: 403},
		{Name: "from the public address, behind a proxy that hides it", Request: write("https://music.example"), Status: 200},
	})
}
