// Package cover serves the covers of tracks, albums and artists.
package cover

import (
	"sonora/internal/edge"
	"sonora/internal/library"
)

// Config is what the area uses.
type Config struct {
	Library *library.Library
}

// API implements the operations in routes.go.
type API struct {
	Config
	edge *edge.Edge
}

// New registers the operations.
func New(e *edge.Edge, c Config) *API {
	a := &API{Config: c, edge: e}
	a.routes(e)
	return a
}
