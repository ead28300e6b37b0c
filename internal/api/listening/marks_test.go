package listening_test

import (
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

func TestMarks(t *testing.T) {
	s := apitest.Start(t, testkit.Options{})
	path := "/api/tracks/" + apitest.TracksOf(t, s)["Dawn"].ID + "/marks"
	put := func(body, ifMatch string) call {
		c := call{Method: "PUT", Path: path, As: s.Member, Body: body}
		if ifMatch != "" {
			c.Header = map[string]string{"If-Match": ifMatch}
		}
		return c
	}
	const none = `{"cue":null,"hotCues":[],"loops":[],"grid":null}`
	const full = `{"cue":0.1,"hotCues":[{"slot":3,"at":0.5,"name":"Drop","color":"#ff8800"}],"loops":[{"from":0.25,"to":0.5,"name":""}],"grid":{"segments":[{"start":0.1,"bpm":128.04321,"beats":2}],"downbeat":1,"meter":4}}`
	events := apitest.Events(t, s, s.Member)
	s.Run(t, []testkit.Scenario{
		{Name: "nobody", Request: call{Path: path}, Status: 401},
		{Name: "none yet", Request: call{Path: path, As: s.Member}, Status: 200, Contains: []string{none}},
		{Name: "no such track", Request: call{Path: "/api/tracks/none/marks", As: s.Member}, Status: 404},
		{Name: "save of no such track", Request: call{Method: "PUT", Path: "/api/tracks/none/marks", As: s.Member, Body: full}, Status: 404},
		{Name: "beyond the end", Request: put(`{"cue":900,"hotCues":[],"loops":[],"grid":null}`, ""), Status: 400, Contains: []string{`"cue":["A mark must lie within the track."]`}},
		{Name: "incomplete", Request: put(`{"cue":1}`, ""), Status: 400, Contains: []string{`"hotCues"`}},
		{Name: "no grid at all", Request: put(`{"cue":null,"hotCues":[],"loops":[],"grid":{"segments":[],"downbeat":0,"meter":4}}`, ""), Status: 400, Contains: []string{`"grid":["A beat grid needs at least one beat."]`}},
		{Name: "of a version that there is not", Request: put(full, `"7"`), Status: 412},
		{Name: "save", Request: put(full, `"0"`), Status: 200, Contains: []string{full}},
	})
	events("event: marks") // fails if none comes; a scan of the shared server may come first
	read := s.Do(t, call{Path: path, As: s.Member})
	s.Run(t, []testkit.Scenario{
		{Name: "somebody else's", Request: call{Path: path, As: s.Admin}, Status: 200, Contains: []string{none}},
		{Name: "unchanged", Request: call{Path: path, As: s.Member, Header: map[string]string{"If-None-Match": read.Header.Get("ETag")}}, Status: 304},
		{Name: "from before", Request: put(none, `"0"`), Status: 412, Contains: []string{`"code":"precondition_failed"`}},
		{Name: "change", Request: put(`{"cue":0.2,"hotCues":[],"loops":[],"grid":null}`, read.Header.Get("ETag")), Status: 200, Contains: []string{`"cue":0.2`}},
		{Name: "delete", Request: call{Method: "DELETE", Path: path, As: s.Member}, Status: 204},
		{Name: "deleted", Request: call{Path: path, As: s.Member}, Status: 200, Contains: []string{none}},
	})
}
