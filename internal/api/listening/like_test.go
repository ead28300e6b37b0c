package listening_test

import (
	"strings"
	"testing"
	"time"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

func TestLikes(t *testing.T) {
	s := apitest.Start(t, testkit.Options{})
	all := apitest.TracksOf(t, s)
	like := "/api/tracks/" + all["Dawn"].ID + "/like"
	s.Run(t, []testkit.Scenario{
		{Name: "none yet", Request: call{Path: "/api/liked-tracks", As: s.Member}, Status: 200, Contains: []string{"[]"}},
		{Name: "nobody", Request: call{Method: "POST", Path: like}, Status: 401},
		{Name: "nobody's list", Request: call{Path: "/api/liked-tracks/"}, Status: 401},
		{Name: "like", Request: call{Method: "POST", Path: like, As: s.Member}, Status: 200, Contains: []string{`{"liked":true}`}},
		{Name: "again", Request: call{Method: "POST", Path: like + "/", As: s.Member}, Status: 200, Contains: []string{`{"liked":true}`}},
		{Name: "another", Request: call{Method: "POST", Path: "/api/tracks/" + all["Noon"].ID + "/like", As: s.Member}, Status: 200},
		{Name: "no such track", Request: call{Method: "POST", Path: "/api/tracks/none/like", As: s.Member}, Status: 404, Contains: []string{"Not found."}},
		{Name: "somebody else's list", Request: call{Path: "/api/liked-tracks", As: s.Admin}, Status: 200, Contains: []string{"[]"}},
	})
	r := s.Do(t, call{Path: "/api/liked-tracks", As: s.Member})
	if list := testkit.JSON[[]track](t, r); len(list) != 2 || list[0].Title != "Noon" || !list[1].Liked || r.Header.Get("X-Total-Count") != "2" {
		t.Errorf("liked: %v %s", r.Header, r.Body)
	}
	s.Run(t, []testkit.Scenario{
		{Name: "unlike", Request: call{Method: "DELETE", Path: like, As: s.Member}, Status: 200, Contains: []string{`{"liked":false}`}},
		{Name: "unlike again", Request: call{Method: "DELETE", Path: like, As: s.Member}, Status: 200, Contains: []string{`{"liked":false}`}},
		{Name: "the rest", Request: call{Path: "/api/liked-tracks", As: s.Member}, Status: 200, Contains: []string{"Noon"}, Lacks: []string{"Dawn"}},
	})
}

func TestPlays(t *testing.T) {
	s := apitest.Start(t, testkit.Options{})
	all := apitest.TracksOf(t, s)
	now := time.Now().UTC().Format(time.RFC3339)
	report := func(id, track, at, listened string) call {
		return call{Method: "POST", Path: "/api/plays", As: s.Member, Body: `{"id":"` + id + `","trackId":"` + track + `","startedAt":"` + at + `","listened":` + listened + `}`}
	}
	dawn := all["Dawn"].ID
	anonymous := report("01JD0000000000000000000001", dawn, now, "40")
	anonymous.As = testkit.Person{}
	s.Run(t, []testkit.Scenario{
		{Name: "half of a short track", Request: report("01JD0000000000000000000001", dawn, now, "0.4"), Status: 202, Contains: []string{`{"counted":true}`}},
		{Name: "sent again", Request: report("01JD0000000000000000000001", dawn, now, "0.4"), Status: 202, Contains: []string{`{"counted":true}`}},
		{Name: "skipped", Request: report("01JD0000000000000000000002", all["Noon"].ID, now, "0.01"), Status: 202, Contains: []string{`{"counted":false}`}},
		{Name: "no such track", Request: report("01JD0000000000000000000003", "none", now, "1"), Status: 404},
		{Name: "a clock that is wrong by a year", Request: report("01JD0000000000000000000004", dawn, time.Now().AddDate(1, 0, 0).UTC().Format(time.RFC3339), "0.01"), Status: 202, Contains: []string{`{"counted":false}`}},
		{Name: "less than nothing", Request: report("01JD0000000000000000000005", dawn, now, "-1"), Status: 400, Contains: []string{`"listened":["This number is too small."]`}},
		{Name: "endless", Request: report("01JD0000000000000000000005", dawn, now, "1e400"), Status: 400, Contains: []string{`"detail":"Malformed JSON body."}`}},
		{Name: "mistyped", Request: report("01JD0000000000000000000005", dawn, now, `"long"`), Status: 400, Contains: []string{`"listened":["This has to be a number."]`}},
		{Name: "no time", Request: report("01JD0000000000000000000005", dawn, "yesterday", "1"), Status: 400, Contains: []string{`"startedAt"`}},
		{Name: "odd id", Request: report(`../\u0000`, dawn, now, "1"), Status: 400, Contains: []string{`"id"`}},
		{Name: "unknown field", Request: call{Method: "POST", Path: "/api/plays", As: s.Member, Body: `{"id":"01JD0000000000000000000006","trackId":"x","startedAt":"` + now + `","listened":1,"accountId":"other"}`}, Status: 400, Contains: []string{`"accountId":["There is no field of this name."]`}},
		{Name: "missing fields", Request: call{Method: "POST", Path: "/api/plays", As: s.Member, Body: `{}`}, Status: 400, Contains: []string{`"trackId":["This field is required."]`}},
		{Name: "nobody", Request: anonymous, Status: 401},
		{Name: "history", Request: call{Path: "/api/recently-played", As: s.Member}, Status: 200, Contains: []string{"Dawn", "Noon"}},
		{Name: "somebody else's history", Request: call{Path: "/api/recently-played", As: s.Admin}, Status: 200, Contains: []string{"[]"}},
		{Name: "nobody's history", Request: call{Path: "/api/recently-played"}, Status: 401},
		{Name: "absurd history", Request: call{Path: "/api/recently-played?limit=-3", As: s.Member}, Status: 400, Contains: []string{`"limit"`}},
	})
	counted := s.Do(t, call{Path: "/api/tracks/" + dawn, As: s.Admin})
	for deadline := time.Now().Add(20 * time.Second); !strings.Contains(counted.Body, `"plays":1`) && time.Now().Before(deadline); <-time.After(20 * time.Millisecond) {
		counted = s.Do(t, call{Path: "/api/tracks/" + dawn, As: s.Admin})
	}
	if !strings.Contains(counted.Body, `"plays":1`) {
		t.Errorf("counted: %s", counted.Body)
	}
}
