// Package notice is the API of notifications, push messages and announcements.
package notice

import (
	"sonora/internal/edge"
	"sonora/internal/notify"
	"sonora/internal/store"
)

// Config is what the area uses.
type Config struct {
	Store  *store.Store
	Notify *notify.Service
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
