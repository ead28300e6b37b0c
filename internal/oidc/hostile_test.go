package oidc

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"sonora/internal/music"
)

// hostile is a provider whose responses a test can falsify. Fields that are nil
// behave correctly.
type hostile struct {
	*httptest.Server
	key      *rsa.PrivateKey
	discover func(map[string]any)
	claims   func(jwt.MapClaims)
	sign     func(jwt.MapClaims) string
	token    http.HandlerFunc
	keys     http.HandlerFunc
	user     map[string]any
	asked    atomic.Int32 // number of discovery requests
}

const (
	client      = "client"
	secret      = "client secret"
	redirect    = "https://music.example/api/auth/acme/callback/"
	nonce       = "the nonce"
	accessToken = "an access token"
)

// newKey is slow, so it runs once.
var newKey = sync.OnceValue(func() *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err) // not with these parameters
	}
	return key
})

func startHostile(t *testing.T) (*hostile, *Provider) {
	t.Helper()
	h := &hostile{key: newKey()}
	mux := http.NewServeMux()
	mux.HandleFunc("/.well-known/openid-configuration", h.serveDiscovery)
	mux.HandleFunc("POST /token", h.serveToken)
	mux.HandleFunc("/keys", h.serveKeys)
	mux.HandleFunc("/user", func(w http.ResponseWriter, _ *http.Request) { answer(w, h.user) })
	h.Server = httptest.NewServer(mux)
	t.Cleanup(h.Close)
	list, err := Complete([]Config{{ID: "acme", Issuer: h.URL, ClientID: client, ClientSecret: secret}})
	if err != nil {
		t.Fatal(err)
	}
	p := New(list[0])
	t.Cleanup(p.client.CloseIdleConnections)
	return h, p
}

func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(v); err != nil {
		panic(err) // the test's own values
	}
}

func (h *hostile) serveDiscovery(w http.ResponseWriter, _ *http.Request) {
	h.asked.Add(1)
	says := map[string]any{
		"issuer": h.URL, "authorization_endpoint": h.URL + "/authorize", "token_endpoint": h.URL + "/token", "jwks_uri": h.URL + "/keys",
		"id_token_signing_alg_values_supported": []string{"none", "HS256", "RS256"},
	}
	if h.discover != nil {
		h.discover(says)
	}
	answer(w, says)
}

func (h *hostile) serveToken(w http.ResponseWriter, r *http.Request) {
	if h.token != nil {
		h.token(w, r)
		return
	}
	answer(w, map[string]any{"access_token": accessToken, "token_type": "Bearer", "id_token": h.idToken()})
}

func (h *hostile) idToken() string {
	c := jwt.MapClaims{
		"iss": h.URL, "sub": "subject", "aud": client, "exp": time.Now().Add(time.Hour).Unix(), "iat": time.Now().Unix(), "nonce": nonce,
		"email": "ada@example.com", "email_verified": true, "given_name": "Ada", "family_name": "Lovelace",
	}
	if h.claims != nil {
		h.claims(c)
	}
	if h.sign != nil {
		return h.sign(c)
	}
	return signed(jwt.SigningMethodRS256, c, h.key)
}

func signed(method jwt.SigningMethod, c jwt.MapClaims, key any) string {
	t := jwt.NewWithClaims(method, c)
	t.Header["kid"] = "k"
	s, err := t.SignedString(key)
	if err != nil {
		panic(err) // the test's own values
	}
	return s
}

func (h *hostile) serveKeys(w http.ResponseWriter, r *http.Request) {
	if h.keys != nil {
		h.keys(w, r)
		return
	}
	b64 := base64.RawURLEncoding
	answer(w, map[string]any{"keys": []any{map[string]string{
		"kty": "RSA", "kid": "k", "use": "sig", "alg": "RS256",
		"n": b64.EncodeToString(h.key.N.Bytes()), "e": b64.EncodeToString(big.NewInt(int64(h.key.E)).Bytes()),
	}}})
}

// refused checks what people and the log may see of an error.
func refused(t *testing.T, err error) {
	t.Helper()
	e, ok := err.(*music.Error) //nolint:errorlint // the outermost
	if !ok || e.Code != music.Invalid || len(e.Fields["non_field_errors"]) != 1 || e.Err == nil {
		t.Fatalf("%#v", err)
	}
	if cause := e.Err.Error(); len(cause) > 2*maxCause || strings.Contains(cause, "\n") || strings.Contains(cause, secret) {
		t.Errorf("the log would get %q", cause)
	}
}

func halfHash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}

func TestTokens(t *testing.T) {
	other, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	set := func(name string, value any) func(*hostile) {
		return func(h *hostile) { h.claims = func(c jwt.MapClaims) { c[name] = value } }
	}
	for name, c := range map[string]struct {
		bend func(*hostile)
		good bool
	}{
		"as it should be":    {func(*hostile) {}, true},
		"hash of the access": {set("at_hash", halfHash(accessToken)), true},
		"audience and party": {func(h *hostile) {
			h.claims = func(c jwt.MapClaims) { c["aud"], c["azp"] = []string{client, "x"}, client }
		}, true},
		"other issuer":       {set("iss", "https://accounts.google.com"), false},
		"other audience":     {set("aud", "somebody else"), false},
		"no audience":        {set("aud", []string{}), false},
		"many and no party":  {set("aud", []string{client, "x"}), false},
		"other party":        {set("azp", "somebody else"), false},
		"expired":            {set("exp", time.Now().Add(-time.Minute).Unix()), false},
		"no expiry":          {set("exp", nil), false},
		"not yet":            {set("nbf", time.Now().Add(time.Hour).Unix()), false},
		"other nonce":        {set("nonce", "another"), false},
		"no nonce":           {set("nonce", nil), false},
		"nonce is no text":   {set("nonce", []string{nonce}), false},
		"no subject":         {set("sub", nil), false},
		"long subject":       {set("sub", strings.Repeat("s", 256)), false},
		"other access token": {set("at_hash", halfHash("another")), false},
		"alg none": {func(h *hostile) {
			h.sign = func(c jwt.MapClaims) string {
				return signed(jwt.SigningMethodNone, c, jwt.UnsafeAllowNoneSignatureType)
			}
		}, false},
		"HMAC with the secret": {func(h *hostile) {
			h.sign = func(c jwt.MapClaims) string { return signed(jwt.SigningMethodHS256, c, []byte(secret)) }
		}, false},
		"HMAC with the modulus": {func(h *hostile) {
			h.sign = func(c jwt.MapClaims) string { return signed(jwt.SigningMethodHS256, c, h.key.N.Bytes()) }
		}, false},
		"somebody else's key": {func(h *hostile) {
			h.sign = func(c jwt.MapClaims) string { return signed(jwt.SigningMethodRS256, c, other) }
		}, false},
		"signature cut off": {func(h *hostile) {
			h.sign = func(c jwt.MapClaims) string {
				s := signed(jwt.SigningMethodRS256, c, h.key)
				return s[:strings.LastIndex(s, ".")+1]
			}
		}, false},
		"no token at all": {func(h *hostile) { h.sign = func(jwt.MapClaims) string { return "" } }, false},
		"garbage":         {func(h *hostile) { h.sign = func(jwt.MapClaims) string { return "a.b.c" } }, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h, p := startHostile(t)
			c.bend(h)
			who, err := p.Exchange(t.Context(), "code", "verifier", redirect, nonce)
			if !c.good {
				refused(t, err)
				return
			}
			if err != nil || *who != (Identity{"subject", "ada@example.com", true, "Ada", "Lovelace"}) {
				t.Errorf("%+v %v", who, err)
			}
		})
	}
}

func TestUnexpectedNonce(t *testing.T) {
	_, p := startHostile(t)
	_, err := p.Exchange(t.Context(), "code", "", redirect, "")
	refused(t, err) // the code belongs to an attempt in another browser
}

func TestVerifiedEmail(t *testing.T) {
	for value, want := range map[any]bool{true: true, "true": true, false: false, "false": false, nil: false, 1: false, "yes": false} {
		h, p := startHostile(t)
		h.claims = func(c jwt.MapClaims) { c["email_verified"] = value }
		who, err := p.Exchange(t.Context(), "code", "v", redirect, nonce)
		if err != nil || who.EmailVerified != want {
			t.Errorf("%v: %+v %v", value, who, err)
		}
	}
}

func TestUserInformation(t *testing.T) {
	h, p := startHostile(t)
	h.discover = func(says map[string]any) { says["userinfo_endpoint"] = h.URL + "/user" }
	h.claims = func(c jwt.MapClaims) { delete(c, "email"); delete(c, "email_verified") }
	h.user = map[string]any{"sub": "subject", "email": "ada@example.com", "email_verified": true, "given_name": "Ada"}
	who, err := p.Exchange(t.Context(), "code", "v", redirect, nonce)
	if err != nil || *who != (Identity{"subject", "ada@example.com", true, "Ada", ""}) {
		t.Errorf("%+v %v", who, err)
	}
	h.user["sub"] = "another"
	_, err = p.Exchange(t.Context(), "code", "v", redirect, nonce)
	refused(t, err)
}
