package embedded

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"
)

type dish struct {
	Name string `json:"name"`
}

func TestRead(t *testing.T) {
	files := fstest.MapFS{}
	for name, text := range map[string]string{"good": `{"name": "soup"} `, "unknown": `{"nome": "soup"}`, "two": `{} {}`, "broken": `{"name": `} {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	if got, err := Read[dish](files, "good"); err != nil || got.Name != "soup" {
		t.Errorf("Read = %v, %v", got, err)
	}
	for name, want := range map[string]string{"unknown": "unknown: json: unknown field", "two": "two: more than one value", "broken": "broken: unexpected EOF", "absent": "absent"} {
		if _, err := Read[dish](files, name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Read(%s) = %v, want %q", name, err, want)
		}
	}
}

func TestMust(t *testing.T) {
	calls := 0
	value := Must(func() (int, error) { calls++; return calls, nil })
	if calls != 0 || value() != 1 || value() != 1 {
		t.Errorf("the value was read %d times", calls)
	}
	broken := Must(func() (int, error) { return 0, errors.New("broken") })
	defer func() {
		if recover() == nil {
			t.Error("no panic for data that cannot be read")
		}
	}()
	broken()
}
