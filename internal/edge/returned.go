package edge

import (
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Returned is embedded in a form that clients may fill with a whole T as they read
// it. The form ignores the fields of T that it does not have itself, and refuses
// all others.
type Returned[T any] struct{}

// TransformSchema implements huma.SchemaTransformer. The fields have no type,
// because nobody reads what they contain.
func (Returned[T]) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	for _, name := range jsonNames(reflect.TypeFor[T]()) {
		if s.Properties[name] == nil {
			s.Properties[name] = &huma.Schema{ReadOnly: true, Description: "Accepted as it was read, and ignored."}
		}
	}
	return s
}

// jsonNames returns the names of a struct's fields in JSON. A field without a name,
// embedded or not, stands for the fields of its own type.
func jsonNames(t reflect.Type) []string {
	var names []string
	for f := range t.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "":
			names = append(names, jsonNames(f.Type)...)
		case name != "-":
			names = append(names, name)
		}
	}
	return names
}
