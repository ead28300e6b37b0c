// Package person is the API for a person's own data: profile, picture, export
// and deletion.
package person

import (
	"sonora/internal/auth"
	"sonora/internal/edge"
	"sonora/internal/profile"
)

// Config is what the area uses.
type Config struct {
	Auth    *auth.Service
	Profile *profile.Service
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
