package catalogue_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

// TestAIProviders sets up services on the loopback, one of which refuses the
// key.
func TestAIProviders(t *testing.T) {
	suno := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer suno-0123456789abcdef" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		io.WriteString(w, `{"code":200,"msg":"success","data":12}`)
	}))
	t.Cleanup(suno.Close)
	s := testkit.Start(t, testkit.Options{})
	get := call{Path: "/api/admin/ai-providers", As: s.Admin}
	check := call{Method: "POST", Path: "/api/admin/ai-providers/check", As: s.Admin}
	save := func(body string) call {
		return call{Method: "PATCH", Path: "/api/admin/settings", As: s.Admin, Body: body}
	}
	inSpanish := func(name, template, fault string) testkit.Scenario {
		c := save(`{"aiHttpProvider":` + apitest.Encode(t, template) + `}`)
		c.Header = map[string]string{"Accept-Language": "es"}
		return testkit.Scenario{Name: name + " in Spanish", Request: c, Status: 400, Contains: []string{fault}}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "none", Request: get, Status: 200, Contains: []string{`"name":"suno","label":"Suno","configured":false,"ok":false,"detail":"","latencyMs":0,"checkedAt":null`}, Lacks: []string{`"configured":true`}},
		{Name: "member", Request: call{Path: "/api/admin/ai-providers", As: s.Member}, Status: 403},
		{Name: "member checks", Request: call{Method: "POST", Path: "/api/admin/ai-providers/check", As: s.Member}, Status: 403},
		{Name: "a key", Request: save(`{"sunoApiKey":"suno-0123456789abcdef","sunoApiUrl":"` + suno.URL + `","aiMonthlyBudget":12.5}`), Status: 200, Contains: []string{`"sunoApiKey":"suno-012*********cdef"`, `"aiMonthlyBudget":12.5`}, Lacks: []string{"3456789"}},
		{Name: "not checked", Request: get, Status: 200, Contains: []string{`"label":"Suno","configured":true,"ok":false,"detail":"","latencyMs":0,"checkedAt":null`}},
		{Name: "works", Request: check, Status: 200, Contains: []string{`"label":"Suno","configured":true,"ok":true,"detail":""`}, Lacks: []string{"0123456789"}},
		{Name: "remembered", Request: get, Status: 200, Contains: []string{`"label":"Suno","configured":true,"ok":true,"detail":""`}},
		{Name: "another key", Request: save(`{"sunoApiKey":"wrong-0123456789"}`), Status: 200},
		{Name: "forgotten", Request: get, Status: 200, Contains: []string{`"label":"Suno","configured":true,"ok":false,"detail":""`}},
		{Name: "refused", Request: check, Status: 200, Contains: []string{`"ok":false,"detail":"Suno does not accept the key of this server.`}, Lacks: []string{"wrong-0123456789"}},
		{Name: "a template without a name", Request: save(`{"aiHttpProvider":"{}"}`), Status: 400, Contains: []string{`"aiHttpProvider":["This setting is not valid: name: enter 1 to 50 characters."]`}},
		{Name: "a number as a template", Request: save(`{"aiHttpProvider":"5"}`), Status: 400, Contains: []string{`"aiHttpProvider":["This setting is not valid: enter a JSON object, not a JSON number."]`}},
		{Name: "a list as a template", Request: save(`{"aiHttpProvider":"[]"}`), Status: 400, Contains: []string{`enter a JSON object, not a JSON array`}},
		{Name: "a template with a text for a number", Request: save(`{"aiHttpProvider":"{\"name\":\"X\",\"price\":\"ten\"}"}`), Status: 400, Contains: []string{`price: a JSON string does not belong here`}},
		inSpanish("a number as a template", `5`, "Esta opción no es válida: escribe un objeto JSON, no un número JSON."),
		inSpanish("an unknown field", `{"nome":"X"}`, `no es un campo de las plantillas.`),
		inSpanish("no JSON", `{"name":x}`, "el texto JSON tiene un fallo en el carácter 9."),
		inSpanish("half a template", `{"name":"X"`, "el texto JSON está incompleto."),
		inSpanish("a placeholder", `{"name":"X","url":"https://a.example","submit":{"body":"{{x}}"}}`, "submit: {{x}} no es un marcador; usa prompt"),
		inSpanish("a number", `{"name":"X","url":"https://a.example","result":"url","maxSeconds":9999}`, "maxSeconds: escribe un número del 1 al 600."),
		{Name: "a template", Request: save(`{"aiHttpProvider":"{\"name\":\"Studio\",\"url\":\"https://studio.example\",\"submit\":{\"path\":\"make\"},\"result\":\"url\"}"}`), Status: 200},
		{Name: "no faults", Request: get, Status: 200, Contains: []string{`"name":"http","label":"Studio","configured":true,"ok":false,"detail":""`}},
		{Name: "no score", Request: save(`{"aiAutoApprove":11,"aiProvider":"me"}`), Status: 400, Contains: []string{`"aiAutoApprove":["Enter a number from 0 to 10."]`, `"aiProvider":["`}},
	})
}
