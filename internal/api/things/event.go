package things

import (
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/edge"
	"sonora/internal/music"
)

// WriteEvent writes a part of an event stream.
type WriteEvent = func(format string, args ...any) error

// LanguageParameter documents the language of an event stream.
func LanguageParameter(o *edge.Route) {
	var languages []any
	for _, name := range music.Languages {
		languages = append(languages, name)
	}
	o.Parameters = append(o.Parameters, &huma.Param{
		Name: "language", In: "query", Description: "The language of its sentences: browsers do not let an event stream choose its headers.",
		Schema: &huma.Schema{Type: huma.TypeString, Enum: languages},
	})
}

// StreamLanguage returns the language of an event stream.
func StreamLanguage(r *http.Request) string {
	if asked := r.URL.Query().Get("language"); slices.Contains(music.Languages, asked) {
		return asked
	}
	return music.LanguageOf(r.Context())
}
