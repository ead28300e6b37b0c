// Package thin writes lists whose items have only the properties that a client
// wants.
package thin

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
)

// Property is a property of the items of a list.
type Property struct {
	Name  string
	key   string // as in the response: "name":
	index []int  // of its field, for reflect
}

// Properties returns the type of a list and the properties of its items. response
// is the type of a response whose Body is a list, or has one as its Items.
func Properties(response reflect.Type) (list reflect.Type, all []Property) {
	body, _ := response.FieldByName("Body")
	list = body.Type
	if list.Kind() == reflect.Struct {
		items, _ := list.FieldByName("Items")
		list = items.Type
	}
	for _, field := range reflect.VisibleFields(list.Elem()) {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if options != "" {
			panic("thin: clients cannot choose " + name + ", which may be absent anyway")
		}
		if name != "" && name != "-" {
			all = append(all, Property{name, `"` + name + `":`, field.Index})
		}
	}
	return list, all
}

// Choose returns the named properties, in the order of all, so that the order of
// names does not change the response. If a name has no property, isKnown is false and
// unknown is the first such name, which may be "".
func Choose(all []Property, names []string) (chosen []Property, unknown string, isKnown bool) {
	for _, name := range names {
		if !slices.ContainsFunc(all, func(p Property) bool { return p.Name == name }) {
			return nil, name, false
		}
	}
	for _, p := range all {
		if slices.Contains(names, p.Name) {
			chosen = append(chosen, p)
		}
	}
	return chosen, "", true
}

// List is a list of which only some properties are written. It is written
// property by property: types made for a set of properties would never be freed.
type List struct {
	items      reflect.Value
	properties []Property
}

// New returns a List of the items of a slice.
func New(items any, properties []Property) *List {
	return &List{reflect.ValueOf(items), properties}
}

// Write writes the list with an encoder that writes to buf.
func (t *List) Write(buf *bytes.Buffer, encoder *json.Encoder) error {
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

func (t *List) writeItem(buf *bytes.Buffer, encoder *json.Encoder, item reflect.Value) error {
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

// Body is a body that contains a list.
type Body interface {
	ThinItems() reflect.Value
	WithItems(thin json.RawMessage) any
}

// Within returns the body with only some properties of the items of its list.
func Within(body Body, properties []Property) (any, error) {
	var buf bytes.Buffer
	encoder := json.NewEncoder(&buf)
	encoder.SetEscapeHTML(false)
	err := (&List{body.ThinItems(), properties}).Write(&buf, encoder)
	return body.WithItems(buf.Bytes()), err
}
