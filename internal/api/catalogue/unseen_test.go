package catalogue_test

import (
	"encoding/json"
	"strings"
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

// TestPrivatePeopleAreNotNamed checks that only members of a common playlist see
// the name of a private person.
func TestPrivatePeopleAreNotNamed(t *testing.T) {
	s := apitest.Start(t, testkit.Options{})
	zoe, friend := s.SignUp(t, "zoe@example.com"), s.SignUp(t, "friend@example.com")
	say := func(who testkit.Person, method, path, body string, into any) {
		t.Helper()
		r := s.Do(t, call{Method: method, Path: path, As: who, Body: body})
		if r.Status >= 300 {
			t.Fatalf("%s %s: %d %s", method, path, r.Status, r.Body)
		}
		if into != nil {
			if err := json.Unmarshal([]byte(r.Body), into); err != nil {
				t.Fatal(err)
			}
		}
	}
	var who, friendIs, list struct{ ID string }
	dawn := apitest.TracksOf(t, s)["Dawn"].ID
	say(zoe, "GET", "/api/auth/user", "", &who)
	say(friend, "GET", "/api/auth/user", "", &friendIs)
	var invitation struct{ URL string }
	say(zoe, "PUT", "/api/user/profile", `{"firstName":"Zzyzx","lastName":"Quux"}`, nil)
	say(zoe, "POST", "/api/playlists", `{"name":"Mörning"}`, &list)
	say(zoe, "POST", "/api/playlists/"+list.ID+"/tracks", `{"trackIds":["`+dawn+`"]}`, nil)
	say(zoe, "POST", "/api/playlists/"+list.ID+"/invitation", ``, &invitation)
	join := "/api/playlist-invitations/" + strings.TrimPrefix(invitation.URL, "/playlists/join/")
	say(friend, "POST", join, ``, nil)
	link, own := apitest.NewShare(t, s, s.Member, `{"kind":"playlist","id":"`+list.ID+`"}`), apitest.NewShare(t, s, zoe, `{"kind":"track","id":"`+dawn+`"}`)
	say(zoe, "PUT", "/api/user/profile", `{"isPrivate":true}`, nil)

	es := map[string]string{"Accept-Language": "es"}
	path, unseen := "/api/playlists/"+list.ID, []string{"Zzyzx", who.ID}
	s.Run(t, []testkit.Scenario{
		{Name: "search", Request: call{Path: "/api/search?q=morning", As: s.Member}, Status: 200, Contains: []string{`"owner":{"id":null,"name":"A member"}`}, Lacks: unseen},
		{Name: "what is new", Request: call{Path: "/api/whats-new", As: s.Member}, Status: 200, Contains: []string{`"owner":"A member"`}, Lacks: unseen},
		{Name: "search, for visitors", Request: call{Path: "/api/search?q=morning"}, Status: 200, Contains: []string{`"playlists":[]`}, Lacks: unseen},
		{Name: "what is new, for visitors", Request: call{Path: "/api/whats-new"}, Status: 200, Lacks: []string{"Mörning", "playlist"}},
		{Name: "what is new, in Spanish", Request: call{Path: "/api/whats-new", As: s.Member, Header: es}, Status: 200, Contains: []string{`"owner":"Un miembro"`}, Lacks: unseen},
		{Name: "a playlist", Request: call{Path: path, As: s.Member, Header: es}, Status: 200, Contains: []string{`"owner":{"id":null,"name":"Un miembro"}`}, Lacks: unseen},
		{Name: "its tracks", Request: call{Path: path + "/tracks", As: s.Member}, Status: 200, Contains: []string{"Dawn", `"addedBy":null`}, Lacks: unseen},
		{Name: "its people", Request: call{Path: path + "/members", As: s.Member}, Status: 200, Contains: []string{friendIs.ID}, Lacks: unseen},
		{Name: "its invitation", Request: call{Path: join, As: s.Member}, Status: 200, Contains: []string{"A member"}, Lacks: unseen},
		{Name: "a link somebody made to it", Request: call{Path: "/api/shared/" + link.ID}, Status: 200, Contains: []string{`"subtitle":"A member"`}, Lacks: unseen},
		{Name: "a link of their own", Request: call{Path: "/api/shared/" + own.ID, Header: es}, Status: 200, Contains: []string{`"sharedBy":"Un miembro"`}, Lacks: unseen},
		{Name: "the page of a link", Request: call{Path: "/s/" + link.ID}, Status: 200, Lacks: unseen},
		{Name: "their followers", Request: call{Path: "/api/follows/person/" + who.ID, As: s.Member}, Status: 200, Contains: []string{`"followers":0`}},
		{Name: "themselves", Request: call{Path: path, As: zoe}, Status: 200, Contains: []string{`"name":"Zzyzx Quux"`}},
		{Name: "who joined", Request: call{Path: path, As: friend}, Status: 200, Contains: []string{`"name":"Zzyzx Quux"`}},
		{Name: "search by a sign", Request: call{Path: "/api/search?q=%F0%9F%94%A5", As: s.Member}, Status: 200, Contains: []string{`"tracks":[]`, `"playlists":[]`}},
		{Name: "people, for who joined", Request: call{Path: path + "/members", As: friend}, Status: 200, Contains: []string{"Zzyzx Quux"}},
	})
	say(s.Admin, "PUT", "/api/admin/users/"+who.ID, `{"active":false}`, nil)
	s.Run(t, []testkit.Scenario{
		{Name: "a playlist of somebody who may not sign in", Request: call{Path: path, As: s.Member}, Status: 404},
		{Name: "in search", Request: call{Path: "/api/search?q=morning", As: s.Member}, Status: 200, Contains: []string{`"playlists":[]`}},
		{Name: "in what is new", Request: call{Path: "/api/whats-new", As: s.Member}, Status: 200, Lacks: []string{"Mörning"}},
		{Name: "for who joined", Request: call{Path: path, As: friend}, Status: 200, Contains: []string{"Mörning"}},
	})
}
