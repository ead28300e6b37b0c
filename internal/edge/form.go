package edge

import (
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"
)

// TextOrNull is a text that may be omitted, or null for none.
type TextOrNull struct{ Text *string }

// UnmarshalJSON implements json.Unmarshaler.
func (d *TextOrNull) UnmarshalJSON(data []byte) error {
	d.Text = new(string)
	return json.Unmarshal(data, d.Text)
}

// Schema implements huma.SchemaProvider.
func (TextOrNull) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Nullable: true}
}

// Set changes a field unless the text was omitted.
func (d *TextOrNull) Set(field *string) {
	if d.Text != nil {
		*field = *d.Text
	}
}

// NumberOrNull is a number that may be omitted, or null for none, which is 0.
type NumberOrNull struct{ Number *float64 }

// UnmarshalJSON implements json.Unmarshaler.
func (d *NumberOrNull) UnmarshalJSON(data []byte) error {
	d.Number = new(float64)
	return json.Unmarshal(data, d.Number)
}

// Schema implements huma.SchemaProvider.
func (NumberOrNull) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeNumber, Nullable: true}
}

// IntegerOrNull is a whole number that may be omitted, or null for none, which is 0.
type IntegerOrNull struct{ Number *int }

// UnmarshalJSON implements json.Unmarshaler.
func (d *IntegerOrNull) UnmarshalJSON(data []byte) error {
	d.Number = new(int)
	return json.Unmarshal(data, d.Number)
}

// Schema implements huma.SchemaProvider.
func (IntegerOrNull) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeInteger, Nullable: true}
}

// Set changes a field unless the number was omitted.
func (d *IntegerOrNull) Set(field *int) {
	if d.Number != nil {
		*field = *d.Number
	}
}

// YesOrNo is a boolean that may be omitted, but not null.
type YesOrNo struct {
	Choice *bool
	null   bool
}

// UnmarshalJSON implements json.Unmarshaler.
func (y *YesOrNo) UnmarshalJSON(data []byte) error {
	y.null = string(data) == "null"
	return json.Unmarshal(data, &y.Choice)
}

// Schema implements huma.SchemaProvider.
func (YesOrNo) Schema(huma.Registry) *huma.Schema { return &huma.Schema{Type: huma.TypeBoolean} }

// Resolve implements huma.ResolverWithPath.
func (y *YesOrNo) Resolve(_ huma.Context, prefix *huma.PathBuffer) []error {
	if y.null {
		return []error{&huma.ErrorDetail{Location: prefix.String(), Message: "expected boolean"}}
	}
	return nil
}

// Set changes a field unless the boolean was omitted.
func (y *YesOrNo) Set(field *bool) {
	if y.Choice != nil {
		*field = *y.Choice
	}
}

// Body is a response, or the input of an operation, that consists only of a body.
type Body[T any] struct{ Body T }

// Reply returns a response with a body.
func Reply[T any](body T) (*Body[T], error) { return &Body[T]{body}, nil }

// Encoded returns a response with one item, or the error.
func Encoded[T, J any](item *T, err error, encode func(*T) J) (*Body[J], error) {
	if err != nil {
		return nil, err
	}
	return &Body[J]{encode(item)}, nil
}

// Secret is a response that no cache may store.
type Secret[T any] struct {
	Caching string `header:"Cache-Control" doc:"Always no-store."`
	Body    T
}

// Secretly returns a response that no cache may store.
func Secretly[T any](body T) *Secret[T] { return &Secret[T]{"no-store", body} }

// ItemPath is the input of operations on one item.
type ItemPath struct {
	ID string `path:"id" maxLength:"64" doc:"ID of the item."`
}

// Detail is a response that consists of one sentence.
type Detail struct {
	Detail string `json:"detail" doc:"One sentence for the person, in their language." example:"Saved."`
}

// Say returns a response with a sentence.
func Say(detail string) (*Body[Detail], error) { return Reply(Detail{detail}) }

// OrNull returns nil for the zero value.
func OrNull[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

// OrZero is the inverse of OrNull.
func OrZero[T any](v *T) T {
	if v == nil {
		return *new(T)
	}
	return *v
}

// Known returns nil for an unknown value.
func Known[T any](v T, known bool) *T {
	if !known {
		return nil
	}
	return &v
}
