// Package backup is the operators' API of the database and its backups.
package backup

import (
	"sonora/internal/backup"
	"sonora/internal/edge"
	"sonora/internal/store"
)

// Config is what the area uses.
type Config struct {
	Store   *store.Store
	Backups *backup.Service
}

// API implements the operations in routes.go.
type API struct{ Config }

// New registers the operations.
func New(e *edge.Edge, c Config) *API {
	a := &API{c}
	a.routes(e)
	return a
}
