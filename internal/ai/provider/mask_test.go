package provider

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// keyed is a template with a key in every place where services want one.
const keyed = `{
  "name": "Keyed", "url": "URL/pathkey-11", "headers": {"Authorization": "Bearer headerkey-22", "Accept": "application/json"},
  "submit": {"path": "/make?api_key=query%2Fkey-33&s={{seconds}}", "body": {"auth": {"token": "bodykey-44"}, "text": "{{prompt}}"}},
  "poll": {"path": "/jobs/callkey-55/{{id}}"}, "id": "id", "status": "state", "done": ["ok"], "result": "url"
}`

// shown returns an error if a text has five characters of a key in a row.
func shown(t *testing.T, name, text string) {
	t.Helper()
	for _, key := range []string{"pathkey-11", "headerkey-22", "query/key-33", "query%2Fkey-33", "bodykey-44", "callkey-55", "signed=66"} {
		for i := 0; i+maskedRun <= len(key); i++ {
			if strings.Contains(text, key[i:i+maskedRun]) {
				t.Errorf("%s: the log would get %q", name, text)
				return
			}
		}
	}
}

// TestErrorsHaveNoKeys has a service refuse connections, and quote requests whole and in part.
func TestErrorsHaveNoKeys(t *testing.T) {
	var answer http.HandlerFunc
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { answer(w, r) }))
	defer server.Close()
	p, err := New(HTTP, Config{Template: strings.ReplaceAll(keyed, "URL", server.URL)}, loopback)
	if err != nil {
		t.Fatal(err)
	}
	failing := func(name, want string) {
		t.Helper()
		_, ordered := p.Submit(t.Context(), order)
		_, polled := p.Poll(t.Context(), "job-1")
		for _, err := range []error{ordered, polled} {
			text := as(t, err).Error()
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q does not say %q", name, text, want)
			}
			shown(t, name, text)
		}
	}
	answer = func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusNotFound)
		io.WriteString(w, "no "+r.RequestURI+" "+r.Header.Get("Authorization")+" ")
		io.Copy(w, r.Body)
	}
	failing("whole", `404 Not Found: "no /`)
	answer = status("401 " + strings.Repeat("x", maxCause-7) + "headerkey-22")
	failing("cut off", "401 Unauthorized")
	answer = status("400 the key head***key-22 is wrong; use a Bearer key")
	failing("in part", "is wrong; use a Bearer key")
	answer = status(`200 {"id": {}, "state": "ok", "url": "http://evil.example/song?signed=66"}`)
	_, err = p.Poll(t.Context(), "job-1")
	shown(t, "file elsewhere", as(t, err).Error())

	answer = status(`200 {"state": "ok", "url": "/callkey-55/song?signed=66"}`)
	job, err := p.Poll(t.Context(), "job-1")
	if err != nil {
		t.Fatal(err)
	}
	server.Close()
	_, err = job.Outputs[0].Open(t.Context())
	shown(t, "file", as(t, err).Error())
	failing("no connection", "connection refused")
}
