package catalogue_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

func TestLinkGivesAccessToOneItem(t *testing.T) {
	s := apitest.Start(t, testkit.Options{})
	all := apitest.TracksOf(t, s)
	dawn, noon := all["Dawn"], all["Noon"]
	link := apitest.NewShare(t, s, s.Member, `{"kind":"track","id":"`+dawn.ID+`"}`)
	shared := "/api/shared/" + link.ID
	s.Run(t, []testkit.Scenario{
		{Name: "what it leads to", Request: call{Path: shared}, Status: 200, Contains: []string{`"title":"Dawn"`, `"audioUrl":"` + shared + "/tracks/" + dawn.ID + `/stream"`}, Lacks: []string{"Noon", "@"}},
		{Name: "its sound", Request: call{Path: shared + "/tracks/" + dawn.ID + "/stream", Header: map[string]string{"Range": "bytes=0-9"}}, Status: 206},
		{Name: "its cover", Request: call{Path: shared + "/cover?size=96"}, Status: 200},
		{Name: "the cover of the track", Request: call{Path: shared + "/tracks/" + dawn.ID + "/cover"}, Status: 200},
		{Name: "nothing else", Request: call{Path: shared + "/tracks/" + noon.ID + "/stream"}, Status: 404, Contains: []string{"no longer works"}},
		{Name: "no other cover", Request: call{Path: shared + "/tracks/" + noon.ID + "/cover"}, Status: 404},
		{Name: "not by itself", Request: call{Path: "/api/tracks/" + dawn.ID + "/stream"}, Status: 404},
		{Name: "a made-up link", Request: call{Path: "/api/shared/AAAAAAAAAAAAAAAAAAAAAAAAAA"}, Status: 404},
		{Name: "the own links", Request: call{Path: "/api/shares", As: s.Member}, Status: 200, Contains: []string{link.ID, `"visits":1`, `"title":"Dawn"`}},
		{Name: "not somebody else's", Request: call{Path: "/api/shares", As: s.Admin}, Status: 200, Contains: []string{"[]"}},
		{Name: "taking back somebody else's", Request: call{Method: "DELETE", Path: "/api/shares/" + link.ID, As: s.Admin}, Status: 404},
		{Name: "prolonging somebody else's", Request: call{Method: "PUT", Path: "/api/shares/" + link.ID, As: s.Admin, Body: `{"expiresAt":null}`}, Status: 404},
		{Name: "taken back", Request: call{Method: "DELETE", Path: "/api/shares/" + link.ID, As: s.Member}, Status: 204},
		{Name: "gone", Request: call{Path: shared}, Status: 404},
		{Name: "silent", Request: call{Path: shared + "/tracks/" + dawn.ID + "/stream"}, Status: 404},
		{Name: "no such track", Request: call{Method: "POST", Path: "/api/shares", As: s.Member, Body: `{"kind":"track","id":"none"}`}, Status: 404},
		{Name: "no such kind", Request: call{Method: "POST", Path: "/api/shares", As: s.Member, Body: `{"kind":"person","id":"x"}`}, Status: 400},
		{Name: "the year 1", Request: call{Method: "POST", Path: "/api/shares", As: s.Member, Body: `{"kind":"track","id":"` + dawn.ID + `","expiresAt":"0001-01-01T00:00:00Z"}`}, Status: 400, Contains: []string{`"expiresAt"`}},
		{Name: "yesterday", Request: call{Method: "POST", Path: "/api/shares", As: s.Member, Body: `{"kind":"track","id":"` + dawn.ID + `","expiresAt":"2020-01-01T00:00:00Z"}`}, Status: 400, Contains: []string{`"expiresAt"`}},
		{Name: "visitors", Request: call{Method: "POST", Path: "/api/shares", Body: `{"kind":"track","id":"` + dawn.ID + `"}`}, Status: 401},
	})
}

func TestLinkToPlaylistFollowsIt(t *testing.T) {
	s := apitest.Start(t, testkit.Options{})
	all := apitest.TracksOf(t, s)
	made := testkit.JSON[apitest.SharedLink](t, s.Do(t, call{Method: "POST", Path: "/api/playlists", As: s.Member, Body: `{"name":"Mörning","isPublic":false}`}))
	s.Do(t, call{Method: "POST", Path: "/api/playlists/" + made.ID + "/tracks", As: s.Member, Body: `{"trackIds":["` + all["Dawn"].ID + `"]}`})
	link := apitest.NewShare(t, s, s.Member, `{"kind":"playlist","id":"`+made.ID+`"}`)
	stream := "/api/shared/" + link.ID + "/tracks/" + all["Dawn"].ID + "/stream"
	s.Run(t, []testkit.Scenario{
		{Name: "private, but shared", Request: call{Path: "/api/shared/" + link.ID}, Status: 200, Contains: []string{"Mörning", "Dawn"}, Lacks: []string{"Noon"}},
		{Name: "a track of it", Request: call{Path: stream}, Status: 200},
		{Name: "its mosaic", Request: call{Path: "/api/shared/" + link.ID + "/cover"}, Status: 200},
		{Name: "somebody else's private one", Request: call{Method: "POST", Path: "/api/shares", As: s.Admin, Body: `{"kind":"playlist","id":"` + made.ID + `"}`}, Status: 404},
		{Name: "deleted", Request: call{Method: "DELETE", Path: "/api/playlists/" + made.ID, As: s.Member}, Status: 200},
		{Name: "so is the link", Request: call{Path: "/api/shared/" + link.ID}, Status: 404},
		{Name: "and its sound", Request: call{Path: stream}, Status: 404},
		{Name: "listed still, without a title", Request: call{Path: "/api/shares", As: s.Member}, Status: 200, Contains: []string{`"title":""`}},
	})
}

func TestOperatorTurnsSharingOff(t *testing.T) {
	s := apitest.Start(t, testkit.Options{})
	dawn := apitest.TracksOf(t, s)["Dawn"].ID
	link := apitest.NewShare(t, s, s.Member, `{"kind":"track","id":"`+dawn+`","expiresAt":"`+time.Now().Add(time.Hour).UTC().Format(time.RFC3339)+`"}`)
	s.Run(t, []testkit.Scenario{
		{Name: "off", Request: call{Method: "PUT", Path: "/api/admin/settings", As: s.Admin, Body: `{"allowSharing":false}`}, Status: 200},
		{Name: "no new link", Request: call{Method: "POST", Path: "/api/shares", As: s.Member, Body: `{"kind":"track","id":"` + dawn + `"}`}, Status: 403, Contains: []string{"turned off"}},
		{Name: "the old one sleeps", Request: call{Path: "/api/shared/" + link.ID}, Status: 404},
		{Name: "on", Request: call{Method: "PUT", Path: "/api/admin/settings", As: s.Admin, Body: `{"allowSharing":true}`}, Status: 200},
		{Name: "and wakes", Request: call{Path: "/api/shared/" + link.ID}, Status: 200},
	})
}

func TestLinkPageMetadata(t *testing.T) {
	s := apitest.Start(t, testkit.Options{})
	link := apitest.NewShare(t, s, s.Member, `{"kind":"track","id":"`+apitest.TracksOf(t, s)["Dawn"].ID+`"}`)
	html := map[string]string{"Accept": "text/html"}
	page := s.URL + "/s/" + link.ID
	s.Run(t, []testkit.Scenario{
		{Name: "oEmbed", Request: call{Path: "/api/oembed?format=json&maxwidth=300&url=" + url.QueryEscape(page)}, Status: 200, Contains: []string{`"type":"rich"`, `"width":300`, "/embed/" + link.ID, `"title":"Dawn"`}},
		{Name: "not as XML", Request: call{Path: "/api/oembed?format=xml&url=" + url.QueryEscape(page)}, Status: 415},
		{Name: "of another page", Request: call{Path: "/api/oembed?url=" + url.QueryEscape("https://example.com/x")}, Status: 404},
		{Name: "no link", Request: call{Path: "/s/AAAA", Header: html}, Status: 404},
	})
	r := s.Do(t, call{Path: "/embed/" + link.ID, Header: html})
	if policy := r.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "frame-ancestors *") || !strings.Contains(policy, "default-src 'self'") {
		t.Errorf("the small player's policy: %s", policy)
	}
	if policy := s.Do(t, call{Path: "/s/" + link.ID, Header: html}).Header.Get("Content-Security-Policy"); !strings.Contains(policy, "frame-ancestors 'none'") {
		t.Errorf("the page's policy: %s", policy)
	}
}

func TestSharedSoundIsConverted(t *testing.T) {
	s, path := converting(t, 3)
	id := strings.TrimPrefix(path(0), "/api/tracks/")
	link := apitest.NewShare(t, s, s.Member, `{"kind":"track","id":"`+id+`"}`)
	stream := "/api/shared/" + link.ID + "/tracks/" + id + "/stream"
	s.Run(t, []testkit.Scenario{
		{Name: "as it is", Request: call{Method: "HEAD", Path: stream}, Status: 200, Headers: map[string]string{"Content-Type": "audio/", "Accept-Ranges": "bytes"}},
		{Name: "in another format", Request: call{Path: stream + "?format=mp3&bitrate=96"}, Status: 200, Headers: map[string]string{"Content-Type": "audio/mpeg", "X-Content-Duration": "3.000"}},
		{Name: "its head", Request: call{Method: "HEAD", Path: stream + "?format=mp3&bitrate=96"}, Status: 200, Headers: map[string]string{"Content-Type": "audio/mpeg"}},
		{Name: "in none", Request: call{Path: stream + "?format=wma"}, Status: 400, Contains: []string{`"format":[`}},
		{Name: "the cover's head", Request: call{Method: "HEAD", Path: "/api/shared/" + link.ID + "/cover"}, Status: 200, Headers: map[string]string{"Content-Type": "image/"}},
		{Name: "the head of nothing", Request: call{Method: "HEAD", Path: strings.Replace(stream, id, "none", 1)}, Status: 404},
	})
}

// TestLinkEndsWithOwnersAccess checks that access is verified for every request
// and not only when the page is opened.
func TestLinkEndsWithOwnersAccess(t *testing.T) {
	s := apitest.Start(t, testkit.Options{})
	dawn := apitest.TracksOf(t, s)["Dawn"].ID
	other := s.SignUp(t, "guest@example.com")
	list := testkit.JSON[apitest.SharedLink](t, s.Do(t, call{Method: "POST", Path: "/api/playlists", As: s.Member, Body: `{"name":"Open","isPublic":true}`}))
	s.Do(t, call{Method: "POST", Path: "/api/playlists/" + list.ID + "/tracks", As: s.Member, Body: `{"trackIds":["` + dawn + `"]}`})
	ofList := apitest.NewShare(t, s, other, `{"kind":"playlist","id":"`+list.ID+`"}`)
	ofTrack := apitest.NewShare(t, s, other, `{"kind":"track","id":"`+dawn+`"}`)
	sound := func(link apitest.SharedLink) call {
		return call{Path: "/api/shared/" + link.ID + "/tracks/" + dawn + "/stream"}
	}
	me := testkit.JSON[apitest.SharedLink](t, s.Do(t, call{Path: "/api/auth/user", As: other}))
	s.Run(t, []testkit.Scenario{
		{Name: "sounds", Request: sound(ofList), Status: 200},
		{Name: "made private", Request: call{Method: "PUT", Path: "/api/playlists/" + list.ID, As: s.Member, Body: `{"isPublic":false}`}, Status: 200},
		{Name: "silent", Request: sound(ofList), Status: 404},
		{Name: "the other link sounds", Request: sound(ofTrack), Status: 200},
		{Name: "its maker is disabled", Request: call{Method: "PUT", Path: "/api/admin/users/" + me.ID, As: s.Admin, Body: `{"active":false}`}, Status: 200},
		{Name: "silent too", Request: sound(ofTrack), Status: 404},
	})
}

// TestLinkStreamsAreNotThrottled streams often from one address, which many people
// may share.
func TestLinkStreamsAreNotThrottled(t *testing.T) {
	s := apitest.Start(t, testkit.Options{})
	link := apitest.NewShare(t, s, s.Member, `{"kind":"track","id":"`+apitest.TracksOf(t, s)["Dawn"].ID+`"}`)
	for range 130 { // the limit is 100 requests per minute
		if r := s.Do(t, call{Path: "/api/shared/" + link.ID + "/cover?size=96"}); r.Status != 200 {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
	}
}
