package edge

import (
	"strconv"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"sonora/internal/music"
)

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
