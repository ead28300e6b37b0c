package station_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"sonora/internal/radio"
	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

// heardStation is the beginning of an endless response.
type heardStation struct {
	*http.Response

	sound []byte
}

// hear requests a station and reads the beginning of the stream. The connection
// stays open until the test ends.
func hear(t *testing.T, s *testkit.Server, r call) heardStation {
	t.Helper()
	q, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+r.Path, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range r.Header {
		q.Header.Set(name, value)
	}
	if r.ByCookie {
		q.AddCookie(&http.Cookie{Name: "session", Value: r.As.Cookie})
	} else if r.As.Access != "" {
		q.Header.Set("Authorization", "Bearer "+r.As.Access)
	}
	res, err := http.DefaultTransport.RoundTrip(q)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	h := heardStation{res, make([]byte, 4170)}
	if res.StatusCode != http.StatusOK {
		h.sound, err = io.ReadAll(res.Body)
	} else {
		_, err = io.ReadFull(res.Body, h.sound)
	}
	if err != nil {
		t.Fatalf("%s: %v", r.Path, err)
	}
	return h
}

// relayed creates a relay, owned by the operator, of a running stream.
func relayed(t *testing.T, public bool) (s *testkit.Server, station stationOf) {
	t.Helper()
	s = testkit.Start(t, testkit.Options{Settings: map[string]json.RawMessage{"relayInside": []byte("true")}})
	id := apitest.Made(t, s, "/api/admin/radios", fmt.Sprintf(`{"name":"Far & away","streamUrl":%q,"isPublic":%v}`, upstream(t), public))
	return s, testkit.JSON[stationOf](t, s.Do(t, call{Path: "/api/radios/" + id, As: s.Admin}))
}

// TestMembersOnlyStation requests a station for members with every kind of
// credentials.
func TestMembersOnlyStation(t *testing.T) {
	t.Parallel()
	s, station := relayed(t, false)
	path := "/radio/" + station.Mount
	_, secret := apitest.APIKey(t, s, s.Member, "listen")
	for _, who := range []struct {
		name string
		call
	}{
		{"a session", call{As: s.Member, ByCookie: true}},
		{"a token", call{As: s.Member}},
		{"an API key", call{Header: apitest.Basic(s.Member.Email, secret)}},
	} {
		who.Path = path + ".mp3"
		if h := hear(t, s, who.call); h.StatusCode != http.StatusOK || h.Header.Get("Content-Type") != "audio/mpeg" || string(h.sound[:3]) != "\xff\xfb\x90" {
			t.Errorf("%s: %s, %v", who.name, h.Status, h.Header)
		}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "a visitor", Request: call{Path: path}, Status: 401, Headers: map[string]string{"WWW-Authenticate": `Basic realm="Sonora", charset="UTF-8"`}},
		{Name: "a visitor's list", Request: call{Path: path + ".m3u"}, Status: 401},
		{Name: "a visitor's head", Request: call{Method: "HEAD", Path: path}, Status: 401},
		{Name: "the wrong API key", Request: call{Path: path, Header: apitest.Basic(s.Member.Email, "sonora-wrong")}, Status: 401},
		{Name: "the account's password", Request: call{Path: path, Header: apitest.Basic(s.Member.Email, testkit.Password)}, Status: 401},
		{Name: "its history, for a visitor", Request: call{Path: "/api/radios/" + station.ID + "/history"}, Status: 404},
		{Name: "its history", Request: call{Path: "/api/radios/" + station.ID + "/history", As: s.Member}, Status: 200},
	})
	for _, what := range []string{"", ".mp3", ".m3u", ".evil", "/hls/live.m3u8", "?format=opus"} {
		hidden, unknown := s.Do(t, call{Path: path + what}), s.Do(t, call{Path: "/radio/unknown" + what})
		for _, h := range []string{"WWW-Authenticate", "Content-Type", "Cache-Control"} {
			if hidden.Header.Get(h) != unknown.Header.Get(h) {
				t.Errorf("%s: %s %q of a hidden station, %q of none", what, h, hidden.Header.Get(h), unknown.Header.Get(h))
			}
		}
		if hidden.Status != http.StatusUnauthorized || hidden.Status != unknown.Status || hidden.Body != unknown.Body {
			t.Errorf("%s: %d %s of a hidden station, %d %s of none", what, hidden.Status, hidden.Body, unknown.Status, unknown.Body)
		}
	}
	if r := s.Do(t, call{Path: path, Header: map[string]string{"Sec-Fetch-Site": "same-origin"}}); r.Status != http.StatusUnauthorized || strings.HasPrefix(r.Header.Get("WWW-Authenticate"), "Basic") {
		t.Errorf("the web app is asked for a password: %d %v", r.Status, r.Header)
	}
}

// TestStationStreams requests every format, until the station is deleted.
func TestStationStreams(t *testing.T) {
	t.Parallel()
	s, station := relayed(t, true)
	path := "/radio/" + station.Mount
	plain := hear(t, s, call{Path: path, Header: map[string]string{"Range": "bytes=100-199"}})
	if plain.StatusCode != http.StatusOK || plain.Header.Get("Content-Range") != "" || plain.Header.Get("Accept-Ranges") != "none" || plain.Header.Get("Icy-Name") != "Far & away" {
		t.Errorf("%s, %v", plain.Status, plain.Header)
	}
	if titled := hear(t, s, call{Path: path, Header: map[string]string{"Icy-MetaData": "1"}}); titled.Header.Get("Icy-Metaint") == "" {
		t.Errorf("%v", titled.Header)
	}
	list := "http://" + strings.TrimPrefix(s.URL, "http://") + path + ".mp3"
	s.Run(t, []testkit.Scenario{
		{Name: "the head", Request: call{Method: "HEAD", Path: path}, Status: 200, Headers: map[string]string{"Content-Type": "audio/mpeg"}},
		{Name: "m3u", Request: call{Path: path + ".m3u"}, Status: 200, Contains: []string{"#EXTM3U\n", list}},
		{Name: "pls", Request: call{Path: path + ".pls"}, Status: 200, Contains: []string{"File1=" + list}},
		{Name: "xspf", Request: call{Path: path + ".xspf"}, Status: 200, Contains: []string{"<location>" + list, "Far &amp; away"}},
		{Name: "a form it does not have", Request: call{Path: path + ".opus"}, Status: 404},
		{Name: "a form nobody knows", Request: call{Path: path + ".exe"}, Status: 404},
		{Name: "the form it has, by name", Request: call{Method: "HEAD", Path: path + "?format=mp3"}, Status: 200, Headers: map[string]string{"Content-Type": "audio/mpeg"}},
		{Name: "a form it does not have, by name", Request: call{Path: path + "?format=opus"}, Status: 404},
		{Name: "a form nobody knows, by name", Request: call{Path: path + "?format=evil"}, Status: 400, Contains: []string{`"format":["Choose mp3, aac or opus`}},
		{Name: "two forms", Request: call{Path: path + ".mp3?format=aac"}, Status: 400},
		{Name: "no such station", Request: call{Path: "/radio/none", As: s.Member}, Status: 404},
		{Name: "deleted", Request: call{Method: "DELETE", Path: "/api/admin/radios/" + station.ID, As: s.Admin}, Status: 200},
		{Name: "gone", Request: call{Path: path, As: s.Member}, Status: 404},
	})
	ended := make(chan error, 1)
	go func() {
		_, err := io.Copy(io.Discard, plain.Body)
		ended <- err
	}()
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		t.Error("a deleted station still has listeners")
	}
}

// checkDashboard checks that every metric that the dashboard of Grafana shows is
// among those that Prometheus gets.
func checkDashboard(t *testing.T, figures string) {
	t.Helper()
	dashboard, err := os.ReadFile("../../../deploy/grafana/sonora.json")
	if err != nil {
		t.Fatal(err)
	}
	var d struct {
		Panels []struct{ Targets []struct{ Expr string } }
	}
	if err := json.Unmarshal(dashboard, &d); err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	for _, p := range d.Panels {
		for _, target := range p.Targets {
			for _, name := range metricName.FindAllString(target.Expr, -1) {
				shown[metricSuffix.ReplaceAllString(name, "")] = true
			}
		}
	}
	described := make(chan *prometheus.Desc, 100)
	new(radio.Service).Describe(described) // stations without sound have no level
	close(described)
	known := new(strings.Builder)
	for d := range described {
		fmt.Fprintln(known, d)
	}
	for name := range shown {
		if !strings.Contains(figures, "# TYPE "+name+" ") && !strings.Contains(known.String(), `"`+name+`"`) {
			t.Errorf("the dashboard shows %s, which the server does not have", name)
		}
	}
	if len(shown) < 15 {
		t.Errorf("the dashboard shows %d metrics", len(shown))
	}
}

var (
	metricName   = regexp.MustCompile(`\b(?:sonora|process|go)_[a-z_]+`)
	metricSuffix = regexp.MustCompile(`_(?:bucket|count)$`)
)

// TestStationHealth checks the health for the owner and the metrics for
// Prometheus.
func TestStationHealth(t *testing.T) {
	t.Parallel()
	s, station := relayed(t, true)
	path := "/api/radios/" + station.ID
	hear(t, s, call{Path: "/radio/" + station.Mount})
	awaitStation(t, s, station.ID, `"artist":"Ana","title":"Dawn"`)
	awaited(t, 20*time.Second, func() (string, bool) {
		body := s.Do(t, call{Path: path + "/log", As: s.Admin}).Body
		return body, strings.Contains(body, "The stream is passed on.")
	})
	awaited(t, 20*time.Second, func() (string, bool) {
		body := s.Do(t, call{Path: path + "/history"}).Body
		return body, strings.Contains(body, `"artist":"Ana","title":"Dawn"`)
	})
	_, player := apitest.APIKey(t, s, s.Admin, "listen", "write")
	_, operators := apitest.APIKey(t, s, s.Admin, "read", "admin")
	_, members := apitest.APIKey(t, s, s.Member, "read")
	for _, r := range []call{{Path: "/metrics", As: s.Admin}, {Path: "/metrics", Header: apitest.Basic(s.Admin.Email, operators)}} {
		figures := s.Do(t, r)
		for _, line := range []string{`sonora_radio_station_state{mount="` + station.Mount + `",state="relay",station="` + station.ID + `"} 1`, "sonora_radio_connections 1"} {
			if figures.Status != http.StatusOK || !strings.Contains(figures.Body, line) {
				t.Errorf("%d, without %s", figures.Status, line)
			}
		}
		checkDashboard(t, figures.Body)
	}
	s.Run(t, []testkit.Scenario{
		{Name: "health", Request: call{Path: path + "/health", As: s.Admin}, Status: 200, Contains: []string{`"state":"relay"`, `"format":"mp3"`, `"connections":1`, `"encoder":""`, `"source":"a remote stream"`}},
		{Name: "health in Spanish", Request: call{Path: path + "/health", As: s.Admin, Header: map[string]string{"Accept-Language": "es"}}, Status: 200, Lacks: []string{"a remote stream"}},
		{Name: "health of another's", Request: call{Path: path + "/health", As: s.Member}, Status: 403},
		{Name: "health, for a visitor", Request: call{Path: path + "/health"}, Status: 401},
		{Name: "log of another's", Request: call{Path: path + "/log", As: s.Member}, Status: 403},
		{Name: "log, for a visitor", Request: call{Path: path + "/log"}, Status: 401},
		{Name: "log of one kind", Request: call{Path: path + "/log?kind=silence", As: s.Admin}, Status: 200, Lacks: []string{"passed on"}},
		{Name: "log of no kind", Request: call{Path: path + "/log?kind=x", As: s.Admin}, Status: 400},
		{Name: "figures", Request: call{Path: path + "/figures", As: s.Admin}, Status: 200, Contains: []string{`"hours":`, `"title":"Dawn"`}},
		{Name: "figures of another's", Request: call{Path: path + "/figures", As: s.Member}, Status: 403},
		{Name: "figures, for a visitor", Request: call{Path: path + "/figures"}, Status: 401},
		{Name: "nothing to skip", Request: call{Method: "POST", Path: path + "/skip", As: s.Admin}, Status: 409},
		{Name: "skip another's", Request: call{Method: "POST", Path: path + "/skip", As: s.Member}, Status: 403},
		{Name: "skip, a visitor", Request: call{Method: "POST", Path: path + "/skip"}, Status: 401},
		{Name: "no such station", Request: call{Path: "/api/radios/none/history"}, Status: 404},

		{Name: "metrics by one for players", Request: call{Path: "/metrics", Header: apitest.Basic(s.Admin.Email, player)}, Status: 403},
		{Name: "metrics by a member's", Request: call{Path: "/metrics", Header: apitest.Basic(s.Member.Email, members)}, Status: 403},
		{Name: "metrics for a member", Request: call{Path: "/metrics", As: s.Member}, Status: 403},
		{Name: "metrics for a visitor", Request: call{Path: "/metrics"}, Status: 401, Headers: map[string]string{"WWW-Authenticate": `Basic realm="Sonora", charset="UTF-8"`}},
	})
}

// TestAutoDJPlaysWithoutListeners creates an AutoDJ station without listeners.
func TestAutoDJPlaysWithoutListeners(t *testing.T) {
	t.Parallel()
	apitest.FFmpeg(t)
	s := testkit.Start(t, testkit.Options{Music: longSongs(t, 4)})
	station, _ := stationOfList(t, s, apitest.TrackIDs(t, s))
	awaitStation(t, s, station, `"state":"autodj"`)
	path := "/api/radios/" + station
	first := awaited(t, 20*time.Second, func() (string, bool) {
		body := s.Do(t, call{Path: path + "/history"}).Body
		return body, strings.Contains(body, `"title":"Song `)
	})
	if r := s.Do(t, call{Method: "POST", Path: path + "/skip", As: s.Admin}); r.Status != http.StatusOK {
		t.Errorf("%d %s", r.Status, r.Body)
	}
	awaited(t, 20*time.Second, func() (string, bool) {
		body := s.Do(t, call{Path: path + "/history"}).Body
		return body, strings.Count(body, `"playId"`) > strings.Count(first, `"playId"`)
	})
}
