package style

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"strings"
	"sync"
)

//go:embed styles/*.json
var files embed.FS

// All returns every style, sorted by name. Callers must not change them.
var All = sync.OnceValue(func() []*Style {
	entries, err := files.ReadDir("styles")
	if err != nil {
		panic(err) // the folder is part of the program
	}
	styles := make([]*Style, 0, len(entries))
	for _, entry := range entries {
		data, err := files.ReadFile(path.Join("styles", entry.Name()))
		if err != nil {
			panic(err)
		}
		s, err := Parse(data)
		if err != nil {
			panic(fmt.Sprintf("%s: %v", entry.Name(), err)) // the tests read every file
		}
		s.Name = strings.TrimSuffix(entry.Name(), ".json")
		styles = append(styles, s)
	}
	return styles
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

// Parse reads a style without its name. A field that styles do not have is an error.
func Parse(data []byte) (*Style, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	var s Style
	if err := decoder.Decode(&s); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, fmt.Errorf("more than one value")
	}
	return &s, nil
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
