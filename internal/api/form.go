package api

import (
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"
)

// textOrNull is a text that may be left out, or null for none.
type textOrNull struct{ text *string }

// UnmarshalJSON implements json.Unmarshaler.
func (d *textOrNull) UnmarshalJSON(data []byte) error {
	d.text = new(string)
	return json.Unmarshal(data, d.text)
}

// Schema implements huma.SchemaProvider.
func (textOrNull) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Nullable: true}
}

// set changes a field unless the text was left out.
func (d *textOrNull) set(field *string) {
	if d.text != nil {
		*field = *d.text
	}
}

// numberOrNull is a number that may be left out, or null for none, which is 0.
type numberOrNull struct{ number *float64 }

// UnmarshalJSON implements json.Unmarshaler.
func (d *numberOrNull) UnmarshalJSON(data []byte) error {
	d.number = new(float64)
	return json.Unmarshal(data, d.number)
}

// Schema implements huma.SchemaProvider.
func (numberOrNull) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeNumber, Nullable: true}
}

// yesOrNo is a choice that may be left out, but not null.
type yesOrNo struct {
	choice *bool
	null   bool
}

// UnmarshalJSON implements json.Unmarshaler.
func (y *yesOrNo) UnmarshalJSON(data []byte) error {
	y.null = string(data) == "null"
	return json.Unmarshal(data, &y.choice)
}

// Schema implements huma.SchemaProvider.
func (yesOrNo) Schema(huma.Registry) *huma.Schema { return &huma.Schema{Type: huma.TypeBoolean} }

// Resolve implements huma.ResolverWithPath.
func (y *yesOrNo) Resolve(_ huma.Context, prefix *huma.PathBuffer) []error {
	if y.null {
		return []error{&huma.ErrorDetail{Location: prefix.String(), Message: "expected boolean"}}
	}
	return nil
}

// set changes a field unless the choice was left out.
func (y *yesOrNo) set(field *bool) {
	if y.choice != nil {
		*field = *y.choice
	}
}

// encoded answers with one thing, or why there is none.
func encoded[T, J any](item *T, err error, encode func(*T) J) (*body[J], error) {
	if err != nil {
		return nil, err
	}
	return &body[J]{encode(item)}, nil
}
