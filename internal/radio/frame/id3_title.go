package frame

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"sonora/internal/codec/id3"
	"sonora/internal/station"
)

// maxTitle is the maximum length of a title in characters.
const maxTitle = 300

// id3Title returns title and artist of a tag; b may be only its beginning.
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

// titleOf tidies a title; nil if it is empty. It splits a title without artist.
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
	if runes := []rune(text); len(runes) > maxTitle {
		return strings.TrimSpace(string(runes[:maxTitle]))
	}
	return text
}
