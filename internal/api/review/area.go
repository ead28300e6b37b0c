// Package review is the operators' API of music that AI made: what waits for a
// decision, what was decided, and what it cost.
package review

import (
	"sonora/internal/ai/review"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/store"
)

// Config is what the area uses.
type Config struct {
	Store    *store.Store
	Reviews  *review.Service
	Settings func() music.Settings
}

// API implements the operations in routes.go.
type API struct {
	Config

	edge *edge.Edge
}

// New registers the operations.
func New(e *edge.Edge, c Config) *API {
	a := &API{c, e}
	a.routes(e)
	return a
}
