package frame

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"sonora/internal/codec/id3"
	"sonora/internal/station"
)

// mostTitle is how many characters of a title are kept.
const mostTitle = 300

// id3Title finds title and artist in a tag, of which b may be the beginning.
func id3Title(b []byte) *station.StreamTitle {
	var artist, title string
	id3.Each(b, func(id string, content []byte) {
		switch id {
		case "TIT2", "TT2":
			title = id3.Text(content)
		case "TPE1", "TP1":
			artist = id3.Text(content)
		}
	})
	return titleOf(artist, title)
}

// titleOf tidies what a stream says; nil when it says nothing.
func titleOf(artist, title string) *station.StreamTitle {
	found := station.StreamTitle{Artist: oneLine(artist), Title: oneLine(title)}
	if found == (station.StreamTitle{}) {
		return nil
	}
	if found.Artist == "" {
		found = station.ParseStreamTitle(found.Title)
	}
	return &found
}

func oneLine(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == utf8.RuneError {
			return ' '
		}
		return r
	}, text)
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > mostTitle {
		return strings.TrimSpace(string(runes[:mostTitle]))
	}
	return text
}
