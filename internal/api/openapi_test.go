package api_test

import (
	"encoding/xml"
	"errors"
	"io"
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
			refused := responses[strings.TrimPrefix(reply.Ref, "#/components/responses/")]
			if refused == nil || refused.Description == "" || status[0] != '4' {
				t.Errorf("%s: %s is %+v", name, status, refused)
			}
			continue
		}
		if reply.Description == "" {
			t.Errorf("%s: %s has no description", name, status)
		}
		empty := len(reply.Content) == 0
		// Operations of the tus protocol respond with headers only, and announce has no
		// response body.
		silent := status == "204" || o.Tags[0] == "uploads" || o.OperationID == "announce" || status == "101"
		if (strings.HasPrefix(status, "2") || status == "101") && (!empty || silent) {
			good++
		}
	}
	for status, needed := range map[string]bool{"400": true, "401": o.Security != nil, "404": strings.Contains(o.Path, "{")} {
		if needed && o.Responses[status] == nil {
			t.Errorf("%s: %s is not described", name, status)
		}
	}
	if good != 1 {
		t.Errorf("%s: %d good answers", name, good)
	}
	fault := o.Responses["default"]
	if fault == nil || fault.Content["application/json"] == nil || fault.Content["application/json"].Schema.Ref != "#/components/schemas/Problem" {
		t.Errorf("%s: errors are not described", name)
	}
}

// TestDocumentationPage parses the page as XML, which is stricter than a browser:
// elements are closed, attributes quoted and IDs unique.
func TestDocumentationPage(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	page := s.Do(t, testkit.Request{Path: "/api/docs"})
	if kind := page.Header.Get("Content-Type"); kind != "text/html; charset=utf-8" {
		t.Errorf("it is %s", kind)
	}
	ids, links := map[string]bool{}, []string{}
	decoder := xml.NewDecoder(strings.NewReader(page.Body))
	decoder.Strict = false
	decoder.AutoClose = []string{"meta", "link"}
	decoder.Entity = xml.HTMLEntity
	open := 0
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			open++
			if token.Name.Local == "script" {
				t.Error("it has a script")
			}
			for _, attribute := range token.Attr {
				switch value := attribute.Value; attribute.Name.Local {
				case "id":
					if ids[value] {
						t.Errorf("two elements have the id %s", value)
					}
					ids[value] = true
				case "href":
					links = append(links, value)
				case "style":
					t.Errorf("a style that the policy refuses: %s", value)
				}
			}
		case xml.EndElement:
			open--
		}
	}
	if open != 0 {
		t.Errorf("%d elements stay open", open)
	}
	for _, link := range links {
		if id, ok := strings.CutPrefix(link, "#"); ok && !ids[id] || !ok && s.Do(t, testkit.Request{Path: link}).Status != 200 {
			t.Errorf("the link %s leads nowhere", link)
		}
	}
	for path := range api.Document().Paths {
		if !strings.Contains(page.Body, "<code>"+path+"</code>") {
			t.Errorf("%s is not on the page", path)
		}
	}
}
