package oidc

import (
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestAuthURL(t *testing.T) {
	h, p := startHostile(t)
	address, err := p.AuthURL(t.Context(), "the state", nonce, "verifier", redirect)
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme+"://"+u.Host+u.Path != h.URL+"/authorize" {
		t.Fatalf("%s %v", address, err)
	}
	sum := sha256.Sum256([]byte("verifier"))
	for name, want := range map[string]string{
		"client_id": client, "redirect_uri": redirect, "scope": "openid email profile", "response_type": "code", "state": "the state",
		"nonce": nonce, "code_challenge": base64.RawURLEncoding.EncodeToString(sum[:]), "code_challenge_method": "S256",
	} {
		if got := u.Query().Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if strings.Contains(address, secret) {
		t.Error("the secret is in the address")
	}
}

func TestDiscoveryIsCached(t *testing.T) {
	h, p := startHostile(t)
	h.discover = func(says map[string]any) { says["issuer"] = "https://elsewhere.example" }
	if err := p.Reach(t.Context()); err == nil {
		t.Fatal("a document of another issuer is accepted")
	}
	h.discover = nil // fixed
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if err := p.Reach(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	before := h.asked.Load()
	if err := p.Reach(t.Context()); err != nil || h.asked.Load() != before {
		t.Errorf("asked again: %v", err)
	}
	p.metadata.at = time.Now().Add(-metadataLife)
	if err := p.Reach(t.Context()); err != nil || h.asked.Load() != before+1 {
		t.Errorf("not asked again: %v", err)
	}
}

func TestBadDiscovery(t *testing.T) {
	set := func(name string, value any) func(*hostile) {
		return func(h *hostile) { h.discover = func(says map[string]any) { says[name] = value } }
	}
	for name, bend := range map[string]func(*hostile){
		"script for a page": set("authorization_endpoint", "javascript:alert(1)"),
		"plain http":        set("token_endpoint", "http://id.example/token"),
		"no keys":           set("jwks_uri", nil),
		"keys in a file":    set("jwks_uri", "file:///etc/passwd"),
		"no object":         set("issuer", []string{"a"}),
		"slash":             func(h *hostile) { h.discover = func(says map[string]any) { says["issuer"] = h.URL + "/" } },
	} {
		h, p := startHostile(t)
		bend(h)
		if err := p.Reach(t.Context()); err == nil {
			t.Errorf("%s is accepted", name)
		}
		_, err := p.Exchange(t.Context(), "code", "v", redirect, nonce)
		refused(t, err)
	}
}

func TestFailingProviders(t *testing.T) {
	hang := func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // otherwise the server does not notice that the client left
		<-r.Context().Done()
	}
	fail := func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, strings.Repeat("no\n", 10_000), http.StatusInternalServerError)
	}
	flood := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for r.Context().Err() == nil {
			if _, err := io.WriteString(w, strings.Repeat(" ", 64<<10)); err != nil {
				return
			}
		}
	}
	claim := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "99999999999")
		w.WriteHeader(http.StatusOK)
	}
	for name, handler := range map[string]http.HandlerFunc{"hangs": hang, "fails": fail, "floods": flood, "claims to flood": claim} {
		for part, bend := range map[string]func(*hostile){
			"token": func(h *hostile) { h.token = handler },
			"keys":  func(h *hostile) { h.keys = handler },
		} {
			t.Run(part+" "+name, func(t *testing.T) {
				h, p := startHostile(t)
				p.client.Timeout = 200 * time.Millisecond
				bend(h)
				_, err := p.Exchange(t.Context(), "code", "v", redirect, nonce)
				refused(t, err)
			})
		}
		t.Run("discovery "+name, func(t *testing.T) {
			s := httptest.NewServer(handler)
			defer s.Close()
			p := New(Config{ID: "acme", Issuer: s.URL, ClientID: client, ClientSecret: secret})
			p.client.Timeout = 200 * time.Millisecond
			defer p.client.CloseIdleConnections()
			_, err := p.Exchange(t.Context(), "code", "v", redirect, nonce)
			refused(t, err)
		})
	}
}

func TestProviderIsDown(t *testing.T) {
	h, p := startHostile(t)
	h.Close()
	if err := p.Reach(t.Context()); err == nil {
		t.Error("a provider that is down returned no error")
	}
	_, err := p.Exchange(t.Context(), "code", "v", redirect, nonce)
	refused(t, err)
}

// TestRedirects checks that redirects do not leak the secret and the code.
func TestRedirects(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("%s %s reached another server", r.Method, r.URL)
	}))
	defer elsewhere.Close()
	for _, status := range []int{http.StatusFound, http.StatusTemporaryRedirect, http.StatusPermanentRedirect} {
		h, p := startHostile(t)
		h.token = func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, elsewhere.URL, status) }
		_, err := p.Exchange(t.Context(), "code", "v", redirect, nonce)
		refused(t, err)
	}
	h, p := startHostile(t)
	h.keys = func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/keys", http.StatusFound) }
	_, err := p.Exchange(t.Context(), "code", "v", redirect, nonce)
	refused(t, err)
	h.keys = func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://id.example/", http.StatusFound)
	}
	_, err = p.Exchange(t.Context(), "code", "v", redirect, nonce)
	refused(t, err)
}

func TestClientAuthentication(t *testing.T) {
	for _, methods := range []any{nil, []string{"client_secret_basic"}, []string{"client_secret_basic", "client_secret_post"}} {
		h, p := startHostile(t)
		h.discover = func(says map[string]any) { says["token_endpoint_auth_methods_supported"] = methods }
		tries := 0
		h.token = func(w http.ResponseWriter, r *http.Request) {
			tries++
			id, password, basic := r.BasicAuth()
			if !basic {
				id, password = r.FormValue("client_id"), url.QueryEscape(r.FormValue("client_secret"))
			}
			if id != client || password != url.QueryEscape(secret) || r.FormValue("code_verifier") != "v" || r.FormValue("redirect_uri") != redirect {
				t.Errorf("%v: %s %s", methods, id, r.Form)
			}
			http.Error(w, `{"error":"invalid_grant"}`, http.StatusBadRequest)
		}
		_, err := p.Exchange(t.Context(), "code", "v", redirect, nonce)
		refused(t, err)
		if tries != 1 {
			t.Errorf("%v: the code was sent %d times", methods, tries)
		}
	}
}
