// Package query checks the queries of requests against the parameters that their
// operations document.
package query

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/music"
)

// Query is what an operation takes in its query. The zero Query takes nothing.
type Query struct {
	types map[string]string // of the parameters, by name; "" is text
	open  bool              // whether it takes others and ignores them
}

// Of returns the query of an operation with documented parameters. An open
// one ignores others.
func Of(parameters []*huma.Param, open bool) Query {
	q := Query{map[string]string{}, open}
	for _, p := range parameters {
		if p.In != "query" {
			continue
		}
		q.types[p.Name] = ""
		if p.Schema.Type != huma.TypeString || p.Schema.Format == "date-time" {
			q.types[p.Name] = p.Schema.Type
		}
	}
	return q
}

// Check returns an error for parameters that the operation does not have, for one
// that is given twice, of which huma would take the first, and for values that
// checkValue refuses.
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
		kind, known := q.types[name]
		switch {
		case !known && !q.open:
			wrong.Add(name, "There is no parameter “%s”.", name)
		case known && len(values) > 1:
			wrong.Add(name, "The parameter “%s” is there more than once.", name)
		case known && kind != "":
			checkValue(wrong, name, kind, values[0])
		}
	}
	return wrong.Err()
}

// decimal has the characters of a number in JSON. huma also takes those of Go, as
// in 1_0, 0x1p-2 and NaN.
const decimal = "0123456789+-.eE"

// checkValue adds an error for a parameter that is given without a value, which
// huma would take for omitted, or for a number in another notation than that of
// JSON, such as +7 and 007.
func checkValue(wrong music.FieldErrors, name, kind, value string) {
	if value == "" {
		wrong.Add(name, "This field is required.")
	}
	if _, err := strconv.ParseFloat(value, 64); kind == huma.TypeNumber && err == nil && strings.Trim(value, decimal) != "" {
		wrong.Add(name, "This has to be a number.")
	}
	if n, err := strconv.ParseInt(value, 10, 64); kind == huma.TypeInteger && err == nil && strconv.FormatInt(n, 10) != value {
		wrong.Add(name, "This has to be a whole number.")
	}
}
