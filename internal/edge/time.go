package edge

import (
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// Time is a time in the JSON of responses: UTC, in milliseconds.
type Time time.Time

// MarshalJSON implements json.Marshaler.
func (t Time) MarshalJSON() ([]byte, error) {
	return time.Time(t).UTC().Truncate(time.Millisecond).MarshalJSON()
}

// Schema implements huma.SchemaProvider.
func (Time) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Format: "date-time"}
}

// TimeOrNull is a Time that is null for the zero time.
type TimeOrNull time.Time

// MarshalJSON implements json.Marshaler.
func (t TimeOrNull) MarshalJSON() ([]byte, error) {
	if time.Time(t).IsZero() {
		return []byte("null"), nil
	}
	return Time(t).MarshalJSON()
}

// Schema implements huma.SchemaProvider.
func (TimeOrNull) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Format: "date-time", Nullable: true}
}
