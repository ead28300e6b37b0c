package edge

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"sonora/internal/edge/thin"
)

type thinBase struct {
	ID    string    `json:"id"`
	Added time.Time `json:"added"`
}

type thinItem struct {
	thinBase
	Added  time.Time         `json:"added"` // hides that of the base
	Text   *string           `json:"text"`
	Deep   map[string][]bool `json:"deep"`
	Hidden string            `json:"-"`
}

// TestThinnedListsAreWrittenAsWhole writes a list with all properties and with
// none of them chosen: the JSON is the same.
func TestThinnedListsAreWrittenAsWhole(t *testing.T) {
	t.Parallel()
	text := "a <b>\n\u2028"
	for _, items := range [][]thinItem{{}, {{}}, {
		{thinBase{"1", time.Unix(1, 0)}, time.Unix(2, 0).UTC(), &text, map[string][]bool{"x": {true}}, "secret"},
		{thinBase: thinBase{ID: "2"}},
	}} {
		list, all := thin.Properties(reflect.TypeFor[PageOf[thinItem]]())
		var whole, thinly bytes.Buffer
		if err := writeJSON(&whole, items); err != nil {
			t.Fatal(err)
		}
		if err := writeJSON(&thinly, thin.New(items, all)); err != nil {
			t.Fatal(err)
		}
		var a, b []map[string]any
		if json.Unmarshal(whole.Bytes(), &a) != nil || json.Unmarshal(thinly.Bytes(), &b) != nil || !reflect.DeepEqual(a, b) || list != reflect.TypeOf(items) {
			t.Errorf("%s became %s", whole.Bytes(), thinly.Bytes())
		}
	}
}
