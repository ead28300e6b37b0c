package catalogue_test

import (
	"fmt"
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

func TestSearch(t *testing.T) {
	s := apitest.Start(t, testkit.Options{})
	other := s.SignUp(t, "zoe@example.com")
	say := func(who testkit.Person, method, path, body string, status int) {
		t.Helper()
		if r := s.Do(t, call{Method: method, Path: path, As: who, Body: body}); r.Status != status {
			t.Fatalf("%s %s: %d %s", method, path, r.Status, r.Body)
		}
	}
	say(s.Admin, "POST", "/api/admin/radios", `{"name":"Beyoncé FM","genre":"Soul","streamUrl":"https://stream.example/b"}`, 201)
	say(s.Admin, "POST", "/api/admin/mixes", `{"title":"Ñandú at Dawn","djName":"DJ Sol","genre":"House","audioUrl":"`+apitest.UploadFile(t, s, s.Admin, "n.mp3", apitest.UploadedSong(82)).AudioURL+`"}`, 201)
	say(other, "POST", "/api/playlists", `{"name":"Café public"}`, 201)
	say(other, "POST", "/api/playlists", `{"name":"Café secret","isPublic":false}`, 201)
	say(other, "PUT", "/api/user/profile", `{"firstName":"Zoë","lastName":"Quintero"}`, 200)

	m := s.Member
	find := func(query string, who testkit.Person) call { return call{Path: "/api/search?q=" + query, As: who} }
	s.Run(t, []testkit.Scenario{
		{Name: "a station without accents", Request: find("beyonce", m), Status: 200, Contains: []string{`"name":"Beyoncé FM"`, `"corrected":null`}, Lacks: []string{"Ñandú"}},
		{Name: "a mix, by a part of its DJ's name", Request: find("sol", m), Status: 200, Contains: []string{"Ñandú at Dawn"}, Lacks: []string{"Beyoncé"}},
		{Name: "a mix, by its genre", Request: find("HOUSE", m), Status: 200, Contains: []string{"Ñandú at Dawn"}},
		{Name: "a public playlist", Request: find("cafe", m), Status: 200, Contains: []string{"Café public", `"isOwner":false`}, Lacks: []string{"Café secret"}},
		{Name: "one's own playlists", Request: find("cafe", other), Status: 200, Contains: []string{"Café public", "Café secret"}},
		{Name: "a person", Request: find("zoe+quin", m), Status: 200, Contains: []string{`"people":[{"id":"`, `"name":"Zoë Quintero"`}, Lacks: []string{"zoe@example.com"}},
		{Name: "nobody, for visitors", Request: call{Path: "/api/search?q=zoe"}, Status: 200, Contains: []string{`"people":[]`}, Lacks: []string{"Zoë"}},
		{Name: "what was meant", Request: find("dwan", m), Status: 200, Contains: []string{`"title":"Dawn"`, `"corrected":"dawn"`}, Lacks: []string{"Noon"}},
		{Name: "inside a word", Request: find("usk", m), Status: 200, Contains: []string{`"title":"Dusk"`, `"corrected":null`}, Lacks: []string{`"title":"Dawn"`}},
		{Name: "nothing like it", Request: find("xylophone", m), Status: 200, Contains: []string{`"tracks":[]`, `"corrected":null`}},
		{Name: "a visitor learns no words", Request: call{Path: "/api/search?q=dusc"}, Status: 200, Contains: []string{`"tracks":[]`, `"corrected":null`}, Lacks: []string{"dusk"}},
		{Name: "of a genre", Request: find("dawn&genre=folk", m), Status: 200, Contains: []string{`"title":"Dawn"`, `"mixes":[]`}},
		{Name: "of another genre", Request: find("dawn&genre=house", m), Status: 200, Contains: []string{`"tracks":[]`, "Ñandú at Dawn"}},
		{Name: "of its years", Request: find("dawn&yearFrom=2019&yearTo=2019", m), Status: 200, Contains: []string{`"title":"Dawn"`, `"mixes":[]`}},
		{Name: "of other years", Request: find("dawn&yearTo=2018", m), Status: 200, Contains: []string{`"tracks":[]`}},
		{Name: "no year", Request: find("dawn&yearFrom=soon", m), Status: 400, Contains: []string{`"yearFrom"`}},
	})

	say(other, "PUT", "/api/user/profile", `{"isPrivate":true}`, 200)
	for _, who := range []testkit.Person{m, s.Admin} {
		s.Run(t, []testkit.Scenario{{
			Name: fmt.Sprintf("a private profile, for %s", who.Email), Request: find("zoe", who), Status: 200, Contains: []string{`"people":[]`}, Lacks: []string{"Zoë"},
		}})
	}
}
