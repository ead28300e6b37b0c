package signin_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sonora/internal/mail"
	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

const registration = `{"email":"%s","password1":"s3cret-pass","password2":"s3cret-pass","first_name":"Ada"}`

func TestRegistrationToPasswordReset(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := apitest.NewEdge(t, nil, nil)
		e.Want(t, 201, `"detail":"Verification e-mail sent."`, "POST", "/api/auth/register/", fmt.Sprintf(registration, "ada@example.com"))
		verify := fmt.Sprintf(`{"token":%q}`, e.Secret(t, "ada@example.com", mail.Verify, "/verify"))
		e.Want(t, 200, `"detail":"Your email address is verified."`, "POST", "/api/auth/verify/", verify)
		e.Want(t, 400, `"detail":"This link is not valid any more. Ask for a new one."}`, "POST", "/api/auth/verify", verify)

		login := e.Want(t, 200, `"isVerified":true`, "POST", "/api/auth/login", `{"email":"ada@example.com","password":"s3cret-pass"}`)
		var session struct{ Access string }
		if err := json.Unmarshal(login.Body.Bytes(), &session); err != nil {
			t.Fatal(err)
		}
		bearer := []string{"Authorization", "Bearer " + session.Access}
		e.Want(t, 200, `"detail"`, "POST", "/api/auth/password/forgot", `{"email":"ada@example.com"}`)
		reset := e.Secret(t, "ada@example.com", mail.ResetPassword, "/reset")
		e.Want(t, 400, `"password1":["This password is too common."]`, "POST", "/api/auth/password/reset", `{"token":"`+reset+`","password1":"password","password2":"password"}`)
		e.Want(t, 200, `"detail"`, "POST", "/api/auth/password/reset", `{"token":"`+reset+`","password1":"other-pass","password2":"other-pass"}`)
		e.Want(t, 400, "not valid any more", "POST", "/api/auth/password/reset", `{"token":"`+reset+`","password1":"third-pass","password2":"third-pass"}`)
		e.Want(t, 401, "", "GET", "/api/auth/user", "", bearer...)
		e.Want(t, 401, "Invalid credentials", "POST", "/api/auth/login", `{"email":"ada@example.com","password":"s3cret-pass"}`)
		e.Want(t, 200, "access", "POST", "/api/auth/login", `{"email":"ada@example.com","password":"other-pass"}`)
		if sent := e.Letters(t, "ada@example.com", mail.PasswordChanged); len(sent) != 1 {
			t.Errorf("%d mails say so", len(sent))
		}
	})
}

func TestResponsesDoNotRevealAccounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := apitest.NewEdge(t, nil, nil)
		e.SignIn(t, "ada@example.com")
		for _, path := range []string{"/api/auth/password/forgot", "/api/auth/verify/resend"} {
			known := e.Want(t, 200, "If this address", "POST", path, `{"email":"ada@example.com"}`)
			unknown := e.Want(t, 200, "If this address", "POST", path, `{"email":"bob@example.com"}`)
			if known.Body.String() != unknown.Body.String() || len(known.Header()) != len(unknown.Header()) {
				t.Errorf("%s: %s %v and %s %v", path, known.Body, known.Header(), unknown.Body, unknown.Header())
			}
			// Both requests do the same work before the response, so that its
			// timing reveals nothing.
			if n := e.Mail.Sent(); path == "/api/auth/password/forgot" && n != 1 { // that of the registration
				t.Errorf("%d mails were sent before the answer", n)
			}
			e.Letters(t, "ada@example.com", mail.ResetPassword)
			e.Want(t, 400, `"email":["Enter a valid email address."]`, "POST", path, `{"email":"ada"}`)
		}
	})
}

func TestLinksBelongToThePublicAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := apitest.NewEdge(t, nil, nil)
		r := httptest.NewRequest(http.MethodPost, "https://evil.example/api/auth/register", strings.NewReader(fmt.Sprintf(registration, "ada@example.com")))
		r.Host = "evil.example"
		for _, name := range []string{"X-Forwarded-Host", "Forwarded", "X-Original-Host", "Origin", "Referer"} {
			r.Header.Set(name, "https://evil.example")
		}
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		e.ServeHTTP(w, r)
		if w.Code != 201 {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
		e.Secret(t, "ada@example.com", mail.Verify, "/verify") // fails for another host
	})
}

func TestChangeAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := apitest.NewEdge(t, nil, nil)
		token, _ := e.SignIn(t, "ada@example.com")
		bearer := []string{"Authorization", "Bearer " + token}
		e.Want(t, 200, "", "POST", "/api/auth/verify", `{"token":"`+e.Secret(t, "ada@example.com", mail.Verify, "/verify")+`"}`)
		change := `{"email":"new@example.com","password":"s3cret-pass"}`
		e.Want(t, 400, `"password":["This password is incorrect."]`, "POST", "/api/account/email", strings.ReplaceAll(change, "s3cret", "secret"), bearer...)
		e.Want(t, 200, `"applied":false`, "POST", "/api/account/email", change, bearer...)
		e.Want(t, 200, `"pendingEmail":"new@example.com"`, "GET", "/api/auth/user", "", bearer...)
		e.Want(t, 204, "", "DELETE", "/api/account/email", "", bearer...)
		e.Want(t, 200, `"pendingEmail":null`, "GET", "/api/auth/user", "", bearer...)
		gone := e.Secret(t, "ada@example.com", mail.ChangeEmailOld, "/email/confirm")
		e.Want(t, 400, "not valid any more", "POST", "/api/auth/email/confirm", `{"token":"`+gone+`"}`)
		e.Letters(t, "new@example.com", mail.ChangeEmailNew)

		e.Want(t, 200, `"applied":false`, "POST", "/api/account/email", change, bearer...)
		for to, part := range map[string]string{"ada@example.com": `"done":`, "new@example.com": `"done":`} {
			kind := map[bool]mail.Kind{true: mail.ChangeEmailOld, false: mail.ChangeEmailNew}[to == "ada@example.com"]
			e.Want(t, 200, part, "POST", "/api/auth/email/confirm", `{"token":"`+e.Secret(t, to, kind, "/email/confirm")+`"}`)
		}
		e.Want(t, 200, `"email":"new@example.com"`, "GET", "/api/auth/user", "", bearer...)
	})
}

func TestInvitations(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := apitest.NewEdge(t, nil, map[string]json.RawMessage{"registration": []byte(`"invitation"`)})
		token, _ := e.SignIn(t, "admin@example.com")
		bearer := []string{"Authorization", "Bearer " + token}
		e.Want(t, 403, `"detail":"You need an invitation to create an account here."}`, "POST", "/api/auth/register", fmt.Sprintf(registration, "ada@example.com"))
		made := e.Want(t, 201, `"role":"listener"`, "POST", "/api/admin/invitations", `{"note":"for Ada"}`, bearer...)
		var invitation struct{ ID, Link string }
		if err := json.Unmarshal(made.Body.Bytes(), &invitation); err != nil {
			t.Fatal(err)
		}
		_, secret, _ := strings.Cut(invitation.Link, "https://music.example/invite#")
		list := e.Want(t, 200, invitation.ID, "GET", "/api/admin/invitations", "", bearer...)
		if strings.Contains(list.Body.String(), secret) || strings.Contains(list.Body.String(), "hash") {
			t.Errorf("the list tells %s", list.Body)
		}
		e.Want(t, 200, "expiresAt", "POST", "/api/auth/invitation", `{"token":"`+secret+`"}`)
		e.Want(t, 404, "Not found.", "POST", "/api/auth/invitation", `{"token":"guess"}`)
		with := strings.Replace(fmt.Sprintf(registration, "ada@example.com"), "{", `{"invitation":"`+secret+`",`, 1)
		e.Want(t, 201, `"role":"listener"`, "POST", "/api/auth/register", with)
		e.Want(t, 403, `"detail":"This invitation is not valid any more."}`, "POST", "/api/auth/register", strings.Replace(with, "ada@", "bob@", 1))
		e.Want(t, 204, "", "DELETE", "/api/admin/invitations/"+invitation.ID, "", bearer...)
		e.Want(t, 404, "Not found.", "DELETE", "/api/admin/invitations/"+invitation.ID, "", bearer...)
		e.Want(t, 200, `"detail":"for Ada"`, "GET", "/api/admin/events", "", bearer...)
		e.Want(t, 400, `"role":["Choose listener or creator."]`, "POST", "/api/admin/invitations", `{"role":"admin"}`, bearer...)
		e.Want(t, 400, `"uses":`, "POST", "/api/admin/invitations", `{"uses":0}`, bearer...)
	})
}

func TestUnverifiedSignIn(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	const sentence = "Verify your email address first. The link is in the mail we sent you."
	signIn := call{Method: "POST", Path: "/api/auth/login", Body: `{"email":"ada@example.com","password":"s3cret-pass"}`}
	inSpanish := signIn
	inSpanish.Header = map[string]string{"Accept-Language": "es"}
	s.Run(t, []testkit.Scenario{
		{Name: "register", Request: call{Method: "POST", Path: "/api/auth/register", Body: fmt.Sprintf(registration, "ada@example.com")}, Status: 201},
		{Name: "require it", Request: call{Method: "PUT", Path: "/api/admin/settings", As: s.Admin, Body: `{"requireVerification":true}`}, Status: 200},
		{Name: "refused", Request: signIn, Status: 401, Contains: []string{`"detail":"` + sentence + `"`, `"unverified":["` + sentence + `"]`}},
		{Name: "in Spanish", Request: inSpanish, Status: 401, Contains: []string{`"detail":"Verifica primero`, `"unverified":["Verifica primero`}},
		{Name: "a wrong password", Request: call{Method: "POST", Path: "/api/auth/login", Body: `{"email":"ada@example.com","password":"guess"}`}, Status: 401, Lacks: []string{"unverified"}},
	})
}

func TestRegistrationIsClosed(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	closing := call{Method: "PUT", Path: "/api/admin/settings", As: s.Admin, Body: `{"registration":"closed"}`}
	s.Run(t, []testkit.Scenario{
		{Name: "open", Request: call{Method: "POST", Path: "/api/auth/register", Body: fmt.Sprintf(registration, "ada@example.com")}, Status: 201},
		{Name: "close", Request: closing, Status: 200},
		{Name: "closed", Request: call{Method: "POST", Path: "/api/auth/register", Body: fmt.Sprintf(registration, "bob@example.com")}, Status: 403, Contains: []string{`"detail":"Registration is closed. Ask the operator for an account."}`}},
		{Name: "for a taken address", Request: call{Method: "POST", Path: "/api/auth/register", Body: fmt.Sprintf(registration, "ada@example.com")}, Status: 403, Lacks: []string{"already"}},
		{Name: "for older clients", Request: call{Method: "POST", Path: "/auth/register", Body: `{"email":"bob@example.com","password":"s3cret-pass"}`}, Status: 403},
		{Name: "sign-in stays", Request: call{Method: "POST", Path: "/api/auth/login", Body: `{"email":"ada@example.com","password":"s3cret-pass"}`}, Status: 200},
	})
}

func TestLinkAndPasswordRefusals(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	huge := strings.Repeat("x", 100_000)
	member := func(path, body string) call { return call{Method: "POST", Path: path, Body: body, As: s.Member} }
	nobody := func(path, body string) call { return call{Method: "POST", Path: path, Body: body} }
	both := func(password string) string { return fmt.Sprintf(`"password1":%q,"password2":%[1]q`, password) }
	badLink := []string{`"detail":"This link is not valid any more. Ask for a new one."}`}
	s.Run(t, []testkit.Scenario{
		{Name: "no link", Request: nobody("/api/auth/verify", `{}`), Status: 400, Contains: badLink},
		{Name: "a number", Request: nobody("/api/auth/verify", `{"token":1}`), Status: 400, Contains: []string{`"token"`}},
		{Name: "a long one", Request: nobody("/api/auth/verify", `{"token":"`+huge+`"}`), Status: 400, Contains: badLink},
		{Name: "reset by a guess", Request: nobody("/api/auth/password/reset", `{"token":"guess",`+both("other-pass")+`}`), Status: 400, Contains: badLink},
		{Name: "confirm by a guess", Request: nobody("/api/auth/email/confirm", `{"token":"guess"}`), Status: 400, Contains: badLink},
		{Name: "invited by a guess", Request: nobody("/api/auth/invitation", `{"token":"guess"}`), Status: 404},
		{Name: "forgot without an address", Request: nobody("/api/auth/password/forgot", `{}`), Status: 400, Contains: []string{`"email":["This field is required."]`}},
		{Name: "resend to two", Request: nobody("/api/auth/verify/resend", `{"email":"a@example.com,b@example.com"}`), Status: 400},
		{Name: "password of a visitor", Request: nobody("/api/account/password", `{"current":"s3cret-pass",`+both("other-pass")+`}`), Status: 401},
		{Name: "without the present one", Request: member("/api/account/password", `{`+both("other-pass")+`}`), Status: 400, Contains: []string{`"current":["This field is required."]`}},
		{Name: "with a wrong one", Request: member("/api/account/password", `{"current":"x",`+both("other-pass")+`}`), Status: 400, Contains: []string{`"current":["This password is incorrect."]`}},
		{Name: "to a common one", Request: member("/api/account/password", `{"current":"s3cret-pass",`+both("qwerty123")+`}`), Status: 400, Contains: []string{`"password1":["This password is too common."]`}},
		{Name: "to a huge one", Request: member("/api/account/password", `{"current":"s3cret-pass",`+both(huge)+`}`), Status: 400, Contains: []string{"at most 128 characters"}},
		{Name: "to a differing one", Request: member("/api/account/password", `{"current":"s3cret-pass","password1":"other-pass","password2":"other"}`), Status: 400, Contains: []string{`"non_field_errors":["The two password fields didn't match."]`}},
		{Name: "address of the operator", Request: member("/api/account/email", `{"email":"ADMIN@example.com","password":"s3cret-pass"}`), Status: 400, Contains: []string{`"email":["A user is already registered with this e-mail address."]`}},
		{Name: "without a mail server", Request: member("/api/account/email", `{"email":"moved@example.com","password":"s3cret-pass"}`), Status: 200, Contains: []string{`"applied":true`}},
		{Name: "the new address", Request: call{Path: "/api/auth/user", As: s.Member}, Status: 200, Contains: []string{`"email":"moved@example.com"`, `"isVerified":false`}},
		{Name: "common at registration", Request: nobody("/api/auth/register", `{"email":"x@example.com",`+both("Password1!")+`}`), Status: 400, Contains: []string{`"password1":["This password is too common."]`}},
		{Name: "one's own name", Request: nobody("/api/auth/register", `{"email":"x@example.com","first_name":"Wilhelmina",`+both("wilhelmina")+`}`), Status: 400, Contains: []string{`"password1":["This password is too common."]`}},
		{Name: "a header in a name", Request: nobody("/api/auth/register", `{"email":"x@example.com","first_name":"A\r\nBcc: b@example.com",`+both("other-pass")+`}`), Status: 400, Contains: []string{`"first_name":["Control characters are not allowed."]`}},
		{Name: "a role of one's choice", Request: nobody("/api/auth/register", `{"email":"x@example.com","role":"admin","id":"x","isVerified":true,"verified_at":1,`+both("other-pass")+`}`), Status: 400, Contains: []string{`"role":["There is no field of this name."]`}},
		{Name: "invitations of a member", Request: call{Path: "/api/admin/invitations", As: s.Member}, Status: 403},
		{Name: "invited by the operator", Request: call{Method: "POST", Path: "/api/admin/invitations", Body: `{"uses":2,"role":"creator"}`, As: s.Admin}, Status: 201, Contains: []string{"/invite#", `"usesLeft":2`}, Headers: map[string]string{"Cache-Control": "no-store"}},
		{Name: "a change", Request: member("/api/account/password", `{"current":"s3cret-pass",`+both("other-pass")+`}`), Status: 200, Contains: []string{`"detail"`}},
	})
}

func TestHugePasswordsAreRefusedAtOnce(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	huge := strings.Repeat("x", 1<<20)
	for path, body := range map[string]string{
		"/api/auth/register":       fmt.Sprintf(`{"email":"x@example.com","password1":%q,"password2":%[1]q}`, huge),
		"/api/auth/login":          fmt.Sprintf(`{"email":"member@example.com","password":%q}`, huge),
		"/api/auth/password/reset": fmt.Sprintf(`{"token":"x","password1":%q,"password2":%[1]q}`, huge),
		"/api/account/password":    fmt.Sprintf(`{"current":%q,"password1":%[1]q,"password2":%[1]q}`, huge),
	} {
		began := time.Now()
		r := s.Do(t, testkit.Request{Method: "POST", Path: path, Body: body, As: s.Member})
		if took := time.Since(began); r.Status != 400 && r.Status != 413 || took > 2*time.Second {
			t.Errorf("%s: %d after %v", path, r.Status, took)
		}
	}
}

func TestGuessingLinksIsThrottled(t *testing.T) {
	s := testkit.Start(t, testkit.Options{Settings: map[string]json.RawMessage{"rateLimitPerMinute": []byte("100")}})
	refused := 0
	for range 80 {
		if r := s.Do(t, testkit.Request{Method: "POST", Path: "/api/auth/verify", Body: `{"token":"guess"}`}); r.Status == 429 {
			refused++
		}
	}
	if refused == 0 {
		t.Error("80 guesses in a moment")
	}
}
