package edge

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/music"
	"sonora/internal/words"
)

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
