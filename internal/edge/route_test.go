package edge

import (
	"testing"

	"github.com/danielgtaylor/huma/v2"
)

// TestFormsAreNotShared: an Option is made once, while every server completes
// the schemas of its own document.
func TestFormsAreNotShared(t *testing.T) {
	file := FileField("The picture.")
	form := Form(1<<20, map[string]*huma.Schema{"file": file})
	first, second := &Route{}, &Route{}
	form(first)
	form(second)
	field := func(r *Route) *huma.Schema {
		return r.RequestBody.Content["multipart/form-data"].Schema.Properties["file"]
	}
	if field(first) == field(second) || field(first) == file {
		t.Error("two operations share the schema of a form's field")
	}
	if got := field(first); got.Format != "binary" || got.Description != "The picture." {
		t.Errorf("field is %+v", got)
	}
}
