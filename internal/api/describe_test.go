package api_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/api"
)

// undescribed are the tags of operations that still lack descriptions.
var undescribed = []string{
	"account", "admin", "auth", "avatars", "episodes", "library", "notifications", "oembed", "podcasts", "push", "releases", "server", "shared", "shares",
	"user", "users",
}

// TestOperationsAreDescribed checks that every operation and parameter has a
// description, and every body an example that its schema accepts.
func TestOperationsAreDescribed(t *testing.T) {
	document := api.Document()
	for path, item := range document.Paths {
		for _, o := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete, item.Head} {
			if o == nil || slices.Contains(undescribed, o.Tags[0]) {
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
