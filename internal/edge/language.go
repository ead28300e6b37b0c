package edge

import (
	"maps"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"golang.org/x/text/language"

	"sonora/internal/music"
	"sonora/internal/words"
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

// speak is a huma transformer: it puts the sentences of an answer, a problem
// or a body with a Detail, into the language of the request.
func speak(ctx huma.Context, _ string, answer any) (any, error) {
	in := music.LanguageOf(ctx.Context())
	if in == music.Languages[0] {
		return answer, nil
	}
	if p, ok := answer.(*Problem); ok {
		return p.in(in), nil
	}
	v := reflect.Indirect(reflect.ValueOf(answer))
	if v.Kind() != reflect.Struct {
		return answer, nil
	}
	said := reflect.New(v.Type()).Elem()
	said.Set(v)
	if detail := said.FieldByName("Detail"); detail.IsValid() && detail.Kind() == reflect.String {
		detail.SetString(words.In(in, detail.String()))
	}
	return said.Interface(), nil
}

// in returns the problem in a language.
func (p *Problem) in(language string) *Problem {
	said := *p
	field, sentence, named := strings.Cut(p.Detail, ": ")
	if _, known := p.Fields[field]; named && known {
		said.Detail = field + ": " + words.In(language, sentence)
	} else {
		said.Detail = words.In(language, p.Detail)
	}
	said.Fields = maps.Clone(p.Fields)
	for field, sentences := range said.Fields {
		said.Fields[field] = make([]string, len(sentences))
		for i, s := range sentences {
			said.Fields[field][i] = words.In(language, s)
		}
	}
	return &said
}
