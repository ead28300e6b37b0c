package testkit

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestCheckFindsDeviations(t *testing.T) {
	d := sharedDocument()
	const genre = `[{"name":"Rock","trackCount":3}]`
	for name, c := range map[string]struct {
		path, body, kind string
		status           int
		want             string // "" if the response conforms
	}{
		"as promised":      {path: "/api/genres", body: genre},
		"with a slash":     {path: "/api/genres/", body: genre},
		"mistyped":         {path: "/api/genres", body: strings.Replace(genre, "3", `"3"`, 1), want: "expected integer"},
		"missing":          {path: "/api/genres", body: `[{"name":"Rock"}]`, want: "expected required property trackCount"},
		"unknown":          {path: "/api/genres", body: `[{"name":"Rock","trackCount":3,"x":1}]`, want: "unexpected property"},
		"chosen fields":    {path: "/api/artists?fields=id,name", body: `[{"id":"1","name":"Ada"}]`},
		"a chosen field":   {path: "/api/artists?fields=id,name", body: `[{"id":"1"}]`, want: "expected required property name"},
		"a mistyped field": {path: "/api/artists?fields=id", body: `[{"id":1}]`, want: "expected string"},
		"chosen, no JSON":  {path: "/api/artists?fields=id", body: `[`, want: "unexpected end"},
		"another shape":    {path: "/api/genres", body: `{}`, want: "expected array"},
		"another status":   {path: "/api/genres", body: genre, status: 201, want: "status 201 is not in the document"},
		"no JSON":          {path: "/api/genres", body: `[`, want: "unexpected end"},
		"a good error":     {path: "/api/tracks/1", body: `{"code":"not_found","detail":"Not found."}`, status: 404},
		"fields":           {path: "/api/auth/login", body: `{"code":"invalid","email":["Enter one."]}`, status: 400},
		"a nameless error": {path: "/api/nothing", body: `{"detail":"x"}`, status: 404, want: "no code"},
		"a strange error":  {path: "/api/genres", body: `{"code":"conflict","detail":"x"}`, status: 409, want: "status 409 is not in the document"},
		"a strange code":   {path: "/api/genres", body: `{"code":"lost","detail":"x"}`, status: 400, want: "expected value to be one of"},
		"a mute error":     {path: "/api/nothing", body: `{"code":"not_found"}`, status: 404, want: "no text"},
		"a strange field":  {path: "/api/nothing", body: `{"code":"not_found","detail":"x","status":404}`, status: 404, want: "error field status is 404"},
		"an empty field":   {path: "/api/nothing", body: `{"code":"invalid","email":[]}`, status: 400, want: "error field email"},
		"a plain error":    {path: "/api/nothing", body: `404`, kind: "text/plain", status: 404, want: "not JSON"},
		"milliseconds":     {path: "/api/nothing", body: `["2025-03-01T12:00:00Z","2025-03-01T12:00:00.123Z"]`},
		"nanoseconds":      {path: "/api/nothing", body: `["2025-03-01T12:00:00.1234Z"]`, want: "not in milliseconds"},
		"another zone":     {path: "/api/nothing", body: `{"at":"2025-03-01T12:00:00+01:00"}`, want: "not in milliseconds of UTC"},
		"a page":           {path: "/login", body: `<!doctype html>`, kind: "text/html"},
	} {
		t.Run(name, func(t *testing.T) {
			method := http.MethodGet
			if c.path == "/api/auth/login" {
				method = http.MethodPost
			}
			res := &http.Response{StatusCode: max(c.status, 200), Header: http.Header{"Content-Type": {"application/json"}, "X-Request-Id": {"1"}}, Body: io.NopCloser(nil)}
			if c.kind != "" {
				res.Header.Set("Content-Type", c.kind)
			}
			err := d.check(httptest.NewRequest(method, c.path, nil), res, []byte(c.body))
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("found %v, want %q", err, c.want)
			}
		})
	}
}
