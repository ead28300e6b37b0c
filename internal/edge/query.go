package edge

import (
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"sonora/internal/edge/query"
)

// AnyQuery makes an operation ignore unknown query parameters. It is for operations
// that other programs call with parameters of their own: monitors of the server, sites
// that embed a player, mail programs, libraries for event streams.
func AnyQuery(r *Route) { r.anyQuery = true }

// isPlayed reports whether players and browsers fetch answers of a media type by
// themselves. Some add query parameters to get past caches.
func isPlayed(mediaType string) bool {
	kind, _, _ := strings.Cut(mediaType, "/")
	return kind == "audio" || kind == "image" || kind == "*" || strings.HasSuffix(mediaType, "mpegurl")
}

// ClampLimit makes an operation take a limit above the largest page for that
// page. Clients of the first version of the API send such limits.
func ClampLimit(r *Route) {
	r.clamps = true
	Before(func(ctx huma.Context, next func(huma.Context)) {
		request, _ := humago.Unwrap(ctx)
		query.ClampLimit(request)
		next(ctx)
	})(r)
}

// strict returns a middleware that refuses the queries that Check refuses.
func (e *Edge) strict(q *query.Query) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		r, w := humago.Unwrap(ctx)
		if err := q.Check(r.URL.RawQuery); err != nil {
			e.WriteProblem(w, r, err)
			return
		}
		next(ctx)
	}
}
