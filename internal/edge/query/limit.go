package query

import (
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/music"
)

// Limit is the parameter with the size of a page.
const Limit = "limit"

// ClampLimit lowers the limit of a request that is above the largest page to that page.
func ClampLimit(r *http.Request) {
	query := r.URL.Query()
	if tooLarge(query.Get(Limit)) {
		query.Set(Limit, strconv.Itoa(music.MaxPageSize))
		r.URL.RawQuery = query.Encode()
	}
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

// WithoutMaximum documents the limit of an operation that clamps it.
func WithoutMaximum(parameters []*huma.Param) {
	for _, p := range parameters {
		if p.Name == Limit {
			free := *p.Schema
			free.Maximum, free.Description = nil, free.Description+" Larger numbers count as 1000."
			p.Schema, p.Description = &free, p.Description+" Larger numbers count as 1000."
		}
	}
}
