// Package scalar has the types of single values in requests and responses that
// Go's own types do not express: numbers rounded to what they mean, and values that
// may be omitted or null.
package scalar

import (
	"encoding/json"
	"reflect"

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

// OptionalNumber is a query parameter that may be omitted, and for which 0 means
// something else.
type OptionalNumber struct {
	Value float64
	Given bool
}

// Schema implements huma.SchemaProvider.
func (OptionalNumber) Schema(huma.Registry) *huma.Schema { return &huma.Schema{Type: huma.TypeNumber} }

// Receiver implements huma.ParamWrapper.
func (n *OptionalNumber) Receiver() reflect.Value { return reflect.ValueOf(n).Elem().Field(0) }

// OnParamSet implements huma.ParamReactor.
func (n *OptionalNumber) OnParamSet(given bool, _ any) { n.Given = given }

// OrNil returns nil for an omitted number.
func (n *OptionalNumber) OrNil() *float64 {
	if !n.Given {
		return nil
	}
	return &n.Value
}
