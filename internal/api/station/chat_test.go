package station_test

import (
	"strings"
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

func TestStationChat(t *testing.T) {
	s := empty.Join(t)
	station := apitest.Made(t, s, "/api/radios", `{"name":"Own","mode":"autodj"}`)
	path := "/api/radios/" + station + "/chat"
	say := func(who testkit.Person, text string) call {
		return call{Method: "POST", Path: path, As: who, Body: apitest.Encode(t, map[string]any{"text": text})}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "off", Request: call{Path: path, As: s.Member}, Status: 200, Contains: []string{`"isOpen":false`}},
		{Name: "written while off", Request: say(s.Member, "hello"), Status: 403, Contains: []string{"This station has no chat."}},
		{Name: "switched on", Request: call{Method: "PUT", Path: "/api/radios/" + station, As: s.Admin, Body: `{"options":{"chat":true}}`}, Status: 200, Contains: []string{`"hasChat":true`}},
		{Name: "a visitor", Request: call{Path: path}, Status: 401},
		{Name: "a visitor writes", Request: say(testkit.Person{}, "hello"), Status: 401},
		{Name: "nothing", Request: say(s.Member, "  "), Status: 400, Contains: []string{"Write something."}},
		{Name: "too long", Request: say(s.Member, strings.Repeat("x", 281)), Status: 400},
		{Name: "no such station", Request: call{Path: "/api/radios/gone/chat", As: s.Member}, Status: 404},
	})
	other := s.SignUp(t, "other@example.com")
	live := apitest.Events(t, s, other)
	live("retry:")
	id := testkit.JSON[struct{ ID string }](t, s.Do(t, say(s.Member, " <b>hello</b> "))).ID
	live("event: chat")
	if line := live("data: "); !strings.Contains(line, station) || strings.Contains(line, "hello") {
		t.Error(line)
	}
	second := testkit.JSON[struct{ ID string }](t, s.Do(t, say(s.Member, "second"))).ID
	s.Run(t, []testkit.Scenario{
		{Name: "read", Request: call{Path: path, As: other}, Status: 200, Contains: []string{`"isOwn":false`, "hello", `"second"`}},
		{Name: "the newest", Request: call{Path: path + "?limit=1", As: other}, Status: 200, Contains: []string{`"second"`}, Lacks: []string{"hello"}},
		{Name: "not theirs", Request: call{Method: "DELETE", Path: path + "/" + id, As: other}, Status: 404},
		{Name: "one's own", Request: call{Method: "DELETE", Path: path + "/" + id, As: s.Member}, Status: 204},
		{Name: "by the operator", Request: call{Method: "DELETE", Path: path + "/" + second, As: s.Admin}, Status: 204},
		{Name: "gone", Request: call{Path: path, As: s.Member}, Status: 200, Contains: []string{`"items":[]`}},
	})
	for range 8 {
		s.Do(t, say(s.Member, "more"))
	}
	s.Run(t, []testkit.Scenario{{Name: "too much", Request: say(s.Member, "more"), Status: 429}})
}
