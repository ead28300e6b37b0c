package api_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/api"
	"sonora/internal/testkit"
)

// TestDocumentIsComplete checks that every operation has what authors of clients
// need: a summary, access rules and responses.
func TestDocumentIsComplete(t *testing.T) {
	document := api.Document()
	seen := map[string]string{}
	if problem := document.Components.Schemas.Map()["Problem"]; problem == nil || len(problem.Properties["code"].Enum) == 0 || problem.Properties["detail"] == nil || problem.AdditionalProperties == nil {
		t.Errorf("errors are %+v", problem)
	}
	for path, item := range document.Paths {
		for _, o := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete, item.Head} {
			if o == nil {
				continue
			}
			name := o.Method + " " + path
			if o.Summary == "" || len(o.Tags) == 0 || o.OperationID == "" {
				t.Errorf("%s: summary %q, tags %v, id %q", name, o.Summary, o.Tags, o.OperationID)
			}
			if other, taken := seen[o.OperationID]; taken {
				t.Errorf("%s and %s have one id", name, other)
			}
			seen[o.OperationID] = name
			checkResponses(t, document.Components.Responses, name, o)
			for placeholder := range strings.SplitSeq(path, "{") {
				parameter, _, ok := strings.Cut(placeholder, "}")
				if ok && !slices.ContainsFunc(o.Parameters, func(p *huma.Param) bool { return p.Name == parameter && p.In == "path" && p.Required }) {
					t.Errorf("%s: the parameter %s is not described", name, parameter)
				}
			}
			for _, alternative := range o.Security {
				for scheme := range alternative {
					if document.Components.SecuritySchemes[scheme] == nil {
						t.Errorf("%s: there is no security scheme %s", name, scheme)
					}
				}
			}
		}
	}
}

func checkResponses(t *testing.T, responses map[string]*huma.Response, name string, o *huma.Operation) {
	t.Helper()
	good := 0
	for status, reply := range o.Responses {
		if reply.Ref != "" {
			named := responses[strings.TrimPrefix(reply.Ref, "#/components/responses/")]
			if named == nil || named.Description == "" || status[0] != '4' && status != "304" && status != "default" {
				t.Errorf("%s: %s is %+v", name, status, named)
			}
			continue
		}
		if reply.Description == "" {
			t.Errorf("%s: %s has no description", name, status)
		}
		empty := len(reply.Content) == 0
		// Operations of the tus protocol respond with headers only, and announce has no
		// response body.
		silent := status == "204" || o.Tags[0] == "Uploads" || o.OperationID == "announce" || status == "101"
		if (strings.HasPrefix(status, "2") || status == "101") && (!empty || silent) {
			good++
		}
	}
	for status, needed := range map[string]bool{"400": true, "401": len(o.Security) > 0 && len(o.Security[0]) > 0, "404": strings.Contains(o.Path, "{")} {
		if needed && o.Responses[status] == nil {
			t.Errorf("%s: %s is not described", name, status)
		}
	}
	if good != 1 {
		t.Errorf("%s: %d good answers", name, good)
	}
	if fault := o.Responses["default"]; fault == nil || fault.Ref != "#/components/responses/Error" {
		t.Errorf("%s: its errors are not those of all operations", name)
	}
	if fault := responses["Error"]; fault == nil || fault.Content["application/json"] == nil || fault.Content["application/json"].Schema.Ref != "#/components/schemas/Problem" {
		t.Errorf("errors are not described: %+v", fault)
	}
}

// TestDocumentationPage checks that the page loads scripts of this server only,
// which its policy allows.
func TestDocumentationPage(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	page := s.Do(t, testkit.Request{Path: "/api/docs"})
	if kind := page.Header.Get("Content-Type"); kind != "text/html; charset=utf-8" {
		t.Errorf("it is %s", kind)
	}
	policy := page.Header.Get("Content-Security-Policy")
	if !strings.Contains(policy, "default-src 'self'; script-src 'self';") || strings.Contains(policy, "unsafe-eval") {
		t.Errorf("its policy is %s", policy)
	}
	if !strings.Contains(page.Body, "<title>API | Sonora</title>") {
		t.Errorf("the title is not that of the site: %.300s", page.Body)
	}
	s.Do(t, testkit.Request{Method: "PATCH", Path: "/api/admin/settings", As: s.Admin, Body: `{"siteName":"A<b>"}`})
	if page := s.Do(t, testkit.Request{Path: "/api/docs"}); !strings.Contains(page.Body, "<title>API | A&lt;b&gt;</title>") {
		t.Errorf("the title is not that of the site: %.300s", page.Body)
	}
	scripts := 0
	for rest := page.Body; ; scripts++ {
		_, after, found := strings.Cut(rest, "<script")
		if !found {
			break
		}
		source, after, found := strings.Cut(after, "></script>")
		source = strings.Trim(strings.TrimPrefix(source, " src="), `"`)
		script := s.Do(t, testkit.Request{Path: source})
		if !found || script.Status != 200 || script.Header.Get("Content-Type") != "text/javascript; charset=utf-8" || !strings.Contains(script.Body, "createApiReference") {
			t.Errorf("the script %s: %d %v", source, script.Status, script.Header)
		}
		rest = after
	}
	if scripts != 2 {
		t.Errorf("it has %d scripts", scripts)
	}
}
