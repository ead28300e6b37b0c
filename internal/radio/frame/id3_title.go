package frame

import (
	"sonora/internal/codec/id3"
	"sonora/internal/music"
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
	found := station.StreamTitle{Artist: music.OneLine(artist, maxTitle), Title: music.OneLine(title, maxTitle)}
	if found == (station.StreamTitle{}) {
		return nil
	}
	if found.Artist == "" {
		found = station.ParseStreamTitle(found.Title)
	}
	return &found
}
