package api_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sonora/internal/auth"
	"sonora/internal/music"
	"sonora/internal/testkit/apitest"
)

func TestEventStreamLivesAsLongAsItsToken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := apitest.NewEdge(t, nil, nil)
		token, v := e.SignIn(t, "a@example.com")
		began := time.Now()
		_, stream := e.OpenEvents(t, token)
		for _, begins := range []string{"retry: 2000", "event: hello", `data: {"quietMs":0}`} {
			if got := apitest.Line(t, stream); got != begins {
				t.Fatalf("the stream begins with %q", got)
			}
		}
		for i := range 4 {
			got, data := apitest.Line(t, stream), apitest.Line(t, stream)
			if after := time.Since(began); got != "event: ping" || data != "data: null" || after != time.Duration(i+1)*25*time.Second {
				t.Fatalf("after %v: %q %q", after, got, data)
			}
		}
		e.Events.Publish(music.Event{Type: music.EventLike, Account: "somebody else", Data: music.LikeChange{TrackID: "x"}})
		e.Events.Publish(music.Event{Type: music.EventLike, Account: v.AccountID, Data: music.LikeChange{TrackID: "t1", Liked: true}})
		if name, data := apitest.Line(t, stream), apitest.Line(t, stream); name != "event: like" || data != `data: {"liked":true,"trackId":"t1"}` {
			t.Errorf("got %s %s", name, data)
		}
		for last := ""; last == "" || last == "event: ping" || last == "data: null"; last = apitest.Line(t, stream) {
		}
		if lived := time.Since(began); lived < auth.AccessLifetime || lived > auth.AccessLifetime+time.Minute {
			t.Errorf("the stream lived %v, its token %v", lived, auth.AccessLifetime)
		}
	})
}

func TestEventStreamOfStalledClientEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := apitest.NewEdge(t, nil, nil)
		token, v := e.SignIn(t, "a@example.com")
		_, stream := e.OpenEvents(t, token)
		for _, begins := range []string{"retry: 2000", "event: hello", `data: {"quietMs":0}`} {
			if got := apitest.Line(t, stream); got != begins {
				t.Fatalf("the stream begins with %q", got)
			}
		}
		e.Events.Publish(music.Event{Type: music.EventPlay, Account: v.AccountID})
		<-time.After(15 * time.Second)
		if got := apitest.Line(t, stream); strings.HasPrefix(got, "event:") {
			t.Errorf("15 s later it still gets %q", got)
		}
	})
}

func TestSlowBodyTimesOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := apitest.NewEdge(t, nil, nil)
		conn, began := e.Dial(t), time.Now()
		if _, err := fmt.Fprint(conn, "POST /api/auth/login HTTP/1.1\r\nHost: sonora\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"); err != nil {
			t.Fatal(err)
		}
		res, err := http.ReadResponse(bufio.NewReader(conn), nil)
		took := time.Since(began)
		if err == nil && (res.StatusCode < 400 || res.StatusCode >= 500) {
			t.Errorf("answers %d", res.StatusCode)
		}
		if took > time.Minute {
			t.Errorf("was waited for %v", took)
		}
	})
}

// TestSlowImportIsAwaited sends the collection of a DJ over a slow line, which takes
// longer than other requests may.
func TestSlowImportIsAwaited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := apitest.NewEdge(t, nil, nil)
		token, _ := e.SignIn(t, "a@example.com")
		conn := e.Dial(t)
		const first, rest = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.xml\"\r\n\r\n", "no collection\r\n--x--\r\n"
		if _, err := fmt.Fprintf(conn, "POST /api/dj/imports HTTP/1.1\r\nHost: sonora\r\nAuthorization: Bearer %s\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: %d\r\n\r\n%s", token, len(first+rest), first); err != nil {
			t.Fatal(err)
		}
		<-time.After(10 * time.Minute)
		if _, err := fmt.Fprint(conn, rest); err != nil {
			t.Fatal(err)
		}
		res, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		if err != nil || !strings.Contains(string(body), "“a.xml” is not a file of rekordbox") {
			t.Errorf("answers %d %s, %v", res.StatusCode, body, err)
		}
	})
}

// TestTruncatedBodyIsBadRequest sends fewer bytes than announced, and invalid
// chunks.
func TestTruncatedBodyIsBadRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := apitest.NewEdge(t, nil, nil)
		conn := e.Dial(t)
		if _, err := fmt.Fprint(conn, "POST /api/auth/login HTTP/1.1\r\nHost: sonora\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		res, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil || res.StatusCode != http.StatusBadRequest {
			t.Errorf("got %v %v, want 400", res, err)
		}
	})
}

func TestThrottle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := apitest.NewEdge(t, nil, map[string]json.RawMessage{"rateLimitPerMinute": []byte("3")})
		token, _ := e.SignIn(t, "a@example.com")
		bearer := []string{"Authorization", "Bearer " + token}
		use := func(n int, method, path string, header ...string) {
			t.Helper()
			for i := range n {
				if got := e.Ask(method, path, "", header...).Code; got == http.StatusTooManyRequests {
					t.Fatalf("%s %s: call %d of %d is throttled", method, path, i+1, n)
				}
			}
		}
		refused := func(method, path, limit, after string, header ...string) {
			t.Helper()
			w := e.Ask(method, path, "", header...)
			class, quota, _ := strings.Cut(limit, " ")
			policy, state := fmt.Sprintf("%q;q=%s;w=60", class, quota), fmt.Sprintf("%q;r=0;t=%s", class, after)
			if got := w.Header(); got.Get("RateLimit-Policy") != policy || got.Get("RateLimit") != state {
				t.Errorf("%s %s: %s %s, want %s %s", method, path, got.Get("RateLimit-Policy"), got.Get("RateLimit"), policy, state)
			}
			if w.Code != http.StatusTooManyRequests || strings.TrimSpace(w.Body.String()) != `{"code":"too_many_requests","detail":"Request was throttled."}` || w.Header().Get("Retry-After") != after {
				t.Errorf("%s %s: %d %s after %q", method, path, w.Code, w.Body, w.Header().Get("Retry-After"))
			}
		}
		if got := e.Ask("GET", "/api/tracks", "").Header(); got.Get("RateLimit-Policy") != `"visitor";q=3;w=60` || got.Get("RateLimit") != `"visitor";r=2;t=20` {
			t.Errorf("the first answer has %v", got)
		}
		use(2, "GET", "/api/tracks")
		refused("GET", "/api/albums", "visitor 3", "20")
		refused("GET", "/v1/tracks", "visitor 3", "20") // an alias does not bypass the limit
		// Requests of visitors do not count for members, and reads do not count as writes.
		use(3, "POST", "/api/tracks/x/like", bearer...)
		refused("DELETE", "/api/tracks/x/like", "write 3", "20", bearer...)
		use(30, "GET", "/api/tracks", bearer...)
		refused("GET", "/api/tracks", "read 30", "2", bearer...)
		// Signing in has its own limit. Pages, audio, pictures and the health check have
		// none.
		use(3, "POST", "/api/auth/login")
		refused("POST", "/api/auth/login", "sign-in 3", "20")
		use(50, "GET", "/health")
		use(50, "GET", "/api/tracks/x/stream")
		use(50, "GET", "/api/covers/x")
		use(50, "GET", "/albums")
		<-time.After(20 * time.Second)
		use(1, "GET", "/api/tracks")
		refused("GET", "/api/tracks", "visitor 3", "20")
	})
}
