package webhook

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"sonora/internal/music"
)

func keyOf(t *testing.T, secret string) []byte {
	t.Helper()
	key, err := Key(secret)
	if err != nil {
		t.Fatal(err)
	}
	return key
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
	p := NewPoster(inside, func() time.Time { return at })
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
	p := NewPoster(nil, time.Now)
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
	p := NewPoster(inside, time.Now)
	p.client.Timeout = 20 * time.Millisecond
	if err := p.Post(t.Context(), server.URL, nil, nil); music.CodeOf(err) != music.Elsewhere || !strings.Contains(err.Error(), "did not answer within 10 seconds") {
		t.Error(err)
	}
}
