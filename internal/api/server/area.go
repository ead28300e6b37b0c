// Package server is the API that describes the server and its health.
package server

import (
	"sonora/internal/api/things"
	"sonora/internal/auth"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/settings"
	"sonora/internal/store"
)

// Config is what the area uses.
type Config struct {
	Store    *store.Store
	Auth     *auth.Service
	Settings *settings.Service
	Version  string // of the program

	AdminArea bool // operators have the admin area

	EncodeProviders func() []things.ProviderJSON
	Faults          func() []music.Fault // nil for none
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
