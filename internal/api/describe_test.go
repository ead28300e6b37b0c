package api_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/api"
)

// TestOperationsAreDescribed checks that every operation and parameter has a
// description, and every body an example that its schema accepts.
func TestOperationsAreDescribed(t *testing.T) {
	document := api.Document()
	for path, item := range document.Paths {
		for _, o := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete, item.Head} {
			if o == nil {
				continue
			}
			name := o.Method + " " + path
			if o.Description == "" {
				t.Errorf("%s (%s, %s) has no description", name, o.OperationID, o.Tags[0])
			}
			for _, p := range o.Parameters {
				if p.Description == "" {
					t.Errorf("%s: the parameter %s has no description", name, p.Name)
				}
			}
			if o.RequestBody != nil {
				for kind, media := range o.RequestBody.Content {
					checkExample(t, document, name+": "+kind, media)
				}
			}
		}
	}
	for _, tag := range document.Tags {
		if tag.Description == "" {
			t.Errorf("the tag %s has no description", tag.Name)
		}
	}
}

func checkExample(t *testing.T, document *huma.OpenAPI, name string, media *huma.MediaType) {
	t.Helper()
	written, ok := media.Example.(json.RawMessage)
	if !ok {
		t.Errorf("%s: the body has no example", name)
		return
	}
	var example any
	if err := json.Unmarshal(written, &example); err != nil {
		t.Fatal(err)
	}
	result := &huma.ValidateResult{}
	huma.Validate(document.Components.Schemas, media.Schema, huma.NewPathBuffer(nil, 0), huma.ModeWriteToServer, example, result)
	for _, err := range result.Errors {
		t.Errorf("%s: the example: %v", name, err)
	}
}

// TestPropertiesAreDescribed checks the properties of all bodies, at any depth.
func TestPropertiesAreDescribed(t *testing.T) {
	document := api.Document()
	for name, schema := range document.Components.Schemas.Map() {
		checkProperties(t, name, schema)
	}
	for path, item := range document.Paths {
		for _, o := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete, item.Head} {
			if o == nil {
				continue
			}
			if o.RequestBody != nil {
				checkContent(t, o.Method+" "+path, o.RequestBody.Content)
			}
			for status, reply := range o.Responses {
				checkContent(t, o.Method+" "+path+" "+status, reply.Content)
				for header, h := range reply.Headers {
					if h.Description == "" && h.Schema.Description == "" {
						t.Errorf("%s %s: the header %s of %s has no description", o.Method, path, header, status)
					}
				}
			}
		}
	}
}

func checkContent(t *testing.T, name string, content map[string]*huma.MediaType) {
	t.Helper()
	for _, media := range content {
		checkProperties(t, name, media.Schema)
	}
}

func checkProperties(t *testing.T, name string, schema *huma.Schema) {
	t.Helper()
	if schema == nil {
		return
	}
	for property, s := range schema.Properties {
		if s.Description == "" {
			t.Errorf("%s: %s has no description", name, property)
		}
		checkProperties(t, name+"."+property, s)
	}
	checkProperties(t, name, schema.Items)
	for _, s := range slices.Concat(schema.AnyOf, schema.OneOf, schema.AllOf) {
		checkProperties(t, name, s)
	}
}
