package event

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sonora/internal/alert"
	"sonora/internal/generation"
	"sonora/internal/marks"
	"sonora/internal/premium"
)

// TestEventsAreDocumented compares eventsJSON with the events of the domain.
func TestEventsAreDocumented(t *testing.T) {
	names := map[string]bool{eventHello: true, eventPing: true, marks.EventMarks: true, generation.Event: true, generation.EventConversation: true, generation.EventReviews: true, alert.Event: true, premium.Changed: true} // of the stream itself, and of other domains
	file, err := parser.ParseFile(token.NewFileSet(), "../../music/event.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		for i, name := range spec.Names {
			if value, ok := spec.Values[i].(*ast.BasicLit); ok && strings.HasPrefix(name.Name, "Event") {
				event, err := strconv.Unquote(value.Value)
				if err != nil {
					t.Fatal(err)
				}
				names[event] = true
			}
		}
		return false
	})
	for field := range reflect.TypeFor[eventsJSON]().Fields() {
		name := field.Tag.Get("json")
		if !names[name] {
			t.Errorf("there is no event %q", name)
		}
		delete(names, name)
	}
	if len(names) > 0 {
		t.Errorf("events missing in the document: %v", slices.Sorted(maps.Keys(names)))
	}
}
