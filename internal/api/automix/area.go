// Package automix is the API of mixes that the server makes.
package automix

import (
	"net/http"

	"sonora/internal/automix"
	"sonora/internal/edge"
	"sonora/internal/stream"
)

// Config is what the area uses.
type Config struct {
	Automixes  *automix.Service
	SendSource func(w http.ResponseWriter, r *http.Request, source *stream.Source) error
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
