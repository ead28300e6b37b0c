package edge

import (
	"net/http"
	"reflect"

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

// preferredLanguage returns the one of music.Languages that a request prefers.
func preferredLanguage(r *http.Request) string {
	header := r.Header.Get("Accept-Language")
	if header == "" || len(header) > 200 {
		return music.Languages[0]
	}
	_, i := language.MatchStrings(languages, header)
	return music.Languages[i]
}

// translateAnswer is a huma transformer. It translates the sentences of a response, which
// is a Problem or a body with a Detail, to the language of the request.
func translateAnswer(ctx huma.Context, _ string, answer any) (any, error) {
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
