package subsonic_test

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

//go:embed testdata/opensubsonic.json
var openSubsonic []byte

// schema is a schema of OpenSubsonic's document.
type schema struct {
	Ref        string `json:"$ref"`
	Type       string
	Format     string
	Properties map[string]*schema
	Required   []string
	Items      *schema
	AllOf      []*schema
	OneOf      []*schema
	Enum       []any
	Minimum    *float64
	Maximum    *float64
	MinItems   int
	Content    map[string]struct{ Schema *schema } // of a response among the schemas
}

var document = func() (d struct{ Answers, Schemas map[string]*schema }) {
	if err := json.Unmarshal(openSubsonic, &d); err != nil {
		panic(err)
	}
	return d
}()

// more are the properties that this server adds to the schemas.
var more = []string{"lastScan", "email", "offset", "totalHits", "match", "video", "chatMessage", "name", "album", "playerName"}

// check returns what is wrong with an answer of an endpoint.
func check(endpoint string, answer any) []string {
	s := document.Answers[endpoint]
	if s == nil {
		s = &schema{Ref: "#/components/schemas/SubsonicResponse"}
	}
	s = s.resolved()
	if s.Content != nil { // describes what is inside
		envelope, _ := answer.(map[string]any)
		answer = envelope["subsonic-response"]
		if status, _ := answer.(map[string]any)["status"].(string); status == "failed" {
			return nil
		}
		s = s.Content["application/json"].Schema
		return s.problems(endpoint, answer)
	}
	problems := s.problems(endpoint, answer)
	if len(problems) == 0 {
		problems = s.unknown(endpoint, answer)
	}
	return problems
}

func (s *schema) resolved() *schema {
	for s.Ref != "" {
		s = document.Schemas[strings.TrimPrefix(s.Ref, "#/components/schemas/")]
	}
	return s
}

// problems returns where a value breaks a schema.
func (s *schema) problems(at string, v any) (problems []string) {
	s = s.resolved()
	for _, part := range s.AllOf {
		problems = append(problems, part.problems(at, v)...)
	}
	if len(s.OneOf) > 0 {
		var none []string
		for _, option := range s.OneOf {
			found := option.problems(at, v)
			if len(found) == 0 {
				return problems
			}
			if none == nil || len(found) < len(none) {
				none = found
			}
		}
		return append(problems, none...)
	}
	if len(s.Enum) > 0 && !slices.Contains(s.Enum, v) {
		problems = append(problems, fmt.Sprintf("%s is %v, not one of %v", at, v, s.Enum))
	}
	return append(problems, s.typed(at, v)...)
}

func (s *schema) typed(at string, v any) (problems []string) {
	wrong := func(format string, args ...any) { problems = append(problems, at+fmt.Sprintf(format, args...)) }
	switch v := v.(type) {
	case map[string]any:
		if s.Type != "object" && s.Type != "" {
			wrong(" is an object, not %s", s.Type)
		}
		for _, name := range s.Required {
			if _, ok := v[name]; !ok {
				wrong(" lacks %s", name)
			}
		}
		for name, property := range s.Properties {
			if value, ok := v[name]; ok {
				problems = append(problems, property.problems(at+"."+name, value)...)
			}
		}
	case []any:
		if s.Type != "array" && s.Type != "" || len(v) < s.MinItems {
			wrong(" is a list of %d, not %s", len(v), s.Type)
		}
		for i, item := range v {
			if s.Items != nil {
				problems = append(problems, s.Items.problems(fmt.Sprintf("%s[%d]", at, i), item)...)
			}
		}
	case string:
		_, err := time.Parse(time.RFC3339, v)
		if s.Type != "string" && s.Type != "" || s.Format == "date-time" && err != nil {
			wrong(" is the text %q, not %s %s", v, s.Type, s.Format)
		}
	case float64:
		if s.Type != "number" && (s.Type != "integer" || v != math.Trunc(v)) && s.Type != "" || s.Minimum != nil && v < *s.Minimum || s.Maximum != nil && v > *s.Maximum {
			wrong(" is %v, not %s", v, s.Type)
		}
	case bool:
		if s.Type != "boolean" && s.Type != "" {
			wrong(" is %v, not %s", v, s.Type)
		}
	case nil:
		wrong(" is null")
	}
	return problems
}

// known returns all properties of a schema by name, however it is put together.
func (s *schema) known() map[string][]*schema {
	s = s.resolved()
	names := map[string][]*schema{}
	for name, property := range s.Properties {
		names[name] = append(names[name], property)
	}
	for _, part := range slices.Concat(s.AllOf, s.OneOf) {
		for name, properties := range part.known() {
			names[name] = append(names[name], properties...)
		}
	}
	return names
}

// unknown returns the properties of a value that no schema has: typing errors.
func (s *schema) unknown(at string, v any) (problems []string) {
	switch v := v.(type) {
	case map[string]any:
		known := s.known()
		for name, value := range v {
			properties, ok := known[name]
			if !ok && !slices.Contains(more, name) {
				problems = append(problems, at+" has an unknown "+name)
			}
			if ok {
				problems = append(problems, (&schema{AllOf: properties}).unknown(at+"."+name, value)...)
			}
		}
	case []any:
		var items []*schema
		for _, one := range append(s.AllOf, s) {
			if one = one.resolved(); one.Items != nil {
				items = append(items, one.Items)
			}
		}
		for _, item := range v {
			if len(items) > 0 {
				problems = append(problems, (&schema{AllOf: items}).unknown(at, item)...)
			}
		}
	}
	return problems
}
