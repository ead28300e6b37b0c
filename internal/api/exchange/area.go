// Package exchange is the API for bringing what people kept at other services.
package exchange

import (
	"log/slog"

	"sonora/internal/edge"
	"sonora/internal/exchange"
)

// API implements the operations in routes.go.
type API struct {
	exchange *exchange.Service
	log      *slog.Logger
	edge     *edge.Edge
}

// New registers the operations.
func New(e *edge.Edge, s *exchange.Service, log *slog.Logger) *API {
	a := &API{s, log, e}
	a.routes(e)
	return a
}
