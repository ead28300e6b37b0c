package edge

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/danielgtaylor/huma/v2"
)

// queried is an edge whose operations say whether they were called.
func queried() http.Handler {
	e := New(Config{Callers: everybody{}, Settings: everybody{}, Log: slog.New(slog.DiscardHandler), Prefixes: []string{"/api/"}})
	type input struct {
		Text string   `query:"q"`
		Keys []string `query:"keys"`
	}
	called := func(context.Context, *input) (*Body[string], error) { return Reply("called") }
	size := func(r *Route) {
		r.Parameters = append(r.Parameters, &huma.Param{Name: "size", In: "query", Schema: &huma.Schema{Type: huma.TypeInteger}})
	}
	written := func(w http.ResponseWriter, r *http.Request) error {
		e.WriteJSON(w, r, http.StatusOK, "called")
		return nil
	}
	Get(e, "/api/list", "list", "", Anyone, called)
	Post(e, "/api/list", "make", "", Anyone, called)
	Get(e, "/api/plain", "plain", "", Anyone, func(context.Context, *struct{}) (*Body[string], error) { return Reply("called") })
	Get(e, "/api/open", "open", "", Anyone, called, AnyQuery)
	Get(e, "/api/member", "member", "", Member, called)
	Raw(e, "/api/export", "export", "", Anyone, written, "application/zip", size)
	for path, mediaType := range map[string]string{"/api/stream": "audio/*", "/api/cover": "image/*", "/api/hls": "application/vnd.apple.mpegurl", "/api/segment": "*/*"} {
		Raw(e, path, path, "", Anyone, written, mediaType, size)
	}
	return e.Handler()
}

// TestQueriesAreChecked sends unknown and repeated parameters.
func TestQueriesAreChecked(t *testing.T) {
	h := queried()
	const (
		unknownV = "There is no parameter “v”."
		twiceQ   = "The parameter “q” appears more than once."
	)
	for _, c := range []struct{ method, address, detail string }{
		{"GET", "/api/list", ""},
		{"GET", "/api/list?q=a&keys=1,2", ""},
		{"GET", "/api/list?q=a&v=1", unknownV},
		{"HEAD", "/api/list?v=1", unknownV},
		{"GET", "/api/list/?v", unknownV},
		{"GET", "/api/list?Q=a", "There is no parameter “Q”."},
		{"GET", "/api/list?q=a&q=b", twiceQ},
		{"GET", "/api/list?q=a&q=a", twiceQ},
		{"GET", "/api/list?keys=1&keys=2", "The parameter “keys” appears more than once."},
		{"POST", "/api/list?q=a", ""},
		{"POST", "/api/list?v=1", unknownV},
		{"GET", "/api/plain?v=1", unknownV},
		{"GET", "/api/export?size=1", ""},
		{"GET", "/api/export?v=1", unknownV},
		{"GET", "/api/member?v=1", "Authentication credentials were not provided."},
		{"GET", "/api/open?v=1&v=2&q=a", ""},
		{"GET", "/api/open?q=a&q=b", twiceQ},
		{"GET", "/api/stream?v=1&size=3", ""},
		{"GET", "/api/stream?size=3&size=4", "The parameter “size” appears more than once."},
		{"GET", "/api/cover?v=1", ""},
		{"GET", "/api/hls?v=1", ""},
		{"GET", "/api/segment?v=1", ""},
	} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(c.method, c.address, http.NoBody))
		if (w.Code == http.StatusOK) != (c.detail == "") {
			t.Errorf("%s %s: %d %s", c.method, c.address, w.Code, w.Body)
		}
		if c.detail == "" || c.method == http.MethodHead {
			continue
		}
		var problem struct{ Code, Detail string }
		if err := json.Unmarshal(w.Body.Bytes(), &problem); err != nil || problem.Detail != c.detail {
			t.Errorf("%s %s: %s, %v; want %s", c.method, c.address, w.Body, err, c.detail)
		}
		if problem.Code != "invalid" && problem.Code != "unauthenticated" {
			t.Errorf("%s %s: the code is %s", c.method, c.address, problem.Code)
		}
	}
}
