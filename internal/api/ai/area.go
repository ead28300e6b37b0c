// Package ai is the API of music that people let the server make, and of the
// conversation in which they ask for it.
package ai

import (
	"net/http"

	"sonora/internal/ai"
	"sonora/internal/ai/remote"
	"sonora/internal/edge"
	"sonora/internal/settings"
	"sonora/internal/stream"
)

// Config is what the area uses.
type Config struct {
	AI         *ai.Service
	Providers  *remote.Service
	Settings   *settings.Service
	SendSource func(w http.ResponseWriter, r *http.Request, source *stream.Source) error
}

// API implements the operations in routes.go.
type API struct{ Config }

// New registers the operations.
func New(e *edge.Edge, c Config) *API {
	a := &API{c}
	a.routes(e)
	return a
}
