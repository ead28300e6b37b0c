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

	"github.com/descope/virtualwebauthn"
	"github.com/pquerna/otp/totp"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

// sent posts a body, checks the status and returns the response.
func sent[T any](t *testing.T, s *testkit.Server, as testkit.Person, path string, status int, body map[string]any) T {
	t.Helper()
	r := s.Do(t, call{Method: http.MethodPost, Path: path, As: as, Body: apitest.Encode(t, body)})
	if r.Status != status {
		t.Fatalf("%s: %d %s", path, r.Status, r.Body)
	}
	return testkit.JSON[T](t, r)
}

type (
	wantsFactor struct {
		Detail    string
		Ways      []string `json:"second_factor"`
		Challenge []string
	}
	newFactor struct{ Secret, URI, QR, Enrolment string }
	granted   struct {
		Access        string
		RecoveryCodes []string
	}
	begun struct {
		Ceremony string
		Options  json.RawMessage
	}
)

// signIn is the response of a sign-in that requires a second factor.
func signIn(t *testing.T, s *testkit.Server, p testkit.Person) wantsFactor {
	t.Helper()
	return sent[wantsFactor](t, s, testkit.Person{}, "/api/auth/login/", 401, map[string]any{"email": p.Email, "password": testkit.Password})
}

// codeAt returns the code of a step relative to now.
func codeAt(t *testing.T, secret string, steps int) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, time.Now().Add(time.Duration(steps)*30*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	return code
}

func TestAuthenticatorApp(t *testing.T) {
	s := empty.Join(t)
	password := map[string]any{"password": testkit.Password}
	s.Run(t, []testkit.Scenario{
		{Name: "nothing yet", Request: call{Path: "/api/account/security", As: s.Member}, Status: 200, Contains: []string{`"hasPassword":true`, `"totp":false`, `"recoveryCodesLeft":0`, `"passkeys":[]`, `"identities":[]`, `"factorRequired":false`, `"factorDueAt":null`, `"pendingEmail":null`, `"deleteAt":null`}},
		{Name: "nobody", Request: call{Path: "/api/account/security"}, Status: 401},
		{Name: "nobody begins", Request: call{Method: "POST", Path: "/api/account/totp/begin", Body: `{}`}, Status: 401},
		{Name: "without the password", Request: call{Method: "POST", Path: "/api/account/totp/begin", As: s.Member, Body: `{}`}, Status: 400, Contains: []string{`"password":["This field is required."]`}},
		{Name: "with another", Request: call{Method: "POST", Path: "/api/account/totp/begin", As: s.Member, Body: `{"password":"wrong-one"}`}, Status: 400, Contains: []string{`"password":["This password is incorrect."]`}},
		{Name: "no enrolment", Request: call{Method: "POST", Path: "/api/account/totp", As: s.Member, Body: `{"enrolment":"x","code":"123456"}`}, Status: 400, Contains: []string{"Start again."}},
		{Name: "codes without a factor", Request: call{Method: "POST", Path: "/api/account/recovery-codes", As: s.Member, Body: apitest.Encode(t, password)}, Status: 409},
		{Name: "off already", Request: call{Method: "POST", Path: "/api/account/totp/off", As: s.Member, Body: apitest.Encode(t, password)}, Status: 404},
	})

	app := sent[newFactor](t, s, s.Member, "/api/account/totp/begin", 200, password)
	used := codeAt(t, app.Secret, 0) // the step may end before the code is sent again
	on := sent[granted](t, s, s.Member, "/api/account/totp", 200, map[string]any{"enrolment": app.Enrolment, "code": used})
	if len(on.RecoveryCodes) != 10 {
		t.Fatalf("recovery codes %q", on.RecoveryCodes)
	}
	asked := signIn(t, s, s.Member)
	if asked.Detail != "Enter the code of your authenticator app." || fmt.Sprint(asked.Ways) != "[totp recovery]" || len(asked.Challenge) != 1 {
		t.Fatalf("asks %+v", asked)
	}
	with := func(code string) call {
		return call{Method: "POST", Path: "/api/auth/login/code/", Body: apitest.Encode(t, map[string]any{"challenge": asked.Challenge[0], "code": code})}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "set up", Request: call{Path: "/api/account/security", As: s.Member}, Status: 200, Contains: []string{`"totp":true`, `"recoveryCodesLeft":10`}, Lacks: []string{app.Secret}},
		{Name: "the challenge is no token", Request: call{Path: "/api/auth/user", Header: map[string]string{"Authorization": "Bearer " + asked.Challenge[0]}}, Status: 401},
		{Name: "no code", Request: with(""), Status: 400, Contains: []string{`{"code":"wrong_code","detail":"This code is incorrect."}`}},
		{Name: "the code it was set up with", Request: with(used), Status: 400},
		{Name: "no challenge", Request: call{Method: "POST", Path: "/api/auth/login/code", Body: `{"code":"123456"}`}, Status: 401, Contains: []string{"Sign in again."}},
		{Name: "mistyped", Request: call{Method: "POST", Path: "/api/auth/login/code", Body: `{"challenge":[],"code":1}`}, Status: 400},
		{Name: "the next code", Request: with(codeAt(t, app.Secret, 1)), Status: 200, Contains: []string{`"access"`, `"refresh"`}, Lacks: []string{"recoveryCodes"}, Headers: map[string]string{"Set-Cookie": "HttpOnly", "Cache-Control": "no-store"}},
		{Name: "the challenge again", Request: with(on.RecoveryCodes[0]), Status: 401},
		{Name: "older client", Request: call{Method: "POST", Path: "/auth/login", Body: apitest.Encode(t, map[string]any{"email": s.Member.Email, "password": testkit.Password})}, Status: 401, Contains: []string{`"second_factor":["totp","recovery"]`, `"detail":"Enter`}, Headers: map[string]string{"Set-Cookie": ""}},
	})

	asked = signIn(t, s, s.Member)
	in := sent[testkit.Person](t, s, testkit.Person{}, "/api/auth/login/code", 200, map[string]any{"challenge": asked.Challenge[0], "code": on.RecoveryCodes[3]})
	fresh := sent[granted](t, s, in, "/api/account/recovery-codes", 200, password)
	if len(fresh.RecoveryCodes) != 10 {
		t.Errorf("fresh codes %q", fresh.RecoveryCodes)
	}
	s.Run(t, []testkit.Scenario{
		{Name: "off", Request: call{Method: "POST", Path: "/api/account/totp/off", As: in, Body: apitest.Encode(t, password)}, Status: 200},
		{Name: "the password is enough", Request: call{Method: "POST", Path: "/api/auth/login", Body: apitest.Encode(t, map[string]any{"email": s.Member.Email, "password": testkit.Password})}, Status: 200},
		{Name: "the other session ended", Request: call{Path: "/api/auth/user", As: s.Member}, Status: 401},
	})
}

func TestRequiredSecondFactor(t *testing.T) {
	s := testkit.Start(t, testkit.Options{Settings: map[string]json.RawMessage{"enableTwoFactor": []byte("true")}})
	s.Run(t, []testkit.Scenario{
		{Name: "time to set one up", Request: call{Path: "/api/account/security", As: s.Member}, Status: 200, Contains: []string{`"factorRequired":true`, `"factorDueAt":"2`}},
		{Name: "no challenge", Request: call{Method: "POST", Path: "/api/auth/login/enrol/begin", Body: `{"challenge":"x"}`}, Status: 401},
		{Name: "no challenge, with a code", Request: call{Method: "POST", Path: "/api/auth/login/enrol", Body: `{"challenge":"x","enrolment":"x","code":"x"}`}, Status: 401},
	})
}

// answered sends a request to the edge and checks the status.
func answered[T any](t *testing.T, e *apitest.Edge, path string, status int, body map[string]any) T {
	t.Helper()
	w := e.Ask("POST", path, apitest.Encode(t, body))
	var v T
	if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil || w.Code != status {
		t.Fatalf("%s: %d %s", path, w.Code, w.Body)
	}
	return v
}

func TestSecondFactorIsSetUpAtSignIn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := apitest.NewEdge(t, nil, map[string]json.RawMessage{"enableTwoFactor": []byte("true")})
		e.SignIn(t, "ada@example.com")
		password := map[string]any{"email": "ada@example.com", "password": testkit.Password}
		<-time.After(7*24*time.Hour - time.Minute)
		answered[granted](t, e, "/api/auth/login", 200, password)
		<-time.After(time.Minute)
		asked := answered[wantsFactor](t, e, "/api/auth/login", 401, password)
		if asked.Detail != "Set up a second factor to sign in." || fmt.Sprint(asked.Ways) != "[enrol]" {
			t.Errorf("asks %+v", asked)
		}
		challenge := asked.Challenge[0]
		answered[wantsFactor](t, e, "/api/auth/login/code", 401, map[string]any{"challenge": challenge, "code": "123456"})
		answered[wantsFactor](t, e, "/api/auth/passkeys/login/begin", 401, map[string]any{"challenge": challenge})
		app := answered[newFactor](t, e, "/api/auth/login/enrol/begin", 200, map[string]any{"challenge": challenge})
		code := map[string]any{"challenge": challenge, "enrolment": app.Enrolment, "code": codeAt(t, app.Secret, 0)}
		in := answered[granted](t, e, "/api/auth/login/enrol", 200, code)
		if in.Access == "" || len(in.RecoveryCodes) != 10 {
			t.Errorf("granted %+v", in)
		}
		answered[wantsFactor](t, e, "/api/auth/login/enrol", 401, code)
		if asked := answered[wantsFactor](t, e, "/api/auth/login", 401, password); fmt.Sprint(asked.Ways) != "[totp recovery]" {
			t.Errorf("asks %+v", asked)
		}
	})
}

func TestGuessingCodesFromManyAddresses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := apitest.NewEdge(t, nil, nil)
		token, _ := e.SignIn(t, "ada@example.com")
		password := map[string]any{"password": testkit.Password}
		own := func(path string, body map[string]any) newFactor {
			var f newFactor
			w := e.Ask("POST", path, apitest.Encode(t, body), "Authorization", "Bearer "+token)
			if err := json.Unmarshal(w.Body.Bytes(), &f); err != nil || w.Code != http.StatusOK {
				t.Fatalf("%s: %d %s", path, w.Code, w.Body)
			}
			return f
		}
		app := own("/api/account/totp/begin", password)
		own("/api/account/totp", map[string]any{"enrolment": app.Enrolment, "code": codeAt(t, app.Secret, 0)})

		guess := func(i int, code string) *httptest.ResponseRecorder {
			asked := answered[wantsFactor](t, e, "/api/auth/login", 401, map[string]any{"email": "ada@example.com", "password": testkit.Password})
			r := httptest.NewRequest(http.MethodPost, "/api/auth/login/code", strings.NewReader(apitest.Encode(t, map[string]any{"challenge": asked.Challenge[0], "code": code})))
			r.Header.Set("Content-Type", "application/json")
			r.RemoteAddr = fmt.Sprintf("198.51.100.%d:1234", i)
			w := httptest.NewRecorder()
			e.ServeHTTP(w, r)
			return w
		}
		for i := range 10 {
			if w := guess(i, "abcd-efgh-jkmn"); w.Code != http.StatusBadRequest {
				t.Fatalf("guess %d: %d %s", i+1, w.Code, w.Body)
			}
		}
		w := guess(11, codeAt(t, app.Secret, 1))
		if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") != "900" {
			t.Errorf("after ten: %d %v %s", w.Code, w.Header(), w.Body)
		}
		<-time.After(15*time.Minute + time.Second)
		if w := guess(12, codeAt(t, app.Secret, 0)); w.Code != http.StatusOK {
			t.Errorf("15 minutes later: %d %s", w.Code, w.Body)
		}
	})
}

// phone is an authenticator for a server on this machine.
type phone struct {
	t          *testing.T
	site       virtualwebauthn.RelyingParty
	device     virtualwebauthn.Authenticator
	credential virtualwebauthn.Credential
}

func (p *phone) create(b begun) json.RawMessage {
	p.t.Helper()
	options, err := virtualwebauthn.ParseAttestationOptions(string(b.Options))
	if err != nil {
		p.t.Fatal(err)
	}
	p.device.Options.UserHandle = []byte(options.UserID)
	return json.RawMessage(virtualwebauthn.CreateAttestationResponse(p.site, p.device, p.credential, *options))
}

func (p *phone) sign(b begun) json.RawMessage {
	p.t.Helper()
	options, err := virtualwebauthn.ParseAssertionOptions(string(b.Options))
	if err != nil {
		p.t.Fatal(err)
	}
	return json.RawMessage(virtualwebauthn.CreateAssertionResponse(p.site, p.device, p.credential, *options))
}

func TestPasskeys(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	config := testkit.JSON[struct{ Passkeys string }](t, s.Do(t, call{Path: "/api/config"}))
	p := &phone{
		t: t, site: virtualwebauthn.RelyingParty{ID: config.Passkeys, Origin: "http://localhost:0"},
		device: virtualwebauthn.NewAuthenticator(), credential: virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeRSA),
	}
	begin := sent[begun](t, s, s.Member, "/api/account/passkeys/begin", 200, map[string]any{"password": testkit.Password})
	added := sent[struct {
		ID, Name      string
		RecoveryCodes []string
	}](t, s, s.Member, "/api/account/passkeys", 201, map[string]any{"ceremony": begin.Ceremony, "name": "Phone", "credential": p.create(begin)})
	if added.Name != "Phone" || len(added.RecoveryCodes) != 10 {
		t.Errorf("added %+v", added)
	}

	nobody := testkit.Person{}
	const path = "/api/auth/passkeys/login"
	alone := sent[begun](t, s, nobody, path+"/begin", 200, map[string]any{})
	in := sent[testkit.Person](t, s, nobody, path, 200, map[string]any{"ceremony": alone.Ceremony, "credential": p.sign(alone)})
	asked := signIn(t, s, s.Member)
	if fmt.Sprint(asked.Ways) != "[passkey recovery]" {
		t.Errorf("asks %+v", asked)
	}
	second := sent[begun](t, s, nobody, path+"/begin", 200, map[string]any{"challenge": asked.Challenge[0]})
	sent[granted](t, s, nobody, path, 200, map[string]any{"ceremony": second.Ceremony, "credential": p.sign(second)})

	own := "/api/account/passkeys/" + added.ID
	s.Run(t, []testkit.Scenario{
		{Name: "no body", Request: call{Method: "POST", Path: path + "/begin"}, Status: 200, Contains: []string{`"userVerification":"required"`, `"rpId":"localhost"`}, Headers: map[string]string{"Cache-Control": "no-store"}},
		{Name: "no challenge", Request: call{Method: "POST", Path: path + "/begin", Body: `{"challenge":"x"}`}, Status: 401},
		{Name: "no ceremony", Request: call{Method: "POST", Path: path, Body: `{}`}, Status: 401},
		{Name: "nonsense", Request: call{Method: "POST", Path: path, Body: `{"ceremony":"x","credential":{"id":1}}`}, Status: 401},
		{Name: "list", Request: call{Path: "/api/account/security", As: in}, Status: 200, Contains: []string{`"name":"Phone"`, `"lastUsedAt":"2`}, Lacks: []string{"publicKey"}},
		{Name: "rename", Request: call{Method: "PUT", Path: own, As: in, Body: `{"name":"Key ring"}`}, Status: 200, Contains: []string{`"name":"Key ring"`}},
		{Name: "rename somebody else's", Request: call{Method: "PUT", Path: own, As: s.Admin, Body: `{"name":"Mine"}`}, Status: 404},
		{Name: "remove somebody else's", Request: call{Method: "DELETE", Path: own, As: s.Admin, Body: apitest.Encode(t, map[string]any{"password": testkit.Password})}, Status: 404},
		{Name: "no name", Request: call{Method: "PUT", Path: own, As: in, Body: `{"name":" "}`}, Status: 400, Contains: []string{`"name":["This field is required."]`}},
		{Name: "remove, without the password", Request: call{Method: "DELETE", Path: own, As: in}, Status: 400, Contains: []string{`"password":["This field is required."]`}},
		{Name: "remove", Request: call{Method: "DELETE", Path: own, As: in, Body: apitest.Encode(t, map[string]any{"password": testkit.Password})}, Status: 204},
		{Name: "again", Request: call{Method: "DELETE", Path: own, As: in, Body: apitest.Encode(t, map[string]any{"password": testkit.Password})}, Status: 404},
		{Name: "the password is enough", Request: call{Method: "POST", Path: "/api/auth/login", Body: apitest.Encode(t, map[string]any{"email": s.Member.Email, "password": testkit.Password})}, Status: 200},
	})
}
