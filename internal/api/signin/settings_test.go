package signin_test

import (
	"strings"
	"testing"

	"sonora/internal/testkit"
)

func TestTwoOperatorsSaveSettings(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	const path = "/api/admin/settings"
	first := s.Do(t, call{Path: path, As: s.Admin})
	save := func(body, tag string) call {
		return call{Method: "PATCH", Path: path, As: s.Admin, Body: body, Header: map[string]string{"If-Match": tag, "Accept-Language": "es"}}
	}
	second := s.Do(t, save(`{"siteName":"Casa","sunoApiKey":"sk-1234567890abcdef"}`, `"0"`))
	if second.Status != 200 || second.Header.Get("ETag") == first.Header.Get("ETag") {
		t.Fatalf("%d %s after %s: %s", second.Status, second.Header.Get("ETag"), first.Header.Get("ETag"), second.Body)
	}
	s.Run(t, []testkit.Scenario{
		{Name: "the other operator knows what was before", Request: save(`{"siteName":"Mine","sessionTimeout":12}`, `"0"`), Status: 412},
		{Name: "by the ETag, too", Request: save(`{"siteName":"Mine"}`, first.Header.Get("ETag")), Status: 412},
		{Name: "nothing of it is saved", Request: call{Path: path, As: s.Admin}, Status: 200, Contains: []string{`"siteName":"Casa"`, `"sessionTimeout":24`, `"version":1`}},
		{Name: "nothing changes", Request: save(`{"siteName":"Casa"}`, `"1"`), Status: 200, Contains: []string{`"version":1`}},
		{Name: "once the other knows it", Request: save(`{"sessionTimeout":12}`, second.Header.Get("ETag")), Status: 200, Contains: []string{`"siteName":"Casa"`, `"sessionTimeout":12`, `"version":2`}},
		{
			Name: "who changed what", Request: call{Path: path + "/history", As: s.Admin}, Status: 200,
			Contains: []string{`"email":"admin@example.com"`, `{"name":"sessionTimeout","secret":false,"before":24,"after":12}`, `{"name":"siteName","secret":false,"before":"Sonora","after":"Casa"}`, `{"name":"sunoApiKey","secret":true,"before":null,"after":null}`},
			Lacks:    []string{"sk-1", "cdef"},
		},
		{Name: "a page of it", Request: call{Path: path + "/history?limit=1", As: s.Admin}, Status: 200, Contains: []string{`"version":2`}, Lacks: []string{`"version":1`}},
		{Name: "not for members", Request: call{Path: path + "/history", As: s.Member}, Status: 403},
	})
}

func TestSettingsThatMakeNoSense(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	save := func(body string) call {
		return call{Method: "PATCH", Path: "/api/admin/settings", As: s.Admin, Body: body}
	}
	absurd := `{"maxRequestSize":-1,"sessionTimeout":0,"passwordMinLength":3,"maxLoginAttempts":1000001,` +
		`"uploadQuota":-5,"aiMonthlyBudget":1e12,"aiAutoApprove":11,"timezone":"Mars/Olympus","backupFrequency":"yearly","adminEmail":"nobody","siteName":" "}`
	fields := []string{"maxRequestSize", "sessionTimeout", "passwordMinLength", "maxLoginAttempts", "uploadQuota", "aiMonthlyBudget", "aiAutoApprove", "timezone", "backupFrequency", "adminEmail", "siteName"}
	quoted := make([]string, len(fields))
	for i, field := range fields {
		quoted[i] = `"` + field + `":[`
	}
	s.Run(t, []testkit.Scenario{
		{Name: "absurd", Request: save(absurd), Status: 400, Contains: quoted},
		{Name: "larger than any number", Request: save(`{"uploadQuota":1e30}`), Status: 400, Contains: []string{`"uploadQuota":["This has to be a whole number."]`}},
		{Name: "of another kind", Request: save(`{"enableTwoFactor":"yes","aiBlockedWords":"casino"}`), Status: 400, Contains: []string{`"enableTwoFactor":["This has to be true or false."]`, `"aiBlockedWords":["This has to be a list."]`}},
		{Name: "unknown", Request: save(`{"siteName":"Casa","sitename":"Casa","warpFactor":9}`), Status: 400, Contains: []string{`"warpFactor":["There is no setting with this name."]`, `"sitename":["There is no setting`}},
		{Name: "fixed by the configuration", Request: save(`{"databasePort":1234}`), Status: 409, Contains: []string{"databasePort is fixed by the server's configuration"}},
		{Name: "nothing was saved", Request: call{Path: "/api/admin/settings", As: s.Admin}, Status: 200, Contains: []string{`"siteName":"Sonora"`, `"version":0`}},
		{Name: "no change is recorded", Request: call{Path: "/api/admin/settings/history", As: s.Admin}, Status: 200, Contains: []string{"[]"}},
	})
	if got := s.Do(t, save(absurd)); strings.Count(got.Body, `":["`) != len(fields) {
		t.Errorf("other fields than %v: %s", fields, got.Body)
	}
}

// TestSettingsTakeEffect changes settings that no other test changes, and looks
// at what they change.
func TestSettingsTakeEffect(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	save := func(body string) call {
		return call{Method: "PATCH", Path: "/api/admin/settings", As: s.Admin, Body: body}
	}
	join := func(email string) call {
		return call{Method: "POST", Path: "/api/auth/register/", Body: `{"email":"` + email + `","password1":"qk7vz2-long","password2":"qk7vz2-long"}`}
	}
	config := call{Path: "/api/config"}
	s.Run(t, []testkit.Scenario{
		{Name: "as installed", Request: config, Status: 200, Contains: []string{`"siteDescription":"Professional Music Platform"`, `"landingMusic":false`, `"developerPanels":false`}},
		{Name: "a new account", Request: join("one@example.com"), Status: 201, Contains: []string{`"role":"creator"`}},
		{Name: "save", Request: save(`{"siteDescription":"Music of our house","landingMusic":true,"developerPanels":true,"newAccountsMayUpload":false}`), Status: 200},
		{Name: "at once", Request: config, Status: 200, Contains: []string{`"siteDescription":"Music of our house"`, `"landingMusic":true`, `"developerPanels":true`}},
		{Name: "a new account that may not upload", Request: join("two@example.com"), Status: 201, Contains: []string{`"role":"listener"`}},
	})
}
