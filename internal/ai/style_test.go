package ai

import (
	"testing"

	"sonora/internal/ai/compose/style"
	"sonora/internal/words"
)

func TestStylesHaveTheNamesOfTheirFiles(t *testing.T) {
	for _, s := range style.All() {
		for language, want := range map[string]string{"en": s.Label.English, "es": s.Label.Spanish} {
			if got := words.Render(language, styleOf(s.Name)); got != want {
				t.Errorf("%s in %s is %q, want %q", s.Name, language, got, want)
			}
		}
	}
}
