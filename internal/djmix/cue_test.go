package djmix

import (
	"slices"
	"strings"
	"testing"

	"sonora/internal/music"
)

// TestCueSheetsAreReadBack writes a cue sheet and reads it again.
func TestCueSheetsAreReadBack(t *testing.T) {
	m := &music.Mix{Title: `The "Late" Set`, DJName: "Ana", Genre: "House"}
	list := []Entry{{Title: "Untitled"}, {Seconds: 372.52, Artist: "Marta", Title: "Breakwater"}, {Seconds: 7380, Artist: "Ana", Title: "Night\nFerry"}}
	sheet := Cue(m, list, "Ana - Late.mp3")
	for _, line := range []string{`REM GENRE "House"`, `TITLE "The 'Late' Set"`, `FILE "Ana - Late.mp3" MP3`, "  TRACK 02 AUDIO", "    INDEX 01 06:12:39", "    INDEX 01 123:00:00"} {
		if !slices.Contains(strings.Split(sheet, "\r\n"), line) {
			t.Errorf("no line %q in\n%s", line, sheet)
		}
	}
	got, err := ParseTracklist(sheet)
	want := []Entry{{Artist: "Ana", Title: "Untitled"}, {Seconds: 372.52, Artist: "Marta", Title: "Breakwater"}, {Seconds: 7380, Artist: "Ana", Title: "Night Ferry"}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("read back: %v, %v", got, err)
	}
	for name, kind := range map[string]string{"a.aiff": "AIFF", "a.opus": "WAVE"} {
		if got := cueKind(name); got != kind {
			t.Errorf("%s: %s", name, got)
		}
	}
}
