package edge

import (
	"net/url"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"sonora/internal/edge/thin"
	"sonora/internal/music"
)

// Fields lets clients name in the parameter fields the properties of a list's
// items that they want, so that the response has no others.
func Fields(r *Route) { r.fields = true }

const fieldsParameter = "fields"

// documentFields documents the parameter.
func documentFields(all []thin.Property) *huma.Param {
	together := false
	names := &huma.Schema{Type: huma.TypeString}
	for _, p := range all {
		names.Enum = append(names.Enum, p.Name)
	}
	return &huma.Param{
		Name: fieldsParameter, In: "query", Style: "form", Explode: &together,
		Schema: &huma.Schema{Type: huma.TypeArray, Items: names}, Example: []string{all[0].Name, all[1].Name},
		Description: "Properties that you want of each item, separated by commas; all if omitted. The items then lack the others.",
	}
}

// chosen is what a client wants of a list.
type chosen struct {
	list       reflect.Type
	properties []thin.Property
}

// choose returns the properties that a query names. It returns nil for a query
// without the parameter.
func choose(all []thin.Property, query url.Values) ([]thin.Property, error) {
	if !query.Has(fieldsParameter) {
		return nil, nil
	}
	properties, unknown, isKnown := thin.Choose(all, strings.Split(query.Get(fieldsParameter), ","))
	if !isKnown {
		wrong := music.FieldErrors{}
		wrong.Add(fieldsParameter, "There is no field “%s”.", unknown)
		return nil, wrong.Err()
	}
	return properties, nil
}

type chosenKey struct{}

// choosing returns a middleware that reads the parameter before the handler runs.
func (e *Edge) choosing(list reflect.Type, all []thin.Property) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		r, w := humago.Unwrap(ctx)
		properties, err := choose(all, r.URL.Query())
		if err != nil {
			e.WriteProblem(w, r, err)
			return
		}
		if properties != nil {
			ctx = huma.WithValue(ctx, chosenKey{}, chosen{list, properties})
		}
		next(ctx)
	}
}

// selectFields is a huma transformer. It replaces a list with one that writes only the
// chosen properties of its items.
func selectFields(ctx huma.Context, _ string, answer any) (any, error) {
	c, ok := ctx.Context().Value(chosenKey{}).(chosen)
	if !ok {
		return answer, nil
	}
	if reflect.TypeOf(answer) == c.list {
		return thin.New(answer, c.properties), nil
	}
	if body, ok := answer.(thin.Body); ok {
		return thin.Within(body, c.properties)
	}
	return answer, nil
}

// alternatives is a body that is one of several.
type alternatives interface{ Alternative() any }

// unwrap is a huma transformer. It replaces alternatives by the one that is sent.
func unwrap(_ huma.Context, _ string, answer any) (any, error) {
	if body, ok := answer.(alternatives); ok {
		return body.Alternative(), nil
	}
	return answer, nil
}
