package mp4

import (
	"encoding/json"
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// MaxStems is the number of stems that a file has besides its mixdown.
	MaxStems = 4

	maxManifest = 64 << 10 // bytes
	maxStemName = 60       // letters
)

// ErrNoStems means that a file is not a stem file.
var ErrNoStems = errors.New("the file has no stems")

// Stem is a part of a track, such as its drums, that has a sound of its own. The
// first audio track of a stem file is the mixdown; the stems follow in order
// (Native Instruments, Stem File Format Specification, version 1).
type Stem struct {
	Name  string
	Color string // #RRGGBB; "" if the file states none
}

// ParseStems reads the manifest of a stem file: the JSON in the box stem.
func ParseStems(manifest []byte) ([]Stem, error) {
	var m struct {
		Stems []struct{ Name, Color string } `json:"stems"`
	}
	if err := json.Unmarshal(manifest, &m); err != nil {
		return nil, errors.Join(ErrNoStems, err)
	}
	if len(m.Stems) == 0 || len(m.Stems) > MaxStems {
		return nil, ErrNoStems
	}
	out := make([]Stem, len(m.Stems))
	for i, s := range m.Stems {
		out[i] = Stem{Name: stemName(s.Name)}
		if isColor(s.Color) {
			out[i].Color = strings.ToUpper(s.Color)
		}
	}
	return out, nil
}

// stemName returns a name as one clean line.
func stemName(name string) string {
	name = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, name)
	name = strings.Join(strings.Fields(name), " ")
	if letters := []rune(name); len(letters) > maxStemName {
		name = strings.TrimSpace(string(letters[:maxStemName]))
	}
	return name
}

func isColor(s string) bool {
	hex, ok := strings.CutPrefix(s, "#")
	return ok && len(hex) == 6 && strings.Trim(hex, "0123456789abcdefABCDEF") == ""
}

// Stems reads the stems of a file. The error wraps ErrNoStems if it has none, or
// fewer tracks than its manifest names.
func Stems(s Source) ([]Stem, error) {
	m, err := Read(s, nil)
	if err != nil {
		return nil, err
	}
	if n := m.Manifest.Size(); n <= 0 || n > maxManifest {
		return nil, ErrNoStems
	}
	text, err := s.Peek(m.Manifest.Start, int(m.Manifest.Size()))
	if err != nil {
		return nil, err
	}
	stems, err := ParseStems(text)
	if err == nil && m.Sounds <= len(stems) {
		err = ErrNoStems
	}
	if err != nil {
		return nil, err
	}
	return stems, nil
}
