package signin_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"sonora/internal/testkit"
)

func TestSignIn(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	const register, login, refresh = "/api/auth/register/", "/api/auth/login/", "/api/auth/token/refresh/"
	ok := `{"email":" New@Example.com ","password1":"qk7vz2","password2":"qk7vz2","first_name":"N"}`
	s.Run(t, []testkit.Scenario{
		{Name: "register", Request: call{Method: "POST", Path: register, Body: ok}, Status: 201, Contains: []string{`"email":"new@example.com"`, `"detail"`, `"role":"creator"`}, Lacks: []string{"qk7vz2", "access"}},
		{Name: "without the slash", Request: call{Method: "POST", Path: "/api/auth/register", Body: strings.ReplaceAll(ok, "New", "two")}, Status: 201},
		{Name: "taken", Request: call{Method: "POST", Path: register, Body: strings.Replace(ok, "New", "nEW", 1)}, Status: 400, Contains: []string{`"email":["A user is already registered with this e-mail address."]`}},
		{Name: "short", Request: call{Method: "POST", Path: register, Body: `{"email":"x@example.com","password1":"12345","password2":"12345"}`}, Status: 400, Contains: []string{`"password1":["This password is too short. It must contain at least 6 characters."]`}},
		{Name: "differing", Request: call{Method: "POST", Path: register, Body: `{"email":"x@example.com","password1":"qk7vz2","password2":"qk7vz2x"}`}, Status: 400, Contains: []string{`"non_field_errors":["The two password fields didn't match."]`}},
		{Name: "mistyped", Request: call{Method: "POST", Path: register, Body: `{"email":5,"password1":"qk7vz2","password2":"qk7vz2"}`}, Status: 400, Contains: []string{`"email":["This has to be text."]`}},
		{Name: "a list", Request: call{Method: "POST", Path: register, Body: `[]`}, Status: 400, Contains: []string{"JSON object"}},
		{Name: "nothing", Request: call{Method: "POST", Path: register}, Status: 400, Contains: []string{"Malformed JSON body."}},
		{Name: "malformed", Request: call{Method: "POST", Path: login, Body: `{"email":`}, Status: 400, Contains: []string{`"detail":"Malformed JSON body."}`}},
		{Name: "a form", Request: call{Method: "POST", Path: login, Body: "email=a", Header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}}, Status: 415, Contains: []string{`"Content-Type must be application/json."`}},
		{Name: "empty login", Request: call{Method: "POST", Path: login, Body: `{}`}, Status: 400, Contains: []string{`"non_field_errors":["Email and password are required."]`, `"email":["This field is required."]`, `"password":["This field is required."]`}},
		{Name: "wrong password", Request: call{Method: "POST", Path: login, Body: `{"email":"new@example.com","password":"1234567"}`}, Status: 401, Contains: []string{`"detail":"Invalid credentials"}`}},
		{Name: "unknown account", Request: call{Method: "POST", Path: login, Body: `{"email":"nobody@example.com","password":"1234567"}`}, Status: 401, Contains: []string{`"detail":"Invalid credentials"}`}},
		{
			Name: "login", Request: call{Method: "POST", Path: login, Body: `{"email":"NEW@example.com","password":"qk7vz2"}`, Header: map[string]string{"Authorization": "Bearer expired"}}, Status: 200,
			Contains: []string{`"access"`, `"refresh"`, `"token"`, `"user"`, `"dateOfBirth":null`}, Lacks: []string{"qk7vz2"},
			Headers: map[string]string{"Set-Cookie": "HttpOnly; SameSite=Lax", "Cache-Control": "no-store", "Location": ""},
		},
		{Name: "older client", Request: call{Method: "POST", Path: "/auth/login", Body: `{"email":"new@example.com","password":"qk7vz2"}`}, Status: 200, Contains: []string{`"token"`, `"user"`}},
		{Name: "older client registers", Request: call{Method: "POST", Path: "/auth/register", Body: `{"email":"old@example.com","password":"qk7vz2","firstName":"Olga"}`}, Status: 201, Contains: []string{`"token"`, `"firstName":"Olga"`}},
		{Name: "no refresh token", Request: call{Method: "POST", Path: refresh, Body: `{}`}, Status: 400, Contains: []string{`"refresh":["This field is required."]`}},
		{Name: "mistyped refresh token", Request: call{Method: "POST", Path: refresh, Body: `{"refresh":{}}`}, Status: 400, Contains: []string{`"refresh":["This has to be text."]`}},
		{Name: "garbage as refresh token", Request: call{Method: "POST", Path: refresh, Body: `{"refresh":"garbage"}`}, Status: 401, Contains: []string{`"detail":"Token is invalid or expired"}`}},
		{Name: "access as refresh token", Request: call{Method: "POST", Path: refresh, Body: `{"refresh":"` + s.Member.Access + `"}`}, Status: 401},
		{Name: "a real refresh token", Request: call{Method: "POST", Path: refresh, Body: `{"refresh":"` + s.Member.Refresh + `"}`}, Status: 200, Contains: []string{`"access"`, `"refresh"`}},
	})
}

func TestCurrentUser(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	bearer := func(token string) map[string]string { return map[string]string{"Authorization": token} }
	unknown := []string{`"detail":"Authentication credentials were not provided."}`}
	challenge := map[string]string{"WWW-Authenticate": "Bearer"}
	s.Run(t, []testkit.Scenario{
		{Name: "bearer", Request: call{Path: "/api/auth/user", As: s.Member}, Status: 200, Contains: []string{`"email":"member@example.com"`, `"authProvider":null`}, Lacks: []string{"admin@example.com", "password"}},
		{Name: "cookie", Request: call{Path: "/api/auth/user/", As: s.Member, ByCookie: true}, Status: 200, Contains: []string{"member@example.com"}},
		{Name: "older path", Request: call{Path: "/auth/me", As: s.Member}, Status: 200, Contains: []string{"member@example.com"}},
		{Name: "nobody", Request: call{Path: "/api/auth/user"}, Status: 401, Contains: unknown, Headers: challenge},
		{Name: "garbage", Request: call{Path: "/api/auth/user", Header: bearer("Bearer x.y.z")}, Status: 401, Contains: unknown, Headers: challenge},
		{Name: "refresh token", Request: call{Path: "/api/auth/user", Header: bearer("Bearer " + s.Member.Refresh)}, Status: 401},
		{Name: "cookie as bearer", Request: call{Path: "/api/auth/user", Header: bearer("Bearer " + s.Member.Cookie)}, Status: 401},
		{Name: "other scheme", Request: call{Path: "/api/auth/user", Header: bearer("Basic YTpi")}, Status: 401},
		{Name: "access as cookie", Request: call{Path: "/api/auth/user", Header: map[string]string{"Cookie": "session=" + s.Member.Access}}, Status: 401},
		{Name: "token in the query", Request: call{Path: "/api/auth/user?token=" + s.Member.Access}, Status: 401},
		{Name: "bad bearer on a public list", Request: call{Path: "/api/tracks", Header: bearer("Bearer x")}, Status: 401, Headers: challenge},
		{Name: "bad bearer where it does not matter", Request: call{Path: "/api/config", Header: bearer("Bearer x")}, Status: 200},
		{Name: "accounts, nobody", Request: call{Path: "/api/users/"}, Status: 401},
		{Name: "accounts, member", Request: call{Path: "/api/users/", As: s.Member}, Status: 403, Contains: []string{"You do not have permission to perform this action."}},
		{Name: "a page of accounts", Request: call{Path: "/api/users?limit=1", As: s.Admin}, Status: 200, Headers: map[string]string{"Link": `rel="next"`}},
		{Name: "no page of accounts", Request: call{Path: "/api/users?limit=0", As: s.Admin}, Status: 400, Contains: []string{`"limit":["`}},
		{Name: "accounts, operator", Request: call{Path: "/admin/users", As: s.Admin}, Status: 200, Contains: []string{"member@example.com", `"isActive":true`}, Lacks: []string{"hash"}, Headers: map[string]string{"Vary": "Accept"}},
	})
}

func TestSignOut(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	s.Run(t, []testkit.Scenario{
		{Name: "by bearer", Request: call{Method: "POST", Path: "/api/auth/logout/", As: s.Member, Body: `{"refresh":"` + s.Member.Refresh + `"}`}, Status: 200, Contains: []string{"Successfully logged out."}, Headers: map[string]string{"Set-Cookie": "session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"}},
		{Name: "again", Request: call{Method: "POST", Path: "/api/auth/logout/", As: s.Member, Body: `{"refresh":"` + s.Member.Refresh + `"}`}, Status: 200},
		{Name: "the access token is over", Request: call{Path: "/api/auth/user", As: s.Member}, Status: 401},
		{Name: "the cookie is over", Request: call{Path: "/api/auth/user", As: s.Member, ByCookie: true}, Status: 401},
		{Name: "the refresh token is over", Request: call{Method: "POST", Path: "/api/auth/token/refresh/", Body: `{"refresh":"` + s.Member.Refresh + `"}`}, Status: 401},
		{Name: "a link on another site", Request: call{Path: "/api/logout", As: s.Admin, ByCookie: true, Header: map[string]string{"Sec-Fetch-Site": "cross-site"}}, Status: 302, Headers: map[string]string{"Location": "/login", "Set-Cookie": ""}},
		{Name: "a browser looks ahead", Request: call{Path: "/api/logout", As: s.Admin, ByCookie: true, Header: map[string]string{"Sec-Purpose": "prefetch"}}, Status: 302, Headers: map[string]string{"Set-Cookie": ""}},
		{Name: "neither signed out", Request: call{Path: "/api/auth/user", As: s.Admin, ByCookie: true}, Status: 200},
		{Name: "the link", Request: call{Path: "/api/logout?next=https://evil.example", As: s.Admin, ByCookie: true}, Status: 302, Headers: map[string]string{"Location": "/login", "Set-Cookie": "session=;"}},
		{Name: "signed out", Request: call{Path: "/api/auth/user", As: s.Admin, ByCookie: true}, Status: 401},
	})
	if got := s.Do(t, call{Path: "/api/logout?next=https://evil.example"}).Header.Get("Location"); got != "/login" {
		t.Errorf("sent to %s", got)
	}
}

func TestCrossSiteCookieWritesAreRefused(t *testing.T) {
	s := testkit.Start(t, testkit.Options{Settings: map[string]json.RawMessage{"allowedOrigins": []byte(`["https://app.example"]`)}})
	scan := func(header map[string]string) call {
		return call{Method: "DELETE", Path: "/api/library/scan", As: s.Admin, ByCookie: true, Header: header}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "no origin", Request: scan(nil), Status: 403},
		{Name: "another origin", Request: scan(map[string]string{"Origin": "https://evil.example"}), Status: 403},
		{Name: "null", Request: scan(map[string]string{"Origin": "null"}), Status: 403},
		{Name: "cross-site", Request: scan(map[string]string{"Origin": s.URL, "Sec-Fetch-Site": "cross-site"}), Status: 403},
		{Name: "own origin", Request: scan(map[string]string{"Origin": s.URL}), Status: 204},
		{Name: "same-origin", Request: scan(map[string]string{"Sec-Fetch-Site": "same-origin"}), Status: 204},
		{Name: "an origin the operator named", Request: scan(map[string]string{"Origin": "https://app.example", "Sec-Fetch-Site": "same-site"}), Status: 204},
		{Name: "bearer needs none", Request: call{Method: "DELETE", Path: "/api/library/scan", As: s.Admin}, Status: 204},
		{Name: "a form of another site", Request: call{Method: "POST", Path: "/api/library/scan", As: s.Admin, ByCookie: true, Body: `{}`, Header: map[string]string{"Origin": s.URL, "Content-Type": "text/plain"}}, Status: 415},
	})
}

func TestLockOut(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	for _, email := range []string{"member@example.com", "nobody@example.com"} {
		wrong := call{Method: "POST", Path: "/api/auth/login/", Body: `{"email":"` + email + `","password":"wrong-one"}`}
		for range 5 {
			if r := s.Do(t, wrong); r.Status != http.StatusUnauthorized {
				t.Fatalf("%s: %d %s", email, r.Status, r.Body)
			}
		}
		r := s.Do(t, wrong)
		if r.Status != http.StatusTooManyRequests || r.Header.Get("Retry-After") != "900" || r.Body != `{"code":"locked_out","detail":"Too many failed attempts. Try again in 15 minutes."}`+"\n" {
			t.Errorf("%s: %d %v %s", email, r.Status, r.Header, r.Body)
		}
	}
}
