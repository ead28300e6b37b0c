// Package person is what people tell about themselves: profile, picture, copy of their
// data, deletion.
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

// API answers the operations of routes.go.
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
