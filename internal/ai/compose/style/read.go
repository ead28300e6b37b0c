package style

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"strings"

	"sonora/internal/ai/compose/embedded"
)

//go:embed styles/*.json
var files embed.FS

// All returns every style, sorted by name. Callers must not change them.
var All = embedded.Must(func() ([]*Style, error) {
	entries, err := files.ReadDir("styles")
	if err != nil {
		return nil, err
	}
	styles := make([]*Style, 0, len(entries))
	for _, entry := range entries {
		s, err := embedded.Read[Style](files, "styles/"+entry.Name())
		if err != nil {
			return nil, err
		}
		s.Name = strings.TrimSuffix(entry.Name(), ".json")
		styles = append(styles, &s)
	}
	return styles, nil
})

// Named returns the style of a name, or nil.
func Named(name string) *Style {
	for _, s := range All() {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// UnmarshalJSON reads an object from values to weights.
func (c *Choices) UnmarshalJSON(data []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	if open, err := decoder.Token(); err != nil || open != json.Delim('{') {
		return fmt.Errorf("choices are an object from values to weights, not %s", data)
	}
	*c = Choices{}
	for decoder.More() {
		value, err := decoder.Token()
		if err != nil {
			return err
		}
		var weight float64
		if err := decoder.Decode(&weight); err != nil {
			return fmt.Errorf("the weight of %v: %w", value, err)
		}
		*c = append(*c, Weighted{value.(string), weight})
	}
	return nil
}
