package store

import (
	"path/filepath"
	"strings"
	"testing"

	"sonora/internal/discovery"
	"sonora/internal/music"
)

// FuzzSearch checks that no text is an error.
func FuzzSearch(f *testing.F) {
	s, err := Open(f.Context(), "sqlite:"+filepath.Join(f.TempDir(), "fuzz.db"), Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() {
		if err := s.db.Close(); err != nil {
			f.Error(err)
		}
	})
	for _, text := range []string{"", "a", `"`, `a" OR "b`, "AC/DC", "東京", "!!!", "\x00", "\xff", "NEAR(", "a*", strings.Repeat("x y ", 500)} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := s.Search(t.Context(), music.Viewer{}, discovery.Query{Text: text, Limit: 20}); err != nil {
			t.Errorf("Search(%q): %v", text, err)
		}
	})
}
