package ai

import (
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/ai/compose/plan"
)

// planJSON is a plan of the composer. What is wrong with one is said by the
// composer, so the document does not describe its fields.
type planJSON struct{ plan.Plan }

// Schema implements huma.SchemaProvider.
func (planJSON) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeObject, Nullable: true, AdditionalProperties: true,
		Description: "The plan as sonora compose prints it: title, style, bpm, key, sections, instruments and more.",
	}
}

// UnmarshalJSON implements json.Unmarshaler.
func (p *planJSON) UnmarshalJSON(text []byte) error { return json.Unmarshal(text, &p.Plan) }

func (p *planJSON) plan() *plan.Plan {
	if p == nil {
		return nil
	}
	return &p.Plan
}
