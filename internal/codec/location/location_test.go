package location

import (
	"slices"
	"testing"
)

func TestParts(t *testing.T) {
	for location, want := range map[string][]string{
		"file://localhost/C:/Music/A%20B/01.mp3": {"localhost", "C:", "Music", "A B", "01.mp3"},
		`C:\Music\A B\01.mp3`:                    {"Music", "A B", "01.mp3"},
		"Users/me/Music/100%.mp3":                {"Users", "me", "Music", "100%.mp3"},
		"../../e\u0301.flac":                     {"é.flac"},
		"https://example.com/a.mp3":              nil,
		"":                                       nil,
	} {
		if got, ok := Parts(location); !slices.Equal(got, want) || ok != (want != nil) {
			t.Errorf("%q: %q %v, want %q", location, got, ok, want)
		}
	}
}

func TestTail(t *testing.T) {
	parts, _ := Parts("/home/me/Music/Artist/Album/01.mp3")
	for of, want := range map[string]int{"Artist/Album/01.mp3": 3, "artist/ALBUM/01.MP3": 3, "Other/Album/01.mp3": 2, "02.mp3": 0, "": 0} {
		if got := Tail(parts, of); got != want {
			t.Errorf("%q: %d, want %d", of, got, want)
		}
	}
}
