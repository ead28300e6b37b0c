// Package mix is the API of DJ mixes and the recordings they come from.
package mix

import (
	"net/http"

	"sonora/internal/edge"
	"sonora/internal/radio/record"
	"sonora/internal/store"
	"sonora/internal/stream"
)

// Config is what the area uses.
type Config struct {
	Store   *store.Store
	Records *record.Service

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
