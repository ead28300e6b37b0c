package edge

import (
	"context"
	"testing"

	"github.com/danielgtaylor/huma/v2"
)

// TestFormsShareNothing has two edges register the same form: each writes into
// its description.
func TestFormsShareNothing(t *testing.T) {
	form := Form(1000, map[string]*huma.Schema{"file": FileField("A picture.")}, "file")
	fileOf := func() *huma.Schema {
		e := New(Config{})
		Post(e, "/api/cover", "cover", "", Anyone, func(context.Context, *struct{}) (*struct{}, error) { return nil, nil }, form)
		return e.Document().Paths["/api/cover"].Post.RequestBody.Content["multipart/form-data"].Schema.Properties["file"]
	}
	if one, other := fileOf(), fileOf(); one == other || one.Description != "A picture." || other.Description != "A picture." {
		t.Errorf("%+v %+v", one, other)
	}
}
