package listening_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"sonora/internal/testkit"
)

// feedServer is a server that publishes a podcast.
type feedServer struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string
}

const sound = "0123456789abcdefghij"

func startFeed(t *testing.T) *feedServer {
	f := &feedServer{}
	f.Server = httptest.NewServer(http.HandlerFunc(f.serve))
	t.Cleanup(f.Close)
	return f
}

func (f *feedServer) serve(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	f.asked = append(f.asked, r.URL.Path+" "+r.Header.Get("Range"))
	f.mu.Unlock()
	switch r.URL.Path {
	case "/private":
		if user, password, _ := r.BasicAuth(); user != "ann" || password != "tea" {
			http.Error(w, "no", http.StatusUnauthorized)
			return
		}
		f.feed(w, "Club")
	case "/feed":
		f.feed(w, "Tea Talk")
	case "/moved":
		http.Redirect(w, r, "/feed", http.StatusMovedPermanently)
	case "/loop":
		http.Redirect(w, r, "/loop", http.StatusFound)
	case "/page":
		fmt.Fprint(w, "<html><body>Hello</body></html>")
	case "/two.vtt":
		fmt.Fprint(w, "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>Hello</v>\n")
	case "/two.json":
		fmt.Fprint(w, `{"version":"1.2.0","chapters":[{"startTime":0,"title":"Hello"},{"startTime":5,"title":"Kettle"}]}`)
	case "/two.mp3", "/one.mp3":
		w.Header().Set("Content-Type", "audio/mpeg")
		http.ServeContent(w, r, "", time.Time{}, strings.NewReader(sound))
	case "/page.mp3":
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<script>alert(1)</script>")
	default:
		http.NotFound(w, r)
	}
}

func (f *feedServer) feed(w http.ResponseWriter, title string) {
	fmt.Fprintf(w, `<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>%s</title><description>About tea.</description>
		<item><title>Two</title><guid>two</guid><pubDate>Tue, 17 Nov 2026 08:00:00 +0000</pubDate><description><![CDATA[<b>Hi</b><script>x</script>]]></description>
			<enclosure url="%[2]s/two.mp3" type="audio/mpeg" length="20"/><podcast:chapters url="%[2]s/two.json"/><podcast:transcript url="%[2]s/two.vtt" type="text/vtt"/></item>
		<item><title>One</title><guid>one</guid><pubDate>Mon, 16 Nov 2026 08:00:00 +0000</pubDate><enclosure url="%[2]s/page.mp3" type="audio/mpeg" length="20"/></item>
		</channel></rss>`, title, f.URL)
}

// inside allows feeds on this machine.
var inside = testkit.Options{Settings: map[string]json.RawMessage{"relayInside": json.RawMessage("true")}}

type podcastAnswer struct {
	ID           string
	Title        string
	Plays        int
	Subscription *struct {
		Keep  int
		Speed float64
	}
}

type episodeAnswer struct {
	ID, Title, AudioURL, State string
	Position                   float64
	Done                       bool
}

func subscribe(t *testing.T, s *testkit.Server, as testkit.Person, body string) podcastAnswer {
	t.Helper()
	r := s.Do(t, call{Method: "POST", Path: "/api/podcasts/subscriptions", As: as, Body: body})
	if r.Status != 201 {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	return testkit.JSON[podcastAnswer](t, r)
}

func TestSubscribePodcast(t *testing.T) {
	s, f := testkit.Start(t, inside), startFeed(t)
	p := subscribe(t, s, s.Member, `{"url":"`+f.URL+`/moved"}`)
	if again := subscribe(t, s, s.Admin, `{"url":"`+f.URL+`/feed"}`); again.ID != p.ID || p.Title != "Tea Talk" || p.Subscription == nil {
		t.Errorf("%+v, %+v", p, again)
	}
	path := "/api/podcasts/" + p.ID
	episodes := testkit.JSON[[]episodeAnswer](t, s.Do(t, call{Path: path + "/episodes", As: s.Member}))
	if len(episodes) != 2 || episodes[0].Title != "Two" {
		t.Fatalf("%+v", episodes)
	}
	two, one := "/api/episodes/"+episodes[0].ID, "/api/episodes/"+episodes[1].ID
	s.Run(t, []testkit.Scenario{
		{Name: "its notes are clean", Request: call{Path: two, As: s.Member}, Status: 200, Contains: []string{`"description":"<b>Hi</b>"`}},
		{Name: "its chapters", Request: call{Path: two + "/chapters", As: s.Member}, Status: 200, Contains: []string{`"start":5`, "Kettle"}},
		{Name: "its transcript", Request: call{Path: two + "/transcript", As: s.Member}, Status: 200, Contains: []string{`"speaker":"Ann"`}},
		{Name: "no transcript", Request: call{Path: one + "/transcript", As: s.Member}, Status: 404},
		{Name: "its sound", Request: call{Path: two + "/stream", As: s.Member}, Status: 200, Contains: []string{sound}, Headers: map[string]string{"Content-Type": "audio/mpeg"}},
		{Name: "a part of it", Request: call{Path: two + "/stream", As: s.Member, Header: map[string]string{"Range": "bytes=2-4"}}, Status: 206, Contains: []string{"234"}, Headers: map[string]string{"Content-Range": "bytes 2-4/20"}},
		{Name: "a page is no sound", Request: call{Path: one + "/stream", As: s.Member}, Status: 404, Lacks: []string{"script"}},
		{Name: "how to get to a moment", Request: call{Path: two + "/sound", As: s.Member}, Status: 200, Contains: []string{`"jumps":"parts"`}},
		{Name: "not for visitors", Request: call{Path: two + "/sound"}, Status: 404},
		{Name: "from a second of it", Request: call{Path: two + "/stream?format=mp3&start=1", As: s.Member, Header: map[string]string{"Range": "bytes=2-4"}}, Status: 200, Lacks: []string{"234"}},
		{Name: "from no second", Request: call{Path: two + "/stream?format=mp3&start=-1", As: s.Member}, Status: 400, Contains: []string{`"start"`}},
		{Name: "found", Request: call{Path: "/api/search?q=tea", As: s.Member}, Status: 200, Contains: []string{`"podcasts":[{`, `"title":"Tea Talk"`}},
		{Name: "not by visitors", Request: call{Path: "/api/search?q=tea"}, Status: 200, Contains: []string{`"podcasts":[]`, `"episodes":[]`}},
		{Name: "a made cover", Request: call{Path: path + "/cover?size=96", As: s.Member}, Status: 200},
		{Name: "nothing for visitors", Request: call{Path: path}, Status: 404},
		{Name: "no sound for visitors", Request: call{Path: two + "/stream"}, Status: 404},
		{Name: "its feed is not ours", Request: call{Path: "/podcasts/" + p.ID + "/feed.xml", As: s.Member}, Status: 404},
		{Name: "settings", Request: call{Method: "PUT", Path: path + "/subscription", As: s.Member, Body: `{"speed":1.5,"skipSilence":true}`}, Status: 200, Contains: []string{`"speed":1.5`, `"skipSilence":true`, `"keep":5`}},
		{Name: "too fast", Request: call{Method: "PUT", Path: path + "/subscription", As: s.Member, Body: `{"speed":30}`}, Status: 400, Contains: []string{`"speed"`}},
		{Name: "progress", Request: call{Method: "PUT", Path: two + "/progress", As: s.Member, Body: `{"position":61.5}`}, Status: 200},
		{Name: "nobody else's", Request: call{Path: two, As: s.Admin}, Status: 200, Contains: []string{`"position":0,`}},
		{Name: "older progress", Request: call{Method: "PUT", Path: two + "/progress", As: s.Member, Body: `{"position":1,"at":"2020-01-01T00:00:00Z"}`}, Status: 200},
		{Name: "to go on with", Request: call{Path: "/api/episodes", As: s.Member}, Status: 200, Contains: []string{`"position":61.5`}},
		{Name: "new ones", Request: call{Path: "/api/episodes?show=new", As: s.Member}, Status: 200, Contains: []string{`"title":"One"`}},
		{Name: "top", Request: call{Path: "/api/podcasts?sort=top", As: s.Member}, Status: 200, Contains: []string{`"plays":1`}},
		{Name: "not changed by who reads it", Request: call{Method: "PUT", Path: path, As: s.Admin, Body: `{"title":"Mine"}`}, Status: 403},
		{Name: "export", Request: call{Path: "/api/podcasts/opml", As: s.Member}, Status: 200, Contains: []string{`xmlUrl="` + f.URL + `/feed"`, `text="Tea Talk"`}},
		{Name: "ended", Request: call{Method: "DELETE", Path: path + "/subscription", As: s.Member}, Status: 204},
		{Name: "twice", Request: call{Method: "DELETE", Path: path + "/subscription", As: s.Member}, Status: 404},
	})
}

func TestInvalidFeeds(t *testing.T) {
	s, f := testkit.Start(t, inside), startFeed(t)
	refused := func(name, body, says string, status int) testkit.Scenario {
		return testkit.Scenario{Name: name, Request: call{Method: "POST", Path: "/api/podcasts/subscriptions", As: s.Member, Body: body}, Status: status, Contains: []string{says}}
	}
	s.Run(t, []testkit.Scenario{
		refused("a page", `{"url":"`+f.URL+`/page"}`, "no podcast feed", 400),
		refused("nothing", `{"url":"`+f.URL+`/none"}`, "nothing at this address", 400),
		refused("a loop", `{"url":"`+f.URL+`/loop"}`, "redirects too many times", 400),
		refused("nobody at the port", `{"url":"http://127.0.0.1:1/feed"}`, "refuses connections", 400),
		refused("no such name", `{"url":"http://nobody.invalid/feed"}`, "The feed's server", 400),
		refused("no address", `{"url":"file:///etc/passwd"}`, `"url"`, 400),
		refused("the wrong password", `{"url":"`+f.URL+`/private","user":"ann","password":"no"}`, "user name and a password", 400),
	})
	outside := testkit.Start(t, testkit.Options{})
	for address, says := range map[string]string{f.URL + "/feed": "private network", "http://0/": "The feed's", "http://127.1/": "The feed's"} {
		outside.Run(t, []testkit.Scenario{{
			Name: address, Request: call{Method: "POST", Path: "/api/podcasts/subscriptions", As: outside.Member, Body: `{"url":"` + address + `"}`}, Status: 400,
			Contains: []string{says},
		}})
	}
}

func TestPrivateFeeds(t *testing.T) {
	s, f := testkit.Start(t, inside), startFeed(t)
	p := subscribe(t, s, s.Member, `{"url":"`+f.URL+`/private","user":"ann","password":"tea"}`)
	s.Run(t, []testkit.Scenario{
		{Name: "mine", Request: call{Path: "/api/podcasts?show=subscribed", As: s.Member}, Status: 200, Contains: []string{`"isPrivate":true`}, Lacks: []string{`"tea"`, "ann:"}},
		{Name: "not the operator's", Request: call{Path: "/api/podcasts/" + p.ID, As: s.Admin}, Status: 404},
		{Name: "in no list", Request: call{Path: "/api/podcasts", As: s.Admin}, Status: 200, Contains: []string{"[]"}},
		{Name: "without its password", Request: call{Path: "/api/podcasts/opml", As: s.Member}, Status: 200, Contains: []string{"/private"}, Lacks: []string{"ann:"}},
	})
}

func TestImportOPML(t *testing.T) {
	s, f := testkit.Start(t, inside), startFeed(t)
	send := func(as testkit.Person, file string) testkit.Response {
		body := "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.opml\"\r\n\r\n" + file + "\r\n--x--\r\n"
		return s.Do(t, call{Method: "POST", Path: "/api/podcasts/opml", As: as, Body: body, Header: map[string]string{"Content-Type": "multipart/form-data; boundary=x"}})
	}
	if r := send(s.Member, `<!DOCTYPE o [<!ENTITY a "b">]><opml><body><outline xmlUrl="https://a.example/"/></body></opml>`); r.Status != 400 {
		t.Errorf("entities: %d %s", r.Status, r.Body)
	}
	r := send(s.Member, `<opml><body><outline text="Tea" xmlUrl="`+f.URL+`/feed"/><outline xmlUrl="file:///etc/passwd"/></body></opml>`)
	if r.Status != 202 {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	eventually(t, func() bool {
		return strings.Contains(s.Do(t, call{Path: "/api/podcasts/imports", As: s.Member}).Body, `"state":"done"`)
	})
	eventually(t, func() bool {
		return strings.Contains(s.Do(t, call{Path: "/api/podcasts?show=subscribed", As: s.Member}).Body, `"title":"Tea Talk"`)
	})
	s.Run(t, []testkit.Scenario{
		{Name: "the report", Request: call{Path: "/api/podcasts/imports", As: s.Member}, Status: 200, Contains: []string{`"added":1`, `"refused":1`, "file:///etc/passwd"}},
		{Name: "nobody else's", Request: call{Path: "/api/podcasts/imports", As: s.Admin}, Status: 200, Contains: []string{"[]"}},
	})
}

// eventually waits until a condition holds.
func eventually(t *testing.T, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !done(); <-time.After(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("condition not met in time")
		}
	}
}
