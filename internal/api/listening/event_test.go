package listening_test

import (
	"strings"
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

func TestEventsReachTheirAudience(t *testing.T) {
	s := apitest.Start(t, testkit.Options{})
	dawn := apitest.TracksOf(t, s)["Dawn"].ID
	member, operator := apitest.Events(t, s, s.Member), apitest.Events(t, s, s.Admin)
	if line := member("retry:"); line == "" {
		t.Fatal("the stream ended")
	}
	operator("retry:")

	s.Do(t, call{Method: "POST", Path: "/api/tracks/" + dawn + "/like", As: s.Member})
	if line := member("event: "); line != "event: like" {
		t.Errorf("got %s", line)
	}
	if line := member("data: "); line != `data: {"liked":true,"trackId":"`+dawn+`"}` {
		t.Errorf("got %s", line)
	}
	// The operator receives the scan event, and no like of the member before it.
	s.Do(t, call{Method: "POST", Path: "/api/library/scan", As: s.Admin, Body: `{"full":true}`})
	if line := operator("event: "); line != "event: scan" {
		t.Errorf("got %s", line)
	}
	if line := member("event: "); line != "event: scan" {
		t.Errorf("got %s", line)
	}
	if line := member("data: "); !strings.Contains(line, `"folder":""`) || !strings.Contains(line, `"state":"running"`) {
		t.Errorf("got %s", line)
	}
	s.Run(t, []testkit.Scenario{{Name: "nobody", Request: call{Path: "/api/events"}, Status: 401}})
}
