package signin_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"sonora/internal/oidc"
	"sonora/internal/testkit"
)

// visitor is a browser at the sign-in page.
type visitor struct {
	*testkit.Server
	t      *testing.T
	cookie string // of the attempt
}

var ada = testkit.Identity{Subject: "ada-1", Email: "ada@example.com", FirstName: "Ada", LastName: "Lovelace"}

func withProviders(t *testing.T, settings map[string]string, ids ...string) (*visitor, []*testkit.Provider) {
	t.Helper()
	o := testkit.Options{Settings: map[string]json.RawMessage{}}
	for name, value := range settings {
		o.Settings[name] = json.RawMessage(value)
	}
	var list []*testkit.Provider
	for _, id := range ids {
		p := testkit.StartProvider(t, id)
		list, o.Providers = append(list, p), append(o.Providers, p.Config)
	}
	return &visitor{Server: testkit.Start(t, o), t: t}, list
}

func (v *visitor) callback(id string) string { return v.URL + "/api/auth/" + id + "/callback/" }

func (v *visitor) post(path, body string, as testkit.Person) testkit.Response {
	v.t.Helper()
	header := map[string]string{"Origin": v.URL}
	if v.cookie != "" {
		header["Cookie"] = v.cookie
	}
	return v.Do(v.t, testkit.Request{Method: http.MethodPost, Path: path, Body: body, As: as, Header: header})
}

// begin starts an attempt and returns the URL of the provider's page.
func (v *visitor) begin(id, state string, as testkit.Person) string {
	v.t.Helper()
	r := v.post("/api/auth/"+id+"/start/", fmt.Sprintf(`{"state":%q,"redirect_uri":%q,"password":%q}`, state, v.callback(id), testkit.Password), as)
	if r.Status != http.StatusOK {
		v.t.Fatalf("start: %d %s", r.Status, r.Body)
	}
	cookie, err := http.ParseSetCookie(r.Header.Get("Set-Cookie"))
	if err != nil || !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode || cookie.MaxAge != 600 || cookie.Path != "/api/auth" {
		v.t.Fatalf("cookie %+v, %v", cookie, err)
	}
	v.cookie = cookie.Name + "=" + cookie.Value
	return testkit.JSON[struct{ URL string }](v.t, r).URL
}

func (v *visitor) finish(id, code, extra string, as testkit.Person) testkit.Response {
	v.t.Helper()
	return v.post("/api/auth/"+id+"/login/", fmt.Sprintf(`{"code":%q,"redirect_uri":%q%s}`, code, v.callback(id), extra), as)
}

// signIn signs in with a provider.
func (v *visitor) signIn(p *testkit.Provider, who testkit.Identity, as testkit.Person) testkit.Response {
	v.t.Helper()
	id := p.Config.ID
	back := p.Visit(v.t, v.begin(id, "the-state", as), who)
	if back.Get("state") != "the-state" {
		v.t.Fatalf("came back with %v", back)
	}
	return v.finish(id, back.Get("code"), `,"state":"the-state"`, as)
}

func (v *visitor) wants(r testkit.Response, status int, says string) {
	v.t.Helper()
	if r.Status != status || !strings.Contains(r.Body, says) {
		v.t.Errorf("%d %s, want %d with %q", r.Status, r.Body, status, says)
	}
	if status >= 400 && strings.Contains(strings.Join(r.Header.Values("Set-Cookie"), " "), "session=") {
		v.t.Error("a session was opened")
	}
}

const noExchange = `"non_field_errors":["Failed to exchange code for access token"]`

func TestProviderSignIn(t *testing.T) {
	v, p := withProviders(t, nil, "google", "acme")
	page, err := url.Parse(v.begin("google", "abc", testkit.Person{}))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"client_id": p[0].Config.ClientID, "redirect_uri": v.callback("google"), "scope": "openid email profile", "response_type": "code", "state": "abc",
	} {
		if got := page.Query().Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	r := v.signIn(p[0], ada, testkit.Person{})
	v.wants(r, http.StatusOK, `"first_name":"Ada","email":"ada@example.com","linked":false`)
	g := testkit.JSON[testkit.Person](t, r)
	cookies := strings.Join(r.Header.Values("Set-Cookie"), "\n")
	if !strings.Contains(cookies, "session=") || !strings.Contains(cookies, "provider_sign_in=; Path=/api/auth; Max-Age=0") {
		t.Errorf("cookies %s", cookies)
	}
	user := v.Do(t, testkit.Request{Path: "/api/auth/user", As: g})
	v.wants(user, http.StatusOK, `"authProvider":"google"`)
	v.wants(user, http.StatusOK, `"lastName":"Lovelace"`)
	security := v.Do(t, testkit.Request{Path: "/api/account/security", As: g})
	v.wants(security, http.StatusOK, `"identities":[{"provider":"google","label":"Google","email":"ada@example.com"`)
	v.wants(security, http.StatusOK, `"hasPassword":false`)
	v.wants(security, http.StatusOK, `"isVerified":true`)

	moved := ada
	moved.Email, moved.Unverified = "elsewhere@example.com", true
	again := testkit.JSON[struct{ User struct{ Email string } }](t, v.signIn(p[0], moved, testkit.Person{}))
	if again.User.Email != ada.Email {
		t.Errorf("the same subject is %q", again.User.Email)
	}
	// The same address, verified on both sides, is the same person.
	v.wants(v.signIn(p[1], testkit.Identity{Subject: "x", Email: "ADA@example.com"}, testkit.Person{}), http.StatusOK, `"email":"ada@example.com"`)
	// Another subject of the same provider is somebody else who now has the address.
	v.wants(v.signIn(p[0], testkit.Identity{Subject: "ada-2", Email: ada.Email}, testkit.Person{}), http.StatusConflict, "another sign-in of this provider")
}

func TestProviderSettings(t *testing.T) {
	v, p := withProviders(t, nil, "google", "acme")
	for path, says := range map[string]string{
		"/api/auth/google/":   fmt.Sprintf(`{"configured":true,"clientId":%q,"callback":%q,"scope":"openid email profile"}`, p[0].Config.ClientID, v.callback("google")),
		"/api/auth/providers": `[{"id":"google","label":"Google"},{"id":"acme","label":"acme"}]`,
		"/api/config":         `"providers":[{"id":"google","label":"Google"},{"id":"acme","label":"acme"}]`,
	} {
		r := v.Do(t, testkit.Request{Path: path})
		v.wants(r, http.StatusOK, says)
		if strings.Contains(r.Body, p[0].Config.ClientSecret) {
			t.Errorf("%s shows the secret", path)
		}
	}
	r := v.Do(t, testkit.Request{Path: "/api/auth/acme/callback/?code=a%26b&state=s&iss=x&next=//evil"})
	if r.Status != http.StatusFound || r.Header.Get("Location") != "/auth/acme/callback?code=a%26b&state=s" {
		t.Errorf("%d %s", r.Status, r.Header.Get("Location"))
	}
}

func TestNoProviders(t *testing.T) {
	s := empty.Join(t)
	body := fmt.Sprintf(`{"code":"4/0A","redirect_uri":"%s/api/auth/google/callback/","state":"s"}`, s.URL)
	beginning := strings.Replace(body, `"code":"4/0A",`, "", 1)
	post := func(path, body string) call { return call{Method: http.MethodPost, Path: path, Body: body} }
	s.Run(t, []testkit.Scenario{
		{Name: "google", Request: call{Path: "/api/auth/google/"}, Status: 200, Contains: []string{`{"configured":false,"clientId":"","callback":"` + s.URL + `/api/auth/google/callback/","scope":""}`}},
		{Name: "none", Request: call{Path: "/api/auth/providers"}, Status: 200, Contains: []string{`[]`}},
		{Name: "google login", Request: post("/api/auth/google/login/", body), Status: 400, Contains: []string{`"detail":"Google sign-in is not configured."}`}},
		{Name: "google login with nothing", Request: post("/api/auth/google/login/", `{}`), Status: 400, Contains: []string{`"detail":"Google sign-in is not configured."}`}},
		{Name: "google start", Request: post("/api/auth/google/start/", beginning), Status: 400, Contains: []string{`"detail":"Google sign-in is not configured."}`}},
		{Name: "other login", Request: post("/api/auth/acme/login/", body), Status: 404},
		{Name: "other start", Request: post("/api/auth/acme/start/", beginning), Status: 404},
		{Name: "other callback", Request: call{Path: "/api/auth/acme/callback/"}, Status: 404},
		{Name: "google callback", Request: call{Path: "/api/auth/google/callback/"}, Status: 302, Headers: map[string]string{"Location": "/auth/google/callback?error=missing_code"}},
		{Name: "login by GET", Request: call{Path: "/api/auth/google/login/"}, Status: 405},
	})
}

func TestProviderRefusals(t *testing.T) {
	v, p := withProviders(t, nil, "google", "acme")
	nobody := testkit.Person{}
	v.wants(v.finish("google", "made-up", "", nobody), 400, noExchange)
	v.wants(v.finish("google", "", "", nobody), 400, `{"code":"invalid","detail":"The code from the provider is missing."}`)
	v.wants(v.post("/api/auth/google/login/", `{}`, nobody), 400, noExchange)
	v.wants(v.finish("google", strings.Repeat("c", 5000), "", nobody), 400, noExchange)
	v.wants(v.post("/api/auth/google/login/", `{"code":1}`, nobody), 400, `"detail":"code: This has to be text."`)
	for _, foreign := range []string{
		"https://evil.example/api/auth/google/callback/", v.URL + "/api/auth/acme/callback/", v.URL + "/api/auth/google/callback", v.callback("google") + "?x=1",
		v.URL + "@evil.example/api/auth/google/callback/", "//evil.example", "",
	} {
		v.wants(v.post("/api/auth/google/login/", fmt.Sprintf(`{"code":"a","redirect_uri":%q}`, foreign), nobody), 400, noExchange)
		v.wants(v.post("/api/auth/google/start/", fmt.Sprintf(`{"state":"a","redirect_uri":%q}`, foreign), nobody), 400, `"redirect_uri":["This is not an address of this server.`)
	}
	v.wants(v.post("/api/auth/google/start/", fmt.Sprintf(`{"redirect_uri":%q}`, v.callback("google")), nobody), 400, `"state":[`)

	back := p[0].Visit(t, v.begin("google", "s", nobody), ada)
	v.wants(v.finish("google", back.Get("code"), `,"state":"other"`, nobody), 400, "begun elsewhere")
	v.wants(v.finish("acme", back.Get("code"), "", nobody), 400, "begun elsewhere") // a code of A posted to B
	kept := v.cookie
	v.cookie = "" // a code from somebody else's browser
	v.wants(v.finish("google", back.Get("code"), "", nobody), 400, noExchange)
	v.cookie = kept[:len(kept)-4] + "AAAA"
	v.wants(v.finish("google", back.Get("code"), "", nobody), 400, "begun elsewhere")

	// The same attempt again: the code was used already, and so is a valid one after
	// its first use.
	back = p[0].Visit(t, v.begin("google", "s", nobody), ada)
	v.wants(v.finish("google", back.Get("code"), "", nobody), 200, `"access":"ey`)
	v.wants(v.finish("google", back.Get("code"), "", nobody), 400, noExchange)

	// The code of one attempt with the verifier and nonce of another.
	back = p[0].Visit(t, v.begin("google", "s", nobody), ada)
	v.begin("google", "s", nobody)
	v.wants(v.finish("google", back.Get("code"), "", nobody), 400, noExchange)
}

// TestBareProviderSignIn tests clients that contact the provider themselves,
// without a verifier and a nonce.
func TestBareProviderSignIn(t *testing.T) {
	v, p := withProviders(t, nil, "google")
	page, err := url.Parse(v.begin("google", "s", testkit.Person{}))
	if err != nil {
		t.Fatal(err)
	}
	v.cookie = ""
	query := page.Query()
	query.Del("code_challenge")
	query.Del("code_challenge_method")
	page.RawQuery = query.Encode()
	v.wants(v.finish("google", p[0].Visit(t, page.String(), ada).Get("code"), "", testkit.Person{}), 400, noExchange) // it has a nonce
	query.Del("nonce")
	page.RawQuery = query.Encode()
	v.wants(v.finish("google", p[0].Visit(t, page.String(), ada).Get("code"), "", testkit.Person{}), 200, `"email":"ada@example.com"`)
}

func TestProviderFromElsewhere(t *testing.T) {
	v, p := withProviders(t, nil, "google")
	back := p[0].Visit(t, v.begin("google", "s", testkit.Person{}), ada)
	body := fmt.Sprintf(`{"code":%q,"state":"s","redirect_uri":%q}`, back.Get("code"), v.callback("google"))
	for _, header := range []map[string]string{
		{"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site", "Origin": v.URL},
	} {
		header["Cookie"] = v.cookie
		for _, path := range []string{"/api/auth/google/login/", "/api/auth/google/start/"} {
			r := v.Do(t, testkit.Request{Method: http.MethodPost, Path: path, Body: body, Header: header})
			v.wants(r, http.StatusForbidden, "permission")
		}
	}
	v.wants(v.post("/api/auth/google/login/", body, testkit.Person{}), 200, "ada@")
}

func TestProviderAccounts(t *testing.T) {
	v, p := withProviders(t, nil, "google")
	nobody := testkit.Person{}
	unverified := ada
	unverified.Unverified = true
	v.wants(v.signIn(p[0], unverified, nobody), 403, "has not verified your email address")
	v.wants(v.signIn(p[0], testkit.Identity{Subject: "x", Email: "nonsense"}, nobody), 403, "did not share your email address")

	// The person who registered an unverified address may not be its owner.
	v.wants(v.signIn(p[0], testkit.Identity{Subject: "m", Email: v.Member.Email}, nobody), 403, "Sign in with its password first")
	// After signing in with the password, they can link the provider, which verifies
	// the address.
	r := v.signIn(p[0], testkit.Identity{Subject: "m", Email: v.Member.Email}, v.Member)
	v.wants(r, 200, `"access":"","refresh":"","token":""`)
	v.wants(r, 200, `"linked":true`)
	v.wants(r, 200, `"authProvider":"google"`)
	v.wants(v.Do(t, testkit.Request{Path: "/api/account/security", As: v.Member}), 200, `"isVerified":true`)
	v.wants(v.signIn(p[0], testkit.Identity{Subject: "m", Email: "other@example.com"}, nobody), 200, `"email":"member@example.com"`)
	v.wants(v.signIn(p[0], testkit.Identity{Subject: "m", Email: "x@example.com"}, v.Admin), 409, "belongs to another account")

	// An attempt to link ends with the session that started it.
	back := p[0].Visit(t, v.begin("google", "s", v.Admin), testkit.Identity{Subject: "new", Email: "new@example.com"})
	v.wants(v.finish("google", back.Get("code"), "", v.Member), 409, "Start again")
	v.wants(v.finish("google", back.Get("code"), "", nobody), 409, "Start again")

	disable := testkit.Request{Method: http.MethodPut, Path: "/api/admin/users/" + v.id(v.Member), Body: `{"active":false}`, As: v.Admin}
	v.wants(v.Do(t, disable), 200, "")
	v.wants(v.signIn(p[0], testkit.Identity{Subject: "m", Email: v.Member.Email}, nobody), 403, "disabled")
}

func (v *visitor) id(p testkit.Person) string {
	v.t.Helper()
	return testkit.JSON[struct{ ID string }](v.t, v.Do(v.t, testkit.Request{Path: "/api/auth/user", As: p})).ID
}

func TestProviderAndRegistration(t *testing.T) {
	for mode, says := range map[string]string{"closed": "Registration is closed", "invitation": "You need an invitation"} {
		t.Run(mode, func(t *testing.T) {
			p := testkit.StartProvider(t, "acme")
			v := &visitor{Server: testkit.Start(t, testkit.Options{Providers: []oidc.Config{p.Config}}), t: t}
			r := v.Do(t, testkit.Request{Method: http.MethodPut, Path: "/api/admin/settings", As: v.Admin, Body: fmt.Sprintf(`{"registration":%q}`, mode)})
			v.wants(r, 200, mode)
			v.wants(v.signIn(p, ada, testkit.Person{}), 403, says)
			v.wants(v.signIn(p, testkit.Identity{Subject: "m", Email: "m@x.example"}, v.Member), 200, `"linked":true`)
			v.wants(v.signIn(p, testkit.Identity{Subject: "m", Email: "m@x.example"}, testkit.Person{}), 200, `"access":"ey`)
		})
	}
}

func TestUnlink(t *testing.T) {
	v, p := withProviders(t, nil, "google", "acme")
	g := testkit.JSON[testkit.Person](t, v.signIn(p[0], ada, testkit.Person{}))
	unlink := func(id string, as testkit.Person) testkit.Response {
		return v.Do(t, testkit.Request{Method: http.MethodDelete, Path: "/api/account/identities/" + id, As: as})
	}
	v.wants(unlink("google", testkit.Person{}), 401, "")
	v.wants(unlink("acme", g), 404, "not connected")
	v.wants(unlink("google", g), 409, "only way into your account")
	v.wants(v.signIn(p[1], testkit.Identity{Subject: "a", Email: "a@id.example"}, g), 200, `"linked":true`)
	v.wants(unlink("google", g), 204, "")
	v.wants(v.Do(t, testkit.Request{Path: "/api/account/events", As: g}), 200, `"identity_unlinked"`)
	v.wants(v.Do(t, testkit.Request{Path: "/api/auth/user", As: g}), 200, `"authProvider":"acme"`)
}

func TestPublicURLFixesTheCallback(t *testing.T) {
	p := testkit.StartProvider(t, "google")
	s := testkit.Start(t, testkit.Options{Providers: []oidc.Config{p.Config}, PublicURL: "https://Music.example:443"})
	start := func(redirect string) call {
		return call{Method: http.MethodPost, Path: "/api/auth/google/start", Body: fmt.Sprintf(`{"state":"s","redirect_uri":%q}`, redirect)}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "public", Request: start("https://music.example/api/auth/google/callback/"), Status: 200, Contains: []string{"redirect_uri=https%3A%2F%2Fmusic.example%2Fapi"}},
		{Name: "loopback", Request: start(s.URL + "/api/auth/google/callback/"), Status: 400},
		{Name: "as shown", Request: call{Path: "/api/auth/google"}, Status: 200, Contains: []string{`"callback":"https://music.example/api/auth/google/callback/"`}},
	})
}

func TestProviderIsSilent(t *testing.T) {
	s := testkit.Start(t, testkit.Options{Providers: []oidc.Config{{ID: "google", Issuer: "http://127.0.0.1:1", ClientID: "a", ClientSecret: "b"}}})
	body := fmt.Sprintf(`{"code":"c","state":"s","redirect_uri":"%s/api/auth/google/callback/"}`, s.URL)
	s.Run(t, []testkit.Scenario{
		{Name: "start", Request: call{Method: http.MethodPost, Path: "/api/auth/google/start", Body: strings.Replace(body, `"code":"c",`, "", 1)}, Status: 400, Contains: []string{"does not answer"}},
		{Name: "login", Request: call{Method: http.MethodPost, Path: "/api/auth/google/login", Body: body}, Status: 400, Contains: []string{noExchange}},
	})
}
