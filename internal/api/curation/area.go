// Package curation is the API with which operators look after the music: the table of
// all tracks, and files of the same recording.
package curation

import (
	"sonora/internal/curation"
	"sonora/internal/edge"
	"sonora/internal/store"
)

// Config is what the area uses.
type Config struct {
	Store    *store.Store
	Curation *curation.Service
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
