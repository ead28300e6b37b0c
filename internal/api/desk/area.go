// Package desk is the API for what people keep on the DJ desk, and for bringing
// it from other programs.
package desk

import (
	"log/slog"

	"sonora/internal/desk"
	"sonora/internal/djimport"
	"sonora/internal/edge"
)

// Config is what the area uses.
type Config struct {
	Desk    *desk.Service
	Imports *djimport.Service
	Version string // of the program
	Log     *slog.Logger
}

// API implements the operations in routes.go.
type API struct {
	desk    *desk.Service
	imports *djimport.Service
	version string
	log     *slog.Logger
	edge    *edge.Edge
}

// New registers the operations.
func New(e *edge.Edge, c Config) *API {
	a := &API{desk: c.Desk, imports: c.Imports, version: c.Version, log: c.Log, edge: e}
	a.routes(e)
	return a
}
