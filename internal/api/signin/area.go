// Package signin is the API for signing in: passwords, providers, second factors,
// sessions, API keys, invitations and the audit log.
package signin

import (
	"sonora/internal/auth"
	"sonora/internal/edge"
	"sonora/internal/store"
)

// Config is what the area uses.
type Config struct {
	Store *store.Store
	Auth  *auth.Service
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
