package api

import (
	"context"
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/edge"
	"sonora/internal/music"
)

// smartRulesJSON are the rules of a smart playlist.
type smartRulesJSON struct {
	Match string          `json:"match,omitempty" enum:"all,any" default:"all"`
	Rules []smartRuleJSON `json:"rules" maxItems:"50"`
	Sort  string          `json:"sort,omitempty" doc:"A field, with - in front the other way round, or random; newest first when left out."`
	Limit *smartLimitJSON `json:"limit,omitempty"`
}

// smartRuleJSON compares a field with a value, or is a group of rules.
type smartRuleJSON struct {
	Field    string          `json:"field,omitempty" doc:"One of GET /api/playlists/smart/fields."`
	Operator string          `json:"operator,omitempty"`
	Value    any             `json:"value,omitempty" doc:"Text, a number, true or false; two numbers for between."`
	Match    string          `json:"match,omitempty" enum:"all,any" doc:"Of a group."`
	Rules    []smartRuleJSON `json:"rules,omitempty" maxItems:"50" doc:"Of a group."`
}

type smartLimitJSON struct {
	Count   int `json:"count,omitempty" doc:"Tracks; or minutes."`
	Minutes int `json:"minutes,omitempty"`
}

func encodeRules(r *music.SmartRules) *smartRulesJSON {
	out := &smartRulesJSON{Match: r.Match, Rules: encodeRuleList(r.Rules), Sort: r.Sort}
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

func (r *smartRulesJSON) decode() *music.SmartRules {
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

// nullableRules are rules or null: huma knows no nullable objects.
type nullableRules smartRulesJSON

// Schema implements huma.SchemaProvider.
func (nullableRules) Schema(r huma.Registry) *huma.Schema { return rulesOrNull{}.Schema(r) }

// rulesOrNull are rules that may be left out, or null for none.
type rulesOrNull struct {
	given bool
	rules *smartRulesJSON
}

// UnmarshalJSON implements json.Unmarshaler.
func (r *rulesOrNull) UnmarshalJSON(data []byte) error {
	r.given = true
	return json.Unmarshal(data, &r.rules)
}

// Schema implements huma.SchemaProvider.
func (rulesOrNull) Schema(r huma.Registry) *huma.Schema {
	rules := r.Schema(reflect.TypeFor[smartRulesJSON](), true, "SmartRules")
	return &huma.Schema{AnyOf: []*huma.Schema{rules, {Type: "null"}}}
}

// set changes the rules unless they were left out.
func (r *rulesOrNull) set(rules **music.SmartRules) {
	switch {
	case r.given && r.rules == nil:
		*rules = nil
	case r.given:
		*rules = r.rules.decode()
	}
}

type smartFieldJSON struct {
	Field     string          `json:"field"`
	Type      music.SmartType `json:"type" enum:"text,number,date,boolean,choice,playlist"`
	Operators []string        `json:"operators"`
	Values    []string        `json:"values" doc:"Of a choice."`
	IsSorted  bool            `json:"isSorted" doc:"A smart playlist can be sorted by it."`
}

func (a *API) smartFields(context.Context, *struct{}) (*edge.Body[[]smartFieldJSON], error) {
	return edge.Reply(edge.EncodeAll(music.SmartFields, func(f *music.SmartField) smartFieldJSON {
		return smartFieldJSON{Field: f.Name, Type: f.Type, Operators: f.Operators(), Values: append([]string{}, f.Values...), IsSorted: f.IsSorted}
	}))
}

type smartPreviewInput struct {
	Body struct {
		Rules smartRulesJSON `json:"rules"`
	}
}

type smartPreviewJSON struct {
	Total    int         `json:"total"`
	Duration float64     `json:"duration" doc:"Seconds, of all."`
	Tracks   []TrackJSON `json:"tracks" doc:"The first 50."`
}

// previewTracks is how many tracks show what rules find.
const previewTracks = 50

func (a *API) smartPreview(ctx context.Context, in *smartPreviewInput) (*edge.Body[smartPreviewJSON], error) {
	found, err := a.lists.Preview(ctx, edge.Viewer(ctx), in.Body.Rules.decode(), previewTracks)
	if err != nil {
		return nil, err
	}
	tracks := edge.EncodeAll(found.Items, func(e *music.Entry) TrackJSON { return encodeTrack(&e.Track) })
	return edge.Reply(smartPreviewJSON{Total: found.Total, Duration: found.Duration.Seconds(), Tracks: tracks})
}
