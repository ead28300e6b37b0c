package listening_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
	"sonora/internal/testkit/lastfm"
)

// startListenBrainz answers as ListenBrainz does to one token. It passes submissions on.
func startListenBrainz(t *testing.T, submissions chan<- *http.Request) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /1/validate-token", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") == "Token right" {
			fmt.Fprint(w, `{"code":200,"message":"Token valid.","valid":true,"user_name":"ana-lb"}`)
			return
		}
		fmt.Fprint(w, `{"code":200,"message":"Token invalid.","valid":false}`)
	})
	mux.HandleFunc("POST /1/submit-listens", func(w http.ResponseWriter, r *http.Request) {
		select {
		case submissions <- r:
		default:
		}
		fmt.Fprint(w, `{"status":"ok"}`)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}

func TestScrobbling(t *testing.T) {
	submissions := make(chan *http.Request, 10)
	listenBrainz := startListenBrainz(t, submissions)
	s := apitest.Start(t, inside)
	const list, path = "/api/account/scrobbling", "/api/account/scrobbling/listenbrainz"
	connect := func(token string) call {
		return call{Method: "PUT", Path: path, As: s.Member, Body: fmt.Sprintf(`{"token":%q,"server":%q}`, token, listenBrainz.URL)}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "nobody's", Request: call{Path: list}, Status: 401},
		{Name: "none", Request: call{Path: list, As: s.Member}, Status: 200, Contains: []string{`"service":"listenbrainz"`, `"connection":null`}},
		{Name: "without a token", Request: connect(""), Status: 400, Contains: []string{`"token":["`}},
		{Name: "with a wrong token", Request: connect("wrong"), Status: 400, Contains: []string{"does not know this token"}},
		{Name: "connect", Request: connect("right"), Status: 204},
		{Name: "connected", Request: call{Path: list, As: s.Member}, Status: 200, Contains: []string{`"name":"ana-lb"`, `"isStopped":false`, `"sent":0`, `"lastSentAt":null`}, Lacks: []string{"right"}},
		{Name: "somebody else", Request: call{Path: list, As: s.Admin}, Status: 200, Contains: []string{`"connection":null`}, Lacks: []string{"ana-lb"}},
		{Name: "disconnect another's", Request: call{Method: "DELETE", Path: path, As: s.Admin}, Status: 404},
		{Name: "disconnect from nothing", Request: call{Method: "DELETE", Path: list + "/myspace", As: s.Member}, Status: 404},
	})

	dawn := apitest.TracksOf(t, s)["Dawn"].ID
	report := fmt.Sprintf(`{"name":"Kitchen","trackId":%q,"title":"Dawn","artist":"Ana","queueVersion":1,"position":0,"duration":60,"state":"playing","volume":1}`, dawn)
	if r := s.Do(t, call{Method: "PUT", Path: "/api/player/devices/kitchen-1", As: s.Member, Body: report}); r.Status >= 300 {
		t.Fatalf("report a device: %d %s", r.Status, r.Body)
	}
	select {
	case <-submissions: // what plays now, without waiting for the outbox
	case <-time.After(20 * time.Second):
		t.Error("what plays was not announced within 20 seconds")
	}
	listen(t, s, s.Member, "01JD00000000000000000000S1", dawn, time.Now().Add(-time.Hour), 240)
	waitForSent(t, s, `"sent":1`)
	s.Run(t, []testkit.Scenario{
		{Name: "disconnect", Request: call{Method: "DELETE", Path: path, As: s.Member}, Status: 204},
		{Name: "again", Request: call{Method: "DELETE", Path: path, As: s.Member}, Status: 404},
	})
}

func TestScrobblingToLastFM(t *testing.T) {
	fm := lastfm.Start(t)
	s := apitest.Start(t, testkit.Options{Settings: map[string]json.RawMessage{
		"lastfmApiKey": quoted(lastfm.Key), "lastfmApiSecret": quoted(lastfm.Secret), "lastfmApiUrl": quoted(fm.URL),
	}})
	const list, path = "/api/account/scrobbling", "/api/account/scrobbling/lastfm"
	connect := func(token string) call {
		return call{Method: "PUT", Path: path, As: s.Member, Body: fmt.Sprintf(`{"token":%q}`, token)}
	}
	fm.Allow(false)
	s.Run(t, []testkit.Scenario{
		{Name: "offered", Request: call{Path: list, As: s.Member}, Status: 200, Contains: []string{`"title":"Last.fm","isAvailable":true,"connection":null`}, Lacks: []string{lastfm.Key}},
		{Name: "request as nobody", Request: call{Method: "POST", Path: path + "/request"}, Status: 401},
		{Name: "request", Request: call{Method: "POST", Path: path + "/request", As: s.Member}, Status: 200, Contains: []string{`"token":"` + lastfm.Token, `/api/auth/?api_key=` + lastfm.Key}, Lacks: []string{lastfm.Secret}},
		{Name: "too early", Request: connect(lastfm.Token), Status: 409, Contains: []string{"Allow access at Last.fm first"}},
		{Name: "without a token", Request: connect(""), Status: 400},
	})
	fm.Allow(true)
	s.Run(t, []testkit.Scenario{
		{Name: "another token", Request: connect("another"), Status: 400, Contains: []string{"This took too long"}},
		{Name: "connect", Request: connect(lastfm.Token), Status: 204},
		{Name: "connected", Request: call{Path: list, As: s.Member}, Status: 200, Contains: []string{`"name":"` + lastfm.Name}, Lacks: []string{lastfm.Session}},
		{Name: "somebody else", Request: call{Path: list, As: s.Admin}, Status: 200, Lacks: []string{lastfm.Name}},
	})
	listen(t, s, s.Member, "01JD00000000000000000000F1", apitest.TracksOf(t, s)["Dawn"].ID, time.Now().Add(-time.Hour), 240)
	waitForSent(t, s, `"sent":1`)
	if got := fm.Listens(); len(got) != 1 || got[0].Title != "Dawn" || got[0].Artist != "Ada" {
		t.Errorf("arrived: %+v", got)
	}
	s.Run(t, []testkit.Scenario{{Name: "disconnect", Request: call{Method: "DELETE", Path: path, As: s.Member}, Status: 204}})
}

func TestScrobblingToLastFMNeedsTheOperator(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	const path = "/api/account/scrobbling"
	s.Run(t, []testkit.Scenario{
		{Name: "list", Request: call{Path: path, As: s.Member}, Status: 200, Contains: []string{`"title":"Last.fm","isAvailable":false`, `"title":"ListenBrainz","isAvailable":true`}},
		{Name: "request", Request: call{Method: "POST", Path: path + "/lastfm/request", As: s.Member}, Status: 409, Contains: []string{"Ask the operator to enter its API key"}},
	})
}

func quoted(text string) json.RawMessage { return json.RawMessage(strconv.Quote(text)) }

// waitForSent waits until the member's services contain a text.
func waitForSent(t *testing.T, s *testkit.Server, text string) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); <-time.After(50 * time.Millisecond) {
		if r := s.Do(t, call{Path: "/api/account/scrobbling", As: s.Member}); strings.Contains(r.Body, text) {
			return
		}
	}
	t.Errorf("no %s within 30 seconds", text)
}
