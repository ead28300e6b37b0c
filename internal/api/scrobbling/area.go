// Package scrobbling is the API for the services to which people have their listens
// sent.
package scrobbling

import (
	"sonora/internal/edge"
	"sonora/internal/scrobbling"
)

// API implements the operations in routes.go.
type API struct{ scrobbling *scrobbling.Service }

// New registers the operations.
func New(e *edge.Edge, s *scrobbling.Service) *API {
	a := &API{s}
	a.routes(e)
	return a
}
