package things

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Nullable returns the schema of a type that may be null.
func Nullable[T any](r huma.Registry) *huma.Schema {
	s := huma.SchemaFromType(r, reflect.TypeFor[T]())
	s.Nullable = true
	return s
}

// OverviewJSON is the waveform of a whole track, with sound.OverviewPoints bytes
// per band.
type OverviewJSON struct {
	Low  []byte `json:"low" doc:"Bass, one byte per point, in Base64."`
	Mid  []byte `json:"mid" doc:"Middle frequencies, one byte per point, in Base64."`
	High []byte `json:"high" doc:"High frequencies, one byte per point, in Base64."`
}

// EncodeOverview encodes the bands of an overview, which follow each other; nil if
// there are none.
func EncodeOverview(overview []byte) *OverviewJSON {
	band := len(overview) / 3
	if band == 0 {
		return nil
	}
	return &OverviewJSON{Low: overview[:band], Mid: overview[band : 2*band], High: overview[2*band : 3*band]}
}

// Schema implements huma.SchemaProvider.
func (OverviewJSON) Schema(r huma.Registry) *huma.Schema {
	type plain OverviewJSON
	return Nullable[plain](r)
}
