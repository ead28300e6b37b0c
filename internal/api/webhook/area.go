// Package webhook is the API for the addresses to which people have the events of their
// account posted.
package webhook

import (
	"sonora/internal/edge"
	"sonora/internal/webhooks"
)

// API implements the operations in routes.go.
type API struct{ webhooks *webhooks.Service }

// New registers the operations.
func New(e *edge.Edge, s *webhooks.Service) *API {
	a := &API{s}
	a.routes(e)
	return a
}
