package station_test

import (
	"fmt"
	"testing"

	"sonora/internal/edge"
	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

// TestChangeMixes reads the operator's table of mixes, and changes and deletes
// several mixes in one request. One that is gone does not keep the others.
func TestChangeMixes(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	add := func(sound uint64, fields string) string {
		return apitest.Made(t, s, "/api/admin/mixes", fmt.Sprintf(`{"audioUrl":%q,%s}`, apitest.UploadFile(t, s, s.Admin, "m.mp3", apitest.UploadedSong(sound)).AudioURL, fields))
	}
	a := add(61, `"title":"Night","djName":"Ana","genre":"House","category":"Club","bpm":124`)
	b := add(62, `"title":"Day","djName":"Ben","genre":"Techno","category":"Radio","isPublic":false`)
	table := func(query string, as testkit.Person) call { return call{Path: "/api/admin/mixes" + query, As: as} }
	bulk := func(body string, as testkit.Person) call {
		return call{Method: "POST", Path: "/api/admin/mixes/bulk", As: as, Body: body}
	}
	total := func(n string) map[string]string { return map[string]string{"X-Total-Count": n} }
	s.Run(t, []testkit.Scenario{
		{Name: "sorted and in pages", Request: table("?sort=title&limit=1", s.Admin), Status: 200, Contains: []string{`"title":"Day"`}, Lacks: []string{"Night"}, Headers: map[string]string{"X-Total-Count": "2", "Link": "at=1"}},
		{Name: "searched by DJ", Request: table("?q=ANA", s.Admin), Status: 200, Contains: []string{"Night"}, Headers: total("1")},
		{Name: "filtered", Request: table("?visibility=private&status=active&category=Radio&genre=Techno", s.Admin), Status: 200, Contains: []string{"Day"}, Headers: total("1")},
		{Name: "an unknown column", Request: table("?sort=password", s.Admin), Status: 400, Contains: []string{`"sort":["`}},
		{Name: "an unknown status", Request: table("?status=on%27", s.Admin), Status: 400, Contains: []string{`"status":["`}},
		{Name: "the figures", Request: table("/summary", s.Admin), Status: 200, Contains: []string{`"total":2,"active":2,"plays":0,"fileSize":0.`, `"genres":["House","Techno"],"categories":["Club","Radio"]`}},
		{Name: "figures for a member", Request: table("/summary", s.Member), Status: 403},
		{Name: "a member", Request: bulk(`{"action":"hide","ids":["x"]}`, s.Member), Status: 403},
		{Name: "nothing", Request: bulk(`{"action":"hide","ids":[]}`, s.Admin), Status: 400, Contains: []string{`"ids":["`}},
		{Name: "an unknown action", Request: bulk(`{"action":"explode","ids":["x"]}`, s.Admin), Status: 400, Contains: []string{`"action":["`}},
	})
	list := func(query string) call { return call{Path: "/api/mixes" + query, As: s.Member} }
	s.Run(t, []testkit.Scenario{
		{Name: "a page by likes", Request: list("?sort=likes&limit=1"), Status: 200, Contains: []string{`"title":"Day"`}, Lacks: []string{"Night"}, Headers: map[string]string{"X-Total-Count": "2", "Link": "sort=likes"}},
		{Name: "words of a DJ's name", Request: list("?q=AN"), Status: 200, Contains: []string{"Night"}, Headers: total("1")},
		{Name: "no words", Request: list("?q=zzz"), Status: 200, Headers: total("0")},
		{Name: "a genre", Request: list("?genre=TECHNO"), Status: 200, Contains: []string{"Day"}, Headers: total("1")},
		{Name: "an unknown order", Request: list("?sort=likes%27"), Status: 400, Contains: []string{`"sort":["`}},
		{Name: "genres", Request: list("/genres"), Status: 200, Contains: []string{`[{"name":"House","mixCount":1},{"name":"Techno","mixCount":1}]`}},
		{Name: "genres for visitors", Request: call{Path: "/api/mixes/genres"}, Status: 200, Contains: []string{"House"}, Lacks: []string{"Techno"}},
		{Name: "own mixes of visitors", Request: call{Path: "/api/mixes?show=own"}, Status: 401},
	})
	change := func(action string) edge.Bulk {
		t.Helper()
		body := fmt.Sprintf(`{"action":%q,"ids":[%q,"gone",%q,%q]}`, action, a, b, a)
		return testkit.JSON[edge.Bulk](t, s.Do(t, bulk(body, s.Admin)))
	}
	for _, step := range []struct {
		action, visitors, members string
		done                      int
	}{{"show", "2", "2", 1}, {"show", "2", "2", 0}, {"hide", "0", "2", 2}, {"deactivate", "0", "0", 2}, {"activate", "0", "2", 2}, {"delete", "0", "0", 2}} {
		out := change(step.action)
		if len(out.Done) != step.done || len(out.Unchanged) != 2-step.done || len(out.Failed) != 1 || out.Failed[0].ID != "gone" || out.Failed[0].Detail != "Not found." {
			t.Errorf("%s: %+v", step.action, out)
		}
		s.Run(t, []testkit.Scenario{
			{Name: "visitors after " + step.action, Request: call{Path: "/api/mixes"}, Status: 200, Headers: total(step.visitors)},
			{Name: "members after " + step.action, Request: call{Path: "/api/mixes", As: s.Member}, Status: 200, Headers: total(step.members)},
		})
	}
	s.Run(t, []testkit.Scenario{{Name: "gone", Request: table("", s.Admin), Status: 200, Headers: total("0")}})
}
