package api_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

// TestCachingOfEveryOperation calls every operation of the document that reads,
// as the operator and as a visitor. Every response says whether it may be stored,
// shared caches store none of them, and JSON is not sent again unless it changed.
func TestCachingOfEveryOperation(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, testkit.Options{Proxies: []string{"127.0.0.1"}})
	paths := strings.NewReplacer("{id}", apitest.TracksOf(t, s)["Dawn"].ID, "{hash}", "x", "{kind}", "artist", "{name}", "x", "{provider}", "x", "{accountId}", "x", "{token}", "x")
	read := 0
	for name, o := range operations() {
		if o.Method != http.MethodGet || o.OperationID == "studio" {
			continue
		}
		for _, who := range []testkit.Person{s.Admin, {}} {
			ask := testkit.Request{Path: paths.Replace(o.Path), As: who, Header: fromAnywhere(nil)}
			r := s.Do(t, ask)
			caching, vary, etag := r.Header.Get("Cache-Control"), strings.Join(r.Header.Values("Vary"), ", "), r.Header.Get("ETag")
			if r.Status >= 400 {
				if caching != "no-store" {
					t.Errorf("%s: an error with Cache-Control %q", name, caching)
				}
				continue
			}
			if !strings.Contains(caching, "private") && !strings.Contains(caching, "no-store") && !strings.Contains(caching, "no-cache") {
				t.Errorf("%s: Cache-Control %q", name, caching)
			}
			if etag != "" && !documentsETag(o) {
				t.Errorf("%s: the document does not say that it has an ETag", name)
			}
			if !strings.HasPrefix(r.Header.Get("Content-Type"), "application/json") || o.Responses["200"].Content["application/json"] == nil {
				continue
			}
			read++
			for _, header := range []string{"Authorization", "Cookie", "Accept-Encoding", "Accept-Language", "Origin"} {
				if !strings.Contains(vary, header) {
					t.Errorf("%s: Vary %q lacks %s", name, vary, header)
				}
			}
			if etag == "" {
				t.Errorf("%s: no ETag", name)
			}
			ask.Header["If-None-Match"] = etag
			if again := s.Do(t, ask); again.Status != http.StatusNotModified && again.Header.Get("ETag") == etag || again.Status == http.StatusNotModified && again.Body != "" {
				t.Errorf("%s: %d for what the client has", name, again.Status)
			}
		}
	}
	if read < 100 {
		t.Errorf("only %d responses with JSON were read", read)
	}
}

// documentsETag reports whether the document says how to send an ETag back.
func documentsETag(o *huma.Operation) bool {
	asks := slices.ContainsFunc(o.Parameters, func(p *huma.Param) bool { return p.Name == "If-None-Match" && p.In == "header" })
	return asks && o.Responses["304"] != nil && o.Responses["200"].Headers["ETag"] != nil
}
