package listening_test

import (
	"net/url"
	"strings"
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

// changes are what a list with since answers.
type changes struct {
	Changed []struct {
		ID    string `json:"id"`
		Title string `json:"title"`
		Name  string `json:"name"`
		Liked bool   `json:"liked"`
	} `json:"changed"`
	Removed []string `json:"removed"`
	Next    string   `json:"next"`
	More    bool     `json:"more"`
}

// TestChangesOfLists keeps copies of the three lists.
func TestChangesOfLists(t *testing.T) {
	s := apitest.Start(t, testkit.Options{})
	dawn := apitest.TracksOf(t, s)["Dawn"].ID
	tokens := map[string]string{}
	for _, list := range []string{"/api/tracks", "/api/liked-tracks", "/api/playlists"} {
		r := s.Do(t, call{Path: list, As: s.Member})
		if tokens[list] = r.Header.Get("Sync-Token"); tokens[list] == "" || !strings.HasPrefix(r.Body, "[") {
			t.Errorf("%s: %v %s", list, r.Header, r.Body)
		}
	}
	// since asks for the changes of a list, and then remembers the new token.
	since := func(list, more string) changes {
		t.Helper()
		r := s.Do(t, call{Path: list + "?since=" + url.QueryEscape(tokens[list]) + more, As: s.Member})
		if r.Status != 200 || r.Header.Get("Sync-Token") != "" {
			t.Fatalf("%s: %d %v %s", list, r.Status, r.Header, r.Body)
		}
		c := testkit.JSON[changes](t, r)
		tokens[list] = c.Next
		return c
	}
	for list := range tokens {
		if c := since(list, ""); len(c.Changed)+len(c.Removed) > 0 || c.Removed == nil || c.Changed == nil || c.More {
			t.Errorf("%s: %+v before any change", list, c)
		}
	}
	s.Do(t, call{Method: "POST", Path: "/api/tracks/" + dawn + "/like", As: s.Member})
	s.Do(t, call{Method: "POST", Path: "/api/tracks/" + dawn + "/like", As: s.Admin})
	made := testkit.JSON[struct {
		ID string `json:"id"`
	}](t, s.Do(t, call{Method: "POST", Path: "/api/playlists", As: s.Member, Body: `{"name":"Morning"}`}))
	s.Do(t, call{Method: "POST", Path: "/api/playlists", As: s.Admin, Body: `{"name":"Somebody else's"}`})
	for list, title := range map[string]string{"/api/tracks": "Dawn", "/api/liked-tracks": "Dawn", "/api/playlists": ""} {
		c := since(list, "&limit=5")
		if len(c.Changed) != 1 || c.Changed[0].Title != title || c.Changed[0].Liked != (title != "") || len(c.Removed) > 0 {
			t.Errorf("%s: %+v", list, c)
		}
	}
	s.Do(t, call{Method: "DELETE", Path: "/api/tracks/" + dawn + "/like", As: s.Member})
	s.Do(t, call{Method: "DELETE", Path: "/api/playlists/" + made.ID, As: s.Member})
	if c := since("/api/tracks", "&fields=id"); len(c.Changed) != 1 || c.Changed[0].ID != dawn || c.Changed[0].Title != "" {
		t.Errorf("fields: %+v", c)
	}
	if c := since("/api/liked-tracks", ""); len(c.Changed) > 0 || len(c.Removed) != 1 || c.Removed[0] != dawn {
		t.Errorf("no longer liked: %+v", c)
	}
	if c := since("/api/playlists", ""); len(c.Changed) > 0 || len(c.Removed) != 1 || c.Removed[0] != made.ID {
		t.Errorf("deleted: %+v", c)
	}
	token := url.QueryEscape(tokens["/api/tracks"])
	s.Run(t, []testkit.Scenario{
		{Name: "no token", Request: call{Path: "/api/tracks?since=", As: s.Member}, Status: 400, Contains: []string{`"code":"since_invalid"`, "Start again without since."}},
		{Name: "malformed", Request: call{Path: "/api/playlists?since=1abc", As: s.Member}, Status: 400, Contains: []string{`"code":"since_invalid"`}},
		{Name: "somebody else's", Request: call{Path: "/api/tracks?since=" + token, As: s.Admin}, Status: 410, Contains: []string{`"code":"since_expired"`, "Start again without since."}},
		{Name: "a visitor's", Request: call{Path: "/api/tracks?since=" + token}, Status: 410},
		{Name: "of another list", Request: call{Path: "/api/liked-tracks?since=" + token, As: s.Member}, Status: 410},
		{Name: "with a filter", Request: call{Path: "/api/tracks?genre=Jazz&since=" + token, As: s.Member}, Status: 400, Contains: []string{`"genre":["This cannot be combined with since."]`}},
	})
}
