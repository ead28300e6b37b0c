package proxy_test

import (
	"net/http/httptest"
	"testing"

	"sonora/internal/edge/proxy"
)

func TestCountry(t *testing.T) {
	trusted, err := proxy.Parse([]string{"10.0.0.0/8"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ from, header, value, want string }{
		{"10.1.2.3:4000", "CF-IPCountry", "ES", "ES"},
		{"10.1.2.3:4000", "CloudFront-Viewer-Country", " fr ", "FR"},
		{"10.1.2.3:4000", "CF-IPCountry", "XX", ""},  // Cloudflare does not know it
		{"10.1.2.3:4000", "CF-IPCountry", "T1", ""},  // Tor
		{"10.1.2.3:4000", "CF-IPCountry", "ESP", ""}, // no two-letter code
		{"10.1.2.3:4000", "X-Unknown", "ES", ""},
		{"192.0.2.1:4000", "CF-IPCountry", "ES", ""}, // a client that says so itself
		{"broken", "CF-IPCountry", "ES", ""},
	} {
		r := httptest.NewRequestWithContext(t.Context(), "GET", "/", nil)
		r.RemoteAddr = c.from
		r.Header.Set(c.header, c.value)
		if got := trusted.Country(r); got != c.want {
			t.Errorf("%s: %s from %s is %q, not %q", c.header, c.value, c.from, got, c.want)
		}
		if got := (proxy.Trusted{}).Country(r); got != "" {
			t.Errorf("without trusted proxies: %q", got)
		}
	}
}
