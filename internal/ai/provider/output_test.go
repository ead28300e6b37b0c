package provider

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// TestHostsOfFiles runs without the guard of the network: the adapter itself
// refuses hosts that are not the service's, and sends them no credentials.
func TestHostsOfFiles(t *testing.T) {
	for name, c := range map[string]struct {
		address, moved string // moved is where the address redirects to
		status         int
		length         int64
		kind           Kind // "" for success
		signed         bool // whether the last request has the key
	}{
		"own":             {"/a.mp3", "", 200, 0, "", true},
		"below":           {"https://cdn1.suno.ai/a", "", 200, 0, "", false},
		"moved below":     {"/a.mp3", "https://cdn1.suno.ai/a", 200, 0, "", false},
		"moved elsewhere": {"https://cdn1.suno.ai/a", "https://evil.example/a", 200, 0, Unusable, false},
		"without TLS":     {"http://cdn1.suno.ai/a", "", 200, 0, Unusable, false},
		"similar":         {"https://notsuno.ai/a", "", 200, 0, Unusable, false},
		"expired":         {"https://cdn1.suno.ai/a", "", 403, 0, Gone, false},
		"refused":         {"/a.mp3", "", 403, 0, Auth, true},
		"2 GB":            {"/a.mp3", "", 200, 2 << 30, Unusable, true},
	} {
		t.Run(name, func(t *testing.T) {
			signed := false
			client := &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
				signed = r.Header.Get("X-Key") != "" // net/http drops only the usual ones
				res := &http.Response{StatusCode: c.status, Header: http.Header{}, Request: r, Body: io.NopCloser(strings.NewReader(string(song))), ContentLength: c.length}
				if c.moved != "" && r.URL.String() != c.moved {
					res.StatusCode = http.StatusFound
					res.Header.Set("Location", c.moved)
				}
				return res, nil
			})}
			p, err := New(Suno, Config{URL: "https://service.example", Key: secret}, func(*url.URL) *http.Client { return client })
			if err != nil {
				t.Fatal(err)
			}
			a := p.(*suno)
			a.headers = map[string]string{"X-Key": secret}
			o, err := a.output(c.address)
			if err == nil {
				_, err = o.Open(t.Context())
			}
			if c.kind == "" && err != nil {
				t.Error(err)
			} else if c.kind != "" {
				if e := as(t, err); e.Kind != c.kind {
					t.Error(e)
				}
			}
			if signed != c.signed {
				t.Errorf("sent the key: %v", signed)
			}
		})
	}
}
