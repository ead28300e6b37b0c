package edge

import (
	"bytes"
	"encoding/json"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"sonora/internal/music"
)

// Fields lets clients name in the parameter fields the properties of a list's
// items that they want, so that the response has no others.
func Fields(r *Route) { r.fields = true }

const fieldsParameter = "fields"

// property is a property of the items of a list.
type property struct {
	name  string
	key   string // as in the response: "name":
	index []int  // of its field, for reflect
}

// itemsOf returns the type of a list and the properties of its items. response is
// the type of a response with a list as its Body.
func itemsOf(response reflect.Type) (list reflect.Type, all []property) {
	body, _ := response.FieldByName("Body")
	list = body.Type
	for _, field := range reflect.VisibleFields(list.Elem()) {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if options != "" {
			panic("edge: clients cannot choose " + name + ", which may be absent anyway")
		}
		if name != "" && name != "-" {
			all = append(all, property{name, `"` + name + `":`, field.Index})
		}
	}
	return list, all
}

// documentFields documents the parameter.
func documentFields(all []property) *huma.Param {
	together := false
	names := &huma.Schema{Type: huma.TypeString}
	for _, p := range all {
		names.Enum = append(names.Enum, p.name)
	}
	return &huma.Param{
		Name: fieldsParameter, In: "query", Style: "form", Explode: &together,
		Schema: &huma.Schema{Type: huma.TypeArray, Items: names}, Example: []string{all[0].name, all[1].name},
		Description: "Properties that you want of each item, separated by commas; all if omitted. The items then lack the others.",
	}
}

// chosen is what a client wants of a list.
type chosen struct {
	list       reflect.Type
	properties []property
}

// choose returns the properties that a query names, in the order of the document,
// so that the order in the query does not change the response. It returns nil for
// a query without the parameter.
func choose(all []property, query url.Values) ([]property, error) {
	if !query.Has(fieldsParameter) {
		return nil, nil
	}
	names := strings.Split(query.Get(fieldsParameter), ",")
	for _, name := range names {
		if !slices.ContainsFunc(all, func(p property) bool { return p.name == name }) {
			wrong := music.FieldErrors{}
			wrong.Add(fieldsParameter, "There is no field “%s”.", name)
			return nil, wrong.Err()
		}
	}
	var properties []property
	for _, p := range all {
		if slices.Contains(names, p.name) {
			properties = append(properties, p)
		}
	}
	return properties, nil
}

type chosenKey struct{}

// choosing returns a middleware that reads the parameter before the handler runs.
func (e *Edge) choosing(list reflect.Type, all []property) func(huma.Context, func(huma.Context)) {
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

// thin is a huma transformer. It replaces a list with one that writes only the
// chosen properties of its items.
func thin(ctx huma.Context, _ string, answer any) (any, error) {
	if c, ok := ctx.Context().Value(chosenKey{}).(chosen); ok && reflect.TypeOf(answer) == c.list {
		return &thinned{reflect.ValueOf(answer), c.properties}, nil
	}
	return answer, nil
}

// thinned is a list of which only some properties are written. It is written
// property by property: types made for a set of properties would never be freed.
type thinned struct {
	items      reflect.Value
	properties []property
}

// write writes the list with an encoder that writes to buf.
func (t *thinned) write(buf *bytes.Buffer, encoder *json.Encoder) error {
	buf.WriteByte('[')
	for i := range t.items.Len() {
		if i > 0 {
			buf.WriteByte(',')
		}
		if err := t.writeItem(buf, encoder, t.items.Index(i)); err != nil {
			return err
		}
	}
	buf.WriteString("]\n")
	return nil
}

func (t *thinned) writeItem(buf *bytes.Buffer, encoder *json.Encoder, item reflect.Value) error {
	buf.WriteByte('{')
	for i, p := range t.properties {
		if i > 0 {
			buf.WriteByte(',')
		}
		buf.WriteString(p.key)
		if err := encoder.Encode(item.FieldByIndex(p.index).Addr().Interface()); err != nil {
			return err
		}
		buf.Truncate(buf.Len() - 1) // the end of the line
	}
	buf.WriteByte('}')
	return nil
}
