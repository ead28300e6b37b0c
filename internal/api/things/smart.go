package things

import (
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/edge"
	"sonora/internal/music"
)

// SmartRulesJSON are the rules of a smart playlist.
type SmartRulesJSON struct {
	Match string          `json:"match,omitempty" enum:"all,any" default:"all" doc:"Whether a track has to match all rules or any of them."`
	Rules []smartRuleJSON `json:"rules" maxItems:"50" doc:"Rules, and groups of rules up to a limited depth."`
	Sort  string          `json:"sort,omitempty" doc:"A field, with a leading - for the reverse order, or random; newest first if omitted."`
	Limit *smartLimitJSON `json:"limit,omitempty" doc:"How much music to take from the sorted matches; everything if omitted."`
}

// smartRuleJSON compares a field with a value, or is a group of rules.
type smartRuleJSON struct {
	Field    string          `json:"field,omitempty" doc:"A field from GET /api/playlists/smart/fields."`
	Operator string          `json:"operator,omitempty" doc:"An operator of this field from GET /api/playlists/smart/fields."`
	Value    any             `json:"value,omitempty" doc:"A text, a number, true or false; for between, two numbers."`
	Match    string          `json:"match,omitempty" enum:"all,any" doc:"For a group."`
	Rules    []smartRuleJSON `json:"rules,omitempty" maxItems:"50" doc:"For a group."`
}

type smartLimitJSON struct {
	Count   int `json:"count,omitempty" doc:"Number of tracks. Give this or minutes."`
	Minutes int `json:"minutes,omitempty" doc:"Playing time in minutes. Give this or count."`
}

func encodeRules(r *music.SmartRules) *SmartRulesJSON {
	out := &SmartRulesJSON{Match: r.Match, Rules: encodeRuleList(r.Rules), Sort: r.Sort}
	if r.Limit != nil {
		out.Limit = &smartLimitJSON{r.Limit.Count, r.Limit.Minutes}
	}
	return out
}

func encodeRuleList(rules []music.SmartRule) []smartRuleJSON {
	return edge.EncodeAll(rules, func(r *music.SmartRule) smartRuleJSON {
		out := smartRuleJSON{Field: r.Field, Operator: r.Operator, Value: r.Value, Match: r.Match}
		if r.Match != "" {
			out.Rules = encodeRuleList(r.Rules)
		}
		return out
	})
}

// Decode converts the rules to those of the domain.
func (r *SmartRulesJSON) Decode() *music.SmartRules {
	out := &music.SmartRules{Match: r.Match, Rules: decodeRuleList(r.Rules), Sort: r.Sort}
	if r.Limit != nil {
		out.Limit = &music.SmartLimit{Count: r.Limit.Count, Minutes: r.Limit.Minutes}
	}
	return out
}

func decodeRuleList(rules []smartRuleJSON) []music.SmartRule {
	return edge.EncodeAll(rules, func(r *smartRuleJSON) music.SmartRule {
		return music.SmartRule{Field: r.Field, Operator: r.Operator, Value: r.Value, Match: r.Match, Rules: decodeRuleList(r.Rules)}
	})
}

// nullableRules are rules or null: huma does not support nullable objects.
type nullableRules SmartRulesJSON

// Schema implements huma.SchemaProvider.
func (nullableRules) Schema(r huma.Registry) *huma.Schema { return RulesOrNull{}.Schema(r) }

// RulesOrNull are rules that may be omitted, or null for none.
type RulesOrNull struct {
	given bool
	rules *SmartRulesJSON
}

// UnmarshalJSON implements json.Unmarshaler.
func (r *RulesOrNull) UnmarshalJSON(data []byte) error {
	r.given = true
	return json.Unmarshal(data, &r.rules)
}

// Schema implements huma.SchemaProvider.
func (RulesOrNull) Schema(r huma.Registry) *huma.Schema {
	rules := r.Schema(reflect.TypeFor[SmartRulesJSON](), true, "SmartRules")
	return &huma.Schema{AnyOf: []*huma.Schema{rules, {Type: "null"}}}
}

// Set changes the rules unless they were omitted.
func (r *RulesOrNull) Set(rules **music.SmartRules) {
	switch {
	case r.given && r.rules == nil:
		*rules = nil
	case r.given:
		*rules = r.rules.Decode()
	}
}
