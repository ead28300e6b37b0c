package apitest

import (
	"bufio"
	"net/http"
	"strings"
	"testing"
	"time"

	"sonora/internal/testkit"
)

// Events opens an event stream; the returned function waits for a line.
func Events(t *testing.T, s *testkit.Server, p testkit.Person) (await func(prefix string) string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/api/events", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	req.AddCookie(&http.Cookie{Name: "session", Value: p.Cookie})
	transport := &http.Transport{}
	res, err := transport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { res.Body.Close() })
	if res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != "text/event-stream" || res.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%d %v", res.StatusCode, res.Header)
	}
	lines := make(chan string, 1000)
	go func() {
		defer close(lines)
		for in := bufio.NewScanner(res.Body); in.Scan(); {
			if in.Text() == "event: hello" || in.Text() == "event: ping" { // pings of a test on a busy machine
				in.Scan()
				continue
			}
			lines <- in.Text()
		}
	}()
	return func(prefix string) string {
		t.Helper()
		late := time.After(time.Minute) // with the race detector on a busy machine, rendering a mix takes half of that
		for {
			select {
			case line, open := <-lines:
				if err := testkit.CheckTimes([]byte(line)); err != nil {
					t.Error(err)
				}
				if !open || strings.HasPrefix(line, prefix) {
					return line
				}
			case <-late:
				t.Fatalf("no line %s…", prefix)
			}
		}
	}
}
