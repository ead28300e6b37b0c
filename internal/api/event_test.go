package api_test

import (
	"bufio"
	"net/http"
	"strings"
	"testing"
	"time"

	"sonora/internal/testkit"
)

// events opens an event stream; the returned function waits for a line.
func events(t *testing.T, s *testkit.Server, p testkit.Person) (await func(prefix string) string) {
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
			lines <- in.Text()
		}
	}()
	return func(prefix string) string {
		t.Helper()
		late := time.After(20 * time.Second)
		for {
			select {
			case line, open := <-lines:
				if !open || strings.HasPrefix(line, prefix) {
					return line
				}
			case <-late:
				t.Fatalf("no line %s…", prefix)
			}
		}
	}
}

func TestEventsReachTheirPeople(t *testing.T) {
	s := start(t, testkit.Options{})
	dawn := tracksOf(t, s)["Dawn"].ID
	member, operator := events(t, s, s.Member), events(t, s, s.Admin)
	if line := member("retry:"); line == "" {
		t.Fatal("the stream ended")
	}
	operator("retry:")

	s.Do(t, call{Method: "POST", Path: "/api/tracks/" + dawn + "/like", As: s.Member})
	if line := member("event: "); line != "event: like" {
		t.Errorf("got %s", line)
	}
	if line := member("data: "); line != `data: {"liked":true,"trackId":"`+dawn+`"}` {
		t.Errorf("got %s", line)
	}
	// The operator hears of the scan, and before it of nobody's like.
	s.Do(t, call{Method: "POST", Path: "/api/library/scan", As: s.Admin, Body: `{"full":true}`})
	if line := operator("event: "); line != "event: scan" {
		t.Errorf("got %s", line)
	}
	if line := member("event: "); line != "event: scan" {
		t.Errorf("got %s", line)
	}
	if line := member("data: "); !strings.Contains(line, `"folder":""`) || !strings.Contains(line, `"state":"running"`) {
		t.Errorf("got %s", line)
	}
	s.Run(t, []testkit.Scenario{{Name: "nobody", Request: call{Path: "/api/events"}, Status: 401}})
}
