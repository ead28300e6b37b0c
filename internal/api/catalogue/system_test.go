package catalogue_test

import (
	"strings"
	"testing"

	"sonora/internal/testkit"
)

func TestOperatorSeesHowTheServerIsDoing(t *testing.T) {
	s := library.Join(t)
	s.Run(t, []testkit.Scenario{
		{Name: "status", Request: call{Path: "/api/admin/status", As: s.Admin}, Status: 200, Contains: []string{
			`"degraded":[`, `"health":`, `"processors":`, `"holds":["data"`, `"jobs":{"waiting":`, `"stations":{"total":`,
		}},
		{Name: "status, member", Request: call{Path: "/api/admin/status", As: s.Member}, Status: 403, Lacks: []string{"health"}},
		{Name: "status, nobody", Request: call{Path: "/api/admin/status"}, Status: 401},
		{Name: "failed jobs", Request: call{Path: "/api/admin/jobs/failed", As: s.Admin}, Status: 200, Contains: []string{`[`}},
		{Name: "failed jobs, member", Request: call{Path: "/api/admin/jobs/failed", As: s.Member}, Status: 403},
		{Name: "no such job", Request: call{Method: "POST", Path: "/api/admin/jobs/none/restart", As: s.Admin}, Status: 404},
	})
}

func TestOperatorSearchesEverything(t *testing.T) {
	s := library.Join(t)
	find := func(q string) call { return call{Path: "/api/admin/search?q=" + q, As: s.Admin} }
	s.Run(t, []testkit.Scenario{
		{Name: "a song", Request: find("dawn"), Status: 200, Contains: []string{`"kind":"song"`, `"title":"Dawn"`}},
		{Name: "nothing", Request: find(""), Status: 200, Contains: []string{`{"results":[]}`}},
		{Name: "signs of a pattern", Request: find("%25"), Status: 200, Lacks: []string{`"kind":"person"`}},
		{Name: "too long", Request: call{Path: "/api/admin/search?q=" + strings.Repeat("x", 501), As: s.Admin}, Status: 400},
		{Name: "a member", Request: call{Path: "/api/admin/search?q=dawn", As: s.Member}, Status: 403, Lacks: []string{"Dawn"}},
		{Name: "nobody", Request: call{Path: "/api/admin/search?q=dawn"}, Status: 401},
	})
}
