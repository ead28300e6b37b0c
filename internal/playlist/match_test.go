package playlist

import (
	"testing"
	"time"

	"sonora/internal/music"
)

// TestPathsOfOtherSongs has a song whose album and file are called as those of another one.
func TestPathsOfOtherSongs(t *testing.T) {
	here := []music.Candidate{
		{ID: "one", Folder: "Artist 1/Album 1", Name: "01.mp3", Title: "Song 1-1", Artist: "Artist 1", Album: "Album 1", Duration: 20 * time.Second},
		{ID: "two", Folder: "Artist 2/Album 2", Name: "02.mp3", Title: "Song 2-2", Artist: "Artist 2", Album: "Album 2", Duration: 20 * time.Second},
	}
	m := &matcher{names: map[string][]music.Candidate{"01.mp3": {here[0]}, "02.mp3": {here[1]}}, titles: map[string][]music.Candidate{"Song 1-1": {here[0]}, "Song 2-2": {here[1]}}}
	for name, c := range map[string]struct {
		is   item
		want string
	}{
		"the same path":                    {item{location: "Artist 1/Album 1/01.mp3"}, "one"},
		"a longer path without tags":       {item{location: "/home/me/Album 1/01.mp3"}, "one"},
		"the song at another path":         {item{location: "Zed/Album 1/01.mp3", title: "Song 2-2", artist: "Artist 2", duration: 20 * time.Second}, "two"},
		"a song that is not here":          {item{location: "Artist 9/Album 1/01.mp3", title: "Other Title", artist: "Artist 9", duration: 300 * time.Second}, ""},
		"the same in a line of an M3U":     {item{location: "Artist 9/Album 1/01.mp3", info: "Artist 9 - Other Title"}, ""},
		"another song at the same path":    {item{location: "Artist 1/Album 1/01.mp3", title: "Other Title", artist: "Artist 9", duration: 900 * time.Second}, ""},
		"tags that were edited afterwards": {item{location: "/music/Artist 1/Album 1/01.mp3", title: "Song one", artist: "The Artist", duration: 21 * time.Second}, "one"},
	} {
		if got, reason := m.find(&c.is); got != c.want || (got == "") != (reason == notFound) {
			t.Errorf("%s: %q, %q", name, got, reason)
		}
	}
}
