package station_test

import (
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

// djOf is the response to creating a DJ or a password.
type djOf struct {
	DJ       struct{ ID, Name string }
	Password string
}

func stationWithDJs(t *testing.T, s *testkit.Server) string {
	t.Helper()
	r := s.Do(t, testkit.Request{Method: http.MethodPost, Path: "/api/radios", Body: `{"name":"Jazz FM","mode":"live"}`, As: s.Member})
	made := testkit.JSON[struct{ ID string }](t, r)
	if r.Status != http.StatusCreated || made.ID == "" {
		t.Fatalf("station: %d %s", r.Status, r.Body)
	}
	return made.ID
}

func TestStationDJs(t *testing.T) {
	s := empty.Join(t)
	id := stationWithDJs(t, s)
	djs := "/api/radios/" + id + "/djs"
	ada := s.SignUp(t, "ada@example.com")
	r := s.Do(t, testkit.Request{Method: http.MethodPost, Path: djs, Body: fmt.Sprintf(`{"name":"Nina","accountId":%q}`, apitest.IDOf(t, s, ada)), As: s.Member})
	nina := testkit.JSON[djOf](t, r)
	if r.Status != http.StatusCreated || len(nina.Password) != 24 || r.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%d %s %v", r.Status, r.Body, r.Header)
	}
	one := djs + "/" + nina.DJ.ID
	s.Run(t, []testkit.Scenario{
		{
			Name: "the list", Request: testkit.Request{Path: djs, As: s.Member}, Status: 200,
			Contains: []string{`"name":"Nina"`, `"accountName":"Ada"`, `"anyTime":true`, `"enabled":true`, `"hasPassword":true`, `"lastSeenAt":null`, `"mount":"/jazz-fm-`, `"port":null`},
			Lacks:    []string{nina.Password},
		},
		{Name: "past the end", Request: testkit.Request{Path: djs + "?at=1&limit=1", As: s.Member}, Status: 200, Contains: []string{`"djs":[]`, `"mount":"/jazz-fm-`}},
		{Name: "the operator's list", Request: testkit.Request{Path: djs, As: s.Admin}, Status: 200, Contains: []string{"Nina"}},
		{Name: "not the DJ's", Request: testkit.Request{Path: djs, As: ada}, Status: 403},
		{Name: "not somebody else's to fill", Request: testkit.Request{Method: http.MethodPost, Path: djs, Body: `{"name":"Ada"}`, As: ada}, Status: 403},
		{Name: "not to change", Request: testkit.Request{Method: http.MethodPut, Path: one, Body: `{"enabled":true}`, As: ada}, Status: 403},
		{Name: "no password for others", Request: testkit.Request{Method: http.MethodPost, Path: one + "/password", As: ada}, Status: 403},
		{Name: "not to remove", Request: testkit.Request{Method: http.MethodDelete, Path: one, As: ada}, Status: 403},
		{Name: "no such station", Request: testkit.Request{Path: "/api/radios/nothing/djs", As: s.Admin}, Status: 404},
		{Name: "the same name", Request: testkit.Request{Method: http.MethodPost, Path: djs, Body: `{"name":"Nina"}`, As: s.Member}, Status: 409, Contains: []string{"Another DJ of this station has this name already."}},
		{Name: "a name of clients", Request: testkit.Request{Method: http.MethodPost, Path: djs, Body: `{"name":"SOURCE"}`, As: s.Member}, Status: 400, Contains: []string{`"name":[`}},
		{Name: "no name", Request: testkit.Request{Method: http.MethodPost, Path: djs, Body: `{}`, As: s.Member}, Status: 400},
		{Name: "no such account", Request: testkit.Request{Method: http.MethodPut, Path: one, Body: `{"accountId":"x"}`, As: s.Member}, Status: 400, Contains: []string{"There is no such account."}},
		{
			Name: "changed", Request: testkit.Request{Method: http.MethodPut, Path: one, Body: `{"name":" Nina S. ","anyTime":false,"enabled":false,"accountId":null}`, As: s.Admin}, Status: 200,
			Contains: []string{`"name":"Nina S."`, `"anyTime":false`, `"enabled":false`, `"accountId":null`},
		},
		{Name: "no such DJ", Request: testkit.Request{Method: http.MethodPut, Path: djs + "/x", Body: `{}`, As: s.Member}, Status: 404},
		{Name: "no password for nobody", Request: testkit.Request{Method: http.MethodPost, Path: djs + "/x/password", As: s.Member}, Status: 404},
	})
	again := testkit.JSON[djOf](t, s.Do(t, testkit.Request{Method: http.MethodPost, Path: one + "/password", As: s.Member}))
	if len(again.Password) != 24 || again.Password == nina.Password {
		t.Errorf("another password: %+v", again)
	}
	s.Run(t, []testkit.Scenario{
		{Name: "removed", Request: testkit.Request{Method: http.MethodDelete, Path: one, As: s.Member}, Status: 204},
		{Name: "gone", Request: testkit.Request{Method: http.MethodDelete, Path: one, As: s.Member}, Status: 404},
	})
}

// TestOnAir connects a source to the server's own port and a listener.
func TestOnAir(t *testing.T) {
	t.Parallel()
	s := empty.Join(t)
	id := stationWithDJs(t, s)
	djs := "/api/radios/" + id + "/djs"
	nina := testkit.JSON[djOf](t, s.Do(t, testkit.Request{Method: http.MethodPost, Path: djs, Body: `{"name":"Nina"}`, As: s.Member}))
	mount := testkit.JSON[struct{ Mount string }](t, s.Do(t, testkit.Request{Path: "/api/radios/" + id, As: s.Member})).Mount
	host := strings.TrimPrefix(s.URL, "http://")

	conn, err := net.Dial("tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	frame := make([]byte, 417) // MP3, 128 kbit/s
	copy(frame, []byte{0xff, 0xfb, 0x90, 0x00})
	authorization := base64.StdEncoding.EncodeToString([]byte("source:" + nina.Password))
	if _, err := fmt.Fprintf(conn, "SOURCE /%s HTTP/1.0\r\nContent-Type: audio/mpeg\r\nAuthorization: Basic %s\r\n\r\n", mount, authorization); err != nil {
		t.Fatal(err)
	}
	answer := make([]byte, 15)
	if _, err := io.ReadFull(conn, answer); err != nil || string(answer) != "HTTP/1.0 200 OK" {
		t.Fatalf("%q, %v", answer, err)
	}
	go func() {
		beat := time.NewTicker(20 * time.Millisecond) // slightly faster than real time
		defer beat.Stop()
		for ; ; <-beat.C { // until the test ends
			if _, err := conn.Write(frame); err != nil {
				return
			}
		}
	}()
	title := "/admin.cgi?mode=updinfo&song=Nina+-+Sinnerman&pass=" + nina.Password
	s.Run(t, []testkit.Scenario{{Name: "a title", Request: testkit.Request{Path: title}, Status: 200}})
	for deadline := time.Now().Add(20 * time.Second); ; <-time.After(10 * time.Millisecond) {
		r := s.Do(t, testkit.Request{Path: "/status-json.xsl"})
		if strings.Contains(r.Body, "Nina - Sinnerman") && strings.Contains(r.Body, "/radio/"+mount) {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("not on air: %s", r.Body)
		}
	}
	listen, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/radio/"+mount, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(listen)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	heard := make([]byte, 10*417)
	if _, err := io.ReadFull(res.Body, heard); err != nil || res.Header.Get("Content-Type") != "audio/mpeg" || heard[0] != 0xff {
		t.Errorf("%s %v, %v, % x", res.Status, res.Header, err, heard[:4])
	}
	s.Run(t, []testkit.Scenario{
		{Name: "in use", Request: testkit.Request{Path: "/admin/stats"}, Status: 401},
		{Name: "no kick without a password", Request: testkit.Request{Path: "/admin/killsource?mount=/" + mount}, Status: 401},
		{Name: "seen", Request: testkit.Request{Path: djs, As: s.Member}, Status: 200, Lacks: []string{`"lastSeenAt":null`}},
	})
}
