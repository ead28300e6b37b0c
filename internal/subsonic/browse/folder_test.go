package browse

import (
	"fmt"
	"strings"
	"testing"

	"sonora/internal/music"
)

// TestShelves checks that folders are at the letters at which artists are, each once.
func TestShelves(t *testing.T) {
	var folders []music.Folder
	for _, name := range []string{"1999", "Ada", "The Birds", `"Quotes"`, "Umbra", "Über", "☃"} {
		folders = append(folders, music.Folder{Name: name})
	}
	var got []string
	for _, s := range shelves(folders) {
		var names []string
		for i := range s.items {
			names = append(names, s.items[i].Name)
		}
		got = append(got, fmt.Sprintf("%s: %s", s.name, strings.Join(names, ", ")))
	}
	if want := `#: 1999, ☃; A: Ada; B: The Birds; Q: "Quotes"; U: Umbra, Über`; strings.Join(got, "; ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, "; "), want)
	}
}
