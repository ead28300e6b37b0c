package catalogue_test

import (
	"archive/zip"
	"net/http"
	"strings"
	"testing"

	"sonora/internal/testkit"
)

func TestOperatorFindsOutWhatIsWrong(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	read := func(query string) call { return call{Path: "/api/admin/log" + query, As: s.Admin} }
	level := func(body string) call {
		return call{Method: "PUT", Path: "/api/admin/log/level", As: s.Admin, Body: body}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "checks", Request: call{Path: "/api/admin/checks", As: s.Admin}, Status: 200, Contains: []string{
			`{"name":"data","state":"ok","says":`, `is writable."`, `{"name":"database","state":"ok"`, `{"name":"port","state":"ok"`,
		}},
		{
			Name: "checks in Spanish", Request: call{Path: "/api/admin/checks", As: s.Admin, Header: map[string]string{"Accept-Language": "es"}}, Status: 200,
			Contains: []string{"Se puede escribir en ", "la que este programa necesita"}, Lacks: []string{"is writable", "as this program needs"},
		},
		{Name: "checks, member", Request: call{Path: "/api/admin/checks", As: s.Member}, Status: 403, Lacks: []string{"data"}},
		{Name: "log", Request: read(""), Status: 200, Contains: []string{`{"level":"info","until":null,"last":`, `"level":"info","message":"`}, Lacks: []string{`"debug"`}},
		{Name: "log, member", Request: call{Path: "/api/admin/log", As: s.Member}, Status: 403, Lacks: []string{"lines"}},
		{Name: "log, nobody", Request: call{Path: "/api/admin/log"}, Status: 401},
		{Name: "no such level", Request: read("?level=loud"), Status: 400},
		{Name: "too many lines", Request: read("?limit=501"), Status: 400},
		{Name: "more is logged", Request: level(`{"level":"debug"}`), Status: 200},
		{Name: "requests are in it", Request: read("?q=ADMIN/LOG/LEVEL"), Status: 200, Contains: []string{`{"level":"debug","until":"2`, `"message":"request"`, `method=PUT path=/api/admin/log/level status=200`}},
		{Name: "not above their level", Request: read("?q=ADMIN/LOG/LEVEL&level=info"), Status: 200, Contains: []string{`"lines":[]`}},
		{Name: "not before", Request: read("?after=1000000"), Status: 200, Contains: []string{`"lines":[]`}},
		{Name: "no level", Request: level(`{"level":"all"}`), Status: 400, Contains: []string{`"level"`}},
		{Name: "level, member", Request: call{Method: "PUT", Path: "/api/admin/log/level", As: s.Member, Body: `{"level":"error"}`}, Status: 403},
		{Name: "bundle, member", Request: call{Path: "/api/admin/support-bundle", As: s.Member}, Status: 403},
	})
	bundle := s.Do(t, call{Path: "/api/admin/support-bundle", As: s.Admin})
	z, err := zip.NewReader(strings.NewReader(bundle.Body), int64(len(bundle.Body)))
	if err != nil || bundle.Status != http.StatusOK || !strings.Contains(bundle.Header.Get("Content-Disposition"), "sonora-support-") {
		t.Fatalf("%d %v: %v", bundle.Status, bundle.Header, err)
	}
	if n := len(z.File); n != 5 {
		t.Errorf("%d files", n)
	}
	s.Run(t, []testkit.Scenario{
		{Name: "audit", Request: call{Path: "/api/admin/events?limit=20", As: s.Admin}, Status: 200, Contains: []string{`"log_level_changed"`, `"bundle_downloaded"`}},
	})
}
