package listening_test

import (
	"strings"
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

func TestDevicesSeeAndControlEachOther(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	const desk, commands = "/api/player/devices/desk-0001", "/api/player/devices/desk-0001/commands"
	report := `{"name":"Desk","queue":{"order":["ä"]},"queueVersion":7,"trackId":"t1","title":"Nöt","artist":"A","position":12.5,"duration":200,"state":"playing","volume":0.5}`
	again := strings.Replace(strings.Replace(report, `"queue":{"order":["ä"]},`, "", 1), "playing", "paused", 1)
	pause := `{"from":"phone-001","command":"pause"}`
	s.Run(t, []testkit.Scenario{
		{Name: "none yet", Request: call{Path: "/api/player/devices", As: s.Member}, Status: 200, Contains: []string{"[]"}},
		{Name: "a report", Request: call{Method: "PUT", Path: desk, As: s.Member, Body: report}, Status: 200, Contains: []string{`"present":true`, `"position":12.5`, `"title":"Nöt"`}},
		{Name: "without the queue", Request: call{Method: "PUT", Path: desk, As: s.Member, Body: again}, Status: 200, Contains: []string{`"state":"paused"`}},
		{Name: "the list", Request: call{Path: "/api/player/devices", As: s.Member}, Status: 200, Contains: []string{`"id":"desk-0001"`}, Lacks: []string{"order"}},
		{Name: "its queue", Request: call{Path: desk + "/queue", As: s.Member}, Status: 200, Contains: []string{`"queue":{"order":["ä"]}`, `"state":"paused"`, `"age":`}},
		{Name: "somebody else's", Request: call{Path: desk + "/queue", As: s.Admin}, Status: 404},
		{Name: "steering somebody else's", Request: call{Method: "POST", Path: commands, As: s.Admin, Body: pause}, Status: 404},
		{Name: "steering", Request: call{Method: "POST", Path: commands, As: s.Member, Body: pause}, Status: 202},
		{Name: "louder than loud", Request: call{Method: "POST", Path: commands, As: s.Member, Body: `{"from":"phone-001","command":"volume","value":500}`}, Status: 400, Contains: []string{`"value"`}},
		{Name: "a title with a NUL", Request: call{Method: "PUT", Path: "/api/player/devices/desk-0009", As: s.Member, Body: strings.Replace(report, "Nöt", `N\u0000t`, 1)}, Status: 200},
		{Name: "forgotten again", Request: call{Method: "DELETE", Path: "/api/player/devices/desk-0009", As: s.Member}, Status: 204},
		{Name: "no such command", Request: call{Method: "POST", Path: commands, As: s.Member, Body: `{"from":"phone-001","command":"explode"}`}, Status: 400, Contains: []string{`"command"`}},
		{Name: "no such state", Request: call{Method: "PUT", Path: desk, As: s.Member, Body: strings.Replace(report, "playing", "flying", 1)}, Status: 400, Contains: []string{`"state"`}},
		{Name: "an odd id", Request: call{Method: "PUT", Path: "/api/player/devices/a%2Fb", As: s.Member, Body: report}, Status: 400},
		{Name: "a queue as long as a book", Request: call{Method: "PUT", Path: desk, As: s.Member, Body: strings.Replace(report, "ä", strings.Repeat("a", 950_000), 1)}, Status: 400, Contains: []string{`"queue"`}},
		{Name: "visitors", Request: call{Path: "/api/player/devices"}, Status: 401},
		{Name: "forgotten", Request: call{Method: "DELETE", Path: desk, As: s.Member}, Status: 204},
		{Name: "gone", Request: call{Path: desk + "/queue", As: s.Member}, Status: 404},
	})
}

// TestCommandsReachOwnDevicesOnly subscribes as two people while one sends
// commands.
func TestCommandsReachOwnDevicesOnly(t *testing.T) {
	s := empty.Join(t)
	report := `{"name":"Desk","queueVersion":1,"trackId":"","title":"","artist":"","position":0,"duration":0,"state":"stopped","volume":1}`
	s.AwaitScan(t) // the operator also receives its events
	own, other := apitest.Events(t, s, s.Member), apitest.Events(t, s, s.Admin)
	own("retry:")
	other("retry:")
	s.Run(t, []testkit.Scenario{
		{Name: "a report", Request: call{Method: "PUT", Path: "/api/player/devices/desk-0001", As: s.Member, Body: report}, Status: 200},
		{Name: "a command", Request: call{Method: "POST", Path: "/api/player/devices/desk-0001/commands", As: s.Member, Body: `{"from":"phone-001","command":"seek","value":30}`}, Status: 202},
		{Name: "one of the other's", Request: call{Method: "PUT", Path: "/api/player/devices/desk-0002", As: s.Admin, Body: report}, Status: 200},
	})
	own("event: command")
	if line := own("data: "); !strings.Contains(line, `"command":"seek"`) || !strings.Contains(line, `"value":30`) {
		t.Errorf("got %s", line)
	}
	// The other person receives events of their own device only.
	if line := other("event: "); line != "event: device" {
		t.Errorf("got %s", line)
	}
	if line := other("data: "); line != `data: {"id":"desk-0002"}` {
		t.Errorf("got %s", line)
	}
}
