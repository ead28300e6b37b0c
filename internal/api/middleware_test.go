package api_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

func TestOrigins(t *testing.T) {
	s := testkit.Start(t, testkit.Options{Settings: map[string]json.RawMessage{"allowedOrigins": []byte(`["https://app.example"]`)}})
	preflight := func(origin string) call {
		return call{Method: "OPTIONS", Path: "/api/auth/login/", Header: map[string]string{
			"Origin": origin, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type, authorization, x-api-version",
		}}
	}
	allowed := map[string]string{
		"Access-Control-Allow-Origin": "https://app.example", "Access-Control-Allow-Credentials": "true", "Vary": "Origin",
		"Access-Control-Expose-Headers": "X-Total-Count, Link",
	}
	s.Run(t, []testkit.Scenario{
		{Name: "preflight", Request: preflight("https://app.example"), Status: 204, Headers: map[string]string{
			"Access-Control-Allow-Origin": "https://app.example", "Access-Control-Allow-Methods": "HEAD, POST, PUT, PATCH, DELETE",
			"Access-Control-Allow-Headers": "authorization, content-type, x-api-version",
		}},
		{Name: "a call", Request: call{Path: "/api/tracks", Header: map[string]string{"Origin": "https://app.example"}}, Status: 200, Headers: allowed},
		{Name: "an error", Request: call{Path: "/api/nothing", Header: map[string]string{"Origin": "https://app.example"}}, Status: 404, Headers: allowed},
	})
	for _, origin := range []string{"https://evil.example", "null", "http://app.example", "https://app.example.evil.example", "https://app.example:444", "https://APP.example", "*"} {
		for _, request := range []call{preflight(origin), {Path: "/api/tracks", Header: map[string]string{"Origin": origin}}} {
			if r := s.Do(t, request); r.Header.Get("Access-Control-Allow-Origin") != "" || r.Header.Get("Access-Control-Allow-Credentials") != "" || r.Status >= 300 {
				t.Errorf("%s from %s: %d %v", request.Method, origin, r.Status, r.Header)
			}
		}
	}
}

func TestSecurityHeaders(t *testing.T) {
	s := testkit.Start(t, testkit.Options{Proxies: []string{"127.0.0.0/8"}})
	for _, path := range []string{"/", "/api/tracks", "/api/nothing", "/health", "/api/docs"} {
		h := s.Do(t, call{Path: path, Header: map[string]string{"X-Forwarded-Proto": "https", "X-API-Version": "1.0"}}).Header
		policy := h.Get("Content-Security-Policy")
		if strings.Contains(policy, "unsafe-inline'; script") || !strings.Contains(policy, "default-src 'self'") || !strings.Contains(policy, "frame-ancestors 'none'") ||
			h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Referrer-Policy") == "" || h.Get("Strict-Transport-Security") == "" ||
			len(h.Get("X-Request-Id")) != 26 || h.Get("X-API-Version") != "1.0" {
			t.Errorf("%s: %v", path, h)
		}
	}
	login := s.Do(t, call{Method: "POST", Path: "/api/auth/login/", Body: `{"email":"member@example.com","password":"` + testkit.Password + `"}`, Header: map[string]string{"X-Forwarded-Proto": "https"}})
	if !strings.Contains(login.Header.Get("Set-Cookie"), "; Secure") {
		t.Errorf("cookie behind TLS: %v", login.Header)
	}
	untrusting := testkit.Start(t, testkit.Options{})
	if h := untrusting.Do(t, call{Path: "/", Header: map[string]string{"X-Forwarded-Proto": "https"}}).Header; h.Get("Strict-Transport-Security") != "" {
		t.Error("an untrusted client is treated as a proxy")
	}
}

func TestRateLimits(t *testing.T) {
	s := testkit.Start(t, testkit.Options{
		Proxies:  []string{"127.0.0.1"},
		Settings: map[string]json.RawMessage{"rateLimitPerMinute": []byte("10")},
	})
	from := func(address string) map[string]string { return map[string]string{"X-Forwarded-For": address} }
	ask := func(r call, times int) (last testkit.Response) {
		for range times {
			last = s.Do(t, r)
		}
		return last
	}
	visitor := call{Path: "/api/tracks", Header: from("198.51.100.1")}
	if r := ask(visitor, 10); r.Status != 200 {
		t.Errorf("the tenth: %d", r.Status)
	}
	r := ask(visitor, 1)
	if r.Status != 429 || r.Header.Get("Retry-After") == "" || r.Body != `{"code":"too_many_requests","detail":"Request was throttled."}`+"\n" {
		t.Errorf("the eleventh: %d %v %s", r.Status, r.Header, r.Body)
	}
	for name, other := range map[string]call{
		"another address":      {Path: "/api/tracks", Header: from("198.51.100.2")},
		"a spoofed first hop":  {Path: "/api/tracks", Header: from("198.51.100.1, 198.51.100.3")},
		"a member":             {Path: "/api/tracks", As: s.Member, Header: from("198.51.100.1")},
		"a page":               {Path: "/", Header: from("198.51.100.1")},
		"whether it is up":     {Path: "/health", Header: from("198.51.100.1")},
		"sound that is not it": {Path: "/api/covers/0000000000000000", Header: from("198.51.100.1")},
		"a refresh":            {Method: "POST", Path: "/api/auth/token/refresh", Body: "{}", Header: from("198.51.100.1")},
		"a token that ran out": {Path: "/api/auth/user", As: testkit.Person{Access: "x.y.z"}, Header: from("198.51.100.1")},
	} {
		if r := ask(other, 1); r.Status == 429 {
			t.Errorf("%s is throttled", name)
		}
	}
	if r := ask(call{Path: "/api/genres", As: s.Member}, 98); r.Status != 200 {
		t.Errorf("a member's hundredth read: %d", r.Status)
	}
	if r := ask(call{Method: "DELETE", Path: "/api/tracks/none/like", As: s.Member}, 11); r.Status != 429 {
		t.Errorf("a member's eleventh write: %d", r.Status)
	}
	guess := call{Method: "POST", Path: "/api/auth/login", Body: "{}", As: testkit.Person{Access: "x.y.z"}, Header: from("198.51.100.9")}
	if r := ask(guess, 11); r.Status != 429 {
		t.Errorf("the eleventh sign-in, with a token made up to pass for somebody: %d", r.Status)
	}
	if r := ask(call{Path: "/api/tracks", Header: from("2001:db8::1")}, 6); r.Status != 200 {
		t.Errorf("IPv6: %d", r.Status)
	}
	if r := ask(call{Path: "/api/tracks", Header: from("2001:db8::2")}, 6); r.Status != 429 {
		t.Errorf("a neighbour in the same network: %d", r.Status)
	}
}

func TestLargeBodies(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	const size = 51 << 20
	for name, body := range map[string]io.Reader{
		"of known size":   strings.NewReader(strings.Repeat(" ", size)),
		"of unknown size": io.MultiReader(strings.NewReader(strings.Repeat(" ", size))),
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/api/auth/login/", body)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		answer, err := io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil || res.StatusCode != http.StatusRequestEntityTooLarge || string(answer) != `{"code":"too_large","detail":"Request body is too large."}`+"\n" {
			t.Errorf("%s: %d %s %v", name, res.StatusCode, answer, err)
		}
	}
	http.DefaultClient.CloseIdleConnections()
	s.Run(t, []testkit.Scenario{
		{Name: "long address", Request: call{Path: "/api/search?q=" + strings.Repeat("x", 20_000)}, Status: 400, Contains: []string{`"q":["This text is too long."]`}},
	})
	// net/http refuses it before our code, so the response is not JSON.
	if r := raw(t, s, "/api/tracks", "X-Long", strings.Repeat("x", 60_000)); r.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("long header: %d", r.StatusCode)
	}
}

func TestCompression(t *testing.T) {
	s := apitest.Start(t, testkit.Options{})
	for path, want := range map[string]string{
		"/api/tracks": "gzip",
		"/api":        "", // too small
		"/api/tracks/" + apitest.TracksOf(t, s)["Dawn"].ID + "/stream": "",
	} {
		r := raw(t, s, path, "Accept-Encoding", "gzip")
		if r.StatusCode != http.StatusOK || r.Header.Get("Content-Encoding") != want {
			t.Errorf("%s: %d %v", path, r.StatusCode, r.Header)
		}
	}
}

// raw sends a request as the member with an additional header and returns the raw
// response.
func raw(t *testing.T, s *testkit.Server, path, header, value string) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+path, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+s.Member.Access)
	req.Header.Set(header, value)
	transport := &http.Transport{DisableKeepAlives: true}
	res, err := transport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	return res
}
