// Package alert is the API of what operators are told about their server.
package alert

import (
	"sonora/internal/alerting"
	"sonora/internal/edge"
	"sonora/internal/store"
)

// Config is what the area uses.
type Config struct {
	Store  *store.Store
	Alerts *alerting.Service
}

// API implements the operations in routes.go.
type API struct{ Config }

// New registers the operations.
func New(e *edge.Edge, c Config) *API {
	a := &API{Config: c}
	a.routes(e)
	return a
}
