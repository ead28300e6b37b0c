// Package query checks the queries of requests against the parameters that their
// operations document.
package query

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/music"
)

// Query is what an operation takes in its query. The zero Query takes nothing.
type Query struct {
	schemas map[string]*huma.Schema // of the parameters, by name
	open    bool                    // whether it takes others and ignores them
	decoded bool                    // see Decoded
}

// Of returns the query of an operation with documented parameters. An open query
// ignores all others.
func Of(parameters []*huma.Param, open bool) Query {
	q := Query{schemas: map[string]*huma.Schema{}, open: open}
	for _, p := range parameters {
		if p.In == "query" {
			q.schemas[p.Name] = p.Schema
		}
	}
	return q
}

// Decoded returns the query of an operation whose values huma decodes, so that
// Check refuses only what huma would take.
func (q Query) Decoded() Query {
	q.decoded = true
	return q
}

// Check returns an error for unknown parameters, for repeated ones, of which huma
// would take the first, and for wrong values.
func (q Query) Check(rawQuery string) error {
	if rawQuery == "" {
		return nil
	}
	given, err := url.ParseQuery(rawQuery)
	if err != nil {
		return nil //nolint:nilerr // the middleware has refused malformed queries
	}
	wrong := music.FieldErrors{}
	for name, values := range given {
		schema := q.schemas[name]
		switch {
		case schema == nil && !q.open:
			wrong.Add(name, "There is no parameter “%s”.", name)
		case schema != nil && len(values) > 1:
			wrong.Add(name, "The parameter “%s” appears more than once.", name)
		case schema != nil:
			q.checkValue(wrong, name, schema, values[0])
		}
	}
	return wrong.Err()
}

// decimal has the characters of a number in JSON. Go also takes 1_0, 0x1p-2 and
// NaN.
const decimal = "0123456789+-.eE"

// checkValue adds an error for a wrong value: for an empty one, which huma would
// take for omitted, and for a number in another notation than that of JSON, such as
// +7 and 007. Other errors are huma's where it decodes the value.
func (q Query) checkValue(wrong music.FieldErrors, name string, s *huma.Schema, value string) {
	switch {
	case len(s.Enum) > 0 && (!q.decoded || value == "" && s.Type == huma.TypeString):
		if choices := texts(s.Enum); !slices.Contains(choices, value) {
			wrong.Add(name, "Choose one of %s.", strings.Join(choices, ", "))
		}
	case value == "" && (s.Type != huma.TypeString || s.Format == "date-time"):
		wrong.Add(name, "This field is required.")
	case s.Type == huma.TypeInteger:
		n, err := strconv.ParseInt(value, 10, 64)
		if q.refuses(err, strconv.FormatInt(n, 10) == value) {
			wrong.Add(name, "This has to be a whole number.")
			return
		}
		q.checkRange(wrong, name, s, float64(n))
	case s.Type == huma.TypeNumber:
		n, err := strconv.ParseFloat(value, 64)
		if q.refuses(err, strings.Trim(value, decimal) == "") {
			wrong.Add(name, "This has to be a number.")
			return
		}
		q.checkRange(wrong, name, s, n)
	case s.Type == huma.TypeBoolean && !q.decoded && value != "true" && value != "false":
		wrong.Add(name, "This has to be true or false.")
	}
}

// refuses reports whether a number cannot be read, or is not in the notation of JSON.
func (q Query) refuses(err error, isJSON bool) bool {
	if err != nil {
		return !q.decoded
	}
	return !isJSON
}

// checkRange adds an error for a number outside the range of its parameter. An
// operation with ClampLimit takes some, so that it is left to huma where it decodes.
func (q Query) checkRange(wrong music.FieldErrors, name string, s *huma.Schema, n float64) {
	switch {
	case q.decoded:
	case s.Minimum != nil && n < *s.Minimum:
		wrong.Add(name, "This number is too small.")
	case s.Maximum != nil && n > *s.Maximum:
		wrong.Add(name, "This number is too large.")
	}
}

// texts returns the values of an enum as they are in a query.
func texts(enum []any) []string {
	out := make([]string, len(enum))
	for i, value := range enum {
		out[i] = fmt.Sprint(value)
	}
	return out
}

// IsText reports whether a query has nothing but text in UTF-8.
func IsText(values url.Values) bool {
	for name, texts := range values {
		if !isText(name) || slices.ContainsFunc(texts, func(text string) bool { return !isText(text) }) {
			return false
		}
	}
	return true
}

func isText(s string) bool { return utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 }
