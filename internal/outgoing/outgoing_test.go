package outgoing

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"
)

func TestIsPublic(t *testing.T) {
	for text, want := range map[string]bool{
		"8.8.8.8": true, "1.1.1.1": true, "142.132.240.1": true, "2a01:4f8::1": true, "2606:4700::1111": true, "64:ff9b::8.8.8.8": true,
		"127.0.0.1": false, "127.8.8.8": false, "0.0.0.0": false, "10.1.2.3": false, "172.16.0.1": false, "172.31.255.255": false, "192.168.1.1": false,
		"169.254.169.254": false, "100.64.0.1": false, "100.127.255.255": false, "224.0.0.1": false, "239.1.1.1": false, "255.255.255.255": false,
		"192.0.2.1": false, "198.18.0.1": false, "203.0.113.9": false, "240.0.0.1": false,
		"::": false, "::1": false, "::ffff:127.0.0.1": false, "::ffff:8.8.8.8": false, "::127.0.0.1": false, "fe80::1": false, "fe80::1%eth0": false,
		"fc00::1": false, "fd12::1": false, "fec0::1": false, "ff02::1": false, "64:ff9b::127.0.0.1": false, "64:ff9b::10.0.0.1": false, "64:ff9b:1::1": false,
		"2002:7f00:1::": false, "2001::1": false, "2001:db8::1": false,
	} {
		if got := isPublic(netip.MustParseAddr(text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
	for _, text := range []string{"", "127.0.0.1", "localhost:80", "8.8.8.8"} {
		if isOutside(text) {
			t.Errorf("%q is outside", text)
		}
	}
}

// TestForbiddenAddresses connects to the metadata services of clouds where
// private networks are allowed.
func TestForbiddenAddresses(t *testing.T) {
	for address, want := range map[string]bool{
		"169.254.169.254:80": true, "169.254.170.2:80": true, "[fe80::1%lo]:80": true, "[fd00:ec2::254]:80": true, "[fd20:ce::254]:80": true,
		"168.63.129.16:80": true, "100.100.100.200:80": true, "192.0.0.192:80": true, "[::ffff:169.254.169.254]:80": true, "[64:ff9b::169.254.169.254]:80": true,
		"127.0.0.1:80": false, "10.1.2.3:8000": false, "192.168.1.1:80": false, "[fd12::1]:80": false, "[::1]:80": false, "8.8.8.8:80": false,
		"localhost": true,
	} {
		if err := refuseForbidden("tcp", address, nil); (err != nil) != want {
			t.Errorf("%s: %v", address, err)
		}
	}
	if isOutside("168.63.129.16:80") {
		t.Error("the metadata service of Azure is outside")
	}
	inside := Dialer{Inside: func() bool { return true }}
	if _, err := inside.DialContext(t.Context(), "tcp", "169.254.169.254:80"); !errors.Is(err, ErrAddress) {
		t.Errorf("connect: %v", err)
	}
}

// client returns a client that may access the test server when it is named.
func client(t *testing.T, named string, limit int64) *http.Client {
	t.Helper()
	c := Config{MaxBody: limit, Timeout: 5 * time.Second}
	if named != "" {
		var err error
		if c.Named, err = url.Parse(named); err != nil {
			t.Fatal(err)
		}
	}
	asks := New(c)
	t.Cleanup(asks.CloseIdleConnections)
	return asks
}

func get(t *testing.T, c *http.Client, address string) (string, error) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	res, err := c.Do(r)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	return string(body), err
}

func TestPrivateNetworksAreNotContacted(t *testing.T) {
	asked := 0
	count := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked++ })
	plain, secret := httptest.NewServer(count), httptest.NewTLSServer(count)
	defer plain.Close()
	defer secret.Close()
	port := secret.Listener.Addr().String()[len("127.0.0.1:"):]
	for address, want := range map[string]error{
		plain.URL:                            ErrRedirect, // no TLS
		secret.URL:                           ErrAddress,
		"https://localhost:" + port:          ErrAddress, // a name that resolves to this machine
		"https://[::ffff:127.0.0.1]:" + port: ErrAddress,
		"https://[::1]:" + port:              ErrAddress,
		"https://0.0.0.0:" + port:            ErrAddress,
		"https://169.254.169.254/latest":     ErrAddress,
		"https://a:b@127.0.0.1:" + port:      ErrRedirect,
		"ftp://127.0.0.1/":                   ErrRedirect,
	} {
		if _, err := get(t, client(t, "", 100), address); !errors.Is(err, want) {
			t.Errorf("%s: %v", address, err)
		}
	}
	// A named address allows only that host and port, by that name.
	for _, address := range []string{"http://localhost:" + port, secret.URL, "http://127.0.0.1:1"} {
		if _, err := get(t, client(t, plain.URL, 100), address); !errors.Is(err, ErrAddress) && !errors.Is(err, ErrRedirect) {
			t.Errorf("%s: %v", address, err)
		}
	}
	if asked > 0 {
		t.Errorf("asked %d times", asked)
	}
}

// TestPrivateNetworksWhileAllowed has a client that may or may not use them, as the
// operator changes a setting.
func TestPrivateNetworksWhileAllowed(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(server.Close)
	allowed := false
	client := New(Config{Inside: func() bool { return allowed }, MaxBody: 1 << 10, Timeout: 10 * time.Second})
	get := func(address string) error {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		res, err := client.Do(r)
		if err == nil {
			res.Body.Close()
		}
		return err
	}
	if err := get(server.URL); !errors.Is(err, ErrRedirect) {
		t.Errorf("without permission: %v", err)
	}
	allowed = true
	if err := get(server.URL); err != nil {
		t.Errorf("with permission: %v", err)
	}
	if err := get("http://169.254.169.254/"); !errors.Is(err, ErrAddress) {
		t.Errorf("the metadata service of a cloud: %v", err)
	}
}

func TestRedirects(t *testing.T) {
	var elsewhere *httptest.Server
	here := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var n int
		switch _, err := fmt.Sscanf(r.URL.Path, "/hop/%d", &n); {
		case r.URL.Path == "/inside":
			http.Redirect(w, r, elsewhere.URL, http.StatusFound)
		case r.URL.Path == "/metadata":
			http.Redirect(w, r, "https://169.254.169.254/latest/meta-data", http.StatusTemporaryRedirect)
		case r.URL.Path == "/file":
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		case err == nil && n > 0:
			http.Redirect(w, r, fmt.Sprintf("/hop/%d", n-1), http.StatusSeeOther)
		default:
			w.Header().Set("Set-Cookie", "a=b")
			fmt.Fprint(w, "here", r.Header.Get("Cookie"))
		}
	}))
	defer here.Close()
	elsewhere = httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the redirect was followed") }))
	defer elsewhere.Close()
	c := client(t, here.URL, 100)
	for path, want := range map[string]error{"/hop/5": nil, "/hop/6": ErrRedirects, "/inside": ErrRedirect, "/metadata": ErrAddress, "/file": ErrRedirect} {
		body, err := get(t, c, here.URL+path)
		if !errors.Is(err, want) || want == nil && body != "here" {
			t.Errorf("%s: %q %v", path, body, err)
		}
	}
}

func TestNoRedirectWithoutTLS(t *testing.T) {
	request := func(address string) *http.Request {
		return httptest.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	}
	via := []*http.Request{request("https://a.example/")}
	r := request("http://b.example/x")
	if err := checkRedirect(r, via); err != nil || r.URL.String() != "https://b.example/x" {
		t.Errorf("%s %v", r.URL, err)
	}
	if err := checkRedirect(request("http://b.example:8080/"), via); !errors.Is(err, ErrRedirect) {
		t.Errorf("%v", err)
	}
}

func TestLimits(t *testing.T) {
	long := strings.Repeat("x", 2000)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/fault":
			w.WriteHeader(http.StatusTeapot)
			fmt.Fprint(w, long)
		case "/created":
			w.WriteHeader(http.StatusCreated)
			fmt.Fprint(w, long[:1500])
		case "/told":
			fmt.Fprint(w, long)
		case "/untold":
			w.(http.Flusher).Flush()
			fmt.Fprint(w, long)
		case "/packed":
			w.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			fmt.Fprint(z, strings.Repeat(long, 100))
			z.Close()
		case "/cut":
			w.Header().Set("Content-Length", "100")
			fmt.Fprint(w, "half")
		default:
			fmt.Fprint(w, long[:1500])
		}
	}))
	defer s.Close()
	c := client(t, s.URL, 1500)
	for path, want := range map[string]error{"/": nil, "/fault": nil, "/created": nil, "/told": ErrTooLarge, "/untold": ErrTooLarge, "/packed": ErrTooLarge, "/cut": io.ErrUnexpectedEOF} {
		body, err := get(t, c, s.URL+path)
		if !errors.Is(err, want) || path == "/fault" && len(body) != maxFault || path == "/created" && len(body) != 1500 {
			t.Errorf("%s: %d bytes, %v", path, len(body), err)
		}
	}
}

func TestSlowServerTimesOut(t *testing.T) {
	release := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "a beginning")
		w.(http.Flusher).Flush()
		<-release
	}))
	defer s.Close()
	defer close(release)
	base, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	c := New(Config{Named: base, MaxBody: 100, Timeout: 50 * time.Millisecond})
	defer c.CloseIdleConnections()
	var late interface{ Timeout() bool }
	if _, err := get(t, c, s.URL); !errors.As(err, &late) || !late.Timeout() {
		t.Errorf("%v", err)
	}
}

// TestHostsAreChecked checks hosts before anything connects to them.
func TestHostsAreChecked(t *testing.T) {
	names := map[string][]string{
		"far.example": {"93.184.216.34"}, "near.example": {"10.0.0.1", "::1"}, "both.example": {"10.0.0.1", "2606:4700::1"}, "cloud.example": {"169.254.169.254"},
		"mapped.example": {"::ffff:93.184.216.34"},
	}
	lookup := func(_ context.Context, _, host string) (found []netip.Addr, err error) {
		for _, text := range names[host] {
			found = append(found, netip.MustParseAddr(text))
		}
		if found == nil {
			err = errors.New("no such host")
		}
		return found, err
	}
	for host, want := range map[string]struct{ outside, inside bool }{ // whether it is allowed, also with Inside
		"far.example": {true, true}, "near.example": {false, true}, "both.example": {true, true}, "cloud.example": {false, false}, "none.example": {true, true},
		"mapped.example": {true, true}, "localhost": {false, true}, "a.LOCALHOST.": {false, true}, "127.0.0.1": {false, true}, "::1": {false, true},
		"fe80::1": {false, false}, "fe80::1%eth0": {false, false}, "169.254.169.254": {false, false}, "93.184.216.34": {true, true},
	} {
		for _, inside := range []bool{false, true} {
			err := Dialer{Inside: func() bool { return inside }, lookup: lookup}.Check(t.Context(), host)
			if isAllowed := inside && want.inside || !inside && want.outside; isAllowed != (err == nil) || err != nil && !errors.Is(err, ErrAddress) {
				t.Errorf("%s, inside %v: %v", host, inside, err)
			}
		}
	}
}
