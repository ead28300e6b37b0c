package ingest

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"sonora/internal/station"
)

// withMounts adds two stations on air, one off air, and one for members.
func withMounts(p *port) {
	mount := func(id, mount, name string, state station.State) Mount {
		return Mount{
			Station:     &station.Station{ID: id, Mount: mount, Name: name, Genre: "Jazz", Description: `"All" <jazz>`, OwnerID: "boss", IsPublic: true},
			Status:      station.Status{StationID: id, State: state, Listeners: 7, Now: &station.OnAir{Artist: "Nina & Co", Title: "<b>Sinnerman"}},
			ContentType: "audio/mpeg", Bitrate: 128, SampleRate: 44100, Channels: 2, Peak: 9, Began: time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC),
			Client: "butt", Address: "203.0.113.7",
		}
	}
	p.stations.mounts = []Mount{mount("S1", "jazz", "Jazz <FM>", station.StateLive), mount("S2", "off", "Silent", station.StateOff)}
	p.stations.hidden = []Mount{mount("S3", "members", "Members", station.StateAutoDJ)}
}

func TestPages(t *testing.T) {
	p := open(t)
	withMounts(p)
	nina, admin, boss := basic("nina", ninas), basic("admin@music.example", "secret"), basic("boss@music.example", "secret")
	for _, c := range []struct {
		target, authorization string
		status                int
		contains, lacks       string
	}{
		{target: "/7.html", contains: "<body>7,1,9,0,7,128,Nina &amp; Co - &lt;b&gt;Sinnerman</body>"},
		{target: "/7.html?sid=2", contains: "<body>7,0,"},
		{target: "/7.html?mount=/jazz", contains: "7,1,9"},
		{target: "/7.html?sid=3", status: 404},
		{target: "/7.html?sid=x", status: 404},
		{target: "/7.html?sid=-1", status: 404},
		{target: "/7.html?mount=members", status: 404},
		{target: "/stats?sid=1", contains: "<SONGTITLE>Nina &amp; Co - &lt;b&gt;Sinnerman</SONGTITLE>"},
		{target: "/stats?sid=1&json=1", contains: `"songtitle":"Nina \u0026 Co - \u003cb\u003eSinnerman"`},
		{target: "/currentsong?sid=1", contains: "Nina & Co - <b>Sinnerman"},
		{target: "/jazz.m3u", contains: "#EXTINF:-1,Jazz <FM>\r\nhttp://HOST/jazz\r\n"},
		{target: "/jazz.pls", contains: "File1=http://HOST/jazz\r\n"},
		{target: "/jazz.xspf", contains: "<location>http://HOST/jazz</location>"},
		{target: "/radio/jazz.m3u", contains: "http://HOST/jazz\r\n"},
		{target: "/members.m3u", status: 404},
		{target: "/.m3u", status: 404},
		{target: "/jazz", contains: "listen to /radio/jazz"},
		{target: "/radio/jazz.opus", contains: "listen to /radio/jazz.opus"},
		{target: "/", status: 404},
		{target: "/api/tracks", status: 404},
		{target: "/api/../jazz", status: 404},
		{target: "/admin/stats", status: 401},
		{target: "/admin/stats", authorization: basic("x", "y"), status: 401},
		{target: "/admin/stats", authorization: nina, contains: `<source mount="/jazz">`, lacks: "members"},
		{target: "/admin/stats?mount=/members", authorization: nina, status: 403},
		{target: "/admin/stats", authorization: admin, contains: `<source mount="/members">`, lacks: "/off"},
		{target: "/admin/stats", authorization: boss, status: 403},
		{target: "/admin/stats?mount=/members", authorization: boss, contains: "<source_ip>203.0.113.7</source_ip>", lacks: `"/jazz"`},
		{target: "/admin/stats?mount=/nothing", authorization: boss, status: 403},
		{target: "/admin/listclients?mount=/jazz", authorization: nina, contains: "<IP>203.0.113.9</IP><UserAgent>mpv &lt;0.35&gt;</UserAgent><lag>0</lag><Connected>60</Connected>"},
		{target: "/admin/listclients", authorization: admin, status: 400},
		{target: "/admin/listclients?mount=/jazz", status: 401},
		{target: "/admin/killsource?mount=/jazz", authorization: nina, contains: "<return>1</return>"},
		{target: "/admin/killsource?mount=/jazz", authorization: basic("x", "y"), status: 401},
	} {
		status, text, header := p.ask(t, http.MethodGet, "http://"+p.radio+c.target, c.authorization, "")
		want := c.status
		if want == 0 {
			want = http.StatusOK
		}
		text = strings.ReplaceAll(text, p.radio, "HOST")
		if status != want || !strings.Contains(text, c.contains) || c.lacks != "" && strings.Contains(text, c.lacks) {
			t.Errorf("%s: %d %s", c.target, status, text)
		}
		if status == http.StatusUnauthorized && header.Get("WWW-Authenticate") == "" {
			t.Errorf("%s: no challenge", c.target)
		}
		if strings.Contains(c.target, "/admin") && header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: open to other sites", c.target)
		}
	}
	if len(p.stations.off) != 1 || p.stations.off[0] != "S1" {
		t.Errorf("disconnected: %q", p.stations.off)
	}
}

// TestStatusJSON checks that the field source is an object for one source and a
// list for several, as in Icecast.
func TestStatusJSON(t *testing.T) {
	p := open(t)
	type status struct {
		Icestats struct {
			Source json.RawMessage
			Server string `json:"server_id"`
		}
	}
	read := func(address, query string) (out status) {
		t.Helper()
		code, text, header := p.ask(t, http.MethodGet, "http://"+address+"/status-json.xsl"+query, "", "")
		if code != http.StatusOK || header.Get("Content-Type") != "application/json" || header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%d %v", code, header)
		}
		if err := json.Unmarshal([]byte(text), &out); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		return out
	}
	if got := read(p.radio, ""); got.Icestats.Source != nil || got.Icestats.Server != "Sonora test" {
		t.Errorf("nobody on air: %s", got.Icestats.Source)
	}
	withMounts(p)
	var one iceSource
	if err := json.Unmarshal(read(p.radio, "").Icestats.Source, &one); err != nil {
		t.Fatal(err)
	}
	if one.ListenURL != "http://"+p.radio+"/jazz" || one.Title != "Nina & Co - <b>Sinnerman" || one.Listeners != 7 || one.StartISO != "2026-11-21T20:00:00+0000" {
		t.Errorf("one: %+v", one)
	}
	if err := json.Unmarshal(read(p.main, "").Icestats.Source, &one); err != nil || one.ListenURL != "http://"+p.main+"/radio/jazz" {
		t.Errorf("main port: %+v, %v", one, err)
	}
	p.stations.mounts[1].Status.State = station.StateHold
	var two []iceSource
	if err := json.Unmarshal(read(p.radio, "").Icestats.Source, &two); err != nil || len(two) != 2 {
		t.Errorf("two: %+v, %v", two, err)
	}
	if err := json.Unmarshal(read(p.radio, "?mount=/off").Icestats.Source, &one); err != nil || one.Name != "Silent" {
		t.Errorf("by mount: %+v, %v", one, err)
	}
}

// TestXMLPagesAreWellFormed parses every XML page.
func TestXMLPagesAreWellFormed(t *testing.T) {
	p := open(t)
	withMounts(p)
	for _, target := range []string{"/stats", "/jazz.xspf", "/admin/stats", "/admin/listclients?mount=/jazz"} {
		_, text, _ := p.ask(t, http.MethodGet, "http://"+p.radio+target, basic("nina", ninas), "")
		for d := xml.NewDecoder(strings.NewReader(text)); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v in %s", target, err, text)
			}
		}
	}
}

// TestOtherMethods sends unsupported methods.
func TestOtherMethods(t *testing.T) {
	p := open(t)
	for method, want := range map[string]int{http.MethodDelete: 404, http.MethodPost: 404, http.MethodOptions: 204, "PROPFIND": 404, http.MethodHead: 200} {
		if status, _, _ := p.ask(t, method, "http://"+p.radio+"/jazz", "", ""); status != want {
			t.Errorf("%s: %d", method, status)
		}
	}
	d := dial(t, p.radio)
	d.say("OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: TLS/1.0, HTTP/1.1\r\n\r\n")
	d.hears("Connection: close")
}
