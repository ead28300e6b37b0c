package catalogue_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/fakelib"
)

func TestLibraryRequiresOperator(t *testing.T) {
	root := t.TempDir()
	want := fakelib.Build(t, root)
	s := testkit.Start(t, testkit.Options{Music: root})
	s.Run(t, []testkit.Scenario{
		{Name: "status", Request: call{Path: "/api/library", As: s.Member}, Status: 200, Contains: []string{`"roots":[]`, `"state":"finished"`, `"problems":11`}, Lacks: []string{root}},
		{Name: "status, operator", Request: call{Path: "/api/library", As: s.Admin}, Status: 200, Contains: []string{root}},
		{Name: "status, nobody", Request: call{Path: "/api/library"}, Status: 401},
		{Name: "problems, member", Request: call{Path: "/api/library/problems", As: s.Member}, Status: 403, Lacks: []string{"broken"}},
		{Name: "missing, member", Request: call{Path: "/api/library/missing", As: s.Member}, Status: 403},
		{Name: "scan, member", Request: call{Method: "POST", Path: "/api/library/scan", As: s.Member}, Status: 403},
		{Name: "purge, member", Request: call{Method: "POST", Path: "/api/library/missing/purge", As: s.Member}, Status: 403},
		{Name: "cancel, nobody", Request: call{Method: "DELETE", Path: "/api/library/scan"}, Status: 401},
		{Name: "scan, mistyped", Request: call{Method: "POST", Path: "/api/library/scan", As: s.Admin, Body: `{"full":"yes"}`}, Status: 400, Contains: []string{`"full":["This has to be true or false."]`}},
		{Name: "scan, unknown field", Request: call{Method: "POST", Path: "/api/library/scan", As: s.Admin, Body: `{"folder":"/etc"}`}, Status: 400, Contains: []string{`"folder":["There is no field of this name."]`}},
	})
	problems := s.Do(t, call{Path: "/api/library/problems", As: s.Admin})
	for path, kind := range want.Problems {
		if !strings.Contains(problems.Body, `"path":"`+path+`","kind":"`+string(kind)+`"`) {
			t.Errorf("%s is not listed as %s", path, kind)
		}
	}
	spanish := s.Do(t, call{Path: "/api/library/problems", As: s.Admin, Header: map[string]string{"Accept-Language": "es"}})
	if strings.Contains(spanish.Body, `"reason":"The `) || strings.Count(spanish.Body, `"reason":"`) != strings.Count(problems.Body, `"reason":"`) || !strings.Contains(spanish.Body, "El archivo ") {
		t.Errorf("in Spanish: %s", spanish.Body)
	}
}

func TestMissingTracksCanBePurged(t *testing.T) {
	root := t.TempDir()
	fakelib.Write(t, root, "stays.mp3", fakelib.Song{Title: "Stays", Sound: 1}.MP3())
	fakelib.Write(t, root, "goes.mp3", fakelib.Song{Title: "Goes", Sound: 2}.MP3())
	s := testkit.Start(t, testkit.Options{Music: root})
	if err := os.Remove(filepath.Join(root, "goes.mp3")); err != nil {
		t.Fatal(err)
	}
	s.Run(t, []testkit.Scenario{{Name: "scan", Request: call{Method: "POST", Path: "/api/library/scan", As: s.Admin, Body: `{"full":true}`}, Status: 202, Contains: []string{`"state":"running"`}}})
	s.AwaitScan(t)
	s.Run(t, []testkit.Scenario{
		{Name: "listed", Request: call{Path: "/api/library/missing", As: s.Admin}, Status: 200, Contains: []string{"Goes", `"isMissing":true`}, Lacks: []string{"Stays"}},
		{Name: "purged", Request: call{Method: "POST", Path: "/api/library/missing/purge", As: s.Admin}, Status: 200, Contains: []string{`{"purged":1}`}},
		{Name: "nothing left", Request: call{Path: "/api/library/missing", As: s.Admin}, Status: 200, Contains: []string{"[]"}},
		{Name: "the other is there", Request: call{Path: "/api/tracks", As: s.Admin}, Status: 200, Contains: []string{"Stays"}, Lacks: []string{"Goes"}},
	})
}

func TestSettings(t *testing.T) {
	s := testkit.Start(t, testkit.Options{Settings: map[string]json.RawMessage{"maxLoginAttempts": []byte("7")}})
	get := call{Path: "/api/admin/settings", As: s.Admin}
	put := func(body string) call {
		return call{Method: "PUT", Path: "/api/admin/settings/", As: s.Admin, Body: body}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "defaults", Request: get, Status: 200, Contains: []string{`"passwordMinLength":8`, `"sessionTimeout":24`, `"maxRequestSize":50`, `"locked":["analyseTracks","databaseHost","databaseName","databasePort","maxLoginAttempts","rateLimitPerMinute"]`, `"maxLoginAttempts":7`, `"allowedOrigins":[]`}},
		{Name: "member", Request: call{Path: "/api/admin/settings", As: s.Member}, Status: 403, Lacks: []string{"siteName"}},
		{Name: "nobody", Request: call{Path: "/api/admin/settings"}, Status: 401},
		{Name: "member saves", Request: call{Method: "PUT", Path: "/api/admin/settings", As: s.Member, Body: `{"siteName":"Mine"}`}, Status: 403},
		{Name: "save", Request: put(`{"siteName":"Casa","passwordMinLength":9,"sunoApiKey":"sk-1234567890abcdef"}`), Status: 200, Contains: []string{`"siteName":"Casa"`, `"sunoApiKey":"sk-12345*******cdef"`}, Lacks: []string{"67890"}},
		{Name: "read back", Request: get, Status: 200, Contains: []string{`"siteName":"Casa"`, `sk-12345*******cdef`}, Lacks: []string{"67890"}},
		{Name: "everybody sees the name", Request: call{Path: "/api/config"}, Status: 200, Contains: []string{`"siteName":"Casa"`, `"passwordMinLength":9`}, Lacks: []string{"sk-"}},
		{Name: "the form as it was read", Request: put(`{"siteName":"Casa","sunoApiKey":"","maxLoginAttempts":7,"locked":["x"]}`), Status: 200, Contains: []string{"sk-12345*******cdef"}},
		{Name: "locked", Request: put(`{"maxLoginAttempts":3}`), Status: 409, Contains: []string{"maxLoginAttempts"}},
		{Name: "out of range", Request: put(`{"sessionTimeout":0}`), Status: 400, Contains: []string{`"sessionTimeout":["`}},
		{Name: "mistyped", Request: put(`{"allowedOrigins":"*"}`), Status: 400, Contains: []string{`"allowedOrigins":["`}},
		{Name: "unknown", Request: put(`{"role":"admin"}`), Status: 400, Contains: []string{`"role":["`}},
		{Name: "no object", Request: put(`[1]`), Status: 400},
		{Name: "new passwords", Request: call{Method: "POST", Path: "/api/auth/register/", Body: `{"email":"x@example.com","password1":"12345678","password2":"12345678"}`}, Status: 400, Contains: []string{"at least 9 characters"}},
	})
}
