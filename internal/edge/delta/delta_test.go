package delta

import (
	"encoding/json"
	"reflect"
	"testing"

	"sonora/internal/edge/thin"
)

type item struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// TestThinChanges writes changes with some properties.
func TestThinChanges(t *testing.T) {
	t.Parallel()
	_, all := thin.Properties(reflect.TypeFor[PageOf[item]]())
	changes := Either[item]{Changes: &Changes[item]{Changed: []item{{"1", "one"}}, Removed: []string{"2"}, Next: "n", More: true}}
	body, err := thin.Within(changes.Alternative().(thin.Body), all[:1]) //nolint:forcetypeassert // all changes are
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(body)
	if want := `{"changed":[{"id":"1"}],"removed":["2"],"next":"n","more":true}`; err != nil || string(data) != want {
		t.Errorf("wrote %s, want %s: %v", data, want, err)
	}
}
