package edge

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"sonora/internal/music"
)

// typed are the query parameters of an operation that are not text, by name.
type typed map[string]string

// typedOf returns the query parameters of an operation that are not text.
func typedOf(parameters []*huma.Param) typed {
	t := typed{}
	for _, p := range parameters {
		if p.In == "query" && p.Schema != nil && (p.Schema.Type != huma.TypeString || p.Schema.Format == "date-time") {
			t[p.Name] = p.Schema.Type
		}
	}
	return t
}

// decimal has the characters of a number in JSON. huma also takes those of Go, as
// in 1_0, 0x1p-2 and NaN.
const decimal = "0123456789+-.eE"

// check returns an error for a parameter that is given without a value, which huma
// would take for omitted, or for a number in another notation than that of JSON,
// such as +7 and 007.
func (t typed) check(rawQuery string) error {
	if rawQuery == "" || len(t) == 0 {
		return nil
	}
	query, err := url.ParseQuery(rawQuery)
	if err != nil {
		return nil //nolint:nilerr // the middleware has refused malformed queries
	}
	wrong := music.FieldErrors{}
	for name, values := range query {
		kind, known := t[name]
		if !known {
			continue
		}
		if values[0] == "" {
			wrong.Add(name, "This field is required.")
		}
		if _, err := strconv.ParseFloat(values[0], 64); kind == huma.TypeNumber && err == nil && strings.Trim(values[0], decimal) != "" {
			wrong.Add(name, "This has to be a number.")
		}
		if n, err := strconv.ParseInt(values[0], 10, 64); kind == huma.TypeInteger && err == nil && strconv.FormatInt(n, 10) != values[0] {
			wrong.Add(name, "This has to be a whole number.")
		}
	}
	return wrong.Err()
}

// strict returns a middleware that refuses the queries that check refuses.
func (e *Edge) strict(query *typed) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		r, w := humago.Unwrap(ctx)
		if err := query.check(r.URL.RawQuery); err != nil {
			e.WriteProblem(w, r, err)
			return
		}
		next(ctx)
	}
}

// ClampLimit makes an operation take a limit above the largest page for that
// page. Clients of the first version of the API send such limits.
func ClampLimit(r *Route) {
	r.clamps = true
	Before(func(ctx huma.Context, next func(huma.Context)) {
		request, _ := humago.Unwrap(ctx)
		query := request.URL.Query()
		if tooLarge(query.Get(limitParameter)) {
			query.Set(limitParameter, strconv.Itoa(music.MaxPageSize))
			request.URL.RawQuery = query.Encode()
		}
		next(ctx)
	})(r)
}

func tooLarge(limit string) bool {
	for _, digit := range limit {
		if digit < '0' || digit > '9' {
			return false
		}
	}
	n, err := strconv.Atoi(limit)
	return limit != "" && (err != nil || n > music.MaxPageSize)
}

// parametersOf returns the documented parameters of an operation.
func parametersOf(item *huma.PathItem, method string) []*huma.Param {
	switch method {
	case http.MethodGet:
		return item.Get.Parameters
	case http.MethodPost:
		return item.Post.Parameters
	case http.MethodPut:
		return item.Put.Parameters
	case http.MethodPatch:
		return item.Patch.Parameters
	}
	return item.Delete.Parameters
}

// withoutMaximum documents the limit of an operation that clamps it.
func withoutMaximum(parameters []*huma.Param) {
	for _, p := range parameters {
		if p.Name == limitParameter {
			free := *p.Schema
			free.Maximum, free.Description = nil, free.Description+" Larger numbers count as 1000."
			p.Schema, p.Description = &free, p.Description+" Larger numbers count as 1000."
		}
	}
}

const limitParameter = "limit"
