// Package streams serves the audio of tracks: original, converted and as HLS.
package streams

import (
	"sonora/internal/edge"
	"sonora/internal/stems"
	"sonora/internal/store"
	"sonora/internal/stream"
)

// Config is what the area uses.
type Config struct {
	Store   *store.Store
	Streams *stream.Service
	Stems   *stems.Service
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
