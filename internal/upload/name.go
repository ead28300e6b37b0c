package upload

import (
	"path"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// unknownArtist replaces an artist that is not in the name.
const unknownArtist = "Unknown Artist"

// visible replaces line breaks and invisible characters with spaces.
func visible(r rune) rune {
	if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
		return ' '
	}
	return r
}

// tidyName returns a file's name without folders and invisible characters.
func tidyName(name string) string {
	name = path.Base(strings.ReplaceAll(norm.NFC.String(strings.ToValidUTF8(name, "")), `\`, "/"))
	name = strings.TrimSpace(strings.Map(visible, name))
	if runes := []rune(name); len(runes) > maxFileName {
		ext := []rune(path.Ext(name))
		if len(ext) > maxFileName/2 {
			ext = nil
		}
		name = strings.TrimSpace(string(runes[:maxFileName-len(ext)]) + string(ext))
	}
	if strings.Trim(name, "./") == "" {
		return ""
	}
	return name
}

// fromName extracts artist and title from a file name such as "artist -
// title.mp3". It splits at the first " - ".
func fromName(name string) (artist, title string) {
	stem := strings.TrimSuffix(name, path.Ext(name))
	artist, title, split := strings.Cut(stem, " - ")
	if !split {
		artist, title = "", stem
	}
	if artist = strings.TrimSpace(artist); artist == "" {
		artist = unknownArtist
	}
	if title = strings.TrimSpace(title); title == "" {
		title = strings.TrimSpace(name)
	}
	return artist, title
}
