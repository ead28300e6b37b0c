package api

import (
	"net/http"

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

// preferredLanguage is the one of music.Languages a request asks for.
func preferredLanguage(r *http.Request) string {
	header := r.Header.Get("Accept-Language")
	if header == "" || len(header) > 200 {
		return music.Languages[0]
	}
	_, i := language.MatchStrings(languages, header)
	return music.Languages[i]
}
