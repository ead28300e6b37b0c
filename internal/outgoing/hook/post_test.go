package hook

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"sonora/internal/music"
)

var at = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func TestAnswersFromInsideAreNotQuoted(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "what is inside", http.StatusBadRequest) }))
	t.Cleanup(server.Close)
	p := NewPoster(Config{Inside: func() bool { return true }, Now: func() time.Time { return at }})
	if err := p.Post(t.Context(), server.URL, nil, []byte("{}")); music.CodeOf(err) != music.Invalid || err.(*music.Error).Detail.String() != "The webhook refused the message (400)." { //nolint:errorlint,forcetypeassert // not wrapped
		t.Error(err)
	}
}

func TestPostSaysWhatHappened(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		for _, name := range []string{"Content-Type", "Location", "Retry-After"} {
			if v := q.Get(name); v != "" {
				w.Header().Set(name, v)
			}
		}
		status := map[string]int{"ok": 200, "none": 204, "moved": 302, "bad": 400, "slow": 429, "broken": 500}[q.Get("answer")]
		if r.Header.Get("Content-Type") != "application/json" || r.Header.Get("X-Own") != "1" {
			status = 415
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(q.Get("body")))
	}))
	t.Cleanup(server.Close)
	inside, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	p := NewPoster(Config{Named: inside, Now: func() time.Time { return at }})
	for _, c := range []struct {
		query string
		code  music.Code // of the error
		says  string     // "" for success
		wait  time.Duration
	}{
		{"answer=ok&body=ok", 0, "", 0},
		{"answer=none", 0, "", 0},
		{"answer=ok&Content-Type=text/html;charset=utf-8&body=<p>", music.Elsewhere, "web page", 0},
		{"answer=moved&Location=http://127.0.0.1/", music.Invalid, "redirect (302)", 0},
		{"answer=bad&Content-Type=text/plain&body=invalid_blocks", music.Invalid, "refused the message (400): invalid_blocks", 0},
		{"answer=slow&Retry-After=30", music.TooMany, "429", 30 * time.Second},
		{"answer=slow&Retry-After=0.5", music.TooMany, "429", time.Second / 2},
		{"answer=slow&Retry-After=99999999999", music.TooMany, "429", time.Hour},
		{"answer=broken&Retry-After=" + url.QueryEscape(at.Add(time.Minute).Format(http.TimeFormat)), music.Elsewhere, "error 500", time.Minute},
		{"answer=broken&Retry-After=x&body=oops", music.Elsewhere, "error 500", 0},
		{"answer=ok&body=" + strings.Repeat("x", maxAnswer+1), music.Elsewhere, "too long", 0},
	} {
		target := server.URL + "/?" + strings.ReplaceAll(c.query, " ", "+")
		err := p.Post(t.Context(), target, http.Header{"X-Own": {"1"}}, []byte("{}"))
		e, _ := err.(*music.Error) //nolint:errorlint // not wrapped
		if (err == nil) != (c.says == "") || e != nil && (e.Code != c.code || e.RetryAfter != c.wait || !strings.Contains(e.Detail.String(), c.says)) {
			t.Errorf("%.60s: %v %+v", c.query, err, e)
		}
	}
}

func TestPostGoesNowhereElse(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a request arrived") }))
	t.Cleanup(server.Close)
	p := NewPoster(Config{Now: time.Now})
	for target, says := range map[string]string{
		server.URL:                               "https://",
		"https://" + server.URL[len("http://"):]: "private network",
		"https://169.254.169.254/":               "private network",
		"https://[::1]/":                         "private network",
	} {
		err := p.Post(t.Context(), target, nil, nil)
		if music.CodeOf(err) != music.Invalid || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", target, err)
		}
	}
}

func TestRefusal(t *testing.T) {
	isInside := false
	named, err := url.Parse("http://10.0.0.7:8080")
	if err != nil {
		t.Fatal(err)
	}
	p := NewPoster(Config{Named: named, Inside: func() bool { return isInside }, Now: time.Now})
	for address, says := range map[string][2]string{ // without private networks, and with them
		"https://192.0.66.2/x":       {"", ""},
		"http://192.0.66.2/x":        {"https address", ""},
		"http://10.0.0.7:8080/x":     {"", ""},
		"https://10.0.0.7/x":         {"private network", ""},
		"https://localhost/x":        {"private network", ""},
		"https://169.254.169.254/":   {"private network", "private network"},
		"https://me:pw@192.0.66.2/x": {"https address", "https address"},
		"ftp://192.0.66.2/x":         {"https address", "https address"},
		"https:///x":                 {"https address", "https address"},
		"%zz":                        {"https address", "https address"},
	} {
		for i, want := range says {
			isInside = i == 1
			if got := p.Refusal(t.Context(), address).String(); (got == "") != (want == "") || !strings.Contains(got, want) {
				t.Errorf("%s, private networks allowed: %v: %q", address, isInside, got)
			}
		}
	}
}

// TestHangingWebhookIsGivenUp posts to a webhook that never answers.
func TestHangingWebhookIsGivenUp(t *testing.T) {
	over := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-over }))
	t.Cleanup(server.Close)
	t.Cleanup(func() { close(over) })
	inside, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	p := NewPoster(Config{Named: inside, Now: time.Now})
	p.client.Timeout = 20 * time.Millisecond
	if err := p.Post(t.Context(), server.URL, nil, nil); music.CodeOf(err) != music.Elsewhere || !strings.Contains(err.Error(), "did not answer within 10 seconds") {
		t.Error(err)
	}
}
