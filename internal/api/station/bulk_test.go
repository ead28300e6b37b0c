package station_test

import (
	"fmt"
	"testing"

	"sonora/internal/edge"
	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

// TestChangeStations hides, shows and deletes several stations in one request. One
// that is gone does not keep the others.
func TestChangeStations(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	a := apitest.Made(t, s, "/api/admin/radios", `{"name":"A","streamUrl":"https://stream.example/a"}`)
	b := apitest.Made(t, s, "/api/admin/radios", `{"name":"B","streamUrl":"https://stream.example/b"}`)
	change := func(action string) edge.Bulk {
		t.Helper()
		body := fmt.Sprintf(`{"action":%q,"ids":[%q,"gone",%q,%q]}`, action, a, b, a)
		return testkit.JSON[edge.Bulk](t, s.Do(t, call{Method: "POST", Path: "/api/admin/radios/bulk", As: s.Admin, Body: body}))
	}
	for _, c := range []struct {
		action, public  string
		done, unchanged int
	}{{"hide", "0", 2, 0}, {"hide", "0", 0, 2}, {"show", "2", 2, 0}} {
		out := change(c.action)
		if len(out.Done) != c.done || len(out.Unchanged) != c.unchanged || len(out.Failed) != 1 || out.Failed[0].ID != "gone" || out.Failed[0].Detail != "Not found." {
			t.Errorf("%s: %+v", c.action, out)
		}
		s.Run(t, []testkit.Scenario{{Name: "after " + c.action, Request: call{Path: "/api/radios"}, Status: 200, Headers: map[string]string{"X-Total-Count": c.public}}})
	}
	if out := change("delete"); len(out.Done) != 2 || len(out.Failed) != 1 {
		t.Errorf("delete: %+v", out)
	}
	bulk := func(body string, as testkit.Person) call {
		return call{Method: "POST", Path: "/api/admin/radios/bulk", As: as, Body: body}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "gone", Request: call{Path: "/api/admin/radios", As: s.Admin}, Status: 200, Headers: map[string]string{"X-Total-Count": "0"}},
		{Name: "a member", Request: bulk(`{"action":"hide","ids":["x"]}`, s.Member), Status: 403},
		{Name: "nothing", Request: bulk(`{"action":"hide","ids":[]}`, s.Admin), Status: 400, Contains: []string{`"ids":["`}},
		{Name: "an unknown action", Request: bulk(`{"action":"explode","ids":["x"]}`, s.Admin), Status: 400, Contains: []string{`"action":["`}},
	})
}
