package words

import (
	"golang.org/x/text/language"

	"sonora/internal/music"
)

var languages = func() language.Matcher {
	var tags []language.Tag
	for _, name := range music.Languages {
		tags = append(tags, language.Make(name))
	}
	return language.NewMatcher(tags)
}()

const maxHeader = 200

// Preferred returns the one of music.Languages that the header Accept-Language of a
// request prefers.
func Preferred(header string) string {
	if header == "" || len(header) > maxHeader {
		return music.Languages[0]
	}
	_, i := language.MatchStrings(languages, header)
	return music.Languages[i]
}
